import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { createReducer } from "../../ts/pipeline/create-reducer.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { countRequest, estimateRequest } from "../../ts/tokens/index.js";
import { everyBackend } from "../support/native.js";

/** No result is clipped when it is first sent. */
const WHOLE = { experimental: { arrival: { clip: null } } } as const;

type Item = Record<string, unknown>;
type Made = { wire: Wire; key: "messages" | "input"; call: (id: string, caller: unknown) => Item; result: Result };
type Result = (id: string, text: string) => Item;

const user = (content: string) => ({ role: "user", content });
const LONG = "a row of a table, and what it says ".repeat(2000);

/** The wires whose calls say who called. */
const WIRES: Made[] = [
  {
    wire: "anthropic",
    key: "messages",
    call: (id, caller) => ({
      role: "assistant",
      content: [{ type: "tool_use", id, name: "table", input: {}, caller }],
    }),
    result: (id, text) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] }),
  },
  {
    wire: "openai-chat",
    key: "messages",
    call: (id, caller) => ({
      role: "assistant",
      tool_calls: [{ id, type: "function", function: { name: "table", arguments: "{}" }, caller }],
    }),
    result: (id, text) => ({ role: "tool", tool_call_id: id, content: text }),
  },
  {
    wire: "openai-responses",
    key: "input",
    call: (id, caller) => ({ type: "function_call", call_id: id, name: "table", arguments: "{}", caller }),
    result: (id, text) => ({ type: "function_call_output", call_id: id, output: text }),
  },
];
const PROGRAM = { type: "program", caller_id: "p" };
const COMPACTION: Partial<Record<Wire, Item>> = {
  anthropic: { role: "assistant", content: [{ type: "compaction", content: "what was" }] },
  "openai-responses": { type: "compaction", encrypted_content: "AAAA" },
};

function requestOf({ key, call, result }: Made, text: string, caller: unknown = PROGRAM) {
  return {
    model: key === "input" ? "gpt-5.4" : "claude-sonnet-4-5",
    [key]: [user("go"), call("a", caller), result("a", text), call("b", undefined), result("b", "short")],
  };
}

const bytesOf = (request: unknown) => Buffer.from(JSON.stringify(request));

describe.each(WIRES)("a result that a program alone reads, on $wire", (made) => {
  const [long, short] = [requestOf(made, LONG), requestOf(made, "")];
  const { wire } = made;

  it("is in no number of the request's tokens", () => {
    for (const measure of [estimateRequest, countRequest])
      expect(measure(long, { wire }).totalTokens).toBeLessThan(measure(short, { wire }).totalTokens + 10);
    expect(estimateRequest(requestOf(made, LONG, { type: "direct" }), { wire }).totalTokens).toBeGreaterThan(9000);
  });

  it.each(everyBackend())("is in no number of a report, %s", (_, backend) => {
    const policy = resolvePolicy({ budget: { tokens: 9000 }, ...WHOLE });
    const { report } = backend.reduceBody(bytesOf(long), policy, { wire, tokens: true });
    expect(report.tokens?.before).toBeLessThan(200);
    expect(report).toMatchObject({ fits: true, maskedCount: 0 });
    expect(backend.reduceBody(bytesOf(requestOf(made, LONG, "direct")), policy, { wire }).report.fits).toBe(false);
  });

  it.each(["estimate", "exact", "chars4"] as const)("is in no number of the pipeline's, by %s", async (method) => {
    const policy: PolicyInput = { experimental: { ...WHOLE.experimental, tokens: { method } } };
    const { report } = await createReducer({ policy, budget: { tokens: 9000 } }).reduce(bytesOf(long), {
      wire,
      tokens: true,
    });
    expect(report.tokens?.before).toBeLessThan(200);
    expect(report).toMatchObject({ fits: true, changed: false });
  });

  it.each(everyBackend())("stays byte for byte where roles are off, too, %s", (_, backend) => {
    const off: PolicyInput = {
      mask: { windowTurns: 1 },
      cache: { strategy: "every-turn" },
      experimental: { mask: { roles: false } },
    };
    const { changed, report } = backend.reduceBody(bytesOf(long), resolvePolicy(off), { wire, explain: true });
    expect([changed, report.decisions[0]?.reason]).toEqual([false, "program"]);
  });
});

describe.each(WIRES.filter(({ wire }) => wire in COMPACTION))("what is in front of a compaction, on $wire", (made) => {
  const { wire, key } = made;
  const front = requestOf(made, LONG, undefined)[key] as Item[];
  const tail = [COMPACTION[wire] as Item, user("and now?")];
  const whole = { model: "gpt-5.4", [key]: [...front, ...tail] };
  const live = { model: "gpt-5.4", [key]: tail };

  it("is in no number of the request's tokens, and its messages have none", () => {
    for (const measure of [estimateRequest, countRequest]) {
      const tokens = measure(whole, { wire });
      expect(tokens.totalTokens).toBe(measure(live, { wire }).totalTokens);
      expect(tokens.messages.map((message) => message.tokens > 0)).toEqual([...front.map(() => false), true, true]);
    }
  });

  it.each(everyBackend())("is in no number of a report, %s", (_, backend) => {
    const sizes = (request: object) => {
      const { tokens, chars } = backend.reduceBody(bytesOf(request), resolvePolicy({}), { wire, tokens: true }).report;
      return { tokens: tokens?.before, chars: chars?.before };
    };
    expect(sizes(whole)).toEqual(sizes(live));
  });
});
