import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { validateRequest } from "../../ts/validate/index.js";
import { addAll, call, charsSession, result, user } from "./build.js";

const KIMI = [
  user("q"),
  call("functions.read_file:0", "functions.read_file:1"),
  result("functions.read_file:0", "A"),
  result("functions.read_file:1", "B"),
  call("functions.read_file:0"),
  result("functions.read_file:0", "C"),
  user("and?"),
];

const idsOf = (request: unknown) =>
  [...JSON.stringify(request).matchAll(/"(?:id|tool_use_id|call_id|tool_call_id)":"(.*?)"/g)].map(([, id = ""]) => id);

async function promptOf(turns: typeof KIMI, wire: Wire) {
  const session = charsSession(100_000);
  await addAll(session, turns);
  return (await session.prompt(wire)).request;
}

describe("a session's prompt for Anthropic", () => {
  it("has ids that Anthropic accepts, the same for call and result, each once", async () => {
    const request = await promptOf(KIMI, "anthropic");
    const ids = idsOf(request);
    expect(ids).toHaveLength(6);
    expect(ids.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true);
    expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4));
    expect(ids[4]).toBe(ids[5]);
    expect(new Set(ids).size).toBe(3);
    expect(validateRequest(request, { wire: "anthropic" })).toEqual([]);
  });

  it("keeps its beginning while the conversation grows", async () => {
    const [short, long] = [await promptOf(KIMI.slice(0, 4), "anthropic"), await promptOf(KIMI, "anthropic")];
    expect(idsOf(long).slice(0, 4)).toEqual(idsOf(short));
    expect(await promptOf(KIMI, "anthropic")).toEqual(long);
  });

  it("keeps ids that Anthropic accepts, and tells ids apart that look alike", async () => {
    const turns = [user("q"), call("a_b", "a.b", "a|b"), result("a_b"), result("a.b"), result("a|b")];
    const [plain, dotted, barred] = idsOf(await promptOf(turns, "anthropic"));
    expect(plain).toBe("a_b");
    expect(new Set([plain, dotted, barred]).size).toBe(3);
  });

  it("has new ids in blocks that came from an Anthropic request, too", async () => {
    const session = charsSession(100_000);
    const use = { type: "tool_use", id: "x:1", name: "f", input: {}, caller: { type: "direct" } };
    const messages = [
      { role: "user", content: "q" },
      { role: "assistant", content: [{ type: "text", text: "t", citations: [] }, use] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "x:1", content: [] }] },
    ];
    await session.import(JSON.stringify({ messages }));
    const { request } = await session.prompt("anthropic");
    expect(new Set(idsOf(request)).size).toBe(1);
    expect(validateRequest(request, { wire: "anthropic" })).toEqual([]);
    expect(JSON.stringify(request)).toContain('"caller":{"type":"direct"}');
  });
});

describe("a session's prompt for other wires", () => {
  it("keeps a chat's ids, which repeat there", async () => {
    expect(idsOf(await promptOf(KIMI, "openai-chat"))).toEqual([
      "functions.read_file:0",
      "functions.read_file:1",
      "functions.read_file:0",
      "functions.read_file:1",
      "functions.read_file:0",
      "functions.read_file:0",
    ]);
  });

  it("shortens ids that Responses refuses", async () => {
    const long = "c".repeat(100);
    const ids = idsOf(await promptOf([user("q"), call(long), result(long)], "openai-responses"));
    expect(ids[0]).toMatch(/^c+_[0-9a-f]{8}$/);
    expect([ids[0]?.length, ids[0] === ids[1]]).toEqual([64, true]);
  });

  it("writes a custom tool's input as arguments", async () => {
    const session = charsSession(100_000);
    const made = { type: "custom_tool_call", call_id: "c", name: "apply_patch", input: "*** Begin" };
    const output = { type: "custom_tool_call_output", call_id: "c", output: "done" };
    await session.import(JSON.stringify({ input: [{ role: "user", content: "q" }, made, output] }));
    const { request } = await session.prompt("openai-chat");
    expect(JSON.stringify(request)).toContain(JSON.stringify(JSON.stringify({ input: "*** Begin" })));
    expect((await session.prompt("openai-responses")).request).toMatchObject({ input: [{}, made, output] });
  });

  it("reads system messages inside an Anthropic conversation", async () => {
    const session = charsSession(100_000);
    const note = { role: "system", clear_at: "next_user_message", content: "note" };
    const messages = [{ role: "user", content: "q" }, note, { role: "assistant", content: "a" }];
    await session.import(JSON.stringify({ system: "s", messages }));
    const { request } = await session.prompt("openai-chat");
    expect(request.messages).toMatchObject([{}, {}, { role: "system", content: "note" }, {}]);
  });
});
