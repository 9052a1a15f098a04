// Results that may go although they are in the window: reads that are out of date, and images before the newest ones. When
// one may go depends on what came before that, so that every later request finds the same. The native twin, which shows an
// example, is `crates/core/src/plan/early.rs`.

import { shownByCall } from "../arrival/file-tools.js";
import type { Steps } from "../wires/steps.js";
import { mediaOf, type ResultContent, type ToolResult, type Transcript, textsOf } from "../wires/transcript.js";
import { argumentsOf, toolOf } from "./arrive.js";
import type { CompiledPolicy } from "./compile-policy.js";
import { type Early, NONE_EARLY, placeOf } from "./early-places.js";
import { cameWithError, withoutMedia } from "./plan-results.js";
import { isReference } from "./references.js";

/** Finds the results of a transcript that may go early, as they came. Linear. */
export function findEarly(
  transcript: Transcript,
  steps: () => Pick<Steps, "turnStarts" | "roles">,
  policy: CompiledPolicy,
): Early {
  const { early } = policy;
  if (!early.staleFirst && early.keepImages === null) return NONE_EARLY;
  const found = new Map<string, number>();
  const note = (place: string, message: number | undefined) => {
    if (message !== undefined) found.set(place, Math.min(message, found.get(place) ?? message));
  };
  if (early.staleFirst) findStale(transcript, steps().turnStarts, policy, note);
  if (early.keepImages !== null) findImages(transcript, early.keepImages, policy, answersBehind(steps().roles), note);
  return found;
}

type Note = (place: string, message: number | undefined) => void;

/** Reads of files that were written since, or read again as a whole. */
function findStale({ results }: Transcript, turnStarts: readonly number[], policy: CompiledPolicy, note: Note): void {
  const settingsOf = policy.toolResolver();
  const fresh = new Map<string, Map<number, ToolResult[]>>();
  for (const given of results) {
    const result = policy.maskMedia ? given : withoutMedia(given);
    const { turnIndex, ambiguous } = result;
    const shown = shownByCall(toolOf(result), argumentsOf(result));
    const isKnown = shown.kind === "read" || shown.kind === "edit";
    if (turnIndex === undefined || ambiguous === true || !isKnown || shown.path === undefined) continue;
    const isRead = shown.kind === "read";
    // Where repeats point back, the newer read points to the older one.
    const replaces = !isRead || (shown.lines === undefined && !policy.early.pointsBack);
    // By turn.
    const reads = fresh.get(shown.path) ?? new Map<number, ToolResult[]>();
    fresh.set(shown.path, reads);
    const isDone = () => !cameWithError(result, settingsOf(result.toolName), policy) && !isReference(result, policy);
    if (replaces && isDone()) {
      for (const [turn, older] of reads) {
        if (turn >= turnIndex) continue;
        // A result may come after the turn behind its call's.
        const next = turnStarts[turnIndex + 1];
        for (const read of older) note(placeOf(read), next && Math.max(next, result.messageIndex));
        reads.delete(turn);
      }
    }
    if (isRead) {
      const same = reads.get(turnIndex) ?? [];
      same.push(result);
      reads.set(turnIndex, same);
    }
  }
}

/** By message: the next one that is the model's; undefined if there is none. */
function answersBehind(roles: Steps["roles"]): (number | undefined)[] {
  const answers = new Array<number | undefined>(roles.length).fill(undefined);
  let next: number | undefined;
  for (let at = roles.length - 1; at >= 0; at--) {
    answers[at] = next;
    if (roles[at] === "assistant") next = at;
  }
  return answers;
}

interface Pictures {
  place: string;
  messageIndex: number;
  blockIndex: number;
  images: number;
  isAll: boolean;
}

/** Results that are nothing but images, and images in no result, go when so many newer ones have come. */
function findImages(
  transcript: Transcript,
  kept: number,
  policy: CompiledPolicy,
  answers: readonly (number | undefined)[],
  note: Note,
): void {
  const results = policy.maskMedia ? transcript.results : [];
  const loose = (transcript.looseMedia ?? []).filter(({ beside }) =>
    beside === undefined ? policy.maskUserMedia : policy.maskMedia,
  );
  const all = [
    ...results.map((result) => picturesOf(result, result.content, placeOf(result))),
    ...loose.map((one) => picturesOf(one, { kind: "loose", media: one.media }, placeOf(one, true))),
  ].sort((a, b) => a.messageIndex - b.messageIndex || a.blockIndex - b.blockIndex);
  const newer: number[] = [];
  for (const { place, messageIndex, images, isAll } of all.reverse()) {
    const message = newer[newer.length - kept];
    const seen = answers[messageIndex];
    // No image goes before the model has seen it.
    if (images > 0 && isAll && message !== undefined && seen !== undefined) note(place, Math.max(message, seen));
    for (let count = 0; count < images; count++) newer.push(messageIndex);
  }
}

function picturesOf(
  { messageIndex, blockIndex }: Pick<ToolResult, "messageIndex" | "blockIndex">,
  content: ResultContent,
  place: string,
): Pictures {
  const media = mediaOf(content);
  const images = content.kind === "picture" ? 1 : media.filter(({ kind }) => kind === "image").length;
  const isAll = textsOf(content).length === 0 && (content.kind === "picture" || images === media.length);
  return { place, messageIndex, blockIndex, images, isAll };
}
