// A condensation repeats itself: from the history alone it follows at which steps it was made, and what was sent since.
//
//   step 1 … 8   as it came
//   step 9       over the limit: condensed  ┐ each request since then begins with these bytes
//   step 10 …    that, and what came since  ┘ until it is over the limit again

import { check, isCount } from "../../../base/option-check.js";
import type { JsonRecord } from "../../../text/json-value.js";
import { readSteps } from "../../../wires/steps.js";
import { unitsOf, unitTokens } from "../../../wires/units.js";
import { type Conversation, openConversation, reopen } from "../../conversation/open.js";
import type { ContentReference } from "../../lossless/references/content-reference.js";
import { classify } from "../../lossy/classification/classify.js";
import { settingsOfCall } from "../../settings/resolve.js";
import type { ConversationContext } from "../base/context.js";
import type { CondensationOptions } from "../base/options.js";
import { readBounds } from "./bounds.js";
import { decisionTokens, decisionWeight } from "./measure.js";
import { runSmart } from "./run.js";

/** When a history is condensed, and how: the keys of the settings, and pinned texts. */
export interface ReplayOptions extends Pick<CondensationOptions, "settings" | "pin"> {
  /** Tokens of a request, as they are estimated for decisions, from which it is condensed. At least 1. */
  limitTokens: number;
}

/** A history as it is sent. */
export interface ReplayedHistory {
  /** The messages of the newest request. */
  messages: readonly object[];
  /** References in them. */
  references: readonly ContentReference[];
  /** Number of messages of the history at each step at which it was condensed, in order. */
  moves: readonly number[];
}

/** A conversation that could not be made much smaller is condensed again only once it has grown by so much. */
const GROWTH_PERCENT = 120;

/**
 * Repeats all condensations of a conversation and gives the newest request's messages. A history with more messages at its
 * end gives the same messages, and more, or a new condensation of them; so every process that has the history sends the
 * same bytes. Where the model checks its thinking, a condensation waits until the user speaks, and takes all thinking
 * before. Linear in the history for each condensation.
 *
 * @throws TamisError `OPTION_INVALID` for messages that cannot be read, or a wrong limit.
 */
export function replayCondensation(context: ConversationContext, options: ReplayOptions): ReplayedHistory {
  const { limitTokens, pin: pins = [] } = options;
  check("limitTokens", limitTokens, isCount(1), "a whole number of 1 or more");
  const input = { settings: settingsOfCall(context, { settings: options.settings }).settings, pins };
  const conversation = openConversation(context);
  const { wire, messages } = conversation;
  const size = messageSizes(conversation);
  let sent: readonly JsonRecord[] = [];
  let references: readonly ContentReference[] = [];
  let [taken, tokens, least] = [0, decisionTokens(reopen(conversation, [])), limitTokens];
  const moves: number[] = [];
  for (const cut of readSteps(wire, messages).cuts) {
    const added = messages.slice(taken, cut);
    sent = [...sent, ...added];
    taken = cut;
    for (const message of added) tokens += size(message);
    if (tokens < least) continue;
    const typed = classify(reopen(conversation, sent));
    const { isBound, from } = readBounds(typed);
    if (isBound && from > 0) continue;
    const outcome = runSmart(typed, { ...input, earlier: references });
    least = Math.max(limitTokens, Math.ceil((decisionTokens(outcome.conversation) * GROWTH_PERCENT) / 100));
    if (outcome.conversation === typed.conversation) continue;
    sent = outcome.conversation.messages;
    references = outcome.references;
    tokens = decisionTokens(outcome.conversation);
    moves.push(cut);
  }
  return { messages: moves.length === 0 ? messages : sent, references, moves };
}

/** Tokens of a message, each counted once. */
function messageSizes({ wire }: Conversation): (message: JsonRecord) => number {
  return (message) => unitsOf(wire, message).reduce((sum: number, unit) => sum + unitTokens(unit, decisionWeight), 0);
}
