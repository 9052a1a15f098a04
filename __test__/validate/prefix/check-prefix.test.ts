import { describe, expect, it } from "vitest";
import { checkPrefix, type PrefixOptions } from "../../../ts/validate/index.js";
import {
  FREE_MODEL,
  mapBlocks,
  requestsOf,
  type ThinkingRequest,
  thinkingConversation,
  thoughtOf,
} from "../../support/thinking-conversation.js";
import { thrownBy } from "../../support/thrown.js";

const WHOLE = thinkingConversation([
  { thoughts: 1, calls: 1 },
  { thoughts: 1, calls: 1 },
  { thoughts: 2, calls: 1 },
]);
const [, , PREVIOUS = WHOLE, NEXT = WHOLE] = requestsOf(WHOLE);

/** What a check says, in short: rule, place of the block, and what differs. */
const say = (previous: object, next: object, options: PrefixOptions = {}) =>
  checkPrefix(previous, next, options).map(({ rule, path, changed }) => `${rule} ${path} ${changed}`);

/** A copy whose part at a path is replaced. */
function changed<T extends object>(request: T, change: (copy: T) => void): T {
  const copy = structuredClone(request);
  change(copy);
  return copy;
}

const resultText = (request: ThinkingRequest, message: number, text: string) =>
  mapBlocks(request, (block, at) =>
    at === message && block.type === "tool_result" ? { ...block, content: text } : block,
  );

describe("a request that follows the one before", () => {
  it("has no violation", () => {
    expect(say(PREVIOUS, NEXT)).toEqual([]);
    expect(say(NEXT, NEXT)).toEqual([]);
  });

  it("is read as bytes, text and object alike", () => {
    const masked = resultText(NEXT, 2, "[masked]");
    const [previous, next] = [JSON.stringify(PREVIOUS), JSON.stringify(masked)];
    const wanted = checkPrefix(PREVIOUS, masked);
    expect(wanted.length).toBeGreaterThan(0);
    expect(checkPrefix(previous, next)).toEqual(wanted);
    expect(checkPrefix(Buffer.from(previous), Buffer.from(next))).toEqual(wanted);
  });
});

describe("prefix/changed", () => {
  it("names each thinking block behind an edit of an old result, and none before it", () => {
    expect(checkPrefix(PREVIOUS, resultText(NEXT, 2, "[masked]"))).toMatchObject([
      { rule: "prefix/changed", messageIndex: 3, blockIndex: 0, changed: "/messages/2/content/0", madeAt: 0 },
      { rule: "prefix/changed", messageIndex: 5, blockIndex: 0, changed: "/messages/2/content/0", madeAt: 0 },
      { rule: "prefix/changed", messageIndex: 5, blockIndex: 1, changed: "/messages/2/content/0", madeAt: 0 },
    ]);
  });

  it("allows an edit behind the last thinking block", () => {
    expect(say(PREVIOUS, resultText(NEXT, 6, "[masked]"))).toEqual([]);
  });

  it.each([
    [
      "a tool's schema",
      (request: ThinkingRequest) => void Object.assign(request.tools, [{ name: "other" }]),
      "/tools/0",
    ],
    ["one tool more", (request: ThinkingRequest) => void request.tools.push({ name: "other" }), "/tools/1"],
    ["one tool less", (request: ThinkingRequest) => void request.tools.pop(), "/tools"],
    [
      "the system prompt",
      (request: ThinkingRequest) => void Object.assign(request, { system: "You are another." }),
      "/system",
    ],
    [
      "a system prompt of no block",
      (request: ThinkingRequest) => void Object.assign(request, { system: [] }),
      "/system",
    ],
    [
      "a call's input",
      (request: ThinkingRequest) =>
        void Object.assign(
          request,
          mapBlocks(request, (block, at) => (at === 1 && block.type === "tool_use" ? { ...block, input: {} } : block)),
        ),
      "/messages/1/content/2",
    ],
    [
      "the user's words",
      (request: ThinkingRequest) => void Object.assign(request.messages, [{ role: "user", content: "x" }]),
      "/messages/0/content",
    ],
  ])("finds %s", (_, change, where) => {
    const found = checkPrefix(PREVIOUS, changed(NEXT, change));
    expect(new Set(found.map(({ rule, changed }) => `${rule} ${changed}`))).toEqual(
      new Set([`prefix/changed ${where}`]),
    );
  });

  it("finds a message that was put in before an answer", () => {
    const next = changed(NEXT, ({ messages }) => void messages.splice(5, 0, { role: "user", content: "reminder" }));
    expect(say(PREVIOUS, next)).toEqual([
      "prefix/changed /messages/6/content/0 /messages/5",
      "prefix/changed /messages/6/content/1 /messages/5",
    ]);
  });

  it("finds a message that was left out", () => {
    const next = changed(NEXT, ({ messages }) => void messages.splice(1, 2));
    expect(say(PREVIOUS, next).map((line) => line.split(" ")[1])).toEqual([
      "/messages/1/content/0",
      "/messages/3/content/0",
      "/messages/3/content/1",
    ]);
  });

  it("finds another order of a call's arguments, which the model reads as they are", () => {
    const ordered = (input: object) =>
      mapBlocks(NEXT, (block, at) => (at === 1 && block.type === "tool_use" ? { ...block, input } : block));
    expect(say(ordered({ a: 1, b: 2 }), ordered({ b: 2, a: 1 }))).toHaveLength(3);
    expect(say(ordered({ a: 1, b: 2 }), ordered({ a: 1, b: 2 }))).toEqual([]);
  });
});

