import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { asItCame, renderConversation } from "../../ts/condensation/lossy/classification/render.js";
import type { Wire } from "../../ts/contract/report.js";
import { renderSummaryMessage } from "../../ts/history/summary-message.js";

function read(messages: readonly unknown[], wire: Wire | undefined) {
  return classify(openConversation({ messages: messages as object[], wire }));
}

/** Each block's type, with its text; `(stays)` if no other text can take its place. */
function typesIn(wire: Wire | undefined, ...messages: unknown[]): string[] {
  return read(messages, wire).blocks.map(({ type, texts: [first], source }) => {
    const text = first?.text ?? source.text;
    const mayChange = first !== undefined || type === "SYSTEM_MESSAGE" || text === "";
    return `${type} ${text}${mayChange ? "" : " (stays)"}`.trimEnd();
  });
}

const use = (input: unknown, id = "t1") => ({ type: "tool_use", id, name: "read_file", input });
const result = (content: unknown, more = {}) => ({ type: "tool_result", tool_use_id: "t1", content, ...more });

describe("types of blocks: Anthropic", () => {
  it("tells results and the user's words in one message apart", () => {
    const content = [result("12 lines"), { type: "text", text: "now fix it" }];
    expect(
      typesIn("anthropic", { role: "assistant", content: [use({ path: "a" })] }, { role: "user", content }),
    ).toEqual(['TOOL_CALL {"path":"a"}', "TOOL_RESULT 12 lines", "USER_MESSAGE now fix it"]);
  });

  it("reads the result's call and its error", () => {
    const { blocks } = read(
      [
        { role: "assistant", content: [use({ path: "a" })] },
        { role: "user", content: [result("no such file", { is_error: true })] },
      ],
      "anthropic",
    );
    expect(blocks[1]).toMatchObject({
      isError: true,
      call: { callId: "t1", toolName: "read_file", args: { path: "a" } },
    });
  });

  it("takes thinking as a block that can only be left out", () => {
    const thinking = { type: "thinking", thinking: "hm", signature: "s" };
    const content = [thinking, { type: "text", text: "done" }];
    const [block] = read([{ role: "assistant", content }], "anthropic").blocks;
    expect(block).toMatchObject({ type: "ASSISTANT_THINKING", texts: [], isRemovable: true });
  });

  it("leaves what it does not know", () => {
    const content = [{ type: "server_tool_use", id: "s", name: "web_search", input: {} }, { type: "compaction" }];
    expect(typesIn("anthropic", { role: "assistant", content })).toEqual(["SYSTEM_MESSAGE", "SYSTEM_MESSAGE"]);
  });

  it("takes a pointer in the user's text for the result whose place it took, where its place is known", () => {
    const pointer = "⟨ Reference: See message #0 for the result of tool result 1 ⟩";
    const content = ["Hello", pointer].map((text) => ({ type: "text", text }));
    const conversation = openConversation({ messages: [{ role: "user", content }], wire: "anthropic" });
    const types = (pointers?: ReadonlySet<string>) => classify(conversation, pointers).blocks.map(({ type }) => type);
    expect(types(new Set(["/0/content/1/text"]))).toEqual(["USER_MESSAGE", "TOOL_RESULT"]);
    expect(types()).toEqual(["USER_MESSAGE", "USER_MESSAGE"]);
  });

  it("takes images as the user's, and finds no block in empty content", () => {
    const image = { type: "image", source: { type: "url", url: "https://a.b/c.png" } };
    expect(typesIn("anthropic", { role: "user", content: [image] }, { role: "user", content: "" })).toEqual([
      "USER_MESSAGE",
    ]);
    expect(typesIn("anthropic", { role: "assistant", content: [] })).toEqual([]);
  });

  it("takes reminders of the client in the user's text as system text", () => {
    const text = "fix it<system-reminder>be kind</system-reminder>";
    expect(typesIn("anthropic", { role: "user", content: text })).toEqual([
      "USER_MESSAGE fix it",
      "SYSTEM_MESSAGE <system-reminder>be kind</system-reminder>",
    ]);
  });
});

