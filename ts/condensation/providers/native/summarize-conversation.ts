import type { ApiHandler } from "../../../llm/handler/api-handler.js";
import { openConversation } from "../../conversation/open.js";
import { emit } from "../../events.js";
import { CONDENSATION_LIMITS } from "../../settings/settings.js";
import { promptOf } from "../base/make-result.js";
import type { CondensationErrorCode } from "../base/result.js";
import { condenseNative } from "./condense-native.js";
import { chooseHandler, meterOf } from "./handlers.js";

/** The outcome of {@link summarizeConversation}. */
export interface SummarizeResponse {
  /** The messages; the input list itself with an error. */
  messages: readonly object[];
  /** The text of the summary; `""` with an error. */
  summary: string;
  /** US dollars that the call cost; 0 where that is unknown. */
  cost: number;
  /** Tokens of the system prompt and the messages after; absent with an error. */
  newContextTokens?: number;
  /** Why the messages were not condensed. */
  error?: CondensationErrorCode;
}

/**
 * Replaces all but the first and the newest three messages by one message with a summary, marked `isSummary`. Without a
 * handler the summary is a labelled extract. Source: requirements document 003, FR-PA-002.
 *
 * @param messages Messages of any wire, or `ChatMessage`s. They are not changed.
 * @param apiHandler The conversation's model, which also counts tokens.
 * @param systemPrompt Counts as tokens of the context.
 * @param taskId Goes into the event `Context Condensed`.
 * @param prevContextTokens Tokens of the context before; a result with as many is refused.
 * @param isAutomaticTrigger Whether a limit asked for it. Default false.
 * @param customCondensingPrompt System prompt of the model that summarises; an empty text is none.
 * @param condensingApiHandler The model that summarises. Default: `apiHandler`.
 * @throws TamisError `OPTION_INVALID` for messages that cannot be read.
 */
export async function summarizeConversation(
  messages: readonly object[],
  apiHandler: ApiHandler | undefined,
  systemPrompt: string,
  taskId: string,
  prevContextTokens: number,
  isAutomaticTrigger = false,
  customCondensingPrompt?: string,
  condensingApiHandler?: ApiHandler,
): Promise<SummarizeResponse> {
  const prompt = promptOf({ customCondensingPrompt });
  const usedCustomApiHandler = condensingApiHandler !== undefined;
  emit("Context Condensed", {
    taskId,
    isAutomaticTrigger,
    usedCustomPrompt: prompt !== undefined,
    usedCustomApiHandler,
  });
  const conversation = openConversation({ messages, system: systemPrompt, taskId });
  const chosen = chooseHandler({ condensingApiHandler, apiHandler });
  // There is no report that could name it.
  for (const { message } of chosen.notes) process.emitWarning(message, "TamisWarning");
  if (chosen.isInvalid) return { messages, summary: "", cost: 0, error: "condense_handler_invalid" };
  const outcome = await condenseNative(conversation, {
    ...{ handler: chosen.handler, prompt, settings: CONDENSATION_LIMITS, pins: [] },
    ...{ store: undefined, signal: undefined },
  });
  const cost = outcome.written?.cost ?? 0;
  if (!outcome.ok) return { messages, summary: "", cost, error: outcome.error };
  const newContextTokens = await meterOf({ apiHandler }, CONDENSATION_LIMITS).ofConversation(outcome.conversation);
  if (newContextTokens >= prevContextTokens) return { messages, summary: "", cost, error: "condense_context_grew" };
  return { messages: outcome.conversation.messages, summary: outcome.written.text, cost, newContextTokens };
}
