// The keys of a policy, from its JSON Schema: where each is, and values to try there.

import type { PolicyInput } from "../../ts/policy/policy.js";

/** What is read of a JSON Schema. */
interface Node {
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  items?: Node;
  anyOf?: Node[];
  enum?: unknown[];
  const?: unknown;
  not?: unknown;
  type?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  default?: unknown;
}

/** A step to a key: its name, any name of a table of the caller's (`*`), or the first element of a list (`[]`). */
type Step = string;

/** A key that can have more than one value. */
export interface SchemaKey {
  /** As `mask.tools.*.never` or `pin[].role`. */
  name: string;
  path: readonly Step[];
  /** Candidates; some may be invalid, or the value that is there already. */
  values: readonly unknown[];
}

/** Texts that patterns, globs, templates and prompts may be: those that do not fit are refused by the schema. */
const TEXTS = [
  "grep",
  "*",
  "needle",
  "an old result of {tool_name}",
  "Summarise {data}",
  "gpt-4o",
  "user",
  "tool",
  "/a/folder",
];

/** Every key of a schema that can have more than one value, in its order. */
export function keysOf(schema: object): SchemaKey[] {
  return [...walk(schema as Node, [])].filter(({ values }) => values.length > 1);
}

/** Lists that are data of their own: each is one key here, and tests of their own look into them. */
const DATA = new Set(["models"]);

function* walk(node: Node, path: readonly Step[]): Generator<SchemaKey> {
  const inner = DATA.has(nameOf(path)) ? [] : [...children(node, path)];
  if (inner.length > 0) for (const [child, below] of inner) yield* walk(child, below);
  const values = [...new Set(valuesOf(node).map((value) => JSON.stringify(value)))].map((text) => JSON.parse(text));
  const isTable = node.properties !== undefined && node.anyOf === undefined;
  if (path.length > 0 && !isTable && path.at(-1) !== "[]" && path.at(-1) !== "*") {
    yield { name: nameOf(path), path, values };
  }
}

function* children(node: Node, path: readonly Step[]): Generator<[Node, readonly Step[]]> {
  for (const [key, child] of Object.entries(node.properties ?? {})) yield [child, [...path, key]];
  for (const child of node.anyOf ?? []) if (hasKeys(child)) yield* children(child, path);
  if (node.items !== undefined && hasKeys(node.items)) yield [node.items, [...path, "[]"]];
  if (typeof node.additionalProperties === "object") yield [node.additionalProperties, [...path, "*"]];
}

/** Whether there are keys anywhere below. */
const hasKeys = (node: Node): boolean =>
  node.properties !== undefined ||
  (node.items !== undefined && hasKeys(node.items)) ||
  (node.anyOf ?? []).some(hasKeys);

const nameOf = (path: readonly Step[]) => path.join(".").replaceAll(".[]", "[]");

function valuesOf(node: Node): unknown[] {
  if (node.const !== undefined) return [node.const];
  if (node.enum !== undefined) return node.enum;
  if (node.anyOf !== undefined) return node.anyOf.flatMap(valuesOf);
  switch (node.type) {
    case "boolean":
      return [true, false];
    case "null":
      return [null];
    case "integer":
    case "number":
      return numbersOf(node);
    case "string":
      return TEXTS;
    case "array":
      return [[], ...valuesOf(node.items ?? {}).map((value) => [value])];
    case "object":
      return [{}, ...objectsOf(node)];
    default:
      return [];
  }
}

function numbersOf({ type, minimum, exclusiveMinimum, maximum = 1 }: Node): number[] {
  const least = minimum ?? exclusiveMinimum ?? 0;
  const tries = type === "integer" ? [least, least + 1, 2, 3, 40, 300, 5000] : [least, 0.001, 0.5, 1, 30];
  return tries.filter((number) => number >= least && number <= maximum);
}

/** A table of the caller's names, or one that has a single key. */
function objectsOf({ properties = {}, additionalProperties }: Node): object[] {
  const single = Object.entries(properties).flatMap(([key, child]) =>
    valuesOf(child).map((value) => ({ [key]: value })),
  );
  if (typeof additionalProperties !== "object") return single;
  // A glob over names of tools, and a role.
  return valuesOf(additionalProperties).flatMap((value) => [{ "*": value }, { user: value }]);
}

/** Settings with another value of a key; undefined where they have no list or table that the key would be in. */
export function withValue(settings: PolicyInput, path: readonly Step[], value: unknown): PolicyInput | undefined {
  const copy = structuredClone(settings) as unknown;
  let at = copy as Record<string, unknown>;
  for (const step of path.slice(0, -1)) {
    const key = step === "[]" ? "0" : step === "*" ? Object.keys(at)[0] : step;
    if (key === undefined || (step === "[]" && !Array.isArray(at))) return undefined;
    const next = at[key] ?? (step === "[]" || step === "*" ? undefined : {});
    if (typeof next !== "object" || next === null) return undefined;
    at[key] = next;
    at = next as Record<string, unknown>;
  }
  if (Array.isArray(at)) return undefined;
  at[path.at(-1) ?? ""] = value;
  return copy as PolicyInput;
}
