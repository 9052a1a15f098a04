import { describe, expect, it } from "vitest";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import {
  createReducer,
  createSessionState,
  definePolicy,
  planBody,
  type ReduceOptions,
  reduceBody,
  reduceBodyAsync,
  reduceBodyInto,
  reduceRequest,
} from "../../ts/index.js";
import { countRequest, estimateRequest } from "../../ts/tokens/index.js";
import { generateWireBody } from "../support/generate-wire.js";
import { thrownBy } from "../support/thrown.js";
import { written } from "../support/written.js";

const SETTINGS = { mask: { windowTurns: 2, minChars: 0 }, cache: { strategy: "every-turn" } } as const;
const POLICY = definePolicy(SETTINGS);
const OBSERVE = definePolicy({ ...SETTINGS, mode: "observe" });
const bodyOf = (wire: (typeof WIRE_NAMES)[number]) => generateWireBody(wire, { seed: 5, targetBytes: 20_000 });
const parsed = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString()) as object;

describe.each(["estimate", "exact"] as const)("report.tokens by %s", (tokens) => {
  const measure = (body: Uint8Array) =>
    (tokens === "exact" ? countRequest(body, { allowUnknown: true }) : estimateRequest(body)).totalTokens;

  it.each(WIRE_NAMES)("is of the whole request, before and after, whoever reduces it (%s)", async (wire) => {
    const body = bodyOf(wire);
    const reduced = reduceBody(body, POLICY, { tokens });
    const { method } = countRequest(body, { allowUnknown: true });
    const expected = {
      before: measure(body),
      after: measure(reduced.body),
      method: tokens === "exact" ? method : "estimate",
    };
    expect(expected.after).toBeLessThan(expected.before);
    const out = new Uint8Array(body.length);
    const reports = {
      body: reduced.report,
      request: reduceRequest(parsed(body), POLICY, { tokens }).report,
      into: reduceBodyInto(body, out, POLICY, { tokens }).report,
      async: (await reduceBodyAsync(body, POLICY, { tokens })).report,
      plan: planBody(body, POLICY, { tokens }).report,
      observed: reduceBody(body, OBSERVE, { tokens }).report,
      observedRequest: reduceRequest(parsed(body), OBSERVE, { tokens }).report,
      observedPlan: planBody(body, OBSERVE, { tokens }).report,
    };
    for (const [name, report] of Object.entries(reports)) expect([name, report.tokens]).toEqual([name, expected]);
    expect(reports.body.chars).toEqual(reduceBody(body, POLICY, { tokens: true }).report.chars);
  });

  it.each(["function_call_output", "custom_tool_call_output"])("counts a long %s in a list of texts", (type) => {
    const output = [{ type: "input_text", text: "compiled unit ok\n".repeat(2_400) }];
    const call = { type: type.replace("_output", ""), call_id: "a", name: "shell", arguments: "{}", input: "" };
    const body = Buffer.from(JSON.stringify({ model: "gpt-5.2", input: [call, { type, call_id: "a", output }] }));
    const { report } = reduceBody(body, POLICY, { tokens });
    expect(report.tokens?.before).toBeGreaterThan(5_000);
    expect(report.tokens?.before).toBe(measure(body));
  });

  it("is the same twice if nothing changes, and missing if nothing was read", () => {
    const body = bodyOf("anthropic");
    const tokensOf = (input: Uint8Array) =>
      reduceBody(input, { preset: "none", mask: { windowTurns: 1000 } }, { tokens }).report.tokens;
    expect(tokensOf(body)).toMatchObject({ before: measure(body), after: measure(body) });
    expect(tokensOf(Buffer.from("no request"))).toBeUndefined();
  });

  it("follows the session's moves in a plan too", () => {
    const policy = definePolicy({ mask: { windowTurns: 2, minChars: 0 } });
    const body = bodyOf("openai-chat");
    const options = (): ReduceOptions => ({ tokens, session: createSessionState() });
    expect(planBody(body, policy, options()).report.tokens).toEqual(reduceBody(body, policy, options()).report.tokens);
  });

  it("counts the body as it was reduced", async () => {
    const body = bodyOf("openai-chat");
    const expected = reduceBody(body, POLICY, { tokens }).report.tokens;
    const copy = Buffer.from(body);
    const promise = reduceBodyAsync(copy, POLICY, { tokens });
    copy.fill(32);
    expect((await promise).report.tokens).toEqual(expected);
  });
});

it("report.tokens is a quarter of the chars without a method, and with chars4", () => {
  const body = bodyOf("openai-chat");
  const { chars, tokens } = reduceBody(body, POLICY, { tokens: true }).report;
  expect(tokens).toEqual({
    before: Math.ceil((chars?.before ?? 0) / 4),
    after: Math.ceil((chars?.after ?? 0) / 4),
    method: "chars4",
  });
  for (const report of [
    reduceBody(body, POLICY, { tokens: "chars4" }).report,
    reduceRequest(parsed(body), POLICY, { tokens: "chars4" }).report,
  ]) {
    expect([report.chars, report.tokens]).toEqual([chars, tokens]);
  }
  expect(reduceBody(body, POLICY, { tokens: false }).report.tokens).toBeUndefined();
});

it("a budget in chars keeps the requested method", () => {
  const body = bodyOf("openai-chat");
  const policy = definePolicy(written({ ...SETTINGS, budget: { chars: 1000 } }));
  expect(reduceBody(body, policy, { tokens: "estimate" }).report.tokens).toMatchObject({ method: "estimate" });
  expect(reduceBody(body, policy).report.tokens).toBeUndefined();
});

it("createReducer counts by its policy's method", async () => {
  const body = bodyOf("openai-chat");
  const reducer = createReducer({ policy: written({ tokens: { method: "exact" } }) });
  const { report } = await reducer.reduce(body, { tokens: "estimate" });
  const plain = await reducer.reduce(body, { tokens: true });
  expect(report.tokens).toEqual(plain.report.tokens);
  expect(report.tokens).toMatchObject({ method: "exact" });
});

it.each(["o200k", 1, null])("options.tokens: %j is refused", (tokens) => {
  const options = { tokens } as unknown as ReduceOptions;
  expect(thrownBy(() => reduceBody(bodyOf("gemini"), POLICY, options))).toMatchObject({
    code: "OPTION_INVALID",
    message: expect.stringContaining('"chars4", "estimate" or "exact"'),
  });
});