describe("content that is the same to the provider", () => {
  it("is a string, or a list of one text", () => {
    const next = changed(NEXT, (request) => {
      request.messages[0] = { role: "user", content: [{ type: "text", text: "please do it" }] };
      request.system = "You are an agent.";
    });
    const results = mapBlocks(next, (block) =>
      block.type === "tool_result" ? { ...block, content: [{ type: "text", text: block.content }] } : block,
    );
    expect(say(PREVIOUS, results)).toEqual([]);
    const two = changed(NEXT, ({ messages }) => {
      messages[0] = {
        role: "user",
        content: [
          { type: "text", text: "please " },
          { type: "text", text: "do it" },
        ],
      };
    });
    expect(say(PREVIOUS, two)).toHaveLength(4);
  });

  it("may have its members in any order, and markers anywhere", () => {
    const next = changed(NEXT, (request) => {
      request.system = [{ text: "You are an agent.", cache_control: { type: "ephemeral" }, type: "text" }] as never;
      request.messages[0] = {
        role: "user",
        content: [{ type: "text", text: "please do it", cache_control: { type: "ephemeral" } }],
      };
      Object.assign(request.tools[0] as object, { cache_control: { type: "ephemeral", ttl: "1h" } });
    });
    expect(say(PREVIOUS, next)).toEqual([]);
  });

  it("is no argument of the name of a marker", () => {
    const withInput = (input: object) =>
      mapBlocks(NEXT, (block, at) => (at === 1 && block.type === "tool_use" ? { ...block, input } : block));
    expect(say(withInput({ cache_control: 1 }), withInput({}))).toHaveLength(3);
  });
});

describe("thinking that is missing", () => {
  const without = (...names: string[]) =>
    mapBlocks(NEXT, (block) => (names.some((name) => block.signature === `signature ${name}`) ? undefined : block));

  it("may be the oldest, the newest, or all", () => {
    expect(say(PREVIOUS, without("0.0"))).toEqual([]);
    expect(say(PREVIOUS, without("0.0", "1.0"))).toEqual([]);
    expect(say(PREVIOUS, without("2.1"))).toEqual([]);
    expect(say(PREVIOUS, without("0.0", "1.0", "2.0", "2.1"))).toEqual([]);
  });

  it("may not be between two blocks that are there", () => {
    expect(say(PREVIOUS, without("1.0"))).toEqual([
      "prefix/thinking-missing /messages/5/content/0 /messages/5/content/0",
      "prefix/thinking-missing /messages/5/content/1 /messages/5/content/0",
    ]);
  });

  it("may not come back before a block that was made without it", () => {
    const [previous, next] = [PREVIOUS, NEXT].map((request) =>
      mapBlocks(request, (block) => (block.signature === "signature 0.0" ? undefined : block)),
    ) as [ThinkingRequest, ThinkingRequest];
    expect(say(previous, next)).toEqual([]);
    // Two requests do not tell that the block itself is older than both.
    expect(say(previous, NEXT)).toEqual([
      "prefix/changed /messages/1/content/0 /messages/1/content/0",
      "prefix/thinking-added /messages/3/content/0 /messages/1/content/0",
      "prefix/thinking-added /messages/5/content/0 /messages/1/content/0",
      "prefix/thinking-added /messages/5/content/1 /messages/1/content/0",
    ]);
  });

  it("may not be another text of the same block", () => {
    const next = mapBlocks(NEXT, (block) =>
      block.signature === "signature 0.0" ? { ...thoughtOf("0.0"), thinking: "another" } : block,
    );
    expect(say(PREVIOUS, next)).toContain("prefix/thinking-added /messages/3/content/0 /messages/1/content/0");
  });
});

