// Plans images and documents that are in no result. Next to a result, what is decided about its place, its tool and its
// text counts for them, too. The user's own stay while fewer answers follow than the window has turns.

import type { Reason } from "../contract/report.js";
import {
  type LooseMedia,
  mediaOf,
  type ResultPlan,
  sizeOf,
  type ToolResult,
  type Transcript,
} from "../wires/transcript.js";
import type { CompiledPolicy } from "./compile-policy.js";
import { type Early, goesEarly } from "./early-places.js";
import { renderMediaNote } from "./media-notes.js";
import { isShorterMedia, mediaCharsAfter } from "./shorter.js";

/** What planning loose media needs to know. */
export interface LooseBasis {
  transcript: Transcript;
  policy: CompiledPolicy;
  /** The plans of all results, in document order. */
  plans: readonly ResultPlan[];
  /** Indexes of the messages that begin an answer, ascending. */
  answers: readonly number[];
  /** When they may go although they are in the window. */
  early: Early;
  /** The reason to keep media next to a result because of its place or its tool. */
  reasonToStay(result: ToolResult, owner: ToolResult): Reason | undefined;
}

/** Adds the plans of loose media to those of the results, in document order. */
export function withLooseMedia(basis: LooseBasis): readonly ResultPlan[] {
  const { transcript, policy, plans } = basis;
  const isWanted = ({ beside }: LooseMedia) => (beside === undefined ? policy.maskUserMedia : policy.maskMedia);
  const found = (transcript.looseMedia ?? []).filter(isWanted);
  if (found.length === 0) return plans;
  const byOwner = new Map(plans.map((plan) => [plan.result, plan]));
  const all = [...plans, ...found.map((media) => planLoose(media, byOwner, basis))];
  return all.sort(({ result: a }, { result: b }) => a.messageIndex - b.messageIndex || a.blockIndex - b.blockIndex);
}

function planLoose(
  media: LooseMedia,
  byOwner: ReadonlyMap<ToolResult, ResultPlan>,
  { policy, transcript, answers, early, reasonToStay }: LooseBasis,
): ResultPlan {
  const result = asResult(media);
  const { beside } = media;
  const reason =
    beside === undefined
      ? reasonOfUser(result, answers, transcript, policy, early)
      : (reasonToStay(result, beside) ?? reasonOfOwner(byOwner.get(beside)));
  return reason === undefined ? planEdit(result, policy) : keep(result, reason);
}

/** Media that are planned as results are. */
function asResult({ messageIndex, blockIndex, beside, media }: LooseMedia): ToolResult {
  return {
    messageIndex,
    blockIndex,
    callId: beside?.callId,
    toolName: beside?.toolName,
    turnIndex: beside?.turnIndex,
    content: { kind: "loose", media },
    errorMarker: "unknown",
    ambiguous: beside?.ambiguous ?? false,
    beside,
  };
}

/** A result that stays for the sake of its text keeps what is next to it. */
function reasonOfOwner(owner: ResultPlan | undefined): Reason | undefined {
  return owner?.reason === "error" || owner?.reason === "pinned" ? owner.reason : undefined;
}

function reasonOfUser(
  result: ToolResult,
  answers: readonly number[],
  transcript: Transcript,
  policy: CompiledPolicy,
  early: Early,
): Reason | undefined {
  const { messageIndex } = result;
  const isPassed = answerAfter(answers, messageIndex, policy.mask.windowTurns) !== undefined;
  if (!isPassed && !goesEarly(result, early, transcript)) return "window";
  return policy.protectOpenLoop && messageIndex >= transcript.lastUserMessage ? "open_loop" : undefined;
}

/** The message that begins the answer number `count` after a message; undefined if there are fewer. */
export function answerAfter(answers: readonly number[], messageIndex: number, count: number): number | undefined {
  let [low, high] = [0, answers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((answers[middle] ?? 0) <= messageIndex) low = middle + 1;
    else high = middle;
  }
  return answers[low + count - 1];
}

function planEdit(result: ToolResult, policy: CompiledPolicy): ResultPlan {
  const { content } = result;
  if (sizeOf(content) < policy.mask.minChars) return keep(result, "short");
  const notes = mediaOf(content).map((medium) => renderMediaNote(medium, policy.notes));
  if (!isShorterMedia("", content, notes)) return keep(result, "not_shorter");
  const charsAfter = mediaCharsAfter("", content, notes);
  return { result, action: "mask", reason: "window", charsBefore: 0, charsAfter, replacement: "", notes };
}

function keep(result: ToolResult, reason: Reason): ResultPlan {
  return { result, action: "keep", reason, charsBefore: 0, charsAfter: 0 };
}
