import type { Edit } from "../contract/report.js";
import { isRecord, type JsonRecord, visitStrings } from "../text/json-value.js";
import type { Path, WireDefinition } from "../wires/define-wire.js";
import { resultPath } from "../wires/result-path.js";
import { type ResultPlan, type ToolResult, textsOf } from "../wires/transcript.js";
import { type AnchorPlan, type MarkerEdit, NO_ANCHORS } from "./anchors.js";
import type { ClearEdit } from "./clearing.js";
import type { Deferral } from "./definitions/defer.js";
import type { DefinitionPlan } from "./definitions/plan.js";
import { renderMediaNote } from "./media-notes.js";

/** One value to insert into a request, or one list element to remove. */
interface ValueEdit {
  /** Path from the request. */
  path: Path;
  value: unknown;
}

/** Marks an element to remove from its list. */
const REMOVED = Symbol("removed");

/**
 * Applies the planned edits to a copy of the request. The copy shares everything that no edit touches; the original
 * does not change.
 */
export function applyEdits(
  wire: WireDefinition,
  request: JsonRecord,
  edits: readonly ResultPlan[],
  anchors: AnchorPlan = NO_ANCHORS,
  clears?: ClearEdit,
  definitions: readonly DefinitionPlan[] = [],
  deferral?: Deferral,
): JsonRecord {
  const copies = new Copies(request);
  // Members first: removing elements from their lists shifts the later ones.
  if (clears !== undefined) copies.set(clears.path, clears.value);
  for (const { path, value } of anchors.edits) copies.setMember(path, value);
  for (const { path, value } of definitions.flat()) {
    if (value === undefined) copies.setMember(path, undefined);
    else copies.set(path, value);
  }
  if (deferral !== undefined) {
    for (const path of deferral.paths) copies.set([...path, DEFERRED], true);
    copies.set([...deferral.list, deferral.length], deferral.tool);
  }
  const shortened = new Map<string, Path>();
  for (const plan of edits) {
    for (const { path, value } of valueEdits(wire, request, plan, resultPath(wire, request, plan.result), anchors)) {
      copies.set(path, value);
      const list = path.slice(0, -1);
      if (value === REMOVED) shortened.set(toPointer(list), list);
    }
  }
  // Last: it shifts the elements behind.
  for (const list of shortened.values()) copies.dropRemoved(list);
  return copies.root;
}

/** Copies each container on the way to an edit, once. */
class Copies {
  readonly root: JsonRecord;
  readonly #own = new Set<unknown>();

  constructor(original: JsonRecord) {
    this.root = { ...original };
  }

  set(path: Path, value: unknown): void {
    const holder = this.#open(path.slice(0, -1));
    const key = path.at(-1);
    if (key !== undefined) Reflect.set(holder, key, value);
  }

  /** Sets or removes a member. */
  setMember(path: Path, value: JsonRecord | undefined): void {
    const key = path.at(-1);
    const holder = this.#open(path.slice(0, -1));
    if (value !== undefined) this.set(path, value);
    else if (key !== undefined) Reflect.deleteProperty(holder, key);
  }

  dropRemoved(path: Path): void {
    const list = this.#open(path);
    if (Array.isArray(list))
      this.set(
        path,
        list.filter((element) => element !== REMOVED),
      );
  }

  /** The copy at a path of objects and lists. */
  #open(path: Path): object {
    let holder: object = this.root;
    for (const key of path) {
      const value: unknown = Reflect.get(holder, key);
      if (typeof value !== "object" || value === null) throw new Error(`no value at ${toPointer(path)}`);
      holder = this.#own.has(value) ? value : this.#copy(holder, key, value);
    }
    return holder;
  }

  #copy(holder: object, key: string | number, value: object): object {
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.#own.add(copy);
    Reflect.set(holder, key, copy);
    return copy;
  }
}

/** An edit and its place in the request. */
export interface PlacedEdit {
  path: Path;
  edit: Edit;
}

