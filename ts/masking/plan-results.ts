import type { Reason } from "../contract/report.js";
import { clipError } from "../text/clip.js";
import { hasClipLine, looksLikeError, looksLikeSeedError } from "../text/error-signs.js";
import {
  charsOf,
  mediaOf,
  type ResultContent,
  type ResultPlan,
  sizeOf,
  type ToolResult,
  type Transcript,
  textsOf,
} from "../wires/transcript.js";
import type { CompiledPolicy, ToolSettings } from "./compile-policy.js";
import { dispatchText, isDispatchText } from "./dispatch.js";
import { type Early, goesEarly, NONE_EARLY } from "./early-places.js";
import { handleOfResult, withHandle } from "./handle-mark.js";
import { isMediaNote, type NoteForm, PICTURE, renderMediaNote, withNotes, withoutNotes } from "./media-notes.js";
import { isOwnText } from "./own-text.js";
import {
  clipsPlaceholder,
  limitObservation,
  MAX_PLACEHOLDER_CHARS,
  type PlaceholderForm,
  renderPlaceholder,
} from "./placeholder.js";
import { withLooseMedia } from "./plan-loose.js";
import { isShorterMedia, isShorterObject, isShorterResponse, isShorterText, mediaCharsAfter } from "./shorter.js";

/**
 * Decides about every result of a transcript, and about media next to results and of the user's own where the policy masks
 * them, in document order. Linear in the text of the results that it reads.
 *
 * @param answers Indexes of the messages that begin an answer, ascending. @default none, so that the user's media stay
 * @param early When results may go that are in the window. @default none may
 */
export function planResults(
  transcript: Transcript,
  policy: CompiledPolicy,
  answers: readonly number[] = [],
  early: Early = NONE_EARLY,
): readonly ResultPlan[] {
  const settingsOf = policy.toolResolver();
  const ranks = policy.ranksNeeded ? rankFromNewest(transcript.results) : undefined;
  const stays = (result: ToolResult, owner: ToolResult) =>
    reasonToStay(
      result,
      settingsOf(result.toolName),
      transcript,
      policy,
      ranks?.get(owner) ?? Number.POSITIVE_INFINITY,
      early,
    );
  const plans = transcript.results.map((original): ResultPlan => {
    const result = policy.maskMedia ? original : withoutMedia(original);
    const settings = settingsOf(result.toolName);
    const reason = stays(result, original) ?? contentReason(result, settings, policy);
    if (reason !== undefined) return keepResult(result, reason);
    const plan = planEdit(result, settings, policy);
    const isEarly = plan.action === "mask" && plan.reason === "window" && isInWindow(result, settings, transcript);
    return isEarly ? { ...plan, reason: "early" } : plan;
  });
  return withLooseMedia({ transcript, policy, plans, answers, early, reasonToStay: stays });
}

/** If images and documents are kept, a result with one is not examined; next to an object they stay. */
export function withoutMedia(result: ToolResult): ToolResult {
  const { content } = result;
  if (content.kind === "response") {
    const { value, texts } = content;
    return { ...result, content: { kind: "object", value, texts } };
  }
  const hasMedia = content.kind === "media" || content.kind === "picture";
  return hasMedia ? { ...result, content: { kind: "other" } } : result;
}

/** 0 for the newest result of its tool, 1 for the one before it, …. Orphans have no rank. */
export function rankFromNewest(results: readonly ToolResult[]): Map<ToolResult, number> {
  const counts = new Map<string | undefined, number>();
  const ranks = new Map<ToolResult, number>();
  for (const result of results.toReversed()) {
    if (result.turnIndex === undefined) continue;
    const rank = counts.get(result.toolName) ?? 0;
    ranks.set(result, rank);
    counts.set(result.toolName, rank + 1);
  }
  return ranks;
}

/** Reasons to keep a result because of its place or its tool. The first that applies is reported. */
function reasonToStay(
  result: ToolResult,
  settings: ToolSettings,
  transcript: Transcript,
  policy: CompiledPolicy,
  rank: number,
  early: Early,
): Reason | undefined {
  if (result.turnIndex === undefined) return "orphan";
  if (result.ambiguous) return "duplicate_key";
  if (result.content.kind === "other") return "content";
  return placeReason(result, settings, transcript, policy, rank, early);
}

