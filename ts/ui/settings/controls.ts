// How a setting is edited, by the JSON Schema that its check is made of.
import type { FieldControl } from "../api.js";

/** The part of a JSON Schema that controls go by. */
export interface JsonSchema {
  type?: string;
  enum?: string[];
  const?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
  description?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  not?: unknown;
  properties?: Record<string, JsonSchema>;
}

/** Numbers as large are no limits, only what a number can hold. */
const LARGEST = 2 ** 53 - 1;
const LONG_CHARS = 1_000;
/** Has no place in an order of keeping. */
const NEVER_CONDENSED = "SYSTEM_MESSAGE";

/** The control of a setting; undefined for one that cannot be set. */
export function controlOf(schema: JsonSchema, unit: string | undefined): FieldControl | undefined {
  if (schema.not !== undefined || (schema.const !== undefined && schema.anyOf === undefined)) return undefined;
  if (schema.enum !== undefined) return { kind: "choice", choices: schema.enum.map(choice) };
  if (schema.anyOf !== undefined) return controlOfSeveral(schema.anyOf, unit);
  if (schema.type === "boolean") return { kind: "switch" };
  if (schema.type === "integer" || schema.type === "number") return numberControl(schema, unit);
  if (schema.type === "string") return textControl(schema);
  const { items } = schema;
  if (schema.type !== "array" || items?.type !== "string") return { kind: "json" };
  return items.enum === undefined
    ? { kind: "lines" }
    : { kind: "order", values: items.enum.filter((value) => value !== NEVER_CONDENSED) };
}

const choice = (value: string) => ({ value, label: value });

const VALUES = new Map<unknown, string>([
  [true, "yes"],
  [false, "no"],
  [null, "none"],
]);
/** A value in words. */
const valueText = (value: unknown): string => VALUES.get(value) ?? String(value);

/** One of several kinds: a number or null; constants; everything else as JSON. */
function controlOfSeveral(schemas: readonly JsonSchema[], unit: string | undefined): FieldControl {
  const others = schemas.filter(({ type }) => type !== "null");
  const [only] = others;
  if (others.length === 1 && only !== undefined && (only.type === "integer" || only.type === "number"))
    return { ...numberControl(only, unit), mayBeNull: true };
  const values = schemas.flatMap(constants);
  return values.includes(undefined)
    ? { kind: "json" }
    : {
        kind: "choice",
        isJson: true,
        choices: values.map((value) => ({ value: JSON.stringify(value), label: valueText(value) })),
      };
}

/** The values of a schema that has few; undefined for one of many. */
function constants({ const: only, enum: several, type }: JsonSchema): unknown[] {
  if (only !== undefined) return [only];
  if (several !== undefined) return several;
  return type === "boolean" ? [true, false] : type === "null" ? [null] : [undefined];
}

function numberControl(schema: JsonSchema, unit: string | undefined): Extract<FieldControl, { kind: "number" }> {
  const { minimum, exclusiveMinimum, maximum, type } = schema;
  const min = minimum ?? exclusiveMinimum;
  return {
    kind: "number",
    isWhole: type === "integer",
    ...(min === undefined || min <= -LARGEST ? {} : { min }),
    ...(maximum === undefined || maximum >= LARGEST ? {} : { max: maximum }),
    ...(unit === undefined ? {} : { unit }),
  };
}

function textControl({ maxLength }: JsonSchema): FieldControl {
  if (maxLength === undefined) return { kind: "text" };
  return { kind: "text", mostChars: maxLength, isLong: maxLength > LONG_CHARS };
}

/**
 * A key in words: `autoCondenseContextPercent` is `Auto condense context percent`, `cache.strategy` `Cache strategy`. Most keys
 * are of `mask`, which goes without saying, and so does `enabled`.
 */
export function labelOf(key: string): string {
  const words = key
    .replace(/^mask\.|\.enabled$/g, "")
    .replaceAll(".", " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNITS: readonly [end: RegExp, unit: string][] = [
  [/percent/i, "%"],
  [/Ms$/, "ms"],
  [/Turns$/, "tool turns"],
  [/chars$/i, "chars"],
  [/^maxCost$/, "$"],
  [/tokens$|AtLeast$/i, "tokens"],
];

/** The unit of a number, by its key. */
export const unitOf = (key: string): string | undefined =>
  UNITS.find(([end]) => end.test(key.split(".").at(-1) ?? key))?.[1];
