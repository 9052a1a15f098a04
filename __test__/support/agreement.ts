import { deepStrictEqual, ok, strictEqual } from "node:assert";
import type { Backend, BackendOptions } from "../../ts/contract/backend.js";
import type { Decision, Edit, Plan, Reduction, Report } from "../../ts/contract/report.js";
import type { Policy } from "../../ts/policy/policy.js";
import { expectSame, isSame } from "./same.js";
import { spliceEdits } from "./splice.js";

const REPORTED = [
  ...(["wire", "model", "delta", "changed", "skipped", "reductionStage", "invariantStatus", "fits"] as const),
  ...(["chars", "tokens", "cache", "messageCount", "toolTurnCount", "toolResultCount"] as const),
  ...(["maskedCount", "maskedChars", "clippedCount", "clippedChars", "repairedSurrogates"] as const),
  ...(["dedupedCount", "dedupedChars", "references"] as const),
  ...(["shortenedCount", "shortenedChars", "thinkingRemoved", "thinkingRemovedChars", "headers"] as const),
  ...(["shortenedArgsCount", "shortenedArgsChars", "argsImitated"] as const),
  ...(["shortenedToolsCount", "shortenedToolsChars", "deferredToolsCount"] as const),
] as const satisfies readonly (keyof Report)[];

const DECIDED = [
  ...(["messageIndex", "blockIndex", "toolName", "callId", "action", "reason", "charsBefore", "charsAfter"] as const),
] as const satisfies readonly (keyof Decision)[];

const pick = <T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;

/** A report without what only one backend knows (spans, hashes) and without times. */
export function meaningOf(report: Report): object {
  return { ...pick(report, REPORTED), decisions: report.decisions.map((decision) => pick(decision, DECIDED)) };
}

/** Throws unless {@link meaningOf} both is the same. */
export function expectSameMeaning(actual: Report, expected: Report, message: string): void {
  const { decisions } = expected;
  const isOne =
    REPORTED.every((key) => isSame(actual[key], expected[key])) &&
    actual.decisions.length === decisions.length &&
    actual.decisions.every((decision, index) => DECIDED.every((key) => decision[key] === decisions[index]?.[key]));
  if (!isOne) deepStrictEqual(meaningOf(actual), meaningOf(expected), message);
}

/** Of some edits, parts are spelled as in the body by one backend, and as `JSON.stringify` does by the other. */
function withoutSpan({ path, replacement, action, reason }: Edit): object {
  const isSpelled = reason === "dispatch" || (reason === "tools" && action !== "defer") || action === "trim";
  const value: unknown = isSpelled && replacement !== "" ? JSON.parse(replacement) : replacement;
  return { path, value, action, reason };
}

const parsed = (body: Uint8Array): unknown => JSON.parse(Buffer.from(body).toString("utf8"));

/** What a backend does to a body and what it plans, both explained and measured. */
export interface Run {
  reduction: Reduction<Uint8Array>;
  plan: Plan;
}

/** Runs a backend; throws where it plans something else than it does. */
export function runBackend(backend: Backend, body: Uint8Array, policy: Policy, options: BackendOptions): Run {
  const asked = { ...options, explain: true, tokens: true };
  const reduction = backend.reduceBody(body, policy, asked);
  const plan = backend.planBody(body, policy, asked);
  expectSameMeaning(plan.report, reduction.report, `${backend.name} plans what it does`);
  expectSame(plan.report.bytes, reduction.report.bytes, `${backend.name} plans its size`);
  ok(reduction.changed || reduction.body === body, "an unchanged body is the input itself");
  return { reduction, plan };
}

/** Throws unless the native output is the input with the planned edits spliced in. */
export function checkSplices({ reduction, plan: { edits } }: Run, body: Uint8Array): void {
  const { body: out, changed, report } = reduction;
  const mayGrow = edits.some(({ action }) => action === "defer");
  ok(out.length <= body.length || mayGrow, "a body never grows");
  if (!changed) return;
  ok(spliceEdits(body, edits).equals(out), "edits are the changes");
  strictEqual(report.firstChangedByte, edits[0]?.span?.start, "first byte edited");
}

/** Throws unless both report, plan and make the same. */
export function compareRuns(ours: Run, theirs: Run): void {
  expectSameMeaning(ours.reduction.report, theirs.reduction.report, "both report the same");
  expectSame(ours.plan.edits.map(withoutSpan), theirs.plan.edits.map(withoutSpan), "same edits");
  if (ours.reduction.changed) expectSame(parsed(ours.reduction.body), parsed(theirs.reduction.body), "same request");
}

/**
 * Throws unless both backends mean the same by a body, and the native output is the input with the planned edits
 * spliced in. Returns the native report.
 */
export function expectAgreement(
  { native, other }: { native: Backend; other: Backend },
  body: Uint8Array,
  policy: Policy,
  options: BackendOptions = {},
): Report {
  const ours = runBackend(native, body, policy, options);
  checkSplices(ours, body);
  const theirs = runBackend(other, body, policy, options);
  compareRuns(ours, theirs);
  return ours.reduction.report;
}
