import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { expandConversation } from "../../ts/condensation/lossless/references/expand-conversation.js";
import { condenseStep, type StepInput } from "../../ts/condensation/replay/condense-step.js";
import { defineCondensationSettings } from "../../ts/condensation/settings/resolve.js";
import { toApiHandler } from "../../ts/llm/handler/to-api-handler.js";
import { MemorySummaryStore } from "../../ts/pipeline/summary/store.js";
import { fileOf, longConversation, thinnedFileOf } from "./long-conversation.js";

const read = (id: string) => {
  const call = { name: "read_file", arguments: '{"path":"src/again.ts"}' };
  return [
    { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: call }] },
    { role: "tool", tool_call_id: id, content: fileOf(77) },
  ];
};

/** A file that was read long ago and is read again at the end, so that the newest result points to the old one. */
const messages = [
  { role: "user", content: "Please do it." },
  ...read("old"),
  ...longConversation({ turns: 6 }).slice(1),
  { role: "user", content: "Read it again." },
  ...read("new"),
];

const inputFor = (settings: object, more: Partial<StepInput> = {}): StepInput => ({
  ...{ settings: defineCondensationSettings(settings), pins: [], earlier: [], model: undefined },
  ...more,
});

/** A summary that is longer than the conversation, so that native fails. */
const endless = { handler: toApiHandler(async () => "and so on ".repeat(50_000)), store: new MemorySummaryStore() };

describe.each([
  ["native", "summary", undefined],
  ["truncation, because native fails", "truncation", endless],
])("a condensation by %s after one with references", (_, phase, model) => {
  it("has in the newest messages what their pointers stood for, because the old messages go", async () => {
    const conversation = openConversation({ wire: "openai-chat", messages });
    const smart = await condenseStep(conversation, inputFor({ provider: "smart", targetReductionPercent: 5 }));
    if (smart === undefined) throw new Error("nothing was condensed");
    expect(JSON.stringify(smart.conversation.messages.at(-1))).not.toContain(fileOf(77).slice(0, 40));

    const later = inputFor({ provider: "native" }, { earlier: smart.references, model });
    const after = await condenseStep(smart.conversation, later);
    expect(after?.event.phases).toEqual([phase]);
    if (after === undefined) throw new Error("nothing was condensed");
    expect(after.conversation.messages.at(-1)).toEqual({ ...messages.at(-1), content: thinnedFileOf(77) });
    // Where a smaller form stays, its reference does, too.
    const { messages: left } = after.conversation;
    const whole = expandConversation({ wire: "openai-chat", messages: left }, after.references);
    expect([whole.messages.at(-1), whole.missing]).toEqual([messages.at(-1), []]);
  });
});