/** The same for a result whatever its content is. The first that applies is reported. */
export function placeReason(
  result: ToolResult,
  settings: ToolSettings,
  transcript: Transcript,
  policy: CompiledPolicy,
  rank: number,
  early: Early,
): Reason | undefined {
  if (settings.excluded) return "excluded";
  if (settings.never) return "never";
  if (isInWindow(result, settings, transcript) && !goesEarly(result, early, transcript)) return "window";
  if (policy.protectOpenLoop && isInOpenLoop(result, transcript)) return "open_loop";
  return settings.keepLastK !== null && rank < settings.keepLastK ? "keep_last_k" : undefined;
}

function isInWindow({ turnIndex = 0 }: ToolResult, { windowTurns }: ToolSettings, transcript: Transcript): boolean {
  return turnIndex >= transcript.toolTurnCount - windowTurns;
}

/** Without a user message no loop is open. */
function isInOpenLoop(result: ToolResult, { lastUserMessage }: Transcript): boolean {
  return lastUserMessage >= 0 && result.messageIndex > lastUserMessage;
}

/** Reasons to keep a result because of its text, except errors. */
function contentReason(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): Reason | undefined {
  if (isOwn(result, settings, policy)) return "placeholder";
  if (sizeOf(result.content) < policy.mask.minChars) return "short";
  return textsOf(result.content).some((text) => policy.pins?.test(text)) ? "pinned" : undefined;
}

/** Whether the texts are Tamis's: one text, or several separated by notes for images or documents. */
export function isOwn(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): boolean {
  const { content } = result;
  if (content.kind === "picture") return content.address === PICTURE;
  if (content.kind === "media" || content.kind === "response") return false;
  const texts = content.kind === "object" ? content.texts.map(withoutNotes) : textsOf(content);
  const isList = content.kind === "parts";
  if (texts.length !== 1 && !(isList && texts.some(isMediaNote))) return false;
  const { maxObservationChars } = settings;
  const rules = {
    template: policy.template,
    maxObservationChars,
    clippedChars: clipsPlaceholder(policy.observation, maxObservationChars) ? maxObservationChars : null,
  };
  // A list has one text of Tamis's apart from its notes. Several dispatch texts could keep more than one result may.
  let dispatched = 0;
  return texts.every((text) => {
    if (isList && isMediaNote(text)) return true;
    if (isDispatchText(text, settings, policy)) return ++dispatched === 1;
    return isOwnText(text, ownerOf(result), rules);
  });
}

/** If a wire allows a result without an id, its placeholder says so. */
function ownerOf(result: ToolResult): { callId: string; toolName: string | undefined } {
  return { callId: result.callId ?? "unknown", toolName: result.toolName };
}

function planEdit(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): ResultPlan {
  const { content } = result;
  if (settings.keepErrors !== false) {
    if (isClipped(result, policy.keepErrorsMaxChars)) return keepResult(result, "error");
    if (isError(result, settings, policy)) return planError(result, policy);
  }
  const dispatched = dispatchText(content, settings, policy);
  if (dispatched !== undefined)
    return planMask(result, dispatched, "dispatch", policy.notes) ?? keepResult(result, "not_shorter");
  return planPlaceholder(result, settings, policy) ?? keepResult(result, "not_shorter");
}

/** Whether a result came back with an error, which its wire or its text says. */
export function cameWithError(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): boolean {
  if (result.errorMarker === "yes") return true;
  if (settings.keepErrors === false) return false;
  return isClipped(result, policy.keepErrorsMaxChars) || isError(result, settings, policy);
}

/**
 * Replaces a result by its placeholder; undefined if that would not be shorter.
 *
 * @param complete Adds to the placeholder, to which the chars of a handle are added behind it. @default nothing
 */
