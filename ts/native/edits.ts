import type { Steps } from "../base/steps.js";
import type { Edit, Original, Report } from "../contract/report.js";
import { type PausingReduction, REPAIR } from "../contract/report-basis.js";
import { pathInObject, pathsInSteps } from "../text/json-pointer.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { bytesOf, outputOf, type PlannedRequest } from "./request.js";
import { type DecisionRow, type EditRow, type MarkerEdit, type Range, type ResultEdit, Rows } from "./rows.js";

/** A request that was read, with or without edits. */
export class NativeReduction implements PausingReduction {
  readonly #request: PlannedRequest;
  readonly #output: Uint8Array | undefined;

  constructor(
    readonly body: Uint8Array,
    readonly changed: boolean,
    readonly report: Report,
    request: PlannedRequest,
  ) {
    this.#request = request;
    this.#output = changed ? body : undefined;
  }

  originals(): Iterable<Original> {
    const request = this.#request;
    const output = this.#output;
    return { [Symbol.iterator]: () => withoutPauses(readOriginals(request, output)) };
  }

  pausingOriginals(): Generator<Original | undefined> {
    return readOriginals(this.#request, this.#output);
  }
}

function* readOriginals(request: PlannedRequest, output: Uint8Array | undefined): Generator<Original | undefined> {
  const rows = new Rows(request, output && outputOf(request, output));
  for (const placed of placedEdits(request, rows)) {
    if (placed === undefined) yield;
    else yield { edit: placed.edit, bytes: new Uint8Array(bytesOf(request).subarray(placed.start, placed.end)) };
  }
}

/** Every edit of a plan that was not carried out. */
export function decodeEdits(request: PlannedRequest): Edit[] {
  const edits: Edit[] = [];
  for (const placed of placedEdits(request, new Rows(request))) if (placed !== undefined) edits.push(placed.edit);
  return edits;
}

function* withoutPauses<T>(list: Iterable<T | undefined>): Generator<T> {
  for (const one of list) if (one !== undefined) yield one;
}

/** An edit, and the place of the value that it replaces. */
interface PlacedEdit extends Range {
  edit: Edit;
}

/** Edits of results and repairs, as they follow each other in the body; undefined where others may have the thread. */
function* placedEdits(request: PlannedRequest, rows: Rows): Generator<PlacedEdit | undefined> {
  yield* rows.read();
  const paths = yield* memberPaths(request, rows);
  const repairs = (yield* placedRepairs(request, rows)).values();
  let repair = repairs.next();
  for (const row of rows.edits) {
    for (; !repair.done && repair.value.start < row.span.start; repair = repairs.next()) yield repair.value;
    const { start, end } = replacedValue(bytesOf(request), row);
    yield { edit: decodeEdit(request, rows, row, paths), start, end };
  }
  for (; !repair.done; repair = repairs.next()) yield repair.value;
}

/** JSON Pointers of strings in the arguments of calls, and of members of definitions, by where these or their edits begin. */
function* memberPaths(request: PlannedRequest, { edits, decisions }: Rows): Steps<ReadonlyMap<number, string>> {
  const isTrim = (row: EditRow) => "decision" in row && decisions[row.decision]?.action === "trim";
  const offsets = edits.flatMap((row) => {
    if (row.kind === "defines") return [row.part ?? row.span.start];
    return isTrim(row) ? [row.span.start] : [];
  });
  if (offsets.length === 0) return new Map();
  const paths = yield* pathsInSteps(bytesOf(request), offsets);
  return new Map(offsets.map((offset, index) => [offset, paths[index] ?? ""]));
}

const ESCAPE_BYTES = 6;

function* placedRepairs(request: PlannedRequest, rows: Rows): Steps<PlacedEdit[]> {
  const offsets = rows.repairOffsets;
  if (offsets.length === 0) return [];
  const paths = yield* pathsInSteps(bytesOf(request), offsets);
  return offsets.map((start, index) => {
    const end = start + ESCAPE_BYTES;
    return { edit: { path: paths[index] ?? "", span: { start, end }, ...REPAIR }, start, end };
  });
}

const COMMA = 0x2c;
const SPACE = 0x20;
const COLON = 0x3a;

/** The value that an edit replaces. The span of a removed list element has its comma in it. */
function replacedValue(body: Uint8Array, row: EditRow): Range {
  const { kind, span } = row;
  if (kind === "defines") return row.text;
  let { start, end } = span;
  const isBetween = (at: number) => body[at] === COMMA || (body[at] ?? COMMA) <= SPACE;
  while (start < end && isBetween(start)) start++;
  while (start < end && isBetween(end - 1)) end--;
  // Of a member, which is a marker's, the value: neither name nor what is around the colon has another.
  if (kind === "unmarks") {
    start = body.indexOf(COLON, start) + 1;
    while (start < end && isBetween(start)) start++;
  }
  return { start, end };
}

function decodeEdit(request: PlannedRequest, rows: Rows, row: EditRow, paths: ReadonlyMap<number, string>): Edit {
  const { span } = row;
  const replacement = rows.replacementOf(row);
  if (row.kind === "defines") {
    const place = paths.get(row.part ?? span.start) ?? "";
    if (span.start < span.end) return { path: place, span, replacement, action: "shorten", reason: "tools" };
    return { path: `${place}/${addedKey(replacement)}`, span, replacement, action: "defer", reason: "tools" };
  }
  if (!("decision" in row)) {
    return { path: markerPath(wireOf(request), row), span, replacement, action: "anchor", reason: "anchor" };
  }
  const { action, reason } = rows.decisions[row.decision] ?? { action: "clip", reason: "window" };
  const path = paths.get(span.start) ?? editPath(request, placeOf(row), rows.decisions[row.decision]);
  return { path, span, replacement, action: action === "keep" ? "clip" : action, reason };
}

/** The key of a member that is added to a definition; of a definition that is added to the list, the one behind the last. */
const addedKey = (replacement: string): string => /^,"([^"]*)":/.exec(replacement)?.[1] ?? "-";

