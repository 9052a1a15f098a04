import { describe, expect, it } from "vitest";
import { editConversation } from "../../ts/condensation/conversation/edit.js";
import { type Conversation, openConversation } from "../../ts/condensation/conversation/open.js";
import { TokenMeter } from "../../ts/condensation/conversation/tokens.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { renderConversation } from "../../ts/condensation/lossy/classification/render.js";
import { estimateRequest } from "../../ts/tokens/index.js";
import { CONVERSATIONS, FIXED_THINKING, NO_THINKING, SAID } from "./conversations.js";

const shown = ({ blocks }: Conversation) =>
  blocks.map(({ messageIndex, kind, text, toolName }) => [messageIndex, kind, text, toolName ?? ""]);

describe.each(CONVERSATIONS)("a conversation of $name", ({ messages, wire, count }) => {
  const conversation = openConversation({ messages });
  const said = SAID.filter(({ kind }) => kind !== "thinking" || !NO_THINKING.has(wire));

  it("is recognised by its shape", () => {
    expect(conversation.wire.key).toBe(wire);
  });

  it("is read as the same blocks as on any other wire", () => {
    const kinds = conversation.blocks.map(({ kind, text }) => [kind, text]);
    expect(kinds).toEqual(said.map(({ kind, text }) => [kind, text]));
    for (const { kind, toolName, callId } of conversation.blocks) {
      if (kind !== "call" && kind !== "result") continue;
      expect([toolName, callId]).toEqual(["read_file", "call_1"]);
    }
  });

  it("stays the same list of the same messages where nothing is edited", () => {
    const { conversation: same, indexes } = editConversation(conversation, {});
    expect(same.messages.every((message, index) => message === messages[index])).toBe(true);
    expect(indexes).toEqual(messages.map((_, index) => index));
  });

  it("takes new texts for its texts, arguments and results, and its messages stay as they were", () => {
    const before = structuredClone(messages);
    const typed = classify(conversation);
    const texts = typed.slots.map(({ block: { source } }) =>
      source.kind === "call" ? '{"path":"b.ts"}' : `new ${source.kind}`,
    );
    const edited = renderConversation(typed, { texts, removed: new Set() });
    const expected = said.map(({ kind, text }) => {
      if (kind === "thinking" && FIXED_THINKING.has(wire)) return [kind, text];
      return [kind, kind === "call" ? '{"path":"b.ts"}' : `new ${kind}`];
    });
    expect(shown(edited).map(([, kind, text]) => [kind, text])).toEqual(expected);
    expect(messages).toEqual(before);
  });

  it("loses blocks and messages that are left out, and tells where the others are", () => {
    const last = messages.length - 1;
    const thinking = conversation.blocks.filter(({ kind }) => kind === "thinking");
    const removed = new Set(thinking);
    const { conversation: edited, indexes } = editConversation(conversation, { removed, dropped: new Set([last]) });
    expect(edited.blocks.map(({ kind }) => kind)).not.toContain("thinking");
    expect(edited.messages).toHaveLength(count.withoutThinking - 1);
    expect(indexes[last]).toBeUndefined();
    expect(indexes[0]).toBe(0);
  });

  it("takes in a text between messages so that roles alternate where they must", () => {
    const { conversation: edited } = editConversation(conversation, {
      inserted: [{ at: 1, author: "user", text: "marker" }],
    });
    expect(edited.messages).toHaveLength(messages.length + (conversation.wire.alternates ? 0 : 1));
    const at = edited.blocks.findIndex(({ text }) => text === "marker");
    expect(edited.blocks[at - 1]?.text).toBe("Fix the bug");
  });

  it("has its tokens counted once for each distinct text by a handler, and estimated without one", async () => {
    const asked: string[] = [];
    const meter = new TokenMeter({
      createMessage: () => {
        throw new Error("not called");
      },
      countTokens: async (blocks) => {
        asked.push(...blocks.map(({ text }) => text));
        return 10;
      },
      getModel: () => ({ id: "test" }),
    });
    const tokens = await meter.ofConversation(conversation);
    expect(await meter.ofConversation(conversation)).toBe(tokens);
    expect(tokens).toBeGreaterThanOrEqual(10 * said.length);
    expect(new Set(asked).size).toBe(asked.length);
    const estimated = await new TokenMeter(undefined).ofConversation(conversation);
    const key = conversation.wire.listKey;
    if (wire !== "chat-messages") expect(estimated).toBe(estimateRequest({ [key]: messages }, { wire }).totalTokens);
    else expect(estimated).toBeGreaterThan(10);
  });
});

describe("calls that are left out", () => {
  const call = { id: "c", type: "function", function: { name: "ls", arguments: "{}" } };
  const without = (message: object, kinds: readonly string[]) => {
    const conversation = openConversation({
      wire: "openai-chat",
      messages: [{ role: "user", content: "hi" }, message],
    });
    const removed = new Set(conversation.blocks.filter(({ kind }) => kinds.includes(kind)));
    return editConversation(conversation, { removed }).conversation.messages[1];
  };

  it("leave the message where it has a text, and take it with them where it has none", () => {
    expect(without({ role: "assistant", content: "Now.", tool_calls: [call] }, ["call"])).toEqual({
      ...{ role: "assistant", content: "Now." },
    });
    expect(without({ role: "assistant", content: null, tool_calls: [call] }, ["call"])).toBeUndefined();
  });

  it("leave the other calls of their list, and go with reasoning beside them", () => {
    const message = {
      role: "assistant",
      content: "Now.",
      reasoning_content: "hm",
      tool_calls: [call, { type: "other" }],
    };
    expect(without(message, ["call", "thinking"])).toEqual({
      ...{ role: "assistant", content: "Now.", tool_calls: [{ type: "other" }] },
    });
  });
});

describe("messages that cannot be read", () => {
  it.each([
    ["no list", "text", /context\.messages: expected a list/],
    ["an element that is no object", [{ role: "user", content: "a" }, 3], /messages\[1\]: expected an object/],
    ["a mix of wires", [{ role: "tool", content: [{ type: "tool_use", id: "1" }] }], /context\.wire names the wire/],
  ])("are refused: %s", (_, messages, message) => {
    expect(() => openConversation({ messages: messages as object[] })).toThrow(message);
  });

  it("are refused with a wire that does not exist", () => {
    expect(() => openConversation({ messages: [], wire: "other" as never })).toThrow(
      /wire: expected one of openai-chat/,
    );
  });
});
