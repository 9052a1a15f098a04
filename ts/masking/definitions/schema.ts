// Which members of a JSON Schema say nothing to a model. The native twin, which shows an example, is
// `crates/core/src/definitions/schema.rs`.

import { isRecord, type JsonRecord } from "../../text/json-value.js";

/** Keywords whose value is a schema or a list of schemas, and those whose value has schemas under names of the user's. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...["items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties"],
  ...["propertyNames", "not", "if", "then", "else", "contentSchema", "anyOf", "oneOf", "allOf", "prefixItems"],
]);
const MAPS: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"],
]);

/** Keywords that say nothing if they have this value. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...["deprecated", "readOnly", "writeOnly", "uniqueItems"].map((key) => [key, false] as const),
  ...["exclusiveMinimum", "exclusiveMaximum", "nullable"].map((key) => [key, false] as const),
  ...["minLength", "minItems", "minProperties"].map((key) => [key, 0] as const),
  ["minContains", 1],
]);
/** Keywords that say nothing if they are empty. */
const EMPTY: ReadonlySet<string> = new Set([
  ...["patternProperties", "dependentRequired", "dependentSchemas", "definitions", "$defs"],
]);

/** A schema somewhere in a definition. */
export interface FoundSchema {
  schema: JsonRecord;
  /** From the definition. */
  path: readonly (string | number)[];
  /** The name of the user's under which it is. */
  key: string | undefined;
}

/** A schema and all in it, in document order. Recurses as deep as the schema is. */
export function* schemasIn(found: FoundSchema): Generator<FoundSchema> {
  yield found;
  for (const [keyword, value] of Object.entries(found.schema)) {
    const path = [...found.path, keyword];
    if (SCHEMAS.has(keyword)) yield* inOne(value, path);
    if (MAPS.has(keyword) && isRecord(value)) {
      for (const [key, schema] of Object.entries(value)) {
        if (isRecord(schema)) yield* schemasIn({ schema, path: [...path, key], key });
      }
    }
  }
}

function* inOne(value: unknown, path: readonly (string | number)[]): Generator<FoundSchema> {
  if (isRecord(value)) yield* schemasIn({ schema: value, path, key: undefined });
  if (!Array.isArray(value)) return;
  for (const [index, schema] of value.entries()) {
    if (isRecord(schema)) yield* schemasIn({ schema, path: [...path, index], key: undefined });
  }
}

/** Whether a member of a schema says nothing. `key`: the name of the user's under which the schema is. */
export function saysNothing(keyword: string, value: unknown, key: string | undefined): boolean {
  if (keyword === "$schema") return typeof value === "string";
  if (keyword === "title") return typeof value === "string" && key !== undefined && letters(value) === letters(key);
  if (EMPTY.has(keyword)) return isRecord(value) && Object.keys(value).length === 0;
  // 0 and -0 are one number here.
  return DEFAULTS.has(keyword) && DEFAULTS.get(keyword) === value;
}

/** What a title and the name that it repeats have in common. */
const letters = (text: string): string =>
  text.replace(/[ _-]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
