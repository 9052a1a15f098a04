// Edits of results and repairs of surrogate halves, in document order.

import type { Edit, Original } from "../contract/report.js";
import { REPAIR } from "../contract/report-basis.js";
import type { JsonRecord } from "../text/json-value.js";
import type { Path, WireDefinition } from "../wires/define-wire.js";
import type { ResultPlan } from "../wires/transcript.js";
import type { AnchorPlan } from "./anchors.js";
import { type PlacedEdit, placedClearing, placedDefinitions, placedEdits, toPointer, valueAt } from "./apply.js";
import type { ClearEdit } from "./clearing.js";
import type { Deferral } from "./definitions/defer.js";
import type { DefinitionPlan } from "./definitions/plan.js";
import type { HalvesPlace } from "./repair-surrogates.js";

/** A request and its planned changes. */
export interface EditedRequest {
  wire: WireDefinition;
  /** The unchanged input. */
  original: JsonRecord;
  edits: readonly ResultPlan[];
  anchors: AnchorPlan;
  clears: ClearEdit | undefined;
  definitions: readonly DefinitionPlan[];
  deferral: Deferral | undefined;
  /** Repairs outside the edits. */
  repairs: readonly HalvesPlace[] | undefined;
}

/** The repair places that no edit replaces. */
export function repairsOutside(request: EditedRequest, places: readonly HalvesPlace[]): HalvesPlace[] {
  const edited = new Set(Array.from(placedInOrder(request), ({ edit }) => edit.path));
  const isEdited = (path: Path) => path.some((_, at) => edited.has(toPointer(path.slice(0, at + 1))));
  // A name is replaced only with its whole object.
  return edited.size === 0
    ? [...places]
    : places.filter(({ path, isName }) => !isEdited(isName ? path.slice(0, -1) : path));
}

/** The edits as data. */
export function describeEdits(request: EditedRequest): Edit[] {
  return Array.from(readOriginals(request), ({ edit }) => edit);
}

/** The edits with the values that they replace, one at a time. */
export function* readOriginals(request: EditedRequest): Generator<Original> {
  const { original, repairs = [] } = request;
  const placed = placedInOrder(request);
  let next = placed.next();
  for (const { path, isName, halves } of repairs) {
    for (; !next.done && isBefore(next.value.path, path, isName, original); next = placed.next()) {
      yield new EditOriginal(next.value, original);
    }
    for (const half of halves) yield repairOriginal(path, half);
  }
  for (; !next.done; next = placed.next()) yield new EditOriginal(next.value, original);
}

/** All edits but repairs. Those of other members of the request are before or behind those of its messages. */
function* placedInOrder({ wire, original, edits, anchors, clears, definitions, deferral }: EditedRequest) {
  const others = [
    ...placedDefinitions(definitions, deferral),
    ...(clears === undefined ? [] : [placedClearing(clears)]),
  ].sort((a, b) => (isBefore(a.path, b.path, false, original) ? -1 : 1));
  const keys = Object.keys(original);
  // What is added comes behind all members.
  const placeOf = (key: unknown) => (keys.indexOf(String(key)) + keys.length + 1) % (keys.length + 1);
  const list = placeOf(wire.listKey);
  const isBehind = ({ path: [key] }: PlacedEdit) => placeOf(key) > list;
  yield* others.filter((one) => !isBehind(one));
  yield* placedEdits(wire, original, edits, anchors);
  yield* others.filter(isBehind);
}

function repairOriginal(path: Path, half: string): Original {
  const spelled = JSON.stringify(half).slice(1, -1);
  return { edit: { path: toPointer(path), ...REPAIR }, bytes: new TextEncoder().encode(spelled) };
}

/** Whether the value at `a` comes before the string at `b`, or before the name of the member at `b`. */
function isBefore(a: Path, b: Path, isName: boolean, request: JsonRecord): boolean {
  const fork = a.findIndex((key, depth) => key !== b[depth]);
  if (fork < 0) return !isName;
  const [left, right] = [a[fork], b[fork]];
  if (typeof left === "number" && typeof right === "number") return left < right;
  const holder = valueAt(request, a.slice(0, fork));
  for (const key of Object.keys(holder ?? {})) if (key === left || key === right) return key === left;
  return false;
}

/** An edit whose bytes are created only on request. */
class EditOriginal implements Original {
  readonly edit: Edit;
  readonly #path: Path;
  readonly #request: JsonRecord;

  constructor({ edit, path }: PlacedEdit, request: JsonRecord) {
    this.edit = edit;
    this.#path = path;
    this.#request = request;
  }

  get bytes(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(valueAt(this.#request, this.#path)) ?? "");
  }
}
