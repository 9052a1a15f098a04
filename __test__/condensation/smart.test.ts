import { describe, expect, it } from "vitest";
import { IMPORTANCE_WEIGHTS, type ImportanceWeights } from "../../ts/condensation/lossy/tree-scoring/score.js";
import type { CondensationOptions } from "../../ts/condensation/providers/base/options.js";
import type { PhaseName } from "../../ts/condensation/providers/base/result.js";
import { SmartCondensationProvider } from "../../ts/condensation/providers/smart/smart-provider.js";
import { validateRequest } from "../../ts/validate/validate.js";
import { chatOf } from "../support/on-wire.js";
import { fileOf, longConversation } from "./long-conversation.js";

const provider = new SmartCondensationProvider();
const condense = (messages: readonly object[], options: CondensationOptions = {}) =>
  provider.condense({ messages, wire: "openai-chat" }, options);

interface Chat {
  role: string;
  content: string | null;
  reasoning_content?: string;
  tool_calls?: { function: { arguments: string } }[];
}
const chat = (messages: readonly object[]) => messages as readonly Chat[];

describe("smart condensation", () => {
  const messages = longConversation({ turns: 12 });

  it("reaches its target, and stops there", async () => {
    const { metrics, report, newContextTokens } = await condense(messages);
    expect(metrics.finalTokens).toBeLessThanOrEqual(metrics.originalTokens / 2);
    expect(metrics.finalTokens).toBeGreaterThan(metrics.originalTokens * 0.4);
    expect(newContextTokens).toBe(metrics.finalTokens);
    expect(report.phases.map(({ name }) => name)).toEqual(["lossless", "tool_results"]);
    expect(report.notes).toEqual([]);
  });

  it("changes neither its input nor what the user and the system said", async () => {
    const before = structuredClone(messages);
    const { messages: after } = await condense(messages, { targetReductionPercent: 90 });
    expect(messages).toEqual(before);
    const said = (list: readonly object[]) => list.filter((one) => /user|system/.test(chat([one])[0]?.role ?? ""));
    expect(said(after)).toEqual(said(messages));
  });

  it("makes a valid request, in which every call has its result", async () => {
    const { messages: after } = await condense(messages, { targetReductionPercent: 95 });
    expect(validateRequest({ model: "gpt-5", messages: after }, { wire: "openai-chat" })).toEqual([]);
  });

  it("gives the same messages again, and changes none of its own", async () => {
    const [one, other] = [await condense(messages), await condense(messages)];
    expect(other.messages).toEqual(one.messages);
    const again = await condense(one.messages, { targetReductionPercent: 95 });
    const results = (list: readonly object[]) =>
      chat(list).filter(({ role, content }) => role === "tool" && content?.includes("[condensed"));
    expect(results(again.messages)).toEqual(expect.arrayContaining(results(one.messages)));
    expect((await one.retry()).messages).toEqual(one.messages);
  });

  it("condenses outputs in the user's text that a pointer took the place of before", async () => {
    const output = Array.from({ length: 80 }, (_, at) => `file${at}.ts is checked, and ${at * 7} lines are fine`).join(
      "\n",
    );
    const shown = { type: "text", text: `<local-command-stdout>${output}</local-command-stdout>` };
    const turns = [1, 2].flatMap((turn) => [
      { role: "user", content: [shown, { type: "text", text: `Please look at run ${turn}.` }] },
      { role: "assistant", content: [{ type: "text", text: `Run ${turn} is fine.` }] },
    ]);
    const context = { wire: "anthropic" as const, messages: [...turns, { role: "user", content: "Thank you." }] };
    const { messages: after, report, references } = await provider.condense(context, { targetReductionPercent: 95 });
    expect(report.phases.map(({ name, rolledBack }) => [name, rolledBack])).toContainEqual(["tool_results", undefined]);
    expect(references).toEqual([]);
    const notes = JSON.stringify(after).match(/\[condensed — /g);
    expect(notes).toHaveLength(2);
  });

  it("says what a model may need of a result, and not the numbers of its lines", async () => {
    const { messages: after } = await condense(messages, { targetReductionPercent: 70 });
    const result = chat(after)[3]?.content ?? "";
    expect(result).toMatch(/^\[condensed — read_file path:src\/module0\.ts: 60 lines, \d+ chars; mentions: /);
    expect(result).toContain("value0_1");
    expect(result).not.toMatch(/, 59, /);
  });

  it.each<[PhaseName, number]>([
    ["tool_results", 80],
    ["tool_calls", 50],
    ["thinking", 40],
    ["messages", 0],
  ])("takes within the range of %s where the material is large enough", async (name, from) => {
    const long = longConversation({ turns: 12, thinking: 40, answer: 40, written: 4_000 });
    const { report } = await condense(long, { targetReductionPercent: 95 });
    const phase = report.phases.find((one) => one.name === name);
    const { tokensBefore = 0, tokensAfter = 0 } = phase?.ofType ?? {};
    const percent = 100 * (1 - tokensAfter / tokensBefore);
    expect(percent).toBeGreaterThanOrEqual(from);
    expect(percent).toBeLessThanOrEqual(phase?.targetRange?.[1] ?? 0);
    expect(percent).toBeGreaterThan(0);
    expect(phase?.reachedRange).toBe(true);
  });

  it("says that a range or the target was not reached", async () => {
    const short = [
      { role: "user", content: `Explain this: ${fileOf(1)}` },
      { role: "assistant", content: "It adds." },
    ];
    const { report, messages: after } = await condense(short);
    expect(after).toBe(short);
    expect(report.changed).toBe(false);
    expect(report.notes.map(({ code }) => code)).toEqual(["target_missed"]);
    const reached = report.phases.filter(({ reachedRange }) => reachedRange === true);
    expect(reached.map(({ name }) => name)).toEqual(["messages"]);
  });

  it("keeps arguments valid JSON with the same keys, and says what is left out", async () => {
    const { messages: after } = await condense(messages, { targetReductionPercent: 90 });
    const call = chat(after)[4]?.tool_calls?.[0]?.function.arguments ?? "";
    const args = JSON.parse(call) as { path: string; content: string };
    expect(Object.keys(args)).toEqual(["path", "content"]);
    expect(args.path).toBe("src/module0.ts");
    expect(args.content).toMatch(/^written line 1 of turn 0.*\[condensed — \d+ chars left out.*\].*goes here$/s);
  });

  it("leaves closed thinking blocks out whole, and none of the open loop", async () => {
    const thought = (text: string) => ({ type: "thinking", thinking: text.repeat(60), signature: "s" });
    const use = { type: "tool_use", id: "t", name: "read_file", input: { path: "a.ts" } };
    const context = {
      ...{ wire: "anthropic" as const, model: "claude-3-7-sonnet-20250219" },
      messages: [
        ...[1, 2, 3, 4].flatMap((turn) => [
          { role: "user", content: `Look at ${turn}.ts.` },
          { role: "assistant", content: [thought(`I look at ${turn}. `), { type: "text", text: "It is short." }] },
        ]),
        { role: "user", content: "Look again." },
        { role: "assistant", content: [thought("I look again. "), use] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "const a = 1;" }] },
      ],
    };
    const { messages: after, report } = await provider.condense(context, { targetReductionPercent: 95 });
    const { ofType, rolledBack } = report.phases.find(({ name }) => name === "thinking") ?? {};
    expect(rolledBack).toBeUndefined();
    expect(ofType?.tokensAfter).toBeLessThan(ofType?.tokensBefore ?? 0);
    expect(after[1]).toEqual({ role: "assistant", content: [{ type: "text", text: "It is short." }] });
    expect(after.slice(-2)).toEqual(context.messages.slice(-2));
  });

  it("keeps conclusions of thinking", async () => {
    const { messages: after } = await condense(messages, { targetReductionPercent: 90 });
    expect(chat(after)[2]?.reasoning_content).toMatch(
      /\[… condensed …\]\nSo module 0 gets a flag\.$|So module 0 gets a flag\.$/,
    );
  });

  it("takes no more of a type than it may", async () => {
    const { report } = await condense(messages, { targetReductionPercent: 90, maxReductionPercentPerPhase: 30 });
    for (const { ofType } of report.phases) {
      if (ofType !== undefined)
        expect(ofType.tokensAfter).toBeGreaterThanOrEqual(Math.floor(ofType.tokensBefore * 0.7));
    }
  });

  it("takes first what the priority keeps shortest", async () => {
    const preservationPriority = ["TOOL_RESULT", "TOOL_CALL"] as const;
    const { report } = await condense(messages, { targetReductionPercent: 90, preservationPriority });
    expect(report.phases.map(({ name }) => name)).toEqual([
      ...["lossless", "thinking", "messages", "tool_calls", "tool_results"],
    ]);
  });

  it("has no lossless phase where it is off", async () => {
    const { report, metrics } = await condense(messages, { enableLosslessPhase: false });
    expect(report.phases.map(({ name }) => name)).toEqual(["tool_results"]);
    expect(metrics.postLosslessTokens).toBe(metrics.originalTokens);
  });

  it("takes the oldest of any type first where types do not count", async () => {
    const { report, messages: after } = await condense(messages, { enableContentTypeAwareness: false });
    expect(report.phases.map(({ name, targetRange }) => [name, targetRange])).toEqual([
      ["lossless", undefined],
      ["untyped", undefined],
    ]);
    const isCondensed = chat(after).map((message) => /condensed/.test(JSON.stringify(message)));
    expect(isCondensed.lastIndexOf(true)).toBeLessThan(messages.length - 10);
    expect(report.types).toEqual([]);
  });

  it("says of a phase without anything of its type neither that it reached its range nor that it did not", async () => {
    const spoken = longConversation({ turns: 6 }).map((message) => ({ ...message, reasoning_content: undefined }));
    const { report } = await condense(spoken, { targetReductionPercent: 95 });
    const empty = report.phases.filter(({ ofType }) => ofType?.tokensBefore === 0);
    expect(empty.map(({ name }) => name)).toEqual(["thinking"]);
    expect(empty[0]).not.toHaveProperty("reachedRange");
  });

  it("does not run lossy phases where the lossless one is enough", async () => {
    const twice = longConversation({ turns: 1 });
    const read = twice.slice(2, 4);
    const again = read.map((message) => JSON.parse(JSON.stringify(message).replaceAll("r0", "again")) as object);
    const { report } = await condense([...twice, ...again, twice[1] as object], { targetReductionPercent: 10 });
    expect(report.phases.map(({ name }) => name)).toEqual(["lossless"]);
  });

  it("counts the same tokens by type as there are", async () => {
    const { report } = await condense(messages);
    const user = report.types.find(({ type }) => type === "USER_MESSAGE");
    expect(user?.blocks).toBe(13);
    expect(user?.tokensAfter).toBe(user?.tokensBefore);
    expect(report.preserved).toEqual({ userMessages: 13, decisions: 12, pinned: 0 });
  });

  it("estimates what it would do", async () => {
    const estimate = await provider.estimateReduction({ messages, wire: "openai-chat" });
    expect(estimate.reductionPercent).toBeGreaterThanOrEqual(50);
    expect(estimate.tokensBefore - estimate.lossless - estimate.lossy).toBe(estimate.tokensAfter);
  });

  it("explains its scores where it is asked to", async () => {
    const explaining = new SmartCondensationProvider({ explain: true });
    const { report } = await explaining.condense({ messages, wire: "openai-chat" }, {});
    expect(report.scores?.at(-1)).toMatchObject({ type: "USER_MESSAGE", isCritical: true, parts: { recency: 1 } });
  });
});

