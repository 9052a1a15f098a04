import { isRecord } from "../../../text/json-value.js";
import { openConversation } from "../../conversation/open.js";
import { TokenMeter } from "../../conversation/tokens.js";
import { validatePhase, WIRE_CHECKS } from "../../validation/validate-phase.js";
import type { ConversationContext } from "./context.js";
import type { CondensationResult } from "./result.js";

/**
 * Checks what a provider returned, and fills in what only reports need.
 *
 * @throws Error with what is wrong: no messages, messages that cannot be read, more tokens than before, a pinned text that is
 * not there, or a rule of the wire that the conversation kept.
 */
export async function checkResult(
  value: unknown,
  context: ConversationContext,
  pins: readonly string[] = [],
): Promise<CondensationResult> {
  if (!isRecord(value)) throw new Error("it returned no result");
  const { messages, error } = value;
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isRecord)) {
    throw new Error("it returned no messages");
  }
  if (error === undefined && messages !== context.messages) await checkMessages(messages, context, pins);
  return completed(value as Partial<CondensationResult> & { messages: object[] });
}

async function checkMessages(
  messages: readonly object[],
  context: ConversationContext,
  pins: readonly string[],
): Promise<void> {
  const meter = new TokenMeter(undefined);
  const before = openConversation(context);
  const after = openConversation({ ...context, messages, wire: context.wire ?? wireOf(before) });
  const [from, to] = [await meter.ofConversation(before), await meter.ofConversation(after)];
  if (to > from) throw new Error(`it returned more than it was given (${from} tokens before, ${to} after)`);
  const change = { before: { conversation: before, tokens: from }, after: { conversation: after, tokens: to } };
  const problem = validatePhase({ ...change, references: [], pins }, WIRE_CHECKS);
  if (problem !== undefined) throw new Error(`it returned a conversation that breaks a rule: ${problem.message}`);
}

/** `ChatMessage`s have no name that a context could have. */
function wireOf({ wire, reader }: ReturnType<typeof openConversation>): ConversationContext["wire"] {
  return reader.sentAs === undefined ? wire.key : undefined;
}

function completed(given: Partial<CondensationResult> & { messages: readonly object[] }): CondensationResult {
  const { summary = "", cost = 0, newContextTokens = 0, provider = "", references = [] } = given;
  const zero = { originalTokens: 0, postLosslessTokens: 0, finalTokens: newContextTokens, deduplications: 0 };
  return {
    retry: () => Promise.reject(new Error("the provider has no retry of its own")),
    ...given,
    ...{ summary, cost, newContextTokens, provider, references },
    metrics: { ...zero, consolidations: 0, references: 0, modelCalls: 0, durationMs: 0, ...given.metrics },
    report: {
      ...{ wire: "chat-messages", changed: true, phases: [], types: [], notes: [], droppedCount: 0 },
      ...{ preserved: { userMessages: 0, decisions: 0, pinned: 0 }, userMessagesSummarised: 0 },
      ...{ isAutomaticTrigger: false, usedCustomPrompt: false, usedCustomApiHandler: false },
      ...given.report,
    },
  };
}
