import type { Policy, PolicyInput } from "../policy/policy.js";
import type { Engine } from "./engine.js";
import { createMessageEngine, type MessageOptions } from "./message-options.js";
import { type ReducedTurns, type ResultContent, reduceTurns, type Turn, type TurnsTarget } from "./turns.js";

/**
 * The fields that are read from LangChain's messages. They are recognised by shape, so that `@langchain/core` is not
 * needed here.
 */
interface Message {
  readonly type: string;
  content: unknown;
  tool_calls?: readonly { id?: string; name: string; args: unknown }[];
  tool_call_id?: string;
  status?: string;
  lc_kwargs?: object;
}

/** The fields that are read from a chat model. */
interface Model {
  _llmType?(): string;
  model?: unknown;
}

/**
 * Creates a function from messages to messages: old tool results become placeholders, in copies of their messages. For
 * chains (`RunnableLambda.from`), graphs, and custom loops. Unchanged messages are the same objects.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @param model The chat model that receives the messages. It decides the wire and the prices of its prompt cache.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`.
 */
export function tamisMessages(
  policy?: PolicyInput | Policy,
  options: MessageOptions & { model?: object } = {},
): <M extends object>(messages: readonly M[]) => Promise<M[]> {
  const engine = createMessageEngine(policy, options, ["model"]);
  return (messages) => reduceMessages(engine, messages, options.model);
}

/**
 * Creates a middleware for `createAgent` of LangChain 1; pass it to `createMiddleware`. Before each call of the model,
 * old tool results become placeholders. The agent's state keeps the originals.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`.
 */
export function tamisAgentMiddleware(
  policy?: PolicyInput | Policy,
  options: MessageOptions = {},
): TamisAgentMiddleware {
  const engine = createMessageEngine(policy, options);
  return {
    name: "TamisMiddleware",
    wrapModelCall: async (request, handler) =>
      handler({ ...request, messages: await reduceMessages(engine, request.messages, request.model) }),
  };
}

/** The argument of `createMiddleware`. */
export interface TamisAgentMiddleware {
  /** The name that LangChain shows for it. */
  name: string;
  /** Reduces the messages of a model call, then hands the call on to `handler`. */
  wrapModelCall<R extends { messages: M[]; model: object }, M extends object, A>(
    request: R,
    handler: (request: R) => A | Promise<A>,
  ): Promise<A>;
}

async function reduceMessages<M extends object>(engine: Engine, given: readonly M[], model?: object): Promise<M[]> {
  try {
    const messages = given as readonly (M & Message)[];
    const reduced = await reduceTurns(engine, messages.map(toTurn), targetOf(model));
    return reduced === undefined ? [...messages] : withChanges(messages, reduced);
  } catch (error) {
    engine.failed(error);
    return [...given];
  }
}

function withChanges<M extends Message>(messages: readonly M[], { contents, gone }: ReducedTurns): M[] {
  let [result, thinking] = [0, 0];
  return messages.map((message) => {
    const { type, content } = message;
    if (type === "ai" && Array.isArray(content)) {
      const left = content.filter((block) => !(isThinking(block) && gone.has(thinking++)));
      return left.length === content.length ? message : withContent(message, left);
    }
    const changed = type === "tool" ? contents[result++] : undefined;
    return changed === undefined ? message : withContent(message, changed);
  });
}

function targetOf(model: Model = {}): TurnsTarget {
  const name = typeof model.model === "string" ? model.model : "";
  const kind = typeof model._llmType === "function" ? model._llmType() : "";
  const wire = /anthropic|claude/i.test(`${kind} ${name}`) ? "anthropic" : "openai-chat";
  return { wire, model: name === "" ? undefined : name };
}

function toTurn(message: Message): Turn {
  const { type, content, tool_calls = [] } = message;
  if (type === "tool") {
    const { tool_call_id: callId = "", status } = message;
    return { role: "results", results: [{ callId, content: content as ResultContent, isError: status === "error" }] };
  }
  const blocks = textBlocks(content);
  if (type !== "ai") return { role: type === "system" ? "system" : "user", blocks };
  const calls = tool_calls.map(({ id = "", name, args }) => ({ id, name, args }));
  const list: readonly ThinkingBlock[] = Array.isArray(content) ? content.filter(isThinking) : [];
  const thinking = list.map(({ thinking: text = "", signature, data = "" }) => ({
    text,
    signature: signature ?? data,
  }));
  return { role: "assistant", blocks, calls, thinking };
}

/** Anthropic's own block, as LangChain keeps it in the content. */
interface ThinkingBlock {
  type: "thinking" | "redacted_thinking";
  thinking?: string;
  signature?: string;
  data?: string;
}

const isThinking = (block: { type?: unknown } | null): boolean =>
  block?.type === "thinking" || block?.type === "redacted_thinking";

/** Skips calls, because they are in `tool_calls` too and must not be read twice. */
function textBlocks(content: unknown): object[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter((block) => typeof block?.text === "string") : [];
}

/** A copy of the same class with all its members. LangChain's tracing records `lc_kwargs`, so it gets the content too. */
function withContent<M extends Message>(message: M, content: ResultContent | readonly object[]): M {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(message)), message) as M;
  copy.content = content;
  if (message.lc_kwargs !== undefined) copy.lc_kwargs = { ...message.lc_kwargs, content };
  return copy;
}
