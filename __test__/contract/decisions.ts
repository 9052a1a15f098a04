import { describe, expect, it } from "vitest";
import { calls, laterTurns, type Message, plainText, result, type Subject, turn, user } from "./build.js";

const LONG = plainText(1000);
const TEXT = { type: "text", text: LONG };
const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,AA" } };
const OWN = "[old result left out: 900 chars]";

type Case = [title: string, messages: Message[], mask: object, expected: string];

const CASES: Case[] = [
  ["an old result is masked", turn("a", LONG), {}, "mask/window"],
  ["a result without id is an orphan", [calls(["a"]), result(undefined, LONG)], {}, "keep/orphan"],
  ["a result with an empty id is an orphan", [calls(["a"]), result("", LONG)], {}, "keep/orphan"],
  ["an empty id answers no call with an empty id", [calls([""]), result("", LONG)], {}, "keep/orphan"],
  ["nor one of several calls", [calls(["a", ""]), result("", LONG)], {}, "keep/orphan"],
  ["a result with a number as id is an orphan", [calls(["a"]), result(7, LONG)], {}, "keep/orphan"],
  ["a result without its call is an orphan", [calls(["a"]), result("b", LONG)], {}, "keep/orphan"],
  ["a result before its call is an orphan", [result("a", LONG), calls(["a"])], {}, "keep/orphan"],
  ["orphan comes before content", [result("a", null)], {}, "keep/orphan"],
  ["a null content is left", turn("a", null), {}, "keep/content"],
  ["a number as content is left", turn("a", 5), {}, "keep/content"],
  ["an object as content is left", turn("a", { text: LONG }), {}, "keep/content"],
  ["an empty list is left", turn("a", []), {}, "keep/content"],
  ["an image is left", turn("a", [TEXT, IMAGE]), {}, "keep/content"],
  ["a part without text is left", turn("a", [{ type: "text" }]), {}, "keep/content"],
  ["a part that is no object is left", turn("a", ["x"]), {}, "keep/content"],
  ["text parts are masked", turn("a", [TEXT, TEXT]), {}, "mask/window"],
  ["content comes before never", turn("a", null), { tools: { "*": { never: true } } }, "keep/content"],
  ["a tool rule may say never", turn("a", LONG), { tools: { "read_*": { never: true } } }, "keep/never"],
  ["globs take whole names", turn("a", LONG), { tools: { read: { never: true } } }, "mask/window"],
  ["globs are case-sensitive", turn("a", LONG), { tools: { "READ_*": { never: true } } }, "mask/window"],
  [
    "* matches a call without name",
    [calls(["a"]), result("a", LONG)],
    { tools: { "*": { never: true } } },
    "keep/never",
  ],
  [
    "? matches no call without name",
    [calls(["a"]), result("a", LONG)],
    { tools: { "?*": { never: true } } },
    "mask/window",
  ],
  ["never: false says nothing", turn("a", LONG), { tools: { "*": { never: false } } }, "mask/window"],
  ["the first matching rule wins", turn("a", LONG), { tools: { "read_*": {}, "*": { never: true } } }, "mask/window"],
  ["never comes before window", turn("a", LONG), { windowTurns: 9, tools: { "*": { never: true } } }, "keep/never"],
  ["a result in the window stays", turn("a", LONG), { windowTurns: 2 }, "keep/window"],
  ["a tool rule may widen the window", turn("a", LONG), { tools: { "*": { windowTurns: 2 } } }, "keep/window"],
  [
    "a tool rule may narrow the window",
    turn("a", LONG),
    { windowTurns: 5, tools: { "read_*": { windowTurns: 1 } } },
    "mask/window",
  ],
  ["the open loop is masked by default", [user(), ...turn("a", LONG)], {}, "mask/window"],
  ["the newest of a tool can stay", turn("a", LONG), { keepLastKPerTool: 1 }, "keep/keep_last_k"],
  ["a tool rule may set keepLastK", turn("a", LONG), { tools: { "*": { keepLastK: 1 } } }, "keep/keep_last_k"],
  [
    "a tool rule may unset keepLastK",
    turn("a", LONG),
    { keepLastKPerTool: 1, tools: { "*": { keepLastK: null } } },
    "mask/window",
  ],
  ["our placeholder stays", turn("a", OWN), {}, "keep/placeholder"],
  ["placeholder comes before short", turn("a", OWN), { minChars: 500 }, "keep/placeholder"],
  ["a short result stays", turn("a", plainText(255)), { minChars: 256 }, "keep/short"],
  ["minChars itself is long enough", turn("a", plainText(256)), { minChars: 256 }, "mask/window"],
  ["parts count together for minChars", turn("a", [TEXT, TEXT]), { minChars: 2000 }, "mask/window"],
  ["short comes before error", turn("a", "Error: x"), { minChars: 256 }, "keep/short"],
  ["an error stays", turn("a", `Error: x\n${LONG}`), {}, "keep/error"],
  [
    "a tool rule may not keep errors",
    turn("a", `Error: x\n${LONG}`),
    { tools: { "*": { keepErrors: false } } },
    "mask/window",
  ],
  ["a longer placeholder is not put", turn("a", "tiny"), {}, "keep/not_shorter"],
  ["an empty result is not replaced", turn("a", ""), {}, "keep/not_shorter"],
];