/** The same edits as data, in document order, one at a time. */
export function* placedEdits(
  wire: WireDefinition,
  request: JsonRecord,
  edits: readonly ResultPlan[],
  anchors: AnchorPlan,
): Generator<PlacedEdit, undefined> {
  const markers = anchors.edits;
  let next = 0;
  for (const plan of edits) {
    const { action, reason, result } = plan;
    if (action === "keep") continue;
    for (let marker = markers[next]; marker !== undefined && isBefore(marker, result); marker = markers[next]) {
      yield describeMarker(marker);
      next++;
    }
    for (const { path, value } of valueEdits(wire, request, plan, resultPath(wire, request, plan.result), anchors)) {
      const replacement = value === REMOVED ? "" : JSON.stringify(value);
      yield { path, edit: { path: toPointer(path), replacement, action, reason } };
      const marker = markers[next];
      // A part's marker is at its end.
      if (marker?.partIndex === undefined || isBefore(result, marker) || isBefore(marker, result)) continue;
      if (path.at(-2) !== marker.partIndex) continue;
      yield describeMarker(marker);
      next++;
    }
  }
  for (const marker of markers.slice(next)) yield describeMarker(marker);
}

/** The edit for the provider as data. */
export const placedClearing = ({ path, replacement }: ClearEdit): PlacedEdit => ({
  path,
  edit: { path: toPointer(path), replacement, action: "clear", reason: "cleared" },
});

/** The member that defers a definition. */
const DEFERRED = "defer_loading";

/** The edits of definitions of tools as data. What is added to the list has the pointer of what is behind its last element. */
export function placedDefinitions(plans: readonly DefinitionPlan[], deferral: Deferral | undefined): PlacedEdit[] {
  const edits = plans.flat().map(({ path, value }) => {
    const replacement = value === undefined ? "" : JSON.stringify(value);
    return definitionEdit(path, { path: toPointer(path), replacement, action: "shorten" });
  });
  if (deferral === undefined) return edits;
  const { paths, list, length, tool } = deferral;
  for (const path of paths) {
    const place = [...path, DEFERRED];
    edits.push(definitionEdit(place, { path: toPointer(place), replacement: `,"${DEFERRED}":true`, action: "defer" }));
  }
  const search = { path: `${toPointer(list)}/-`, replacement: `,${JSON.stringify(tool)}`, action: "defer" } as const;
  return [...edits, definitionEdit([...list, length], search)];
}

const definitionEdit = (path: Path, edit: Omit<Edit, "reason">): PlacedEdit => ({
  path,
  edit: { ...edit, reason: "tools" },
});

type BlockIndexes = Pick<ToolResult, "messageIndex" | "blockIndex">;

const isBefore = (one: BlockIndexes, other: BlockIndexes): boolean =>
  one.messageIndex < other.messageIndex ||
  (one.messageIndex === other.messageIndex && one.blockIndex < other.blockIndex);

function describeMarker({ path, value }: MarkerEdit): PlacedEdit {
  const replacement = value === undefined ? "" : `,${JSON.stringify({ [String(path.at(-1))]: value }).slice(1, -1)}`;
  return { path, edit: { path: toPointer(path), replacement, action: "anchor", reason: "anchor" } };
}

/** Bytes of JSON text that an edit inserts. */
export function addedBytes(wire: WireDefinition, request: JsonRecord, plan: ResultPlan): number {
  let bytes = 0;
  for (const { value } of valueEdits(wire, request, plan, resultPath(wire, request, plan.result), NO_ANCHORS)) {
    if (value !== REMOVED) bytes += Buffer.byteLength(JSON.stringify(value));
  }
  return bytes;
}

