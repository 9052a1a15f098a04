// What the lossless phase does, through `condense` and `expandConversation`, as a caller of the package has them.
import { describe, expect, it } from "vitest";
import { type CondensationResult, condense, expandConversation, MessageType } from "../../ts/condensation/index.js";
import { readRecording, recordings } from "../support/recordings.js";
import { contextOf, type Request } from "./doors.js";
import { longConversation, WIRES } from "./long.js";
import { lines, type Step } from "./lossless-steps.js";

/** All calls in one message, so that the model has seen no result and no later phase takes any. */
function conversationOf(steps: readonly Step[]): { content: string | null }[] {
  const calls = steps.map(({ tool, args }, index) => ({
    ...{ id: `c${index}`, type: "function" },
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  return [
    { role: "user", content: "Look." },
    { role: "assistant", content: null, tool_calls: calls },
    ...steps.map(({ result }, index) => ({ role: "tool", tool_call_id: `c${index}`, content: result })),
  ] as { content: string | null }[];
}

async function condensed(messages: readonly object[]): Promise<CondensationResult> {
  const result = await condense({ messages, wire: "openai-chat" }, { provider: "smart", targetReductionPercent: 1 });
  expect([result.error, result.fellBackFrom]).toEqual([undefined, undefined]);
  const back = expandConversation({ messages: result.messages, wire: "openai-chat" }, result.references);
  expect(back.missing).toEqual([]);
  expect(back.messages).toEqual(messages);
  return result;
}

/** What is sent of the results; each comes back byte for byte. */
async function sentOf(...steps: Step[]): Promise<(string | null)[]> {
  const { messages } = await condensed(conversationOf(steps));
  return (messages as { content: string | null }[]).slice(2).map(({ content }) => content);
}

const file = lines(1, 40, "export const name_");
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${from + at}\tconst value_${from + at} = compute(${from + at});`).join(
    "\n",
  );

describe("the lossless phase, through condense and expandConversation", () => {
  it("points from the second read of a file to the first, and from a part to its lines", async () => {
    const read = (result: string, args: object = {}) => ({
      tool: "read_file",
      args: { path: "a.ts", ...args },
      result,
    });
    const [first, again, part] = await sentOf(
      read(file),
      read(file),
      read(lines(11, 30, "export const name_"), { line: 11 }),
    );
    expect(first).toBe(file);
    expect(again).toBe("⟨ File content already provided above ⟩");
    expect(part).toMatch(/^⟨ (?:Reference: See message #2 for lines 11–30|File content already provided above)/);
  });

  it.each(["read_file", "Read", "view_file"])("keeps the first of any number of reads by %s", async (tool) => {
    const read = { tool, args: { path: "a.ts" }, result: file };
    const other = { tool, args: { path: "b.ts" }, result: file.replace("name_40", "another") };
    const [first, ...later] = await sentOf(read, read, other, read);
    expect(first).toBe(file);
    const pointer = "⟨ File content already provided above ⟩";
    expect([later[0], later[2]]).toEqual([pointer, pointer]);
    expect(later[1]).toMatch(/^⟨ Reference: See message #2 for lines 1–39 of c0 ⟩\n.*another/);
  });

  it.each([
    ["a text of its own", (header: string, text: string) => [header, text]],
    ["the same text", (header: string, text: string) => [`${header}\n\n${text}`]],
  ])("knows the file of a result behind its header, as Cline and Roo write it: %s", async (_, written) => {
    const text = (one: string) => ({ type: "text", text: one });
    const read = (name: string, result: string) => [
      { role: "assistant", content: [text(`I read it.\n<read_file>\n<path>${name}</path>\n</read_file>`)] },
      { role: "user", content: written(`[read_file for '${name}'] Result:`, result).map(text) },
    ];
    const messages = [
      { role: "user", content: "Look." },
      ...[...read("a.ts", file), ...read("b.ts", lines(50, 90)), ...read("a.ts", file)],
      { role: "assistant", content: "I see." },
    ];
    const context = { messages, wire: "anthropic" as const };
    const result = await condense(context, { provider: "smart", targetReductionPercent: 1 });
    const sent = (result.messages[6] as { content: { text: string }[] }).content.at(-1)?.text;
    expect(sent).toBe("⟨ File content already provided above ⟩");
    expect(result.references).toMatchObject([{ type: "file", path: "a.ts", originalIndex: 2, operation: "read_file" }]);
    expect(expandConversation({ ...context, messages: result.messages }, result.references).messages).toEqual(messages);
  });

  it("calls what no tool gave by its tag when it is condensed", async () => {
    const about = (at: number) => `<environment_details>\n${lines(at, at + 40)}\n</environment_details>`;
    const messages = [1, 101, 201, 301].flatMap((at) => [
      { role: "user", content: [`Go on with ${at}.`, about(at)].map((text) => ({ type: "text", text })) },
      { role: "assistant", content: "I do." },
    ]);
    const context = { messages, wire: "anthropic" as const };
    const result = await condense(context, { provider: "smart", targetReductionPercent: 50 });
    const first = (result.messages[0] as { content: { text: string }[] }).content.at(-1)?.text;
    expect(first).toMatch(/^\[condensed — environment_details: 43 lines, /);
  });

  it("points from lists, searches and commands to the newest that has them", async () => {
    const list = (result: string) => ({ tool: "list_files", args: { path: "src" }, result });
    const search = (result: string) => ({ tool: "Grep", args: { pattern: "foo" }, result });
    const command = { tool: "Bash", args: { command: "git status" }, result: lines(60, 80) };
    const grown = `${lines(0, 10)}\nnew.ts\n${lines(11, 20)}`;
    const sent = await sentOf(
      ...[list(lines(1, 20)), list(grown)],
      ...[search(lines(1, 9, "a hit in the file ")), search(`${lines(1, 9, "a hit in the file ")}\none more hit`)],
      ...[command, command, command],
    );
    expect(sent[0]).toBe("⟨ Consolidated 2 operations: list_files src: lines 2–11, 13–22 of message #3 (c1) ⟩");
    expect(sent[2]).toBe("⟨ Consolidated 2 operations: Grep foo: lines 1–9 of message #5 (c3) ⟩");
    expect(sent[4]).toBe("⟨ Consolidated 3 operations: Bash git status: the same as message #8 (c6) ⟩");
    expect([sent[1], sent[3], sent[6]]).toEqual([
      grown,
      `${lines(1, 9, "a hit in the file ")}\none more hit`,
      lines(60, 80),
    ]);
  });

  it("shows where similar results differ, and leaves errors and what says something else", async () => {
    const test = (seconds: number) => ({
      ...{ tool: "run_tests", args: { n: seconds } },
      result: `${"collected 12 items and ran them all in order, ".repeat(4)}\n12 passed in ${seconds}s`,
    });
    const failed = { tool: "Bash", args: { command: "make" }, result: `Error: no rule\n${lines(1, 12)}` };
    const sent = await sentOf(test(1), test(2), test(3), failed, failed);
    expect(sent[0]).toBe(
      "⟨ Consolidated 3 operations: run_tests: as message #4 (c2) but for lines 2 ⟩\n12 passed in 1s",
    );
    expect(sent.slice(3)).toEqual([failed.result, failed.result]);
  });

  it("keeps the first and each tenth number of lines that the model has read, and all of the others", async () => {
    const [old, unseen] = [numbered(7, 60), numbered(300, 60)];
    const read = (path: string, result: string) => conversationOf([{ tool: "read_file", args: { path }, result }]);
    const again = JSON.parse(JSON.stringify(read("b.ts", unseen)).replaceAll('"c0"', '"c1"')) as object[];
    const { messages: sent } = await condensed([...read("a.ts", old), ...again]);
    const text = (sent[2] as { content: string }).content.split("\n");
    expect(text.slice(0, 5)).toEqual([
      "7\tconst value_7 = compute(7);",
      "const value_8 = compute(8);",
      "const value_9 = compute(9);",
      "10\tconst value_10 = compute(10);",
      "const value_11 = compute(11);",
    ]);
    expect((sent[5] as { content: string }).content).toBe(unseen);
  });

  it("gives its account: tokens before and after, and how many results became what", async () => {
    const read = { tool: "read_file", args: { path: "a.ts" }, result: file };
    const list = { tool: "list_files", args: { path: "src" }, result: lines(1, 20) };
    const { metrics, report, references } = await condensed(conversationOf([read, read, list, list]));
    expect(references).toMatchObject([
      { type: "file", path: "a.ts", operation: "read_file" },
      { type: "tool_result", operation: "list_files" },
    ]);
    expect(metrics).toMatchObject({ deduplications: 1, consolidations: 1, references: references.length });
    const [phase] = report.phases;
    expect(phase).toMatchObject({
      name: "lossless",
      tokensBefore: metrics.originalTokens,
      tokensAfter: metrics.postLosslessTokens,
    });
    expect(metrics.postLosslessTokens).toBeLessThan(metrics.originalTokens);
  });

  it("does not put back what has another hash", async () => {
    const read = { tool: "read_file", args: { path: "a.ts" }, result: file };
    const { messages, references } = await condensed(conversationOf([read, read]));
    const wrong = references.map((one) => ({ ...one, hash: "0".repeat(32) }));
    const back = expandConversation({ messages, wire: "openai-chat" }, wrong);
    expect(back.missing).toHaveLength(wrong.length);
    expect(JSON.stringify(back.messages)).toContain("⟨ File content already provided above ⟩");
  });
});

describe("the account by type of content", () => {
  it.each(WIRES)("tells the user's words, the assistant's, calls and results apart: %s", async (wire) => {
    const { messages } = longConversation(wire, 8);
    const way = wire === "chat-messages" ? {} : { wire };
    const { report } = await condense({ ...way, messages }, { provider: "smart" });
    const { USER_MESSAGE, ASSISTANT_MESSAGE, TOOL_CALL, TOOL_RESULT } = MessageType;
    const types = report.types.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining([USER_MESSAGE, ASSISTANT_MESSAGE, TOOL_CALL, TOOL_RESULT]));
    const user = report.types.find(({ type }) => type === USER_MESSAGE);
    expect(user?.tokensAfter).toBe(user?.tokensBefore);
  });
});

const all = process.env.TAMIS_ALL_RECORDINGS === undefined ? undefined : recordings;
describe.skipIf(all === undefined)("all recordings above 1,000 tokens (TAMIS_ALL_RECORDINGS)", () => {
  it("are at least 20 % smaller by the lossless phase at the 90th percentile", { timeout: 300_000 }, async () => {
    const shares: number[] = [];
    for (const recording of all ?? []) {
      const context = contextOf(recording.wire, JSON.parse(readRecording(recording).toString()) as Request);
      const { metrics, fellBackFrom } = await condense(context, { provider: "smart", targetReductionPercent: 1 });
      expect(fellBackFrom).toBeUndefined();
      if (metrics.originalTokens > 1000) shares.push(1 - metrics.postLosslessTokens / metrics.originalTokens);
    }
    shares.sort((a, b) => a - b);
    expect(shares.length).toBeGreaterThan(200);
    const [median, p90] = [0.5, 0.9].map((at) => (100 * (shares[Math.floor(shares.length * at)] ?? 0)).toFixed(1));
    if (process.env.TAMIS_SHOW === "1")
      console.log(`figures ${JSON.stringify({ lossless: { recordings: shares.length, median, p90 } })}`);
    expect(shares[Math.floor(shares.length * 0.9)]).toBeGreaterThanOrEqual(0.2);
  });
});