function placeCases(subject: Subject): void {
  const reasons = (messages: readonly Message[], mask = {}) =>
    subject.mask(messages, mask).report.decisions.map((d) => `${d.callId}:${d.action}/${d.reason}`);

  it("counts parallel calls as one turn", () => {
    const parallel = [calls(["a", "x"], ["b", "x"]), result("a", LONG), result("b", LONG)];
    expect(reasons([...parallel, ...turn("c", LONG), ...turn("d", LONG)], { windowTurns: 2 })).toEqual([
      "a:mask/window",
      "b:mask/window",
      "c:keep/window",
      "d:keep/window",
    ]);
  });

  it("counts no turn for an assistant message without a call id", () => {
    const empty = [
      { role: "assistant", tool_calls: [] },
      { role: "assistant", tool_calls: [{ id: "" }, { id: 3 }, null, "x"] },
    ];
    expect(reasons([...turn("a", LONG), ...empty, { role: "user", tool_calls: [{ id: "z" }] }])).toEqual([
      "a:keep/window",
    ]);
  });

  it("reports no call id for a result whose id is empty", () => {
    const messages = [calls(["", "x"], ["a", "x"]), result("", LONG), result("a", LONG)];
    expect(reasons(messages)).toEqual(["undefined:keep/orphan", "a:keep/window"]);
  });

  it("matches a result with the nearest preceding call of its id", () => {
    const twice = [...turn("a", LONG, "first"), ...turn("a", LONG, "second"), ...laterTurns(1)];
    const decisions = subject.mask(twice).report.decisions;
    expect(decisions.map((d) => d.toolName)).toEqual(["first", "second", "later_tool"]);
  });

  it("keeps the newest results of each exact tool name, among all results with a call", () => {
    const messages = [
      ...turn("a", LONG, "x"),
      ...turn("b", LONG, "y"),
      ...turn("c", LONG, "x"),
      ...turn("d", null, "x"),
      ...turn("e", LONG, "z"),
    ];
    expect(reasons(messages, { keepLastKPerTool: 2 })).toEqual([
      "a:mask/window",
      "b:keep/keep_last_k",
      "c:keep/keep_last_k",
      "d:keep/content",
      "e:keep/window",
    ]);
  });

  it("groups calls without a name separately from the empty name", () => {
    const messages = [
      calls(["a"]),
      result("a", LONG),
      ...turn("b", LONG, ""),
      calls(["c"]),
      result("c", LONG),
      ...laterTurns(1),
    ];
    expect(reasons(messages, { keepLastKPerTool: 1 }).slice(0, 3)).toEqual([
      "a:mask/window",
      "b:keep/keep_last_k",
      "c:keep/keep_last_k",
    ]);
  });

  it("reads names of custom tools", () => {
    const call = {
      role: "assistant",
      tool_calls: [{ id: "a", type: "custom", custom: { name: "patch", input: "x" } }],
    };
    expect(subject.mask([call, result("a", LONG)]).report.decisions[0]?.toolName).toBe("patch");
  });

  it("takes no two keys of a message for one", () => {
    const [call, answer] = turn("a", LONG) as [object, object];
    const more = { tool_choice: 1, metadata: {}, cachedContent: "x", ttl: 1, action: "x", isError: false };
    const { report } = subject.mask([call, { ...answer, ...more }, ...laterTurns(1)]);
    expect(report.decisions[0]).toMatchObject({ messageIndex: 1, action: "mask" });
  });

  it("counts messages that are no objects as indexes", () => {
    const { report } = subject.mask([null, 5, "x", [], ...turn("a", LONG), ...laterTurns(1)]);
    expect(report.decisions[0]).toMatchObject({ messageIndex: 5, action: "mask" });
    expect(report.messageCount).toBe(8);
  });
}

export function decisionCases(subject: Subject): void {
  describe("decisions", () => {
    it.each(CASES)("%s", (_, messages, mask, expected) => {
      expect(subject.decide(messages, mask)).toBe(expected);
    });
    placeCases(subject);
  });
}
