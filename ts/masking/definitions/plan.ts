// Makes the definitions of a request's tools smaller: from the list alone, so that it is the same in every request of a
// session. Definitions with `strict: true` stay as they are. The native twin is `crates/core/src/definitions`.

import type { DefinitionSettings } from "../../contract/report-basis.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Path, WireDefinition } from "../../wires/define-wire.js";
import { cutDescription } from "./description.js";
import { saysNothing, schemasIn } from "./schema.js";

/** A member of a definition that changes, or goes. */
export interface DefinitionEdit {
  /** From the request. */
  path: Path;
  /** What takes its place; undefined if it goes. */
  value: string | undefined;
  /** Chars of names and strings that go. */
  chars: number;
}

/** The edits of one definition. */
export type DefinitionPlan = readonly DefinitionEdit[];

/** The definitions that become smaller, in document order. Linear. */
export function planDefinitions(
  request: JsonRecord,
  { definitions: form }: WireDefinition,
  settings: DefinitionSettings,
): DefinitionPlan[] {
  if (form === undefined) return [];
  const found = [...definitionsIn(request[form.key], form, [form.key])];
  return found.map(({ path, definition }) => editsOf(definition, path, form, settings)).filter(isFilled);
}

const isFilled = (list: readonly unknown[]): boolean => list.length > 0;

type Form = NonNullable<WireDefinition["definitions"]>;

interface FoundDefinition {
  definition: JsonRecord;
  path: Path;
}

function* definitionsIn(list: unknown, form: Form, path: Path, isNested = false): Generator<FoundDefinition> {
  if (!Array.isArray(list)) return;
  for (const [index, element] of list.entries()) {
    if (!isRecord(element)) continue;
    const at = [...path, index];
    const isDefinition = form.isElement || isNested;
    if (isDefinition) yield { definition: element, path: at };
    for (const [key, value] of Object.entries(element)) {
      if (form.lists.includes(key)) yield* definitionsIn(value, form, [...at, key], true);
      if (!isDefinition && form.holders.includes(key) && isRecord(value)) {
        yield { definition: value, path: [...at, key] };
      }
    }
  }
}

function editsOf(definition: JsonRecord, path: Path, form: Form, settings: DefinitionSettings): DefinitionEdit[] {
  if (definition.strict === true) return [];
  return Object.entries(definition).flatMap(([key, value]) => {
    const at = [...path, key];
    if (form.schemas.includes(key) && isRecord(value)) return inSchema(value, at, settings);
    return key === "description" ? cut(value, at, settings) : [];
  });
}

function inSchema(root: JsonRecord, path: Path, settings: DefinitionSettings): DefinitionEdit[] {
  return [...schemasIn({ schema: root, path, key: undefined })].flatMap(({ schema, path: at, key }) =>
    Object.entries(schema).flatMap(([keyword, value]) => {
      const place = [...at, keyword];
      if (settings.schema && saysNothing(keyword, value, key)) {
        const chars = keyword.length + (typeof value === "string" ? value.length : 0);
        return [{ path: place, value: undefined, chars }];
      }
      return keyword === "description" ? cut(value, place, settings) : [];
    }),
  );
}

function cut(text: unknown, path: Path, { maxDescriptionChars }: DefinitionSettings): DefinitionEdit[] {
  if (typeof text !== "string" || maxDescriptionChars === null) return [];
  const value = cutDescription(text, maxDescriptionChars);
  return value === undefined ? [] : [{ path, value, chars: text.length - value.length }];
}
