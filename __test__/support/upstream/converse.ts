import { event, halves, type Protocol, type Reply } from "./protocol.js";

const USAGE = {
  ...{ inputTokens: 8, cacheReadInputTokens: 30, cacheWriteInputTokens: 2 },
  ...{ outputTokens: 8, totalTokens: 48 },
};

/** Bedrock's Converse; streams as server-sent events of the same objects. */
export const converse: Protocol = {
  whole: (reply) => ({
    output: { message: { role: "assistant", content: blocksOf(reply) } },
    ...{ stopReason: "end_turn", usage: USAGE },
  }),
  events: ({ text = "" }) => [
    event({ messageStart: { role: "assistant" } }),
    ...halves(text).map((part) => event({ contentBlockDelta: { contentBlockIndex: 0, delta: { text: part } } })),
    event({ messageStop: { stopReason: "end_turn" } }),
    event({ metadata: { usage: USAGE } }),
  ],
  error: (status) => ({ message: `scripted ${status}` }),
  errorEvent: (type) => event({ [type]: { message: "scripted" } }),
};

function blocksOf({ text, calls = [] }: Reply): object[] {
  const used = calls.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: args } }));
  return text === undefined ? used : [{ text }, ...used];
}
