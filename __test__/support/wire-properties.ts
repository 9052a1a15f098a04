import { ok, strictEqual } from "node:assert";
import type { Backend, ReduceOptions } from "../../ts/contract/backend.js";
import type { Decision, Report, Wire } from "../../ts/contract/report.js";
import type { Policy } from "../../ts/policy/policy.js";
import { validateRequest } from "../../ts/validate/index.js";
import { checkSplices, compareRuns, expectSameMeaning, type Run, runBackend } from "./agreement.js";
import { expectSame } from "./same.js";
import { type LoosePlace, loosePlaces, resultPlaces } from "./wire-shapes.js";

type Json = Record<string, unknown>;

/** One valid request, and all that its properties are checked with. */
export interface WireCase {
  wire: Wire;
  /** The request's bytes, spelled in some way. */
  body: Buffer;
  /** The same request in another spelling and order, with unknown fields. */
  other: Buffer;
  policy: Policy;
  /** `policy` with one more turn in its window. */
  wider: Policy;
  options: ReduceOptions;
}

/** Rules that a request breaks, each with the message it is broken in: bytes move when a request becomes smaller. */
const violationsOf = (request: Uint8Array, wire: Wire): string[] =>
  validateRequest(request, { wire }).map(({ rule, messageIndex }) => `${rule} at ${messageIndex ?? "–"}`);

const parse = (bytes: Uint8Array): Json => JSON.parse(Buffer.from(bytes).toString("utf8"));

/** Throws unless every property holds for one backend. Returns the report. */
export function checkBackend(backend: Backend, one: WireCase): Report {
  checkInput(one);
  return checkRun(backend, one).reduction.report;
}

/** {@link checkBackend} for both, that they agree, and that native's edits are all it does to the bytes. */
export function checkBoth({ native, other }: { native: Backend; other: Backend }, one: WireCase): Report {
  checkInput(one);
  const theirs = checkRun(other, one);
  const ours = checkRun(native, one);
  checkSplices(ours, one.body);
  compareRuns(ours, theirs);
  return ours.reduction.report;
}

function checkInput({ wire, body, other }: WireCase): void {
  expectSame(violationsOf(body, wire), [], "the generated request is valid");
  expectSame(violationsOf(other, wire), [], "and so it is however it is spelled");
}

function checkRun(backend: Backend, one: WireCase): Run {
  const { wire, body, policy, options } = one;
  const run = runBackend(backend, body, policy, options);
  const { body: out, changed, report } = run.reduction;
  expectSame([report.wire, report.skipped], [wire, undefined], `${backend.name} reads the wire`);
  if (changed) {
    checkOutput(one, out, report.decisions);
    const again = backend.reduceBody(out, policy, options);
    ok(!again.changed && again.body === out, "reducing again changes nothing");
  } else {
    // The output is the input itself, of which a second reading has just planned this.
    strictEqual(run.plan.edits.length, 0, "reducing again changes nothing");
  }
  checkSpelling(backend, one, run);
  checkWindow(backend, one, report.decisions);
  return run;
}

const placeOf = ({ messageIndex, blockIndex }: { messageIndex: number; blockIndex: number }) =>
  `${messageIndex}/${blockIndex}`;

const editedPlaces = (decisions: readonly Decision[]) =>
  new Set(decisions.filter(({ action }) => action !== "keep").map(placeOf));

/** Roles, ids, order, types, envelopes and all that no decision names: all as they were. */
function checkOutput({ wire, body }: WireCase, out: Uint8Array, decisions: readonly Decision[]): void {
  const all = editedPlaces(decisions);
  const [before, after] = [parse(body), parse(out)];
  const loose = loosePlaces(wire, before).filter((place) => all.has(placeOf(place)));
  for (const place of loose) checkLoose(place, after);
  const edited = new Set([...all].filter((place) => !loose.some((one) => placeOf(one) === place)));
  const [places, placesAfter] = [before, after].map((request) =>
    resultPlaces(wire, request).filter((place) => edited.has(placeOf(place))),
  );
  strictEqual(places?.length, edited.size, "every decision names a result");
  strictEqual(placesAfter?.length, edited.size, "results keep their places");
  for (const [index, { holder, key }] of places?.entries() ?? []) {
    const made = placesAfter?.[index] as NonNullable<typeof placesAfter>[number];
    checkContent(holder[key], made.holder[made.key]);
    made.holder[made.key] = holder[key];
    // Next to a response, images and other files go with it.
    if (Array.isArray(made.holder.parts) && made.holder.parts.length === 0) made.holder.parts = holder.parts;
  }
  expectSame(after, before, "only announced results change");
  expectSame(violationsOf(out, wire), [], "valid stays valid");
}

const NOTE = /^\[(?:image|document) masked — [A-Za-z0-9.+/ -]+(?:, \d+ bytes)?\]$/;

/** An image or a document became a line about it; what is around it is as it was. Puts it back. */
function checkLoose({ path, value }: LoosePlace, after: Json): void {
  const last = path.at(-1) as string | number;
  const holder = path.slice(0, -1).reduce((at: unknown, key) => Reflect.get(Object(at), key), after);
  const made: unknown = Reflect.get(Object(holder), last);
  const [blocks, blocksAfter] = [value, made].map((one) => (Array.isArray(one) ? one : [one]));
  strictEqual(blocksAfter?.length, blocks?.length, "no block comes or goes");
  for (const [index, block] of blocksAfter?.entries() ?? []) {
    if (JSON.stringify(block) !== JSON.stringify(blocks?.[index])) ok(NOTE.test(block.text), "a medium becomes a note");
  }
  Reflect.set(Object(holder), last, value);
}

/** A string stays a string, a list a list of at least one block, an object an object. */
function checkContent(before: unknown, after: unknown): void {
  const kind = (value: unknown) => (Array.isArray(value) ? "list" : typeof value);
  strictEqual(kind(after), kind(before), "a result keeps its kind");
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  ok(after.length >= 1 && after.length <= before.length, "a list keeps a block and gets none");
  ok(
    after.every((block) => typeof block.text === "string" && block.text !== ""),
    "a masked list is text",
  );
  const markers = (list: Json[]) => list.filter((block) => block.cache_control ?? block.prompt_cache_breakpoint).length;
  ok(markers(after) >= Math.min(1, markers(before)), "a cache breakpoint stays");
}

/** White space, escapes, key order and unknown fields, all at once, change nothing about what is masked. */
function checkSpelling(backend: Backend, { other, policy, options, wire }: WireCase, { reduction }: Run): void {
  const { body: out, changed, report } = backend.reduceBody(other, policy, { ...options, explain: true, tokens: true });
  expectSameMeaning(report, reduction.report, "the spelling means nothing");
  if (changed) expectSame(violationsOf(out, wire), [], "valid stays valid, however it is spelled");
}

function checkWindow(backend: Backend, { body, wider, options }: WireCase, decisions: readonly Decision[]): void {
  const narrow = editedPlaces(decisions);
  const { report } = backend.planBody(body, wider, options);
  const more = report.decisions.filter((decision) => !narrow.has(placeOf(decision)));
  expectSame(more, [], "a larger window edits no more");
}

/** What is wrong with a request before anything is done to it. */
export function inputViolations({ wire, body }: WireCase): string[] {
  return violationsOf(body, wire);
}
