// Builds the pipeline's result: the mask stage's own if no other stage changed the request, with an account of all
// stages in its report.

import type { Phase, PipelineStage } from "../contract/pipeline-report.js";
import type { Decision, Original, Reduction, Report } from "../contract/report.js";
import { toPointer } from "../text/json-pointer.js";
import type { JsonRecord } from "../text/json-value.js";
import { charsOf } from "../wires/transcript.js";
import type { CallContext } from "./context.js";
import type { Draft } from "./draft.js";
import { blockTexts, type ListEdit, messageTexts, placeAt } from "./list-edit.js";
import type { ClippedResult, ClippedText, StageOutcome } from "./stage.js";

/** A stage's request that passed the checks. */
export type Accepted = Extract<StageOutcome, { draft: Draft }> & { stage: PipelineStage };

/** The events of one call. */
export interface Course {
  original: Draft;
  /** The report of the request with nothing masked. */
  read: () => Report;
  /** The result; undefined if the request does not change. */
  chosen: Accepted | undefined;
  /** The mask stage's result, if it made one. */
  masked: Accepted | undefined;
  fits: boolean;
  /** Stages that changed the request, in order. */
  made: readonly { stage: PipelineStage; before: Draft; after: Draft }[];
}

/** Adds the account to the report and builds the reduction. */
export function finishReduction<T>(course: Course, context: CallContext): Reduction<T> {
  const { original, chosen, masked, read } = course;
  const changed = chosen !== undefined && context.policy.settings.mode === "reduce";
  // If the mask stage's work was not used, its report would list masks that are not in the result.
  const report = (chosen === undefined ? undefined : masked?.masked?.report) ?? read();
  fillReport(report, course, context);
  report.changed = changed;
  if (changed) report.reductionStage = chosen.stage;
  else delete report.reductionStage;
  const originals = () => listOriginals(context, original, masked, chosen);
  return {
    body: (changed ? chosen.draft.body : original.body) as T,
    changed,
    report,
    originals: () => ({ [Symbol.iterator]: originals }),
  };
}

function fillReport(report: Report, { original, chosen, masked, fits, made }: Course, context: CallContext): void {
  const final = chosen?.draft ?? original;
  report.fits = fits;
  report.invariantStatus = chosen?.stage === "fallback" ? "fallback" : "ok";
  report.droppedCount = chosen?.edit?.dropped.size ?? 0;
  if (chosen?.clipped !== undefined) addClips(report, chosen.clipped);
  const [before, after] = [original.byteCount, final.byteCount];
  if (before !== undefined && after !== undefined) report.bytes = { before, after };
  if (context.notes.length > 0) report.notes = [...(report.notes ?? []), ...context.notes];
  if (chosen?.summary !== undefined) report.summary = chosen.summary;
  const isOwn = chosen?.edit !== undefined || chosen?.clipped !== undefined;
  const offsets = [masked?.firstChangedByte, isOwn ? chosen.firstChangedByte : undefined].filter(
    (one) => one !== undefined,
  );
  if (report.backend === "native" && offsets.length > 0) report.firstChangedByte = Math.min(...offsets);
  lazily(report, "phases", () => made.map((phase) => toPhase(phase, context)));
  lazily(report, "preserved", () => context.countPreserved(chosen?.edit?.dropped));
  fillSizes(report, original, final, context);
}

/** Adds the clipped results to the decisions, in place of those that kept them, and to the counts. */
function addClips(report: Report, clipped: readonly ClippedResult[]): void {
  const made = clipped.map(({ result, texts }): Decision => {
    const { messageIndex, blockIndex, toolName, callId, content } = result;
    const charsBefore = charsOf(content);
    const removed = texts.reduce((chars, { before, text }) => chars + before.length - text.length, 0);
    const charsAfter = charsBefore - removed;
    return { messageIndex, blockIndex, toolName, callId, action: "clip", reason: "budget", charsBefore, charsAfter };
  });
  const placeOf = ({ messageIndex, blockIndex }: Decision) => `${messageIndex}/${blockIndex}`;
  const places = new Set(made.map(placeOf));
  const others = report.decisions.filter((one) => one.isMedia || !places.has(placeOf(one)));
  const decisions = [...others, ...made].sort((a, b) => a.messageIndex - b.messageIndex || a.blockIndex - b.blockIndex);
  lazily(report, "decisions", () => decisions);
  report.clippedCount += made.length;
  report.clippedChars += made.reduce((chars, one) => chars + one.charsBefore - one.charsAfter, 0);
}

