import { describe, expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { Glimpse } from "../../ts/reduce/glimpse.js";
import { RequestSession, type SessionRequest, whyToKnow } from "../../ts/reduce/session/request.js";
import { SessionTable } from "../../ts/reduce/session/table.js";
import { WIRES } from "../../ts/wires/index.js";

const { settings } = resolvePolicy(undefined);
const CHECKING = "claude-fable-5-2";
const OTHER = "claude-sonnet-4-5";

/** A request whose first result is `toolu_1`, with longer texts around it than what is seen of the ends. */
const bodyOf = (model: string | undefined, id = "toolu_1") =>
  Buffer.from(
    JSON.stringify({
      system: `a tool may want "tool_use_id" ${"x".repeat(3_000)}`,
      tools: [{ name: "t", input_schema: { properties: { tool_use_id: { type: "string" } } } }],
      messages: [
        { role: "user", content: "please" },
        {
          role: "assistant",
          content: [id, "toolu_2"].map((one) => ({ type: "tool_use", id: one, name: "t", input: {} })),
        },
        { role: "user", content: [{ type: "web_search_tool_result", tool_use_id: "srvtoolu_0", content: [] }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "y".repeat(5_000) }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "z" }] },
      ],
      ...(model === undefined ? {} : { model }),
    }),
  );

const KEY = "tool_use_id";
const seen = (glimpse: Glimpse) => [glimpse.bytes, glimpse.firstCallId, glimpse.models()];

describe("what is seen of a body", () => {
  const body = bodyOf(OTHER);

  it("is the model's name and the first call of the client's own, in bytes and in text", () => {
    expect(seen(Glimpse.of(body, KEY))).toEqual([body.length, "toolu_1", [OTHER]]);
    expect(seen(Glimpse.ofText(body.toString(), KEY))).toEqual([body.length, "toolu_1", [OTHER]]);
    expect(seen(Glimpse.of(Buffer.from(`{"model" : "${OTHER}"}`), KEY))).toContainEqual(
      expect.arrayContaining([OTHER]),
    );
  });

  it("is the same wherever the body is cut", () => {
    for (let at = 0; at <= body.length; at++) {
      const glimpse = new Glimpse(KEY);
      glimpse.see(body.subarray(0, at));
      glimpse.see(body.subarray(at));
      expect(seen(glimpse)).toEqual([body.length, "toolu_1", [OTHER]]);
    }
  });
});

describe("a conversation", () => {
  const of = (model: string | undefined, table: SessionTable, more: Partial<SessionRequest> = {}) => {
    const [wire, { host = undefined, settings: asked = settings }] = [WIRES.of(more.wire ?? "anthropic"), more];
    return whyToKnow(table, Glimpse.of(bodyOf(model), KEY), { wire, model: more.model, host, settings: asked });
  };

  it("has to be known where the model checks thinking, or may", () => {
    const table = new SessionTable();
    expect([of(CHECKING, table), of(undefined, table)]).toEqual(["checks", "checks"]);
    expect(of(undefined, table, { model: CHECKING })).toBe("checks");
    expect([of(OTHER, table), of(undefined, table, { model: OTHER })]).toEqual([undefined, undefined]);
    expect(of(CHECKING, table, { wire: "openai-chat" })).toBe("checks");
    expect(of(CHECKING, table, { wire: "gemini" })).toBeUndefined();
  });

  it("is found again under a model that checks nothing, by its first call", () => {
    const table = new SessionTable();
    const request = { wire: "anthropic", settings } as const;
    const sessionOf = (body: Buffer) =>
      RequestSession.of(table, Glimpse.of(body, KEY), () => body, request) as RequestSession | undefined;
    sessionOf(bodyOf(CHECKING))?.reduce(resolvePolicy(undefined), { wire: "anthropic" });
    expect(table.size).toBe(1);
    expect(of(OTHER, table)).toBe("known");
    expect(sessionOf(bodyOf(OTHER))).toBeDefined();
    const unread = () => expect.fail("the body was read");
    expect(RequestSession.of(table, Glimpse.of(bodyOf(OTHER, "toolu_9"), KEY), unread, request)).toBeUndefined();
  });

  it("has a known first call only while the table has it", () => {
    const table = new SessionTable(1);
    const facts = (firstCallId: string) => ({ firstCallId, steps: 1, wire: "anthropic" as const });
    const state = { version: 1, key: "k", lastStep: 0, callId: null, usedAt: null } as const;
    table.keep("a", facts("one"), state);
    table.keep("a", facts("one"), state);
    table.keep("b", facts("two"), state);
    expect([table.hasCall("one"), table.hasCall("two")]).toEqual([false, true]);
  });
});