describe("which requests are checked", () => {
  const masked = resultText(NEXT, 2, "[masked]");

  it.each([
    ["claude-opus-5-5", 3],
    ["anthropic/claude-fable-5.2", 3],
    ["us.anthropic.claude-sonnet-5-5-v1:0", 3],
    ["claude-unheard-of-9", 3],
    [FREE_MODEL, 0],
    ["deepseek-v4-pro", 0],
    ["", 3],
  ])("by the model %s: %i", (model, count) => {
    expect(say({ ...PREVIOUS, model }, { ...masked, model })).toHaveLength(count);
  });

  it("of an unknown model only signed thinking", () => {
    const unsigned = (request: ThinkingRequest, model: string) =>
      mapBlocks({ ...request, model }, ({ signature: _, ...block }) => block as typeof block & { type: string });
    const check = (model: string) => say(unsigned(PREVIOUS, model), unsigned(masked, model));
    expect(check("claude-unheard-of-9")).toEqual([]);
    expect(check("claude-opus-5-5")).toHaveLength(3);
  });

  it("not with thinking switched off, and then again by what was sent", () => {
    const off = { ...masked, thinking: { type: "disabled" } };
    expect(say(PREVIOUS, off)).toEqual([]);
    expect(say({ ...PREVIOUS, thinking: { type: "disabled" } }, masked)).toHaveLength(3);
  });

  it("not without thinking", () => {
    const [previous, next] = [PREVIOUS, masked].map((request) =>
      mapBlocks(request, (block) => (block.type === "thinking" ? undefined : block)),
    ) as [ThinkingRequest, ThinkingRequest];
    expect(say(previous, next)).toEqual([]);
  });

  it("by what the caller says", () => {
    const model = FREE_MODEL;
    expect(say({ ...PREVIOUS, model }, { ...masked, model }, { bound: true })).toHaveLength(3);
    expect(say(PREVIOUS, masked, { bound: false })).toEqual([]);
    expect(say({ ...PREVIOUS, model }, { ...masked, model }, { model: "claude-opus-5-5" })).toHaveLength(3);
  });
});

describe("billing lines before the system prompt", () => {
  const withLine = (request: ThinkingRequest, line: string, isOwnBlock: boolean): ThinkingRequest => ({
    ...request,
    system: isOwnBlock
      ? [
          { type: "text", text: line },
          { type: "text", text: "You are an agent." },
        ]
      : `${line}\nYou are an agent.`,
  });

  it.each([true, false])(
    "are not compared, and announced if they differ; in a block of their own: %s",
    (isOwnBlock) => {
      const said: string[] = [];
      const onIgnored = (lines: string) => said.push(lines.trim());
      const [one, two] = ["cch=1a2b", "cch=3c4d"].map((cch) => `x-anthropic-billing-header: cc_version=2; ${cch};`) as [
        string,
        string,
      ];
      expect(say(withLine(PREVIOUS, one, isOwnBlock), withLine(NEXT, two, isOwnBlock), { onIgnored })).toEqual([]);
      expect(said).toEqual([two]);
      expect(say(withLine(PREVIOUS, one, isOwnBlock), withLine(NEXT, one, isOwnBlock), { onIgnored })).toEqual([]);
      expect(said).toEqual([two]);
    },
  );

  it("are not the lines behind the first words", () => {
    const system = (line: string) => `You are an agent.\n${line}`;
    expect(say({ ...PREVIOUS, system: system("cch=1") }, { ...NEXT, system: system("cch=2") })).toHaveLength(4);
  });
});