describe("what smart condensation keeps word for word", () => {
  const around = (first: object[], last: object[] = []) => [
    ...first,
    ...longConversation({ turns: 6 }).slice(1, -1),
    ...last,
    { role: "user", content: "Go on." },
  ];
  const kept = async (text: string, messages: object[], options: CondensationOptions = {}) => {
    const { messages: after } = await condense(messages, { targetReductionPercent: 95, ...options });
    expect(JSON.stringify(after)).toContain(JSON.stringify(text).slice(1, -1));
  };
  const filler = "The module reads its settings once and keeps them for the process. ".repeat(12);

  it("keeps an error result", async () => {
    const error = `Error: cannot find module 'x'\n${fileOf(3).slice(0, 900)}`;
    const [, , call] = longConversation({ turns: 1 });
    await kept(
      error,
      around([{ role: "user", content: "hi" }, call as object, { role: "tool", tool_call_id: "r0", content: error }]),
    );
  });

  it("keeps the error lines and the exit code of a long result", async () => {
    const log = `${fileOf(93)}\nsrc/a.ts(3,5): error TS2322: no\n${fileOf(94)}\nExit code: 0\n${fileOf(95)}`;
    const run = chatOf([{ calls: [{ id: "b", tool: "Bash", args: { command: "make" }, result: log }] }]);
    const messages = around([{ role: "user", content: "hi" }, ...run]);
    await kept("src/a.ts(3,5): error TS2322: no\nExit code: 0", messages);
  });

  it("takes nothing back for an emoji in a call, wherever its label ends", async () => {
    const calls = Array.from({ length: 120 }, (_, at) => ({
      ...{ id: `e${at}`, tool: "Bash", args: { command: `echo ${"x".repeat(at)}🧪🧪` } },
      result: fileOf(at),
    }));
    const run = chatOf(calls.map((call) => ({ calls: [call] })));
    const { report, messages } = await condense(around([{ role: "user", content: "hi" }, ...run]), {
      ...{ enableLosslessPhase: false, targetReductionPercent: 80 },
    });
    expect(report.phases.filter(({ rolledBack }) => rolledBack !== undefined)).toEqual([]);
    expect(JSON.stringify(messages)).toContain("[condensed — Bash command:echo xxx");
  });

  it("keeps paths and lines of hits", async () => {
    const hits = Array.from(
      { length: 60 },
      (_, at) => `src/a.ts:${at + 3}:const some_value = other_value + ${at};`,
    ).join("\n");
    const search = chatOf([{ calls: [{ id: "g", tool: "Grep", args: { pattern: "v" }, result: hits }] }]);
    const { messages } = await condense(around([{ role: "user", content: "hi" }, ...search]), {
      enableLosslessPhase: false,
      maxReductionPercentPerPhase: 100,
      targetReductionPercent: 95,
    });
    expect(chat(messages)[2]?.content).toContain("at: src/a.ts:3,4,5,6,7,8,9,10");
  });

  it.each([
    ["a decision", "We decided to store sessions in SQLite."],
    ["an explanation of an error", "It failed because the port was taken."],
  ])("keeps %s in the middle of a long message", async (_, sentence) => {
    await kept(
      sentence,
      around([
        { role: "user", content: "hi" },
        { role: "assistant", content: `${filler}${sentence} ${filler}` },
      ]),
    );
  });

  it("keeps an acknowledgement at the beginning, and the conclusion", async () => {
    const content = `Understood, only the parser. ${filler}The parser is now strict.`;
    const messages = around([
      { role: "user", content: "only the parser please" },
      { role: "assistant", content },
    ]);
    await kept("Understood, only the parser.", messages);
    await kept("The parser is now strict.", messages);
  });

  it("keeps a question of the assistant's and the user's answer", async () => {
    const question = `${filler}Which of the two files do you mean?`;
    await kept(
      question,
      around([
        { role: "user", content: "fix the file" },
        { role: "assistant", content: question },
        { role: "user", content: "the first" },
      ]),
    );
  });

  it("keeps corrections of the user", async () => {
    await kept("No, not that one. Revert it.", around([], [{ role: "user", content: "No, not that one. Revert it." }]));
  });

  it("keeps pinned texts in any block", async () => {
    const { messages } = await condense(longConversation({ turns: 6 }), {
      pin: ["value2_30"],
      targetReductionPercent: 95,
    });
    expect(chat(messages).some(({ content }) => content === fileOf(2))).toBe(true);
  });

  it("keeps results that the model has not seen", async () => {
    const open = longConversation({ turns: 6 }).slice(0, -4);
    expect(chat(open).at(-1)?.role).toBe("tool");
    const { messages } = await condense(open, { targetReductionPercent: 95 });
    expect(messages.at(-1)).toEqual(open.at(-1));
  });

  it("keeps arguments of calls in an open loop", async () => {
    const open = longConversation({ turns: 1 }).slice(0, -2);
    const { messages } = await condense(open, { targetReductionPercent: 95 });
    expect(chat(messages)[4]).toEqual(chat(open)[4]);
  });
});