/** The wire of a request that has edits. */
export const wireOf = ({ wire }: PlannedRequest): WireDefinition => WIRES.of(wire ?? "");

interface EditPlace {
  part: number | undefined;
  /** Byte offsets of the span, and of the text that it is or has in it. */
  start: number;
  textStart: number;
  isRemoval: boolean;
}

const placeOf = ({ kind, part, span, text }: ResultEdit): EditPlace => ({
  part,
  start: span.start,
  textStart: text.start,
  isRemoval: kind === "removes",
});

type EditedPlace = Pick<
  DecisionRow,
  "messageIndex" | "blockIndex" | "isSnakeCase" | "hasFields" | "isMedia" | "isAround" | "action"
>;

/** JSON Pointer of what an edit replaces: a content, one of its parts or that part's text, or a string of an object. */
export function editPath(
  request: PlannedRequest,
  { part, start, textStart, isRemoval }: EditPlace,
  decision: Partial<EditedPlace> = {},
): string {
  const { messageIndex = 0, blockIndex = 0, isSnakeCase = false, hasFields = false } = decision;
  const wire = wireOf(request);
  const content = contentPath(wire, messageIndex, blockIndex, isSnakeCase);
  if (decision.action === "remove") return content.slice(0, content.lastIndexOf("/"));
  if (part === undefined) return content;
  if (decision.isMedia) return `/${wire.listKey}/${messageIndex}/${wire.blocks.key}/${part}`;
  if (decision.isAround) return parentOf(content) + pathInObject(bytesOf(request).subarray(part, start));
  if (wire.resultsAreObjects || hasFields) return content + pathInObject(bytesOf(request).subarray(part, start));
  const isWhole = isRemoval || start !== textStart;
  return isWhole ? `${content}/${part}` : `${content}/${part}/text`;
}

/** JSON Pointer of a cache marker on a result's block, or on a part of it. */
function markerPath(wire: WireDefinition, { messageIndex, blockIndex, part }: MarkerEdit): string {
  const content = contentPath(wire, messageIndex, blockIndex, false);
  const holder = part === undefined ? parentOf(content) : `${content}/${part}`;
  return `${holder}/${wire.cache.markerKey}`;
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

function contentPath(
  { listKey, contentPath: inMessage }: WireDefinition,
  message: number,
  block: number,
  isSnakeCase: boolean,
): string {
  return `/${listKey}/${message}/${inMessage(block, isSnakeCase).join("/")}`;
}
