// Definitions of tools in every request of generated sessions, by both backends.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { NO_MEMORY } from "../../ts/contract/session-facts.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createRestoreReport } from "../../ts/restore/report.js";
import { restoreBody } from "../../ts/restore/restore-body.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { expectAgreement } from "../support/agreement.js";
import { makeDefinitions } from "../support/arbitrary-definitions.js";
import { cases, timeLimit } from "../support/cases.js";
import { makeConversation } from "../support/conversation.js";
import { describeNative } from "../support/native.js";
import { WIRE_NAMES, WRITERS } from "../support/wire-shapes.js";

type Json = Record<string, unknown>;

const POLICIES: PolicyInput[] = [
  { tools: { schema: true } },
  { tools: { maxDescriptionChars: 100 } },
  { tools: { schema: true, maxDescriptionChars: 150 }, mask: { windowTurns: 2, minChars: 0 } },
  { preset: "none", cache: { strategy: "off" }, tools: { schema: true, maxDescriptionChars: 120 } },
  { tools: { schema: true }, repairSurrogates: true },
  { tools: { schema: true }, cache: { clearing: "provider" } },
  { tools: { defer: ["tool_?"] } },
  { tools: { schema: true, maxDescriptionChars: 120, defer: ["tool_1", "tool_3"] }, cache: { clearing: "provider" } },
  { preset: "none", cache: { strategy: "off" }, tools: { defer: ["*_0"] }, repairSurrogates: true },
];
/** Of each wire; the policies take turns. */
const REQUESTS = 160;

/** A request with definitions in front of its messages, or behind them. */
function requestOf(wire: Wire, seed: number): Json {
  const { tools: _, ...bare } = WRITERS[wire](makeConversation({ seed, turns: 4, features: ["parallel", "system"] }));
  const named = wire === "gemini" ? bare : { ...bare, model: wire === "anthropic" ? "claude-opus-4-6" : "gpt-5.6" };
  const tools = makeDefinitions(wire, seed);
  return seed % 2 === 0 ? { tools, ...named } : { ...named, tools };
}

const bodyOf = (request: Json, spaces = 0): Buffer => Buffer.from(JSON.stringify(request, null, spaces));
const parsed = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString()) as Json;

describeNative("definitions of tools", ({ addon, levels }) => {
  const backends = { native: createNative(addon, levels.at(-1)), baseline: createBaseline() };

  it.each(WIRE_NAMES)(
    "both backends make the same of them, however they are spelled, %s",
    (wire) => {
      let [shortened, deferred] = [0, 0];
      for (let seed = 1; seed <= cases(REQUESTS); seed++) {
        const policy = resolvePolicy(POLICIES[seed % POLICIES.length] ?? {});
        const report = expectAgreement(backends, bodyOf(requestOf(wire, seed), seed % 4), policy, { wire });
        shortened += report?.shortenedToolsCount ?? 0;
        deferred += report?.deferredToolsCount ?? 0;
      }
      const searches = wire === "anthropic" || wire === "openai-responses";
      expect(deferred > REQUESTS / 20).toBe(searches);
      expect(shortened).toBeGreaterThan(REQUESTS / 20);
    },
    timeLimit(60_000),
  );

  it.each(WIRE_NAMES)(
    "they are the same in every request of a session, and once made smaller they stay, %s",
    (wire) => {
      const policy = resolvePolicy({ tools: { schema: true, maxDescriptionChars: 100 } });
      for (let seed = 1; seed <= 8; seed++) {
        const request = requestOf(wire, seed);
        const key = WIRES.of(wire).listKey;
        const list = request[key] as unknown[];
        const all = readSteps(WIRES.of(wire), list).cuts.map((cut) => {
          const body = bodyOf({ ...request, [key]: list.slice(0, cut) });
          const sent = backends.native.reduceBody(body, policy, { wire }).body;
          const again = backends.native.reduceBody(sent, policy, { wire });
          expect(again.report.shortenedToolsCount).toBeUndefined();
          return JSON.stringify(parsed(sent).tools);
        });
        expect(new Set(all).size).toBe(1);
        expect(all[0]?.length).toBeLessThanOrEqual(JSON.stringify(request.tools).length);
      }
    },
  );

  it.each(WIRE_NAMES)("a report puts them back byte for byte, %s", async (wire) => {
    const policy = resolvePolicy({ tools: { schema: true, maxDescriptionChars: 100 } });
    for (const backend of Object.values(backends)) {
      for (let seed = 1; seed <= 6; seed++) {
        const body = bodyOf(requestOf(wire, seed));
        const reduction = backend.reduceBody(body, policy, { wire });
        const { body: back } = await restoreBody(reduction.body, createRestoreReport(body, reduction));
        expect(Buffer.from(back).equals(body)).toBe(true);
      }
    }
  });

  it("a session that began with whole definitions keeps them", () => {
    const memory = { ...NO_MEMORY, startStep: 3 };
    const policy = resolvePolicy({ tools: { schema: true } });
    const body = bodyOf(requestOf("anthropic", 3));
    expect(backends.native.reduceBody(body, policy, {}).report.shortenedToolsCount).toBeGreaterThan(0);
    const report = expectAgreement(backends, body, policy, { wire: "anthropic", memory });
    expect(report?.shortenedToolsCount).toBeUndefined();
  });

  it("the default leaves every definition as it is, as do all presets and version 1", () => {
    const request = requestOf("anthropic", 2);
    const policies: PolicyInput[] = [
      ...(["none", "safe", "balanced", "strong"] as const).map((preset) => ({ preset })),
      { version: 1, tools: { schema: true, maxDescriptionChars: 100, defer: ["tool_0"] } },
      { mask: { windowTurns: 0 }, tools: { schema: true } },
    ];
    for (const given of [{}, ...policies]) {
      for (const backend of Object.values(backends)) {
        const { body } = backend.reduceBody(bodyOf(request), resolvePolicy(given), { wire: "anthropic" });
        expect(parsed(body).tools).toEqual(request.tools);
      }
    }
  });
});

describe("a definition of each wire", () => {
  const schema = { $schema: "s", type: "object", properties: { file_path: { title: "File Path", type: "string" } } };
  const smaller = { type: "object", properties: { file_path: { type: "string" } } };
  const cases: [Wire, Json, (parameters: object) => unknown[]][] = [
    ["anthropic", { messages: [] }, (parameters) => [{ name: "x", input_schema: parameters }]],
    ["openai-chat", { messages: [] }, (parameters) => [{ type: "function", function: { name: "x", parameters } }]],
    ["openai-responses", { input: [] }, (parameters) => [{ type: "function", name: "x", parameters, strict: false }]],
    ["gemini", { contents: [] }, (parameters) => [{ functionDeclarations: [{ name: "x", parameters }] }]],
  ];
  it.each(cases)("loses what says nothing, %s", (wire, request, toolsOf) => {
    const policy = resolvePolicy({ tools: { schema: true } });
    const body = bodyOf({ ...request, tools: toolsOf(schema) });
    const plan = createBaseline().planBody(body, policy, { wire });
    expect(parsed(createBaseline().reduceBody(body, policy, { wire }).body).tools).toEqual(toolsOf(smaller));
    expect(plan.report).toMatchObject({ shortenedToolsCount: 1, shortenedToolsChars: 8 + 14 });
    expect(plan.edits.map(({ action, reason }) => [action, reason])).toEqual([
      ["shorten", "tools"],
      ["shorten", "tools"],
    ]);
  });
});
