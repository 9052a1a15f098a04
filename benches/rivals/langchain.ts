// Runs LangChain.js's own edit over a recorded request. Each message is converted to LangChain's form and edited there,
// and the cleared or dropped parts are written back into the wire's shape.
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ClearToolUsesEdit } from "langchain";
import { type Json, listOf, objectsIn, type RivalWire, textOf, withList } from "./wires.js";

/** A LangChain message, and the message and block that it represents; without a block, the whole message. */
interface Origin {
  message: number;
  block: number | undefined;
}

const CLEARED = "[cleared]";

/**
 * A transform that applies `ClearToolUsesEdit` to each request on its own, as the middleware does: nothing is remembered
 * from one request to the next. Tokens are counted by `countTokens`, once a message.
 */
export function clearToolUses(
  settings: { tokens: number; keep: number },
  countTokens: (message: unknown) => number,
): (request: object, wire: RivalWire) => Promise<object> {
  const edit = new ClearToolUsesEdit({
    trigger: { tokens: settings.tokens },
    keep: { messages: settings.keep },
    placeholder: CLEARED,
  });
  const converter = new Converter(countTokens);
  return async (request, wire) => {
    const list = listOf(request);
    const before = list.flatMap((message) => converter.convert(message, wire));
    const origins = list.flatMap((message, index) =>
      converter.convert(message, wire).map((_, position) => converter.originOf(message, index, position)),
    );
    const after = [...before];
    await edit.apply({
      messages: after,
      model: {} as Parameters<typeof edit.apply>[0]["model"],
      countTokens: async (messages) => messages.reduce((sum, message) => sum + converter.tokensOf(message), 0),
    });
    return withList(request, writeBack(list, wire, changesOf(before, after, origins)));
  };
}

/** Turns each message once: the same object gives the same LangChain messages. */
class Converter {
  readonly #known = new WeakMap<object, { messages: BaseMessage[]; blocks: (number | undefined)[] }>();
  readonly #tokens = new WeakMap<BaseMessage, number>();
  readonly #countTokens: (message: unknown) => number;

  constructor(countTokens: (message: unknown) => number) {
    this.#countTokens = countTokens;
  }

  convert(message: Json, wire: RivalWire): BaseMessage[] {
    const known = this.#known.get(message);
    if (known !== undefined) return known.messages;
    const made = wire === "anthropic" ? fromAnthropic(message) : fromChat(message);
    this.#known.set(message, made);
    // The tokens of a message with several results are shared among what it became.
    const tokens = this.#countTokens(message);
    const chars = made.messages.map((one) => textOf(one.content).length + 1);
    const sum = chars.reduce((total, count) => total + count, 0);
    for (const [index, one] of made.messages.entries()) this.#tokens.set(one, (tokens * (chars[index] ?? 0)) / sum);
    return made.messages;
  }

  originOf(message: Json, index: number, position: number): Origin {
    return { message: index, block: this.#known.get(message)?.blocks[position] };
  }

  /** A message that is not ours is a cleared one. */
  tokensOf(message: BaseMessage): number {
    return this.#tokens.get(message) ?? 10;
  }
}

type Made = { messages: BaseMessage[]; blocks: (number | undefined)[] };

function fromChat(message: Json): Made {
  const one = (made: BaseMessage): Made => ({ messages: [made], blocks: [undefined] });
  const content = textOf(message.content);
  if (message.role === "tool")
    return one(new ToolMessage({ tool_call_id: String(message.tool_call_id ?? ""), content }));
  if (message.role === "system" || message.role === "developer") return one(new SystemMessage(content));
  if (message.role !== "assistant") return one(new HumanMessage(content));
  const calls = objectsIn(message.tool_calls).map((call) => ({
    id: String(call.id ?? ""),
    name: String(objectsIn([call.function])[0]?.name ?? ""),
    args: {},
  }));
  return one(new AIMessage({ content, tool_calls: calls }));
}

function fromAnthropic(message: Json): Made {
  const blocks = objectsIn(message.content);
  if (message.role === "assistant") {
    const calls = blocks
      .filter(({ type }) => type === "tool_use")
      .map(({ id, name }) => ({ id: String(id), name: String(name), args: {} }));
    return { messages: [new AIMessage({ content: textOf(message.content), tool_calls: calls })], blocks: [undefined] };
  }
  if (!blocks.some(({ type }) => type === "tool_result")) {
    return { messages: [new HumanMessage(textOf(message.content))], blocks: [undefined] };
  }
  const messages = blocks.map((block) =>
    block.type === "tool_result"
      ? new ToolMessage({ tool_call_id: String(block.tool_use_id), content: textOf(block.content) })
      : new HumanMessage(textOf([block])),
  );
  return { messages, blocks: blocks.map((_, index) => index) };
}

type Change = Origin & { action: "clear" | "drop" };

/** The edit replaces in place and drops orphans: both lists can be walked side by side. */
function changesOf(
  before: readonly BaseMessage[],
  after: readonly BaseMessage[],
  origins: readonly Origin[],
): Change[] {
  const changes: Change[] = [];
  let next = 0;
  before.forEach((message, index) => {
    const origin = origins[index];
    const candidate = after[next];
    if (origin === undefined || candidate === message) {
      next++;
    } else if (isClearedCopy(candidate, message)) {
      changes.push({ ...origin, action: "clear" });
      next++;
    } else {
      changes.push({ ...origin, action: "drop" });
    }
  });
  return changes;
}

function isClearedCopy(candidate: BaseMessage | undefined, original: BaseMessage): boolean {
  return (
    candidate instanceof ToolMessage &&
    original instanceof ToolMessage &&
    candidate.content === CLEARED &&
    candidate.tool_call_id === original.tool_call_id
  );
}

function writeBack(list: readonly Json[], wire: RivalWire, changes: readonly Change[]): Json[] {
  const byMessage = new Map<number, Change[]>();
  for (const change of changes) byMessage.set(change.message, [...(byMessage.get(change.message) ?? []), change]);
  return list.flatMap((message, index) => {
    const own = byMessage.get(index);
    if (own === undefined) return [message];
    if (wire === "openai-chat") return own[0]?.action === "clear" ? [{ ...message, content: CLEARED }] : [];
    const dropped = new Set(own.filter(({ action }) => action === "drop").map(({ block }) => block));
    const cleared = new Set(own.filter(({ action }) => action === "clear").map(({ block }) => block));
    const blocks = objectsIn(message.content)
      .map((block, position) => (cleared.has(position) ? { ...block, content: CLEARED } : block))
      .filter((_, position) => !dropped.has(position));
    return blocks.length === 0 ? [] : [{ ...message, content: blocks }];
  });
}