function fillSizes(report: Report, original: Draft, final: Draft, context: CallContext): void {
  const isAsked = Boolean(context.options.tokens);
  if (!isAsked && !context.limits.exist) return;
  const { method } = context.policy.settings.tokens;
  lazily(report, "tokens", () => ({ before: context.tokensOf(original), after: context.tokensOf(final), method }));
  if (isAsked) lazily(report, "chars", () => ({ before: context.charsOf(original), after: context.charsOf(final) }));
}

function toPhase({ stage, before, after }: Course["made"][number], context: CallContext): Phase {
  return { name: stage, tokensBefore: context.tokensOf(before), tokensAfter: context.tokensOf(after) };
}

/** Defines a property that is computed when it is first read, because counting tokens is slower than masking. */
function lazily<K extends keyof Report>(report: Report, key: K, compute: () => Report[K]): void {
  let value: Report[K] | undefined;
  const get = () => {
    value ??= compute();
    return value;
  };
  Object.defineProperty(report, key, { enumerable: true, configurable: true, get });
}

/** Yields the mask's edits of remaining messages, then the dropped messages, the insertions and the clipped texts. */
function* listOriginals(
  context: CallContext,
  original: Draft,
  masked: Accepted | undefined,
  chosen: Accepted | undefined,
): Generator<Original> {
  const edit = chosen?.edit;
  if (chosen === undefined) return;
  for (const one of masked?.masked?.originals() ?? []) {
    if (edit === undefined || !isGone(edit, one.edit.path)) yield one;
  }
  if (edit !== undefined) yield* listDropped(context, original, edit);
  for (const { texts } of chosen.clipped ?? []) yield* listClipped(original, texts);
}

function* listClipped(original: Draft, texts: readonly ClippedText[]): Generator<Original> {
  for (const { path, before, text } of texts) {
    const place = original.isBytes ? placeAt(original.text, path) : undefined;
    const spelled = place === undefined ? JSON.stringify(before) : original.text.slice(place.start, place.end);
    const bytes = new TextEncoder().encode(spelled);
    yield {
      edit: { path: toPointer(path), replacement: JSON.stringify(text), action: "clip", reason: "budget" },
      bytes,
    };
  }
}

function isGone({ dropped, stripped }: ListEdit, path: string): boolean {
  const [, , message, , block] = path.split("/");
  return dropped.has(Number(message)) || stripped?.get(Number(message))?.includes(Number(block)) === true;
}

function* listDropped(context: CallContext, original: Draft, edit: ListEdit): Generator<Original> {
  const key = context.definition.listKey;
  const indexes = [...edit.dropped].sort((a, b) => a - b);
  const list = original.request[key] as readonly unknown[];
  const texts = original.isBytes
    ? messageTexts(context.definition, original.text, indexes)
    : indexes.map((index) => JSON.stringify(list[index]));
  for (const [at, index] of indexes.entries()) yield dropped(`/${key}/${index}`, texts[at]);
  yield* listStripped(context, original, edit);
  const { insertion } = edit;
  if (insertion === undefined) return;
  const replacement = insertion.values.map((value) => JSON.stringify(value)).join(",");
  const path = `/${key}/${insertion.kind === "messages" ? insertion.at : insertion.message}`;
  yield { edit: { path, replacement, action: "summary", reason: "budget" }, bytes: new Uint8Array(0) };
}

function* listStripped(
  { definition: wire }: CallContext,
  original: Draft,
  { stripped = new Map() }: ListEdit,
): Generator<Original> {
  const key = wire.listKey;
  const list = original.request[key] as readonly JsonRecord[];
  for (const [message, results] of stripped) {
    const blocks = list[message]?.[wire.blocks.key] as readonly unknown[];
    const texts = original.isBytes
      ? blockTexts(wire, original.text, message, results)
      : results.map((index) => JSON.stringify(blocks[index]));
    for (const [at, index] of results.entries())
      yield dropped(`/${key}/${message}/${wire.blocks.key}/${index}`, texts[at]);
  }
}

const dropped = (path: string, text: string | undefined): Original => ({
  edit: { path, replacement: "", action: "drop", reason: "budget" },
  bytes: new TextEncoder().encode(text),
});