describe("types of blocks: OpenAI Chat", () => {
  const call = { id: "c1", type: "function", function: { name: "ls", arguments: '{"path":"."}' } };

  it("reads system, developer, user, assistant, calls and results", () => {
    expect(
      typesIn(
        "openai-chat",
        { role: "system", content: "s" },
        { role: "developer", content: "d" },
        { role: "user", content: [{ type: "text", text: "u" }] },
        { role: "assistant", content: "a", reasoning_content: "r", tool_calls: [call] },
        { role: "tool", tool_call_id: "c1", content: "t" },
      ),
    ).toEqual([
      "SYSTEM_MESSAGE s",
      "SYSTEM_MESSAGE d",
      "USER_MESSAGE u",
      "ASSISTANT_MESSAGE a",
      "ASSISTANT_THINKING r",
      'TOOL_CALL {"path":"."}',
      "TOOL_RESULT t",
    ]);
  });

  it("reads the legacy function call and its result", () => {
    const messages = [
      { role: "assistant", content: null, function_call: { name: "ls", arguments: "{}" } },
      { role: "function", name: "ls", content: "a.ts" },
    ];
    expect(typesIn("openai-chat", ...messages)).toEqual(["TOOL_CALL {}", "TOOL_RESULT a.ts"]);
  });

  it("reads parts of any type, also in the result of a legacy call, and freeform calls", () => {
    const image = { type: "image_url", image_url: { url: "https://a.b/c.png" } };
    const custom = { id: "c2", type: "custom", custom: { name: "apply_patch", input: "*** Begin" } };
    expect(
      typesIn(
        "openai-chat",
        { role: "user", content: [image, { type: "text", text: "u" }, { type: "new" }, 7] },
        { role: "assistant", content: [{ type: "text", text: "a" }], tool_calls: [custom, { type: "new" }, 7] },
        { role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "done" }] },
        { role: "assistant", content: null, function_call: { name: "ls", arguments: "{}" } },
        { role: "function", name: "ls", content: [{ type: "text", text: "a.ts" }, image] },
      ),
    ).toEqual([
      "USER_MESSAGE",
      "USER_MESSAGE u",
      "SYSTEM_MESSAGE",
      "SYSTEM_MESSAGE",
      "ASSISTANT_MESSAGE a",
      "TOOL_CALL *** Begin",
      "SYSTEM_MESSAGE",
      "SYSTEM_MESSAGE",
      "TOOL_RESULT done",
      "TOOL_CALL {}",
      "TOOL_RESULT a.ts",
    ]);
  });

  it("leaves reasoning that is signed, and roles that it does not know", () => {
    const signed = {
      role: "assistant",
      content: "a",
      reasoning: "r",
      reasoning_details: [{ type: "reasoning.encrypted" }],
    };
    expect(typesIn("openai-chat", signed, { role: "critic", content: "c" })).toEqual([
      "ASSISTANT_MESSAGE a",
      "ASSISTANT_THINKING r (stays)",
      "SYSTEM_MESSAGE c",
    ]);
  });

  it("takes a summary of ours as system text", () => {
    const summary = renderSummaryMessage("Objective: x", 4, "user");
    expect(typesIn("openai-chat", summary)).toEqual([`SYSTEM_MESSAGE ${summary.content}`]);
    expect(typesIn("openai-chat", { role: "assistant", content: "s", isSummary: true })).toEqual(["SYSTEM_MESSAGE s"]);
  });
});

describe("types of blocks: OpenAI Responses", () => {
  it("reads every kind of item", () => {
    expect(
      typesIn(
        "openai-responses",
        { role: "developer", content: "d" },
        { type: "message", role: "user", content: [{ type: "input_text", text: "u" }, { type: "input_image" }] },
        { type: "reasoning", id: "r", summary: [], encrypted_content: "x" },
        { type: "function_call", call_id: "c", name: "ls", arguments: "{}" },
        { type: "function_call_output", call_id: "c", output: "a.ts" },
        { type: "custom_tool_call", call_id: "d", name: "apply_patch", input: "*** Begin" },
        { type: "custom_tool_call_output", call_id: "d", output: "ok" },
        { type: "compaction", encrypted_content: "x" },
      ),
    ).toEqual([
      "SYSTEM_MESSAGE d",
      "USER_MESSAGE u",
      "USER_MESSAGE",
      "ASSISTANT_THINKING",
      "TOOL_CALL {}",
      "TOOL_RESULT a.ts",
      "TOOL_CALL *** Begin",
      "TOOL_RESULT ok",
      "SYSTEM_MESSAGE",
    ]);
  });
});

describe("types of blocks: Gemini", () => {
  it("reads parts, thoughts, calls and results, and leaves signed parts", () => {
    expect(
      typesIn(
        "gemini",
        { role: "user", parts: [{ text: "u" }, { inlineData: { mimeType: "image/png", data: "x" } }] },
        {
          role: "model",
          parts: [
            { text: "hm", thought: true },
            { text: "a" },
            { functionCall: { name: "ls", args: { path: "." } } },
            { functionCall: { name: "ls", args: {} }, thoughtSignature: "s" },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { name: "ls", response: { output: "a.ts" } } },
            { functionResponse: { name: "ls", response: { output: "b.ts" } } },
          ],
        },
        { role: "critic", parts: [{ text: "c" }] },
      ),
    ).toEqual([
      "USER_MESSAGE u",
      "USER_MESSAGE",
      "ASSISTANT_THINKING hm",
      "ASSISTANT_MESSAGE a",
      'TOOL_CALL {"path":"."}',
      "TOOL_CALL {} (stays)",
      "TOOL_RESULT a.ts",
      "TOOL_RESULT b.ts",
      "SYSTEM_MESSAGE c",
    ]);
  });
});

describe("types of blocks: lists of chat messages", () => {
  it("reads calls and results by their pair role", () => {
    expect(
      typesIn(
        undefined,
        { role: "developer", content: "d" },
        { role: "assistant", content: "ls .", pairId: "p", pairRole: "call" },
        { role: "tool", content: "a.ts", pairId: "p", pairRole: "result" },
        { role: "user", content: "u" },
        { role: "assistant", content: "a" },
      ),
    ).toEqual(["SYSTEM_MESSAGE d", "TOOL_CALL ls .", "TOOL_RESULT a.ts", "USER_MESSAGE u", "ASSISTANT_MESSAGE a"]);
  });
});

