// Results at the beginning of a conversation that is too short for the provider's cache stay as they came.
import { describe, expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyBackend } from "../support/native.js";

/** The cache minimum of the model is 4,096 tokens. */
const MODEL = "claude-haiku-4-5";
const linesOf = (green: string, end: string): string =>
  Array.from({ length: 60 }, (_, at) => `${green}test ${at}${end} passed in ${at} ms`).join("\n");
const COLOURED = linesOf("\u001b[32m", "\u001b[0m");
const PLAIN = linesOf("", "");

function bodyOf(turns: number, { system = "", marked = true } = {}): Buffer {
  const text = (at: number) => ({ type: "text", text: `number ${at}` });
  const messages = Array.from({ length: turns }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `c${at}`, name: "Bash", input: { command: `run ${at}` } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `c${at}`, content: `${at}\n${COLOURED}` }] },
  ]).flat();
  const first = {
    role: "user",
    content: [{ ...text(0), ...(marked ? { cache_control: { type: "ephemeral" } } : {}) }],
  };
  return Buffer.from(JSON.stringify({ model: MODEL, system, messages: [first, ...messages] }));
}

describe.each(everyBackend())("a conversation that is too short for the cache, %s", (_, backend) => {
  const arePlain = (body: Uint8Array): boolean[] => {
    const reduced = backend.reduceBody(body, resolvePolicy({ arrival: { dedupe: false } }), { wire: "anthropic" }).body;
    const { messages } = JSON.parse(Buffer.from(reduced).toString()) as {
      messages: { content: { type: string; content: string }[] }[];
    };
    const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === "tool_result"));
    return results.map(({ content }, at) => content === `${at}\n${PLAIN}`);
  };

  it("keeps the first results whole until what stands in front of a result is long enough", () => {
    const long = arePlain(bodyOf(30));
    const whole = long.indexOf(true);
    expect(whole).toBeGreaterThan(2);
    expect(whole).toBeLessThan(20);
    expect(long).toEqual(long.map((_one, at) => at >= whole));
  });

  it("decides alike in each later request, and of one that comes back reduced", () => {
    const last = arePlain(bodyOf(30));
    for (const turns of [1, 5, 12, 20]) expect(arePlain(bodyOf(turns))).toEqual(last.slice(0, turns));
    const { body } = backend.reduceBody(bodyOf(30), resolvePolicy(undefined), { wire: "anthropic" });
    expect(backend.reduceBody(body, resolvePolicy(undefined), { wire: "anthropic" }).body).toEqual(body);
  });

  it("says so where the whole request is too short", () => {
    const notes = (turns: number) =>
      backend.reduceBody(bodyOf(turns), resolvePolicy(undefined), { wire: "anthropic" }).report.notes;
    expect(notes(2)?.map(({ reason }) => reason)).toEqual(["below_cache_minimum"]);
    expect(notes(30)).toBeUndefined();
  });

  it.each([
    ["what stands in front of the messages is long enough", bodyOf(1, { system: "be careful ".repeat(6_000) })],
    ["nothing is cached", bodyOf(1, { marked: false })],
  ])("makes the first result smaller where %s", (_when, body) => {
    expect(arePlain(body)).toEqual([true]);
  });
});
