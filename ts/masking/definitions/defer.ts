// Leaves definitions of tools to the provider's search: the model is told of them when it looks for them. Names and the
// policy alone decide, never use, so that the list is the same in every request of a session. The native twin, which shows
// an example, is `crates/core/src/definitions/defer.rs`.

import type { ModelRow } from "../../models/rows.js";
import { compileGlob } from "../../text/glob.js";
import { isRecord, type JsonRecord, visitStrings } from "../../text/json-value.js";
import { believedRow } from "../../wires/believed-row.js";
import type { DefinitionForm, Path, SearchForm, WireDefinition } from "../../wires/define-wire.js";
import { readMarkers } from "../../wires/markers.js";

/** What is added to a list of definitions. */
export interface Deferral {
  /** Paths of the definitions that are deferred, from the request. */
  paths: readonly Path[];
  /** Path of the list. */
  list: Path;
  /** Elements that it has. */
  length: number;
  /** The definition of the provider's search. */
  tool: JsonRecord;
}

/** A request, as far as it decides. */
interface Asked {
  wire: WireDefinition;
  /** As it came. */
  came: JsonRecord;
  model: string | undefined;
  host: string | undefined;
}

/**
 * Which definitions are deferred; undefined if none are: the provider does not search, the client searches itself, the
 * request chooses one of them, or no other would stay. Linear.
 */
export function planDeferral(
  asked: Asked,
  globs: readonly string[],
  models: readonly ModelRow[],
): Deferral | undefined {
  const { wire, came } = asked;
  const form = wire.definitions;
  const search = form?.search;
  const list = form && came[form.key];
  if (form === undefined || search === undefined || !Array.isArray(list) || globs.length === 0) return undefined;
  if (!searches({ ...asked, request: came }, search, models) || searchesItself(list, form, search)) return undefined;
  const matchers = globs.map(compileGlob);
  const isMeant = (one: unknown) =>
    isRecord(one) && isTaken(one, search) && matchers.some((is) => is(String(one.name)));
  const deferred = [...list.keys()].filter((index) => isMeant(list[index]));
  const chosen = namesIn(came.tool_choice);
  const isChosen = deferred.some((index) => chosen.has(nameOf(list[index])));
  if (deferred.length === 0 || deferred.length === list.length || isChosen) return undefined;
  return {
    paths: deferred.map((index) => [form.key, index]),
    list: [form.key],
    length: list.length,
    tool: search.tool,
  };
}

/** Whether the provider searches. A body without its model goes to a cloud, which takes betas in the body and not by header. */
function searches(asked: Asked & { request: JsonRecord }, search: SearchForm, models: readonly ModelRow[]): boolean {
  const { row } = believedRow(asked, models, () => readMarkers(asked.wire, asked.request).any);
  return row.toolSearch === true && row.vendor === search.vendor && typeof asked.request.model === "string";
}

function searchesItself(list: readonly unknown[], form: DefinitionForm, search: SearchForm): boolean {
  return list.filter(isRecord).some((one) => {
    const nested = form.lists.flatMap((key) => (Array.isArray(one[key]) ? one[key].filter(isRecord) : []));
    return [one, ...nested].some((definition) => isSearch(definition, search));
  });
}

function isSearch({ type, name, ...rest }: JsonRecord, search: SearchForm): boolean {
  if ("defer_loading" in rest) return true;
  if (typeof type === "string" && type.startsWith(search.kindStart)) return true;
  return typeof name === "string" && name !== "" && name === search.name;
}

/** Whether the provider takes the deferral of a definition. */
function isTaken(definition: JsonRecord, search: SearchForm): boolean {
  const { type, name, cache_control: marker } = definition;
  const isKind = type === undefined ? search.untyped : typeof type === "string" && search.kinds.includes(type);
  const hasName = typeof name === "string" && name !== "";
  return isKind && hasName && (marker ?? null) === null && !search.never.some((key) => key in definition);
}

const nameOf = (definition: unknown): string => String(isRecord(definition) ? definition.name : "");

function namesIn(choice: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  visitStrings(choice, (text, path) => {
    if (path.at(-1) === "name") names.add(text);
  });
  return names;
}