export function planPlaceholder(
  result: ToolResult,
  settings: ToolSettings,
  policy: CompiledPolicy,
  complete = (placeholder: string, _form: PlaceholderForm, _handleChars: number) => placeholder,
): ResultPlan | undefined {
  const { content, came = content, messageIndex } = result;
  const form = policy.formFor(result.errorMarker);
  const { callId, toolName } = ownerOf(result);
  const placeholder = renderPlaceholder(form, { callId, toolName, messageIndex, content: came });
  if (takesPlaceholder(content) && placeholder.length > MAX_PLACEHOLDER_CHARS) return undefined;
  const { maxObservationChars } = settings;
  const isCut = clipsPlaceholder(policy.observation, maxObservationChars);
  const { handles } = policy;
  const handle = handles === undefined || isCut ? undefined : handleOfResult(result, handles);
  const ending = (text: string) =>
    handles === undefined || handle === undefined ? text : withHandle(text, form, handle, handles);
  // The handle takes its room before a digest does, and goes behind it.
  const room = ending(placeholder).length - placeholder.length;
  const whole = ending(complete(placeholder, form, room));
  return planMask(
    result,
    limitObservation(whole, content, policy.observation, maxObservationChars),
    "window",
    policy.notes,
  );
}

/** Whether a content has a place for a placeholder. */
export const takesPlaceholder = (content: ResultContent): boolean =>
  content.kind !== "picture" && (content.kind !== "media" || content.keptPart >= 0);

function isClipped({ content }: ToolResult, maxChars: number): boolean {
  return charsOf(content) <= maxChars && textsOf(content).some(hasClipLine);
}

function isError(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): boolean {
  if (result.errorMarker === "yes") return true;
  return textsOf(result.content).some((text) => isErrorText(text, result, settings, policy));
}

/**
 * Whether a text makes its result an error that stays. The wire's own marker decides if there is one. The seed's words and
 * the caller's patterns count in addition.
 */
export function isErrorText(
  text: string,
  { errorMarker }: ToolResult,
  { keepErrors: rule }: ToolSettings,
  { errorPatterns }: CompiledPolicy,
): boolean {
  if (rule === false || errorMarker === "yes") return rule !== false;
  const judge = rule === "seed" ? looksLikeSeedError : looksLikeError;
  const judged = rule === "seed" || errorMarker === "unknown";
  return errorPatterns?.test(text) === true || (judged && judge(text));
}

/** A kept error remains whole up to the limit. A single longer text is clipped. */
function planError(result: ToolResult, policy: CompiledPolicy): ResultPlan {
  const { content } = result;
  const [text, another] = textsOf(content);
  const limit = policy.keepErrorsMaxChars;
  const hasMedia = content.kind === "media" || content.kind === "response";
  if (text === undefined || another !== undefined || text.length <= limit || hasMedia) {
    return keepResult(result, "error");
  }
  const clipped = clipError(text, limit);
  if (!isShorterText(clipped, content)) return keepResult(result, "error");
  return edit(result, "clip", "error", clipped, clipped.length);
}

/** The mask, if it makes the content shorter. */
function planMask(result: ToolResult, text: string, reason: Reason, form: NoteForm): ResultPlan | undefined {
  const { content } = result;
  switch (content.kind) {
    case "media": {
      const notes = mediaOf(content).map((medium) => renderMediaNote(medium, form));
      if (!isShorterMedia(text, content, notes)) return undefined;
      return { ...edit(result, "mask", reason, text, mediaCharsAfter(text, content, notes)), notes };
    }
    case "picture":
      return content.address.length > PICTURE.length ? edit(result, "mask", reason, PICTURE, 0) : undefined;
    case "response": {
      const full = withNotes(text, content.media, form);
      return isShorterResponse(full, content) ? edit(result, "mask", reason, full, full.length) : undefined;
    }
    case "object":
      return isShorterObject(text, content) ? edit(result, "mask", reason, text, text.length) : undefined;
    default: {
      const fillers = content.kind === "fields" ? (content.filler ?? "").repeat(content.texts.length - 1) : "";
      const length = text.length + fillers.length;
      return isShorterText(text + fillers, content) ? edit(result, "mask", reason, text, length) : undefined;
    }
  }
}

/** A result that stays in the body. */
export function keepResult(result: ToolResult, reason: Reason): ResultPlan {
  const chars = charsOf(result.content);
  return { result, action: "keep", reason, charsBefore: chars, charsAfter: chars };
}

function edit(
  result: ToolResult,
  action: "mask" | "clip",
  reason: Reason,
  replacement: string,
  charsAfter: number,
): ResultPlan {
  return { result, action, reason, charsBefore: charsOf(result.came ?? result.content), charsAfter, replacement };
}