describe("Claude over OpenAI Chat", () => {
  const CHAT = {
    model: "anthropic/claude-opus-5.5",
    messages: [
      { role: "system", content: "cch=1;\nYou are." },
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: null,
        reasoning: "hm",
        reasoning_details: [{ type: "reasoning.text", text: "hm", signature: "s1", format: "anthropic-claude-v1" }],
        tool_calls: [{ id: "a", type: "function", function: { name: "read", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "first result" },
      {
        role: "assistant",
        content: "so",
        thinking_blocks: [
          { type: "thinking", thinking: "ah", signature: "s2" },
          { type: "redacted_thinking", data: "d3" },
        ],
      },
      { role: "user", content: "and now?" },
    ],
  };
  const previous = { ...CHAT, messages: CHAT.messages.slice(0, 4) };
  const edited = (index: number, change: object) => ({
    ...CHAT,
    messages: CHAT.messages.map((message, at) => (at === index ? { ...message, ...change } : message)),
  });

  it("is checked block by block", () => {
    expect(say(previous, CHAT)).toEqual([]);
    expect(say(previous, edited(3, { content: "[masked]" }))).toEqual([
      "prefix/changed /messages/4/thinking_blocks/0 /messages/3/content",
      "prefix/changed /messages/4/thinking_blocks/1 /messages/3/content",
    ]);
    expect(say(previous, edited(1, { content: "go!" }))).toHaveLength(3);
  });

  it("may lose the oldest thinking, its text for people, and lines before its system prompt", () => {
    expect(say(previous, edited(2, { reasoning_details: [], reasoning: undefined }))).toEqual([]);
    expect(say(previous, edited(0, { content: "cch=2;\nYou are." }))).toEqual([]);
    expect(say(previous, edited(3, { content: [{ type: "text", text: "first result", cache_control: {} }] }))).toEqual(
      [],
    );
  });

  it("is not what other models' reasoning is", () => {
    const model = "deepseek/deepseek-v4";
    expect(say({ ...previous, model }, { ...edited(1, { content: "go!" }), model })).toEqual([]);
  });
});

describe("Claude over OpenAI's Responses", () => {
  const INPUT = [
    { role: "user", content: "go" },
    { type: "reasoning", id: "r1", summary: [], encrypted_content: "e1" },
    { type: "function_call", call_id: "a", name: "read", arguments: "{}" },
    { type: "function_call_output", call_id: "a", output: "first result" },
    { type: "reasoning", id: "r2", summary: [], encrypted_content: "e2" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "so" }] },
    { role: "user", content: "and now?" },
  ];
  const model = "anthropic/claude-opus-5.5";
  const previous = { model, input: INPUT.slice(0, 4) };
  const masked = INPUT.map((item) => ("output" in item ? { ...item, output: "[masked]" } : item));

  it("is checked item by item", () => {
    expect(say(previous, { model, input: INPUT })).toEqual([]);
    expect(say(previous, { model, input: INPUT.slice(0, 1).concat(INPUT.slice(2)) })).toEqual([]);
    expect(say(previous, { model, input: masked })).toEqual(["prefix/changed /input/4 /input/3"]);
    expect(say({ ...previous, model: "gpt-6.1" }, { model: "gpt-6.1", input: masked })).toEqual([]);
  });
});

describe("a compaction", () => {
  it("replaces all messages before it", () => {
    const compaction = { type: "compaction", content: "summary" };
    const answered = changed(NEXT, ({ messages }) => {
      messages[5] = { role: "assistant", content: [compaction, thoughtOf("after"), { type: "text", text: "x" }] };
    });
    expect(say(PREVIOUS, answered)).toEqual([]);
    const cut = changed(answered, (request) => void request.messages.splice(0, 5));
    expect(say(PREVIOUS, cut)).toEqual([]);
    expect(say(answered, cut)).toEqual([]);
    expect(
      say(
        answered,
        changed(cut, (request) => void Object.assign(request, { system: "x" })),
      ),
    ).toHaveLength(1);
  });
});

describe("what is no request", () => {
  it.each([
    ["", "empty"],
    ["{", "invalid_json"],
    ["[]", "no_conversation"],
    ['{"a":1}', "no_conversation"],
  ])("is reported with the reason: %s", (body, rule) => {
    expect(checkPrefix(PREVIOUS, body)).toMatchObject([{ rule, path: "", changed: "" }]);
    const [before] = checkPrefix(body, NEXT);
    expect(before).toMatchObject({ rule, message: expect.stringContaining("the previous request: ") });
  });

  it("may be of other shapes, or of no message", () => {
    expect(say({ messages: [] }, NEXT)).not.toEqual([]);
    expect(say(PREVIOUS, { ...NEXT, messages: [] })).toEqual([]);
    expect(say({ contents: [{ role: "user", parts: [{ text: "x" }] }] }, { contents: [] })).toEqual([]);
    expect(
      say(PREVIOUS, { ...NEXT, messages: [null, 3, { role: "assistant", content: [null, "x"] }] as never }),
    ).toEqual([]);
    let deep: unknown = "x";
    for (let level = 0; level < 5000; level++) deep = [deep];
    expect(say(PREVIOUS, { ...NEXT, tools: [deep] as never })).toEqual(["too_large  "]);
  });

  it("is an error where the caller is wrong", () => {
    expect(thrownBy(() => checkPrefix(3 as never, NEXT))).toMatchObject({ code: "OPTION_INVALID" });
    expect(thrownBy(() => checkPrefix(PREVIOUS, NEXT, { bond: true } as never))).toMatchObject({
      code: "OPTION_INVALID",
    });
    expect(thrownBy(() => checkPrefix(PREVIOUS, NEXT, { bound: "yes" } as never))).toMatchObject({
      code: "OPTION_INVALID",
    });
  });
});