describe("which results smart condensation leaves longest", () => {
  const call = (id: string, path: string) => ({
    ...{ role: "assistant", content: null },
    tool_calls: [
      { id, type: "function", function: { name: "read_file", arguments: JSON.stringify({ path: `${path}.ts` }) } },
    ],
  });
  const read = (id: string, path: string, content: string) => [
    call(id, path),
    { role: "tool", tool_call_id: id, content },
  ];
  /** Two files, of which the older one's words are used later. */
  const messages = [
    { role: "user", content: "Look at both files." },
    ...read("used", "a", fileOf(50)),
    ...read("unused", "b", fileOf(51)),
    { role: "assistant", content: "Both are read." },
    { role: "user", content: "Change value50_3 and value50_9 and value50_12 beside compute50." },
    ...read("later", "value50_3", "ok"),
    ...read("last", "value50_9", "ok"),
    { role: "assistant", content: "value50_12 is changed." },
    { role: "user", content: "Go on." },
  ];

  it("takes a result that is not used later before an older one that is, and by age alone the other way round", async () => {
    const at = async (importance: Partial<ImportanceWeights>) => {
      const own = new SmartCondensationProvider({ importance: { ...IMPORTANCE_WEIGHTS, ...importance } });
      const result = await own.condense({ messages, wire: "openai-chat" }, { targetReductionPercent: 30 });
      return chat(result.messages).flatMap(({ content }, index) => (content?.includes("[condensed") ? [index] : []));
    };
    expect(await at({})).toEqual([4]);
    expect(await at({ reference: 0, topic: 0, size: 0 })).toEqual([2]);
  });

  it("leaves the path from the user's intent to the newest result as it is, however far the target", async () => {
    const open = [...messages, ...read("newest", "c", fileOf(52)).slice(0, 2)];
    const { messages: after, report } = await condense(open, { targetReductionPercent: 95 });
    expect(report.phases.find(({ name }) => name === "tool_results")?.ofType?.tokensAfter).toBeGreaterThan(0);
    expect(after.slice(-3)).toEqual(open.slice(-3));
    expect(chat(after)[2]?.content).toContain("[condensed");
  });
});

describe("stale results in smart condensation", () => {
  it("leave one line each, with the exit code, before anything else goes", async () => {
    const call = (id: string) => ({
      id,
      type: "function",
      function: { name: "Bash", arguments: '{"command":"make"}' },
    });
    const run = (id: string, content: string) => [
      { role: "assistant", content: null, tool_calls: [call(id)] },
      { role: "tool", tool_call_id: id, content },
    ];
    const old = `${fileOf(91)}\nExit code: 0`;
    const messages = [
      ...longConversation({ turns: 4 }),
      ...run("old", old),
      ...run("new", fileOf(92)),
      { role: "user", content: "ok" },
    ];
    const alone = { targetReductionPercent: 5, enableLosslessPhase: false };
    const { messages: after } = await condense(messages, alone);
    const sent = chat(after).find((_, index) => chat(messages)[index]?.content === old);
    expect(sent?.content).toBe(
      "[condensed — Bash command:make: 61 lines; Exit code: 0; replaced by message #29 (new)]",
    );
    expect(chat(after)[3]?.content).toBe(fileOf(0));
  });
});
