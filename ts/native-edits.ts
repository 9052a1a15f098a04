import { bytesOf, DECISION_WORDS, EDIT, NONE, type PlannedRequest, REASONS, Rows } from "./native-rows.js";
import { pathInObject, pathsAt } from "./path-in-object.js";
import type { Edit, Original, Reduction, Report, Wire } from "./report.js";
import { REPAIR } from "./report-basis.js";

/** A request that was read, with or without edits. */
export class NativeReduction implements Reduction<Uint8Array> {
  readonly #request: PlannedRequest;

  constructor(
    readonly body: Uint8Array,
    readonly changed: boolean,
    readonly report: Report,
    request: PlannedRequest,
  ) {
    this.#request = request;
  }

  originals(): Iterable<Original> {
    const request = this.#request;
    return { [Symbol.iterator]: () => readOriginals(request) };
  }
}

function* readOriginals(request: PlannedRequest): Generator<Original> {
  for (const { edit, start, end } of placedEdits(request)) {
    yield { edit, bytes: new Uint8Array(bytesOf(request).subarray(start, end)) };
  }
}

/** Every edit of the plan. */
export function decodeEdits(request: PlannedRequest): Edit[] {
  return Array.from(placedEdits(request), ({ edit }) => edit);
}

/** An edit, and where the value that it replaces stands. */
interface PlacedEdit {
  edit: Edit;
  start: number;
  end: number;
}

/** Edits of results and repairs, as they follow each other in the body. */
function* placedEdits(request: PlannedRequest): Generator<PlacedEdit> {
  const rows = new Rows(request);
  const repairs = placedRepairs(request, rows);
  let repair = repairs.next();
  for (const row of rows.editRows()) {
    for (; !repair.done && repair.value.start < rows.at(row + 3); repair = repairs.next()) yield repair.value;
    yield { edit: decodeEdit(request, rows, row), ...replacedValue(bytesOf(request), rows, row) };
  }
  for (; !repair.done; repair = repairs.next()) yield repair.value;
}

const ESCAPE_BYTES = 6;

function* placedRepairs(request: PlannedRequest, rows: Rows): Generator<PlacedEdit> {
  const offsets = rows.repairOffsets();
  if (offsets.length === 0) return;
  const paths = pathsAt(bytesOf(request), offsets);
  for (const [index, start] of offsets.entries()) {
    const end = start + ESCAPE_BYTES;
    yield { edit: { path: paths[index] ?? "", span: { start, end }, ...REPAIR }, start, end };
  }
}

const COMMA = 0x2c;
const SPACE = 0x20;
const COLON = 0x3a;

/** The value that the edit at `row` replaces. The span of a removed list element has its comma in it. */
function replacedValue(body: Uint8Array, rows: Rows, row: number): { start: number; end: number } {
  let start = rows.at(row + 3);
  let end = rows.at(row + 4);
  const isBetween = (at: number) => body[at] === COMMA || (body[at] ?? COMMA) <= SPACE;
  while (start < end && isBetween(start)) start++;
  while (start < end && isBetween(end - 1)) end--;
  // Of a member, which is a marker's, the value: neither name nor what is around the colon has another.
  if (rows.at(row + 2) === EDIT.unmarks) {
    start = body.indexOf(COLON, start) + 1;
    while (start < end && isBetween(start)) start++;
  }
  return { start, end };
}

function decodeEdit(request: PlannedRequest, rows: Rows, row: number): Edit {
  const span = { start: rows.at(row + 3), end: rows.at(row + 4) };
  if (rows.at(row + 2) >= EDIT.marks) {
    const replacement = rows.raw(row + 5) ?? "";
    return { path: markerPath(request.wire, rows, row), span, replacement, action: "anchor", reason: "anchor" };
  }
  const decision = rows.at(row) * DECISION_WORDS;
  const kind = rows.at(decision + 2);
  return {
    path: editPath(request, rows, decision, row),
    span,
    replacement: rows.raw(row + 5) ?? "",
    action: (kind & 0xff) === 1 ? "mask" : "clip",
    reason: REASONS[(kind >> 8) & 0xff] ?? "window",
  };
}

/** JSON Pointer of what an edit replaces: a content, one of its parts or that part's text, or a string of an object. */
function editPath(request: PlannedRequest, rows: Rows, decision: number, edit: number): string {
  const isSnakeCase = rows.at(decision + 2) >> 16 !== 0;
  const content = contentPath(request.wire, rows.at(decision), rows.at(decision + 1), isSnakeCase);
  const part = rows.at(edit + 1);
  if (part === NONE) return content;
  const [start, textStart] = [rows.at(edit + 3), rows.at(edit + 7)];
  if (request.wire === "gemini") return content + pathInObject(bytesOf(request).subarray(part, start));
  const isWhole = rows.at(edit + 2) === EDIT.removes || start !== textStart;
  return isWhole ? `${content}/${part}` : `${content}/${part}/text`;
}

/** JSON Pointer of a cache marker on a result's block, or on a part of it. */
function markerPath(wire: Wire | undefined, rows: Rows, edit: number): string {
  const content = contentPath(wire, rows.at(edit), rows.at(edit + 7), false);
  const part = rows.at(edit + 1);
  const holder = part === NONE ? content.slice(0, content.lastIndexOf("/")) : `${content}/${part}`;
  return `${holder}/${wire === "anthropic" ? "cache_control" : "prompt_cache_breakpoint"}`;
}

function contentPath(wire: Wire | undefined, message: number, block: number, isSnakeCase: boolean): string {
  switch (wire) {
    case "anthropic":
      return `/messages/${message}/content/${block}/content`;
    case "openai-responses":
      return `/input/${message}/output`;
    case "gemini":
      return `/contents/${message}/parts/${block}/${isSnakeCase ? "function_response" : "functionResponse"}/response`;
    default:
      return `/messages/${message}/content`;
  }
}
