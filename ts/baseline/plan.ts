import type { Reason } from "../report.js";
import { clipError } from "./clip.js";
import type { CompiledPolicy, ToolSettings } from "./compile-policy.js";
import { hasClipLine, looksLikeError, looksLikeSeedError } from "./error-signs.js";
import { isOwnText } from "./own-text.js";
import { clipsPlaceholder, limitObservation, MAX_PLACEHOLDER_CHARS, renderPlaceholder } from "./placeholder.js";
import {
  charsOf,
  type ResultContent,
  type ResultPlan,
  type ToolResult,
  type Transcript,
  textsOf,
} from "./transcript.js";

/** Decides about every result of a transcript, in document order. Linear in the text of the results it looks at. */
export function planResults(transcript: Transcript, policy: CompiledPolicy): ResultPlan[] {
  const settingsOf = policy.toolResolver();
  const ranks = policy.ranksNeeded ? rankFromNewest(transcript.results) : undefined;
  return transcript.results.map((result, index) => {
    const settings = settingsOf(result.toolName);
    const reason =
      reasonToStay(result, settings, transcript, policy, ranks?.[index] ?? Number.POSITIVE_INFINITY) ??
      contentReason(result, settings, policy);
    return reason === undefined ? planEdit(result, settings, policy) : keep(result, reason);
  });
}

/** 0 for the newest result of its tool, 1 for the one before it, …; orphans have no rank. */
function rankFromNewest(results: readonly ToolResult[]): number[] {
  const counts = new Map<string | undefined, number>();
  const ranks = new Array<number>(results.length).fill(Number.POSITIVE_INFINITY);
  for (let index = results.length - 1; index >= 0; index--) {
    const result = results[index];
    if (result === undefined || result.turnIndex === undefined) continue;
    const rank = counts.get(result.toolName) ?? 0;
    ranks[index] = rank;
    counts.set(result.toolName, rank + 1);
  }
  return ranks;
}

/** Reasons that lie in the result's place and its tool. The first that applies is the one reported. */
function reasonToStay(
  result: ToolResult,
  settings: ToolSettings,
  transcript: Transcript,
  policy: CompiledPolicy,
  rank: number,
): Reason | undefined {
  if (result.turnIndex === undefined) return "orphan";
  if (result.content.kind === "other") return "content";
  if (settings.excluded) return "excluded";
  if (settings.never) return "never";
  if (result.turnIndex >= transcript.toolTurnCount - settings.windowTurns) return "window";
  if (policy.protectOpenLoop && isInOpenLoop(result, transcript)) return "open_loop";
  return settings.keepLastK !== null && rank < settings.keepLastK ? "keep_last_k" : undefined;
}

/** Without a user message there is no loop that one opened. */
function isInOpenLoop(result: ToolResult, { lastUserMessage }: Transcript): boolean {
  return lastUserMessage >= 0 && result.messageIndex > lastUserMessage;
}

/** Reasons that lie in the text, errors apart. */
function contentReason(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): Reason | undefined {
  if (isOwn(result, settings, policy)) return "placeholder";
  return charsOf(result.content) < policy.minChars ? "short" : undefined;
}

function isOwn(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): boolean {
  const [text, another] = textsOf(result.content);
  if (text === undefined || another !== undefined) return false;
  const { maxObservationChars } = settings;
  return isOwnText(text, ownerOf(result), {
    template: policy.template,
    maxObservationChars,
    clippedChars: clipsPlaceholder(policy.observation, maxObservationChars) ? maxObservationChars : null,
  });
}

function ownerOf(result: ToolResult): { callId: string; toolName: string | undefined } {
  return { callId: result.callId ?? "", toolName: result.toolName };
}

function planEdit(result: ToolResult, settings: ToolSettings, policy: CompiledPolicy): ResultPlan {
  const { content } = result;
  if (settings.keepErrors !== false) {
    if (isClipped(content, policy.keepErrorsMaxChars)) return keep(result, "error");
    if (isError(content, settings.keepErrors, policy.errorPatterns)) return planError(result, policy);
  }
  const form = policy.formFor(result.errorMarker);
  const placeholder = renderPlaceholder(form, { ...ownerOf(result), messageIndex: result.messageIndex, content });
  if (placeholder.length > MAX_PLACEHOLDER_CHARS) return keep(result, "not_shorter");
  const text = limitObservation(placeholder, content, policy.observation, settings.maxObservationChars);
  return edit(result, "mask", "window", text) ?? keep(result, "not_shorter");
}

function isClipped(content: ResultContent, maxChars: number): boolean {
  return charsOf(content) <= maxChars && textsOf(content).some(hasClipLine);
}

function isError(content: ResultContent, rule: true | "seed", patterns: RegExp | undefined): boolean {
  const judge = rule === "seed" ? looksLikeSeedError : looksLikeError;
  return textsOf(content).some((text) => patterns?.test(text) === true || judge(text));
}

/** A kept error stays whole up to the limit; a single text beyond it is clipped. */
function planError(result: ToolResult, policy: CompiledPolicy): ResultPlan {
  const [text, another] = textsOf(result.content);
  const limit = policy.keepErrorsMaxChars;
  if (text === undefined || another !== undefined || text.length <= limit) return keep(result, "error");
  return edit(result, "clip", "error", clipError(text, limit)) ?? keep(result, "error");
}

function keep(result: ToolResult, reason: Reason): ResultPlan {
  const chars = charsOf(result.content);
  return { result, action: "keep", reason, charsBefore: chars, charsAfter: chars };
}

/** An edit, if it makes the content shorter in chars, in bytes and as JSON text. */
function edit(result: ToolResult, action: "mask" | "clip", reason: Reason, text: string): ResultPlan | undefined {
  const charsBefore = charsOf(result.content);
  if (text.length >= charsBefore) return undefined;
  const bytesAfter = Buffer.byteLength(text);
  // No text has fewer bytes than chars, so most originals need not be measured.
  if (bytesAfter >= charsBefore && bytesAfter >= bytesOf(result.content)) return undefined;
  if (NEEDS_ESCAPES.test(text) && !isShorterAsJson(text, result.content, charsBefore)) return undefined;
  return { result, action, reason, charsBefore, charsAfter: text.length, replacement: text };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON has to escape
const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Escapes, of a call id for one, must not make a body grow. */
function isShorterAsJson(text: string, content: ResultContent, charsBefore: number): boolean {
  const after = jsonBytesOf(text);
  if (after < charsBefore) return true;
  let before = 0;
  for (const original of textsOf(content)) before += jsonBytesOf(original);
  return after < before;
}

/** Bytes between the quotes of the JSON text. */
function jsonBytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

function bytesOf(content: ResultContent): number {
  let bytes = 0;
  for (const text of textsOf(content)) bytes += Buffer.byteLength(text);
  return bytes;
}
