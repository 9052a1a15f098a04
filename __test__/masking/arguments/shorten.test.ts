// What becomes of the arguments of an old call.
import { describe, expect, it } from "vitest";
import { resolvePolicy, type SettingsInput } from "../../../ts/policy/policy.js";
import { bothBackends } from "../../support/native.js";
import { written } from "../../support/written.js";

const policyOf = (args: SettingsInput["args"]) =>
  resolvePolicy(
    written({
      preset: "none",
      mask: { windowTurns: 1, roles: false },
      args: { maxChars: 200, digest: null, ...args },
      cache: { strategy: "every-turn" },
    }),
  );
const UNNAMED = policyOf({});
const NAMED = policyOf({ digest: { maxChars: 40, ratio: 0.5 } });

describe.each(bothBackends())("arguments, %s", (_, backend) => {
  /** What is sent of an old call's arguments; `free`: of the text that a custom tool takes. */
  function sent(args: string, { policy = UNNAMED, free = false } = {}): string {
    const call = free ? { type: "custom_tool_call", input: args } : { type: "function_call", arguments: args };
    const calls = ["old", "new"].flatMap((id) => [
      { name: "write", ...(id === "old" ? call : { type: "function_call", arguments: "{}" }), call_id: id },
      { type: id === "old" && free ? "custom_tool_call_output" : "function_call_output", call_id: id, output: "ok" },
    ]);
    const request = { model: "gpt-5.6", input: [{ role: "user", content: "go" }, ...calls] };
    const { body } = backend.reduceBody(Buffer.from(JSON.stringify(request)), policy, { wire: "openai-responses" });
    const [, old] = JSON.parse(Buffer.from(body).toString()).input;
    return free ? old.input : old.arguments;
  }

  /** What is sent of a string in them. */
  const sentText = (text: string, policy = UNNAMED): string =>
    JSON.parse(sent(JSON.stringify({ text }), { policy })).text;

  it("a string keeps its head, and says how much is left out and what it named", () => {
    const text = `${"x".repeat(60)} src/a.ts ${"y".repeat(400)} parseBody`;
    expect(sentText(text)).toBe(`${"x".repeat(50)}[argument shortened: 430 chars left out]`);
    expect(sentText(text, NAMED)).toBe(
      `${"x".repeat(50)}[argument shortened: 430 chars left out; mentions: src/a.ts, parseBody]`,
    );
    expect(sentText("x".repeat(200))).toBe("x".repeat(200));
  });

  it("no pair of surrogates is cut, and a text with half of one stays", () => {
    const pairs = `${"x".repeat(49)}${"😀".repeat(100)}`;
    expect(sentText(pairs)).toBe(`${"x".repeat(49)}[argument shortened: 200 chars left out]`);
    expect(sentText(`${pairs}\ud83d`)).toBe(`${pairs}\ud83d`);
  });

  it("JSON is spelled as it was around the cut, whatever is in its strings, and is final", () => {
    const body = `"}],\\${"\\u00e9\\/".repeat(5)}`.repeat(10);
    const json = `{ "path" : "a.ts",\n "a": [1.0, {"text":"\\u00e9${JSON.stringify(body).slice(1, -1)}"}], "end":-0 }`;
    const shortened = sent(json);
    expect(shortened.startsWith('{ "path" : "a.ts",\n "a": [1.0, {"text":"\\u00e9')).toBe(true);
    expect(shortened.endsWith(' chars left out]"}], "end":-0 }')).toBe(true);
    expect(JSON.parse(shortened).a[1].text.slice(0, 50)).toBe(JSON.parse(json).a[1].text.slice(0, 50));
    expect(sent(shortened)).toBe(shortened);
  });

  it("names of members stay, however long they are", () => {
    const json = JSON.stringify({ ["k".repeat(500)]: 1 });
    expect(sent(json)).toBe(json);
  });

  it("a text that is no JSON is cut at the end of a line, or stays", () => {
    const patch = `*** Begin Patch\n*** Update File: a.ts\n${"+x\n".repeat(200)}`;
    expect(sent(patch, { free: true })).toBe(
      "*** Begin Patch\n*** Update File: a.ts\n+x\n+x\n+x\n+x\n[argument shortened: 588 chars left out]",
    );
    expect(sent("x".repeat(500), { free: true })).toBe("x".repeat(500));
    expect(sent(patch)).toBe(patch);
  });

  it("a mark keeps a string whole only at its end, behind a head as short as ours", () => {
    const mark = "[argument shortened: 5 chars left out; mentions: ";
    for (const text of [`${mark}${"x".repeat(300)}`, `${"x".repeat(300)}${mark}a]`, `${mark}[${"x".repeat(300)}]`]) {
      expect(sentText(text, NAMED), text).not.toBe(text);
    }
    const own = `${"x".repeat(50)}${mark}${"a.ts, ".repeat(30)}b.ts]`;
    expect(sentText(own, policyOf({ digest: { maxChars: 400, ratio: 0.5 } }))).toBe(own);
  });
});
