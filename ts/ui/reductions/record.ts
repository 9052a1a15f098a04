// A reduction that can be looked at: the conversation before and after, and everything that is known of what was done.

import { addTo } from "../../base/maps.js";
import { type Conversation, openConversation } from "../../condensation/conversation/open.js";
import { errorText } from "../../condensation/error-text.js";
import type { CondensationResult } from "../../condensation/index.js";
import type { Decision, PlacedReference, Report, Wire } from "../../contract/report.js";
import type { CondensedAccount } from "../../gateway/account/request-account.js";
import type { JsonRecord } from "../../text/json-value.js";
import type { RequestRow } from "../api.js";
import type { BlockHint } from "../diff/kinds.js";
import type { DiffHints } from "../diff/messages.js";
import { conversationOf, parsedConversation } from "../diff/parsed.js";
import { ApiError } from "../server/answers.js";
import type { StrategyOutcome, TrialRequest } from "./strategy.js";

/** A pointer of the conversation after, in one form for policies and condensations. */
export interface Pointer {
  id: string;
  messageIndex: number;
  blockIndex: number;
  type: string;
  originalIndex: number;
  path?: string | undefined;
  operation?: string | undefined;
  hash: string;
  /** Where the original is: a result by its number, or a text by its JSON Pointer from the list of messages. */
  source: number | string;
  lines?: PlacedReference["lines"];
  isConsolidated: boolean;
}

export interface ReductionRecord {
  id: string;
  strategy: string;
  trial: TrialRequest;
  before: Conversation;
  after: Conversation;
  hints: DiffHints;
  decisions: readonly Decision[];
  pointers: readonly Pointer[];
  /** Of a policy's reduction. */
  report?: Report | undefined;
  result?: CondensationResult | undefined;
  /** How a live request was condensed before it was reduced. */
  condensed?: CondensedAccount | undefined;
  /** Of a live request. */
  row?: RequestRow | undefined;
  bytes: { before: number; after: number };
}

/** @throws ApiError for a request without a conversation */
export function recordOf(id: string, strategy: string, trial: TrialRequest, outcome: StrategyOutcome): ReductionRecord {
  const before = conversationOf(trial.request, trial.wire);
  const isPolicy = outcome.kind === "policy";
  const after = isPolicy ? parsedConversation(outcome.sent, trial.wire) : conversationOf(outcome.sent, trial.wire);
  if (before === undefined || after === undefined) throw unreadable();
  const decisions = isPolicy ? outcome.report.decisions : [];
  const pointers = isPolicy
    ? placedPointers(outcome.report.references ?? [])
    : condensedPointers(outcome.result, after);
  const sentBytes = isPolicy ? outcome.sent.byteLength : Buffer.byteLength(JSON.stringify(outcome.sent));
  return {
    ...{ id, strategy, trial, before, after, decisions, pointers },
    hints: hintsOf(decisions, pointers),
    ...(isPolicy ? { report: outcome.report } : { result: outcome.result }),
    bytes: { before: trial.body.byteLength, after: sentBytes },
  };
}

/** @param request What cannot be read; absent where that is not at hand. */
export const unreadable = (request: JsonRecord = {}): ApiError =>
  new ApiError("invalid", `this is no request of a wire that Tamis reads: ${problemOf(request)}`);

function problemOf(request: JsonRecord): string {
  const key = ["messages", "contents", "input"].find((one) => Array.isArray(request[one]));
  if (key === undefined) return "no list of messages, contents or input";
  try {
    openConversation({ messages: request[key] as object[] });
    return `${key} of no wire`;
  } catch (error) {
    return errorText(error).replace("context.messages", key);
  }
}

/** The request of a body. @throws ApiError for what is none */
export function trialOf(body: Uint8Array, request: JsonRecord, wire: Wire | undefined): TrialRequest {
  const conversation = conversationOf(request, wire);
  if (conversation === undefined) throw unreadable(request);
  const model = typeof request.model === "string" ? { model: request.model } : {};
  return { body, request, wire: conversation.wire.key, ...model };
}

/** What was decided about each block, and which pointers it has. */
export function hintsOf(decisions: readonly Decision[], pointers: readonly Pointer[]): DiffHints {
  const hints = new Map<string, BlockHint>();
  for (const { messageIndex, blockIndex, action, reason } of decisions)
    hints.set(`${messageIndex}/${blockIndex}`, { action, reason });
  const byBlock = new Map<string, string[]>();
  for (const { id, messageIndex, blockIndex, isConsolidated } of pointers) {
    const place = `${messageIndex}/${blockIndex}`;
    addTo(byBlock, place, id);
    hints.set(place, { ...hints.get(place), pointer: isConsolidated ? "consolidated" : "repeat" });
  }
  return { hints, pointers: byBlock };
}

/** The pointers of a policy's reduction. */
export const placedPointers = (references: readonly PlacedReference[]): Pointer[] =>
  references.map((one, index) => ({ ...one, id: `r${index}`, isConsolidated: false }));

/** The pointers of a condensation: a place is a path into the list of messages. */
function condensedPointers({ references }: CondensationResult, after: Conversation): Pointer[] {
  const pointers = references.filter(({ original }) => original === undefined);
  return pointers.map((one, index) => {
    const messageIndex = Number(one.place.split("/")[1] ?? 0);
    const block = after.blocks.find(
      (each) => each.messageIndex === messageIndex && each.kind === "result" && isIn(one.place, each.element),
    );
    const { place: _, consolidated, ...rest } = one;
    return {
      ...rest,
      ...{
        id: `r${index}`,
        messageIndex,
        blockIndex: block?.blockIndex ?? 0,
        isConsolidated: consolidated !== undefined,
      },
    };
  });
}

/** Whether a JSON Pointer from the list of messages leads into the element of a message. */
function isIn(place: string, element: readonly (string | number)[] | undefined): boolean {
  if (element === undefined) return false;
  const inside = place.split("/").slice(2);
  return element.every((key, at) => inside[at] === String(key));
}
