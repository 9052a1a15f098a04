import { isRecord, type JsonRecord } from "../../../text/json-value.js";
import { type Conversation, openConversation } from "../../conversation/open.js";
import { TokenMeter } from "../../conversation/tokens.js";
import { classify } from "../../lossy/classification/classify.js";
import { validatePhase, WIRE_CHECKS } from "../../validation/validate-phase.js";
import { completeResult } from "./complete-result.js";
import type { ConversationContext } from "./context.js";
import type { LentConversation } from "./lend.js";
import type { CondensationResult } from "./result.js";

export interface Asked {
  /** The name that the provider is registered under. */
  name: string;
  context: ConversationContext;
  /** What the provider was given. */
  lent: LentConversation;
  pins: readonly string[];
  /** Does the same again. */
  retry(): Promise<CondensationResult>;
}

/** The provider of the package that checks each phase's work by all that is checked here, and more. */
const CHECKS_ITSELF = "smart";

/**
 * Checks what a provider returned. With an error the messages are those that it was asked to condense, whatever it returns.
 *
 * @throws Error with what is wrong: no messages, messages that cannot be read, more tokens than before, a pinned text that is
 * not there, a rule of the wire that the conversation kept, or, of a plug-in, the user's last message gone.
 */
export async function checkResult(value: unknown, asked: Asked): Promise<CondensationResult> {
  if (!isRecord(value)) throw new Error("it returned no result");
  const { name, context, lent, pins } = asked;
  // Read once: the object of a plug-in may change.
  const given: JsonRecord = { ...value };
  const messages = (given.error ?? undefined) === undefined ? messagesIn(given, asked) : context.messages;
  const isOwn = lent.context === context;
  if (isOwn && name === CHECKS_ITSELF) return { ...(given as unknown as CondensationResult), messages };
  const before = openConversation(context);
  const after = messages === context.messages ? before : reread(messages, before);
  if (after !== before) await checkMessages(before, after, pins);
  if (after !== before && !isOwn && losesLastMessage(before, after))
    throw new Error("it left out, or changed, the last message of the user");
  // The package's own providers give a whole account.
  if (isOwn) return { ...(given as unknown as CondensationResult), messages };
  return completeResult(given, { ...asked, before, after });
}

function messagesIn({ messages }: JsonRecord, { context, lent }: Asked): readonly object[] {
  const isList = Array.isArray(messages) && messages.every(isRecord);
  // An empty conversation may come back as it is.
  if (!isList || (messages.length === 0 && context.messages.length > 0)) throw new Error("it returned no messages");
  return lent.takeBack(messages);
}

/** Read as the conversation was; `ChatMessage`s have no name that a context could have. */
function reread(messages: readonly object[], { context, wire, reader }: Conversation): Conversation {
  const known = context.wire ?? (reader.sentAs === undefined ? wire.key : undefined);
  return openConversation({ ...context, messages, wire: known });
}

async function checkMessages(before: Conversation, after: Conversation, pins: readonly string[]): Promise<void> {
  const meter = new TokenMeter(undefined);
  const [from, to] = [await meter.ofConversation(before), await meter.ofConversation(after)];
  if (to > from) throw new Error(`it returned more than it was given (${from} tokens before, ${to} after)`);
  const change = { before: { conversation: before, tokens: from }, after: { conversation: after, tokens: to } };
  const problem = validatePhase({ ...change, references: [], pins }, WIRE_CHECKS);
  if (problem !== undefined) throw new Error(`it returned a conversation that breaks a rule: ${problem.message}`);
}

/** Whether the user's last message, which the model is to answer, is no longer there word for word, in lines of its own. */
function losesLastMessage(before: Conversation, after: Conversation): boolean {
  const said = classify(before).blocks.filter(({ type }) => type === "USER_MESSAGE");
  const last = said.at(-1)?.messageIndex;
  const words = said.filter(({ messageIndex }) => messageIndex === last);
  const there = after.blocks.flatMap(({ author, text }) => (author === "user" ? [`\n${text}\n`] : [])).join("");
  return words.some(({ source, texts }) => {
    const own = texts.length > 0 ? texts.map(({ text }) => text) : [source.text];
    return own.some((text) => !there.includes(`\n${text}\n`));
  });
}
