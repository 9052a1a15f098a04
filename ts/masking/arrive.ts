// Finds the smaller forms of results that do not depend on the rest of the conversation. What is decided later is decided
// about these forms.

import { type KnownForms, shortenText } from "../arrival/chain.js";
import { type ShownByCall, shownByCall, showsFileText } from "../arrival/file-tools.js";
import type { ArrivalKind, ArrivalSettings } from "../arrival/settings.js";
import type { JsonRecord } from "../text/json-value.js";
import { wellFormed } from "../text/surrogates.js";
import type { WireDefinition } from "../wires/define-wire.js";
import {
  charsOf,
  type LooseMedia,
  type ResultContent,
  type ResultPlan,
  type ToolResult,
  type Transcript,
} from "../wires/transcript.js";
import { applyEdits } from "./apply.js";
import type { CompiledPolicy } from "./compile-policy.js";
import { type Handles, handleInClip } from "./handle-mark.js";
import { isErrorText, isOwn, keepResult, withoutMedia } from "./plan-results.js";

/**
 * A transcript with the smaller forms in place of what came.
 *
 * @param start Results in messages before it were sent as they came, and stay so.
 * @param known What other policies found. @default nothing
 */
export function arrive(
  transcript: Transcript,
  settings: ArrivalSettings,
  policy: CompiledPolicy,
  start: number,
  known?: KnownForms,
): Transcript {
  const settingsOf = policy.toolResolver();
  const results = transcript.results.map((given) => {
    if (given.messageIndex < start) return given;
    const result = policy.maskMedia ? given : withoutMedia(given);
    const tool = settingsOf(result.toolName);
    if (result.turnIndex === undefined || result.ambiguous || isOwn(result, tool, policy)) return given;
    const mayLose = (text: string) =>
      !tool.excluded && !tool.never && policy.pins?.test(text) !== true && !isErrorText(text, result, tool, policy);
    return shortenResult(result, settings, mayLose, { handles: policy.handles, known }) ?? given;
  });
  return { ...transcript, results, looseMedia: besides(transcript, results) };
}

/** Images and documents next to results, with the results as they are now. */
function besides({ looseMedia = [], results }: Transcript, arrived: readonly ToolResult[]): readonly LooseMedia[] {
  const now = new Map(results.map((result, index) => [result, arrived[index]]));
  return looseMedia.map((media) => (media.beside === undefined ? media : { ...media, beside: now.get(media.beside) }));
}

/** A request with the smaller forms of `transcript`. The original does not change. */
export function arrivedRequest(
  wire: WireDefinition,
  request: JsonRecord,
  { results }: Pick<Transcript, "results">,
): JsonRecord {
  const plans = results.flatMap((result) =>
    result.came === undefined ? [] : [sentSmaller(keepResult(result, "window"))],
  );
  return plans.length === 0 ? request : applyEdits(wire, request, plans);
}

/** A plan that keeps a result with a smaller form sends that form. */
export function sentSmaller(plan: ResultPlan): ResultPlan {
  const { came, arrivalKind, content } = plan.result;
  if (plan.action !== "keep" || came === undefined || arrivalKind === undefined) return plan;
  return { ...plan, action: "shorten", reason: arrivalKind, charsBefore: charsOf(came), charsAfter: charsOf(content) };
}

/** The result as it came. */
export function asItCame(result: ToolResult): ToolResult {
  const { came, arrivalKind: _, ...rest } = result;
  return came === undefined ? result : { ...rest, content: came };
}

function shortenResult(
  result: ToolResult,
  settings: ArrivalSettings,
  mayLose: (text: string) => boolean,
  { handles, known }: { handles: Handles | undefined; known: KnownForms | undefined },
): ToolResult | undefined {
  const isFile = showsFileText(shownBy(result, known));
  let kind: ArrivalKind | undefined;
  let most = 0;
  const shorten = (text: string): string => {
    const original = handles && handleInClip(text, handles);
    const smaller = shortenText(text, { isFile, mayLose, original }, settings, known);
    if (smaller === undefined) return text;
    const removed = text.length - smaller.text.length;
    if (removed > most) [kind, most] = [smaller.kind, removed];
    return smaller.text;
  };
  const content = mapTexts(result.content, shorten);
  // With a member in front of the spread all these objects have one shape: else V8 makes one for each.
  return kind === undefined ? undefined : { arrivalKind: kind, ...result, content, came: result.content };
}

/** What the result's call shows. @param known What other policies found. */
export function shownBy(result: ToolResult, known?: KnownForms): ShownByCall {
  const find = () => shownByCall(toolOf(result), argumentsOf(result));
  return known === undefined ? find() : known.shownBy(result.args, find);
}

/** Calls of a provider's own shell have no name. */
export const toolOf = ({ toolName = "shell" }: ToolResult): string => wellFormed(toolName);

/** The arguments of the call that a result answers, as JSON. */
export function argumentsOf({ args = "" }: ToolResult): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

/** The same content with other texts, where these may be smaller. */
export function mapTexts(content: ResultContent, map: (text: string) => string): ResultContent {
  switch (content.kind) {
    case "text":
      return { ...content, text: map(content.text) };
    case "parts":
    case "object":
    case "fields":
    case "media":
      return { ...content, texts: content.texts.map(map) };
    default:
      return content;
  }
}