/** A JSON Pointer (RFC 6901). */
export function toPointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The values that an edit inserts, in document order. */
function valueEdits(
  wire: WireDefinition,
  request: JsonRecord,
  plan: ResultPlan,
  at: Path,
  anchors: AnchorPlan,
): ValueEdit[] {
  const { action, replacement: text, result } = plan;
  const { content } = result;
  if (action === "shorten") return shortenedEdits(request, at, result);
  if (text === undefined) return [];
  switch (content.kind) {
    case "text":
      return [{ path: at, value: wrap(wire, text, anchors.wrapped.get(plan)) }];
    case "parts":
      return content.texts.map((_, index) => textEdit(at, index, content.keptPart, text));
    case "fields":
      return content.paths.map((path, index) => ({
        path: [...at, ...path],
        value: index === 0 ? text : (content.filler ?? ""),
      }));
    case "media": {
      let next = 0;
      return content.parts.map((part, index) => {
        if (part === undefined) return textEdit(at, index, content.keptPart, text);
        const note = plan.notes?.[next++] ?? renderMediaNote(part);
        return { path: [...at, index], value: { type: wire.blocks.textType, text: note } };
      });
    }
    case "object":
      if (action === "mask") return [{ path: at, value: { output: text } }];
      return [{ path: [...at, ...pathOfText(valueAt(request, at))], value: text }];
    case "thinking":
      return [{ path: at.slice(0, -1), value: REMOVED }];
    case "response":
      return responseEdits(request, at, text);
    case "picture":
      return [{ path: [...at, ...content.path], value: text }];
    case "loose":
      return content.media.map(({ index, medium }, at) => {
        const path = [wire.listKey, result.messageIndex, wire.blocks.key, index];
        return { path, value: wire.blocks.ofText(plan.notes?.[at] ?? renderMediaNote(medium)) };
      });
    case "arguments":
      return content.paths.map((path, index) => ({
        path: [wire.listKey, result.messageIndex, ...path],
        value: content.shortened[index],
      }));
    case "other":
      return [];
  }
}

/** The texts of a result that have a smaller form, in document order. */
function shortenedEdits(request: JsonRecord, at: Path, { content, came = content }: ToolResult): ValueEdit[] {
  const before = textsOf(came);
  const paths = textPaths(request, at, content);
  return textsOf(content).flatMap((value, index) => {
    const path = paths[index];
    return path === undefined || value === before[index] ? [] : [{ path, value }];
  });
}

/** Where each text of a content is. */
export function textPaths(request: JsonRecord, at: Path, content: ToolResult["content"]): Path[] {
  switch (content.kind) {
    case "text":
      return [at];
    case "parts":
      return content.texts.map((_, index) => [...at, index, "text"]);
    case "media":
      return content.parts.flatMap((part, index) => (part === undefined ? [[...at, index, "text"]] : []));
    case "fields":
      return content.paths.map((path) => [...at, ...path]);
    case "object": {
      const paths: Path[] = [];
      visitStrings(valueAt(request, at), (_, path) => paths.push([...at, ...path]));
      return paths;
    }
    default:
      return [];
  }
}

/** An object becomes one with the text, and the list of media next to it becomes empty; in document order. */
function responseEdits(request: JsonRecord, at: Path, text: string): ValueEdit[] {
  const around = at.slice(0, -1);
  const object = { path: at, value: { output: text } };
  const list = { path: [...around, "parts"], value: [] };
  const keys = Object.keys(valueAt(request, around) ?? {});
  return keys.indexOf("parts") < keys.indexOf(String(at.at(-1))) ? [list, object] : [object, list];
}

/** @param isMarked Undefined if the text remains a plain text. */
function wrap({ blocks, cache }: WireDefinition, text: string, isMarked: boolean | undefined): unknown {
  if (isMarked === undefined) return text;
  const marked = isMarked && cache.markerKey !== undefined ? { [cache.markerKey]: cache.marker(false) } : {};
  return [{ type: blocks.textType, text, ...marked }];
}

function textEdit(at: Path, index: number, keptPart: number, text: string): ValueEdit {
  return index === keptPart ? { path: [...at, index, "text"], value: text } : { path: [...at, index], value: REMOVED };
}

/** The path of the only string value inside an object. */
function pathOfText(object: unknown): Path {
  let found: Path = [];
  visitStrings(object, (_, path) => {
    found = [...path];
  });
  return found;
}

/** The value at a path; undefined if there is none. */
export function valueAt(request: JsonRecord, path: Path): unknown {
  let value: unknown = request;
  for (const key of path) {
    if (!isRecord(value) && !Array.isArray(value)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
