import { deepStrictEqual, ok } from "node:assert";
import type { Backend, ReduceOptions } from "../../ts/backend.js";
import type { Policy } from "../../ts/policy.js";
import type { Decision, Report, Wire } from "../../ts/report.js";
import { expectAgreement, meaningOf } from "./agreement.js";
import { type JsonStyle, renderJson } from "./render-json.js";
import { newViolations, violationsOf } from "./validator.js";
import { reordered, resultPlaces, withUnknownFields } from "./wire-shapes.js";

type Json = Record<string, unknown>;

/** One valid request, and all that its properties are checked with. */
export interface WireCase {
  wire: Wire;
  request: Json;
  /** The request's bytes, spelled in some way. */
  body: Buffer;
  /** Another spelling for the same request. */
  style: JsonStyle;
  policy: Policy;
  /** `policy` with one more turn in its window, both without rules for single tools. */
  windows: readonly [narrow: Policy, wide: Policy];
  options: ReduceOptions;
}

const parse = (bytes: Uint8Array): Json => JSON.parse(Buffer.from(bytes).toString("utf8"));

/** Throws unless every property holds for one backend. Returns the report. */
export function checkBackend(backend: Backend, one: WireCase): Report {
  const { wire, body, policy } = one;
  const asked = { ...one.options, explain: true, tokens: true };
  const { body: out, changed, report } = backend.reduceBody(body, policy, asked);
  deepStrictEqual([report.wire, report.skipped], [wire, undefined], `${backend.name} reads the wire`);
  if (changed) checkOutput(one, out, report.decisions);
  else deepStrictEqual(out === body, true, "an unchanged body is the input itself");
  const again = backend.reduceBody(out, policy, one.options);
  deepStrictEqual([again.changed, again.body === out], [false, true], "reducing again changes nothing");
  checkSpelling(backend, one, report);
  checkWindows(backend, one);
  return report;
}

/** {@link checkBackend} for both, that they agree, and that native's edits are all it does to the bytes. */
export function checkBoth(backends: { native: Backend; baseline: Backend }, one: WireCase): Report {
  checkBackend(backends.baseline, one);
  checkBackend(backends.native, one);
  const report = expectAgreement(backends, one.body, one.policy, one.options);
  ok(report !== undefined, "the baseline serialises what the generator makes");
  return report;
}

/** The request with its edited results blanked out, and the results beside it. */
function takeApart(wire: Wire, request: Json, edited: ReadonlySet<string>): { rest: Json; contents: unknown[] } {
  const contents = resultPlaces(wire, request)
    .filter(({ messageIndex, blockIndex }) => edited.has(`${messageIndex}/${blockIndex}`))
    .map(({ holder, key }) => {
      const content = holder[key];
      holder[key] = 0;
      return content;
    });
  return { rest: request, contents };
}

/** Roles, ids, order, types, envelopes and every result that no decision names: all as they were. */
function checkOutput({ wire, body }: WireCase, out: Uint8Array, decisions: readonly Decision[]): void {
  const edited = new Set(
    decisions.filter(({ action }) => action !== "keep").map((one) => `${one.messageIndex}/${one.blockIndex}`),
  );
  const before = takeApart(wire, parse(body), edited);
  const after = takeApart(wire, parse(out), edited);
  deepStrictEqual(after.rest, before.rest, "only announced results change");
  deepStrictEqual(before.contents.length, edited.size, "every decision names a result");
  for (const [index, content] of before.contents.entries()) checkContent(content, after.contents[index]);
  deepStrictEqual(newViolations(body, out, wire), [], "valid stays valid");
}

/** A string stays a string, a list a list of at least one block, an object an object. */
function checkContent(before: unknown, after: unknown): void {
  const kind = (value: unknown) => (Array.isArray(value) ? "list" : typeof value);
  deepStrictEqual(kind(after), kind(before), "a result keeps its kind");
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  ok(after.length >= 1 && after.length <= before.length, "a list keeps a block and gets none");
  ok(
    after.every((block) => typeof block.text === "string" && block.text !== ""),
    "a masked list is text",
  );
  const markers = (list: Json[]) => list.filter((block) => block.cache_control ?? block.prompt_cache_breakpoint).length;
  deepStrictEqual(markers(after) >= Math.min(1, markers(before)), true, "a cache breakpoint stays");
}

/** White space, escapes, key order and unknown fields, all at once, change nothing about what is masked. */
function checkSpelling(backend: Backend, { request, style, policy, options, wire }: WireCase, report: Report): void {
  const other = Buffer.from(renderJson(reordered(withUnknownFields(request)), style));
  const asked = { ...options, explain: true, tokens: true };
  const { body: out, report: theirs } = backend.reduceBody(other, policy, asked);
  deepStrictEqual(meaningOf(theirs), meaningOf(report), "the spelling means nothing");
  deepStrictEqual(newViolations(other, out, wire), [], "valid stays valid, however it is spelled");
}

function checkWindows(backend: Backend, { body, windows, options }: WireCase): void {
  const [narrow, wide] = windows.map((policy) => {
    const { report } = backend.planBody(body, policy, options);
    return report.decisions.map(({ messageIndex, blockIndex }) => `${messageIndex}/${blockIndex}`);
  });
  const more = wide?.filter((place) => !narrow?.includes(place));
  deepStrictEqual(more, [], "a larger window edits no more");
}

/** What is wrong with a request before anything is done to it. */
export function inputViolations({ wire, body }: WireCase): string[] {
  return violationsOf(body, wire);
}