describe("types of blocks: clients without native tool calls", () => {
  const calling = { role: "assistant", content: "I read it.<read_file><path>a</path></read_file>" };

  it("finds Cline's result behind its header, and the user's feedback in it", () => {
    const text = "[read_file for 'a'] Result:\n\nconst a = 1;<feedback>stop there</feedback>";
    expect(typesIn("openai-chat", calling, { role: "user", content: text })).toEqual([
      "ASSISTANT_MESSAGE I read it.",
      "TOOL_CALL <read_file><path>a</path></read_file>",
      "TOOL_RESULT [read_file for 'a'] Result:\n\nconst a = 1;",
      "USER_MESSAGE <feedback>stop there</feedback>",
    ]);
  });

  it("finds a result in the text behind a header alone, and the environment behind that", () => {
    const texts = ["[read_file for 'a'] Result:", "const a = 1;", "<environment_details>x</environment_details>"];
    const content = texts.map((text) => ({ type: "text", text }));
    expect(typesIn("anthropic", calling, { role: "user", content }).slice(2)).toEqual(
      texts.map((text) => `TOOL_RESULT ${text}`),
    );
  });

  it("leaves a header that answers no call to the user", () => {
    const text = "[read_file for 'a'] Result:\nI typed this";
    expect(typesIn("openai-chat", { role: "assistant", content: "hello" }, { role: "user", content: text })).toEqual([
      "ASSISTANT_MESSAGE hello",
      `USER_MESSAGE ${text}`,
    ]);
  });

  it.each(["tool_result", "tool_response", "function_results", "file_content"])(
    "leaves %s to the user where the assistant made no call in its text",
    (tag) => {
      const typed = `<${tag}>what I found</${tag}>`;
      const said = { role: "user", content: typed };
      expect(typesIn("openai-chat", said, { role: "assistant", content: "I see." }, said)).toEqual([
        `USER_MESSAGE ${typed}`,
        "ASSISTANT_MESSAGE I see.",
        `USER_MESSAGE ${typed}`,
      ]);
      const called = { role: "assistant", content: '<tool_call>{"name":"ls"}</tool_call>' };
      expect(typesIn("openai-chat", called, said).at(-1)).toBe(`TOOL_RESULT ${typed}`);
    },
  );

  it("finds the observation that answers code", () => {
    const messages = [
      { role: "assistant", content: "Thought: look\nCode:\n```py\nls()\n```" },
      { role: "user", content: "Observation:\na.ts" },
    ];
    expect(typesIn("openai-chat", ...messages).at(-1)).toBe("TOOL_RESULT Observation:\na.ts");
    expect(typesIn("openai-chat", { role: "user", content: "Observation: it rains" })).toEqual([
      "USER_MESSAGE Observation: it rains",
    ]);
  });

  it("finds thinking in the assistant's text", () => {
    expect(typesIn("openai-chat", { role: "assistant", content: "<think>hm</think>Yes." })).toEqual([
      "ASSISTANT_THINKING <think>hm</think>",
      "ASSISTANT_MESSAGE Yes.",
    ]);
  });

  it("leaves a tag that does not end to its message", () => {
    const text = "<think>hm <think>and <read_file> on";
    expect(typesIn("openai-chat", { role: "assistant", content: text })).toEqual([`ASSISTANT_MESSAGE ${text}`]);
  });
});

describe("writing a conversation back", () => {
  const messages = [
    { role: "assistant", content: "<think>hm</think>Yes.<code>x</code>" },
    { role: "user", content: [{ type: "text", text: "u" }] },
  ];

  it("gives the same objects where nothing changed", () => {
    const conversation = read(messages, "openai-chat");
    const written = renderConversation(conversation, asItCame(conversation)).messages;
    expect(written).toEqual(messages);
    expect(written[0]).toBe(messages[0]);
  });

  it("joins the parts of one text, and does not change the given messages", () => {
    const conversation = read(messages, "openai-chat");
    const state = asItCame(conversation);
    const texts = state.texts.with(0, "<think>…</think>");
    expect(renderConversation(conversation, { ...state, texts }).messages).toEqual([
      { role: "assistant", content: "<think>…</think>Yes.<code>x</code>" },
      messages[1],
    ]);
    expect(messages[0]?.content).toBe("<think>hm</think>Yes.<code>x</code>");
  });

  it("writes changed arguments as an object, and leaves removed thinking out", () => {
    const content = [{ type: "thinking", thinking: "hm", signature: "s" }, use({ path: "a", body: "long" })];
    const conversation = read([{ role: "assistant", content }], "anthropic");
    const [thinking] = conversation.blocks;
    const texts = ['{"path":"a","body":"…"}'];
    const state = { texts, removed: new Set(thinking === undefined ? [] : [thinking]) };
    expect(renderConversation(conversation, state).messages).toEqual([
      { role: "assistant", content: [use({ path: "a", body: "…" })] },
    ]);
  });
});
