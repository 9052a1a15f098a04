import { describe, expect, it } from "vitest";
import { CacheTrail } from "../../ts/pricing/index.js";

const MARK = { cache_control: { type: "ephemeral" } };
const LONG = "words of a long system prompt ".repeat(1_000);
const result = (turn: number, text = `row ${turn} of the table `.repeat(400)) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: `t${turn}`, content: text }],
});
const call = (turn: number) => ({
  role: "assistant",
  content: [{ type: "tool_use", id: `t${turn}`, name: "Bash", input: { command: `check ${turn}` } }],
});
const TOOLS = ["Bash", "Agent"].map((name) => ({ name, description: "runs", input_schema: { type: "object" } }));

/** A session of Claude's wire with so many tool turns. */
function request(turns: number, members: object = {}, results: Record<number, string> = {}) {
  const list = Array.from({ length: turns }, (_, turn) => [call(turn), result(turn, results[turn])]).flat();
  const messages: { role: string; content: object[] }[] = [
    { role: "user", content: [{ type: "text", text: "Check the tables" }] },
    ...list,
  ];
  const last = messages.at(-1);
  if (last !== undefined) last.content = last.content.map((block) => ({ ...block, ...MARK }));
  const system = [{ type: "text", text: LONG, ...MARK }];
  return { model: "claude-opus-4-6", max_tokens: 100, system, tools: TOOLS, messages, ...members };
}

const trail = (...requests: object[]) => {
  const seen = new CacheTrail();
  return requests.map((one) => seen.add(one));
};

describe("CacheTrail", () => {
  it("finds nothing in requests that go on, wherever their markers are", () => {
    const found = trail(request(1), request(2), request(3));
    expect(found.map(({ cause }) => cause)).toEqual(["first", "hit", "hit"]);
    expect(found.map(({ path }) => path)).toEqual([undefined, undefined, undefined]);
    expect(found[2]?.cachedTokens).toBe(found[1]?.inputTokens);
  });

  it.each([
    ["tool_list", "tools[1]", "tool Agent", { tools: [TOOLS[0], { ...TOOLS[1], description: "changed" }] }],
    ["system", "system[0]", "system prompt", { system: [{ type: "text", text: `now ${LONG}`, ...MARK }] }],
    ["model", "model", undefined, { model: "claude-sonnet-4-6" }],
    ["parameters", "tool_choice", undefined, { tool_choice: { type: "any" } }],
  ])("names the place of %s", (cause, path, what, members) => {
    const [, second] = trail(request(2), request(3, members));
    expect(second).toMatchObject({ cause, path, ...(what === undefined ? {} : { what }) });
    expect(second?.lostTokens).toBeGreaterThan(2_000);
  });

  it("names the block of a message that changed, and what is lost from there on", () => {
    const [first, second, third] = trail(request(3), request(4, {}, { 1: "short" }), request(5, {}, { 1: "short" }));
    expect(second).toMatchObject({
      ...{ cause: "client_edit", path: "messages[4].content[0]", what: "tool result of Bash", conversation: 0 },
    });
    expect((second?.cachedTokens ?? 0) + (second?.lostTokens ?? 0)).toBe(
      Math.min(first?.inputTokens ?? 0, second?.inputTokens ?? 0),
    );
    expect(third).toMatchObject({ cause: "hit" });
  });

  it("says what it costs at the price list: a write of what is lost, less a read", () => {
    const [, second] = trail(request(2), request(3, { system: "another" }));
    expect(second?.dollars).toBeCloseTo(((second?.lostTokens ?? 0) * (6.25 - 0.5)) / 1e6, 9);
    const [, unpriced] = trail(request(2), request(3, { system: "another", model: "claude-house-7" }));
    expect(unpriced).not.toHaveProperty("dollars");
  });

  it("tells conversations apart, such as a sub-agent's between two requests", () => {
    const other = { ...request(0), messages: [{ role: "user", content: "Name this session" }] };
    const found = trail(request(2), other, request(3));
    expect(found.map(({ cause, conversation }) => [cause, conversation])).toEqual([
      ["first", 0],
      ["first", 1],
      ["hit", 0],
    ]);
    const edited = request(3);
    edited.messages[0] = { role: "user", content: [{ type: "text", text: "Check them" }] };
    expect(trail(request(2), edited)[1]).toMatchObject({ cause: "client_edit", path: "messages[0].content[0]" });
  });

  it("finds what an earlier request has left in the cache, where an edit is taken back", () => {
    const found = trail(request(3), request(4, {}, { 1: "short" }), request(5));
    expect(found.map(({ cause }) => cause)).toEqual(["first", "client_edit", "hit"]);
  });

  it("finds nothing of requests that mark nothing, or are too short", () => {
    const plain = (turns: number) =>
      JSON.parse(JSON.stringify(request(turns)).replaceAll(/,"cache_control":\{[^}]*\}/g, ""));
    expect(trail(plain(2), plain(3))[1]).toMatchObject({ cause: "unmarked", cachedTokens: 0 });
    const short = (turns: number) => request(turns, { model: "claude-haiku-4-5", system: "be brief", tools: [] });
    expect(trail(short(1), short(2))[1]).toMatchObject({ cause: "short" });
  });

  it("takes a text for the same as a list of one text", () => {
    const plain = request(2);
    const [first, ...rest] = plain.messages;
    const messages = [{ ...first, content: "Check the tables" }, ...rest];
    expect(trail(request(2), { ...plain, messages, system: LONG })[1]).toMatchObject({ cause: "hit" });
  });

  it("reads OpenAI's and Gemini's requests, too", () => {
    const chat = (...texts: string[]) => ({
      model: "gpt-5",
      messages: texts.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content })),
    });
    expect(trail(chat(LONG, "yes", "more"), chat(LONG, "no", "more", LONG))[1]).toMatchObject({ cause: "hit" });
    expect(trail(chat("go", LONG), chat("go", `now ${LONG}`, "more"))[1]).toMatchObject({ path: "messages[1]" });
    const contents = (text: string) => ({
      contents: [
        { role: "user", parts: [{ text: "go" }] },
        { role: "model", parts: [{ text: "yes" }, { text }] },
      ],
    });
    expect(trail(contents(LONG), contents(`now ${LONG}`))[1]).toMatchObject({ path: "contents[1].parts[1]" });
  });

  it("refuses what is no request", () => {
    expect(() => trail({ a: 1 })).toThrow(/expected a request/);
    expect(() => trail({ model: "gpt-5", input: [], previous_response_id: "r1" })).toThrow(/that the provider keeps/);
  });
});
