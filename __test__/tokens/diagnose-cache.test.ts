import { describe, expect, it } from "vitest";
import { diagnoseCache, type PrintedRequest, printRequest } from "../../ts/pricing/index.js";

const MARK = { cache_control: { type: "ephemeral" } };
const text = (value: string, mark = false) => ({ type: "text", text: value, ...(mark ? MARK : {}) });
const user = (value: string, mark = false) => ({ role: "user", content: [text(value, mark)] });
const answer = (value: string) => ({ role: "assistant", content: [text(value)] });

const FIRST = {
  model: "claude-opus-4-6",
  system: [text("be brief")],
  tools: [{ name: "read" }],
  messages: [user("one", true)],
};
const SECOND = { ...FIRST, messages: [user("one"), answer("yes"), user("two", true)] };

function sent(body: object, at: number, cachedTokens: number, moved = false): PrintedRequest {
  const print = printRequest(Buffer.from(JSON.stringify(body)), { wire: "anthropic", at });
  if (print === undefined) throw new Error("no print");
  return { print, inputTokens: 20_000 + at / 1000, cachedTokens, moved };
}

const before = sent(FIRST, 0, 0);
const causeOf = (body: object, at = 60_000, cached = 0, moved = false) =>
  diagnoseCache(sent(body, at, cached, moved), before);

describe("diagnoseCache", () => {
  it("says of the first request that nothing was cached, and of a read beginning that it was", () => {
    expect(diagnoseCache(before, undefined)).toMatchObject({ cause: "first", lostTokens: 0 });
    expect(causeOf(SECOND, 60_000, 20_000)).toEqual({
      cause: "hit",
      message: expect.any(String),
      lostTokens: 0,
    });
  });

  it("takes cache markers that move on for no change", () => {
    expect(causeOf(SECOND, 60_000, 19_500)).toMatchObject({ cause: "hit", lostTokens: 500 });
    expect(causeOf(SECOND)).not.toHaveProperty("messageIndex");
  });

  it.each([
    ["model", { ...SECOND, model: "claude-sonnet-4-6" }],
    ["tool_list", { ...SECOND, tools: [{ name: "read" }, { name: "write" }] }],
    ["system", { ...SECOND, system: [text("be long")] }],
    ["parameters", { ...SECOND, tool_choice: { type: "any" } }],
  ])("names %s where that is what changed", (cause, body) => {
    expect(causeOf(body)).toMatchObject({ cause, lostTokens: 20_000 });
  });

  it("names the first message that the client changed, or took out", () => {
    const edited = { ...SECOND, messages: [user("another one"), answer("yes"), user("two", true)] };
    expect(causeOf(edited)).toMatchObject({ cause: "client_edit", messageIndex: 0 });
    const message = causeOf(edited).message;
    expect(message).toContain("message 0");
    const long = sent(SECOND, 1_000, 20_000);
    expect(diagnoseCache(sent(FIRST, 2_000, 1_000), long)).toMatchObject({ cause: "client_edit", messageIndex: 1 });
  });

  it("names the time, by the model's own lifetime and the one that the client asked for", () => {
    expect(causeOf(SECOND, 301_000)).toMatchObject({ cause: "timeout" });
    const hour = { cache_control: { type: "ephemeral", ttl: "1h" } };
    const hourly = sent({ ...FIRST, messages: [{ role: "user", content: [{ ...text("one"), ...hour }] }] }, 0, 0);
    expect(diagnoseCache(sent(SECOND, 301_000, 0), hourly)).toMatchObject({ cause: "unknown" });
    expect(diagnoseCache(sent(SECOND, 3_601_000, 0), hourly)).toMatchObject({ cause: "timeout" });
  });

  it("names our own move, and not where the entry had expired", () => {
    expect(causeOf(SECOND, 60_000, 3_000, true)).toMatchObject({ cause: "our_move", lostTokens: 17_000 });
    expect(causeOf(SECOND, 301_000, 0, true)).toMatchObject({ cause: "timeout" });
  });

  it("names a client that marks nothing, for a model that needs marks", () => {
    const plain = sent({ ...FIRST, messages: [user("one")] }, 0, 0);
    expect(diagnoseCache(sent(SECOND, 1, 0), plain)).toMatchObject({ cause: "unmarked" });
  });

  it("says that a beginning was too short to be cached", () => {
    const haiku = { ...before, print: { ...before.print, model: "claude-haiku-4-5" }, inputTokens: 3_000 };
    expect(diagnoseCache({ ...haiku, inputTokens: 8_000 }, haiku)).toMatchObject({ cause: "short", lostTokens: 3_000 });
    const longer = { ...haiku, inputTokens: 5_000 };
    expect(diagnoseCache({ ...haiku, inputTokens: 8_000 }, longer)).toMatchObject({ cause: "unknown" });
  });

  it("says that it does not know where nothing explains it", () => {
    expect(causeOf(SECOND)).toMatchObject({ cause: "unknown", lostTokens: 20_000 });
  });
});

describe("printRequest", () => {
  it("keeps no text", () => {
    const print = printRequest({ ...SECOND, messages: [user("a secret canary")] }, { wire: "anthropic", at: 0 });
    expect(JSON.stringify(print)).not.toContain("canary");
  });

  it("has nothing for what is no conversation, or only the end of one", () => {
    const options = { wire: "openai-responses", at: 0 } as const;
    expect(printRequest(Buffer.from("{"), options)).toBeUndefined();
    expect(printRequest({ input: "a text" }, options)).toBeUndefined();
    expect(printRequest({ input: [], previous_response_id: "r" }, options)).toBeUndefined();
    let deep: unknown = [];
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(printRequest({ input: [], tools: deep }, options)).toBeUndefined();
  });
});
