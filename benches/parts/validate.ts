// validateRequest: native on bytes against the rules on what JSON.parse gives, at 1 MB for each wire.

import { generateChatRequest } from "../../__test__/support/generate.js";
import { anthropicRequest, geminiRequest, responsesRequest } from "../../__test__/support/generate-wires.js";
import type { Wire } from "../../ts/index.js";
import { type Comparison, compare } from "../measure.js";
import { loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part, type Target } from "../part.js";

const LEAST_RATIO = 10;

interface Row {
  wire: Wire;
  bytes: number;
  comparison: Comparison;
}

export const measureValidation: Part = async ({ seconds }) => {
  const { index, baseline } = await loadPackage();
  if (index.backend.name !== "native") throw new Error("the native backend is not in use: there is nothing to compare");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const rows: Row[] = [];
  for (const [wire, body] of inputs()) {
    const native = () => index.validateRequest(body, { wire });
    const rival = () => baseline.validateObject(JSON.parse(decoder.decode(body)) as object, { wire });
    if (native().length > 0 || rival().length > 0) throw new Error(`${wire}: the generated request is not valid`);
    const runners = [
      { name: "native", run: native },
      { name: "baseline", run: rival },
    ] as const;
    rows.push({ wire, bytes: body.length, comparison: await compare(runners, [body], { seconds, inARow: 4 }) });
  }
  return { tables: [tableOf(rows)], targets: rows.map(targetOf), data: rows };
};

function inputs(): [Wire, Buffer][] {
  const chat = generateChatRequest({ seed: 1, targetBytes: 1_000_000 });
  return [
    ["openai-chat", Buffer.from(JSON.stringify(chat))],
    ["anthropic", Buffer.from(JSON.stringify(anthropicRequest(chat)))],
    ["openai-responses", Buffer.from(JSON.stringify(responsesRequest(chat)))],
    ["gemini", Buffer.from(JSON.stringify(geminiRequest(chat)))],
  ];
}

const targetOf = ({ wire, comparison }: Row): Target => ({
  what: `validate, 1 MB, ${wire}`,
  reached: comparison.ratioOfMedians,
  limit: LEAST_RATIO,
  good: "at least",
  unit: "×",
});

function tableOf(rows: readonly Row[]) {
  return {
    title: "validateRequest: native on bytes against JSON.parse and the same rules, in turns",
    head: ["wire", "bytes", "native p50", "p95", "baseline p50", "p95", "ratio"],
    rows: rows.map(({ wire, bytes: size, comparison }) => [
      wire,
      bytes(size),
      ...["native", "baseline"].flatMap((name) => {
        const timing = comparison.timesMicros[name];
        return timing === undefined ? ["–", "–"] : [timing.p50, timing.p95].map(duration);
      }),
      `${comparison.ratioOfMedians.toFixed(1)} ×`,
    ]),
  };
}
