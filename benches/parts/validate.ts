// validateRequest of 1 MB of each wire: native against WebAssembly.

import { generateWireBody } from "../../__test__/support/generate-wire.js";
import { LIST_KEYS, WIRE_NAMES } from "../../__test__/support/wire-shapes.js";
import type { Wire } from "../../ts/index.js";
import { type Comparison, compare } from "../measure.js";
import { loadPackage, loadRoom } from "../package-under-test.js";
import { bytes, duration, type Part } from "../part.js";

interface Row {
  wire: Wire;
  bytes: number;
  comparison: Comparison;
}

export const measureValidation: Part = async ({ seconds }) => {
  const { index, edge } = await loadPackage();
  const { validateRequest } = await loadRoom("validate");
  if (index.backend.name !== "native") throw new Error("the native backend is not in use: there is nothing to compare");
  const rows: Row[] = [];
  for (const [wire, body] of inputs()) {
    const native = (of: Uint8Array) => validateRequest(of, { wire });
    const wasm = (of: Uint8Array) => edge.validateRequest(of, { wire });
    if (native(body).length > 0 || wasm(body).length > 0) throw new Error(`${wire}: a generated request is not valid`);
    const broken = withoutThird(wire, body);
    const [ours, theirs] = [native(broken), wasm(broken)].map((found) => JSON.stringify(found));
    if (ours === "[]" || ours !== theirs) throw new Error(`${wire}: both must find what is wrong: ${ours}, ${theirs}`);
    const runners = [
      { name: "native", run: native },
      { name: "wasm", run: wasm },
    ] as const;
    rows.push({ wire, bytes: body.length, comparison: await compare(runners, [body], { seconds, inARow: 4 }) });
  }
  return { tables: [tableOf(rows)], targets: [], data: rows };
};

/** A request that lost a message: a call without its result, or the other way round. */
function withoutThird(wire: Wire, body: Buffer): Buffer {
  const request = JSON.parse(body.toString());
  request[LIST_KEYS[wire]].splice(2, 1);
  return Buffer.from(JSON.stringify(request));
}

const inputs = (): [Wire, Buffer][] =>
  WIRE_NAMES.map((wire) => [wire, generateWireBody(wire, { seed: 1, targetBytes: 1_000_000 })]);

function tableOf(rows: readonly Row[]) {
  return {
    title: "validateRequest: native against WebAssembly, in turns",
    head: ["wire", "bytes", "native p50", "p95", "wasm p50", "p95", "ratio"],
    rows: rows.map(({ wire, bytes: size, comparison }) => [
      wire,
      bytes(size),
      ...["native", "wasm"].flatMap((name) => {
        const timing = comparison.timesMicros[name];
        return timing === undefined ? ["–", "–"] : [timing.p50, timing.p95].map(duration);
      }),
      `${comparison.ratioOfMedians.toFixed(1)} ×`,
    ]),
  };
}
