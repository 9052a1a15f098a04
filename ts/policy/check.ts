import type * as zod from "zod";
import type { Issue } from "../base/errors.js";
import { type PolicyPath, pathToText, shownValue, unknownKeyMessage } from "../base/issues.js";
import { loadPolicySchema, type PolicySettings } from "./schema.js";

/** The outcome of a check. */
export type CheckedPolicy = { ok: true; settings: PolicySettings } | { ok: false; issues: readonly Issue[] };

/** Deepest level of a policy. Deeper data is a mistake that the schema reports. */
const MAX_LEVEL = 5;

/** How a file spells its keys, for suggestions. */
export interface KeyStyle {
  /** The file is TOML, whose keys are in snake_case. */
  isToml: boolean;
  /** More tables that it may have beside the policy's. */
  tables: readonly string[];
}

const OBJECT_STYLE: KeyStyle = { isToml: false, tables: [] };

/** Checks untrusted data against the schema. Keys may be in camelCase or snake_case. */
export function definitionIssues(input: unknown, style: KeyStyle = OBJECT_STYLE): CheckedPolicy {
  const spelling = new Spelling();
  const camel = spelling.toCamelCase(input, [], 0);
  const { schema } = loadPolicySchema();
  const parsed = schema.safeParse(camel);
  const issues = [...spelling.issues];
  if (!parsed.success)
    issues.push(...parsed.error.issues.flatMap((issue) => toIssues(issue, schema, spelling, camel, style)));
  if (issues.length === 0 && parsed.success) return { ok: true, settings: pinned(parsed.data) };
  return { ok: false, issues };
}

/** Version 1 has no rule of its own choice: it keeps `rent`. */
function pinned(settings: PolicySettings): PolicySettings {
  const { version, cache } = settings;
  if (version !== 1 || cache.strategy !== "auto") return settings;
  return { ...settings, cache: { ...cache, strategy: "rent" } };
}

/** See `policy.ts`. */
export function policyJsonSchema(): Record<string, unknown> {
  const { z, schema } = loadPolicySchema();
  return z.toJSONSchema(schema, { io: "input" });
}

/** Renames snake_case keys and remembers how the caller wrote them, so that messages name the caller's own keys. */
class Spelling {
  readonly issues: Issue[] = [];
  readonly #written = new Map<string, string>();

  toCamelCase(value: unknown, path: PolicyPath, level: number): unknown {
    if (level > MAX_LEVEL || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item, index) => this.toCamelCase(item, [...path, index], level + 1));
    if (!isPlainObject(value)) return Symbol("an object of another kind");
    const entries = new Map<string, unknown>();
    for (const [key, child] of Object.entries(value)) {
      const name = isUserNamed(path) ? key : camelCase(key);
      this.#note(path, name, key, entries.has(name));
      entries.set(name, this.toCamelCase(child, [...path, name], level + 1));
    }
    entries.delete("__proto__");
    return Object.fromEntries(entries);
  }

  #note(path: PolicyPath, name: string, key: string, twice: boolean): void {
    const full = [...path, name];
    if (key === "__proto__") this.issues.push({ path: this.text(full), message: "is not a usable name" });
    if (name !== key) this.#written.set(pathToText(full), key);
    if (twice) this.issues.push({ path: this.text(full), message: "is given twice, in camelCase and in snake_case" });
  }

  /** The path as the caller wrote it. */
  text(path: PolicyPath): string {
    return pathToText(path.map((key, index) => this.#written.get(pathToText(path.slice(0, index + 1))) ?? key));
  }

  /** One key as the caller wrote it. */
  key(path: PolicyPath, key: string): string {
    return this.#written.get(pathToText([...path, key])) ?? key;
  }
}

/** An object literal of any realm. A Map or a Date has no settings as own keys and must not pass as an empty policy. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** True if the next key is a name chosen by the user: a tool glob. */
function isUserNamed(path: PolicyPath): boolean {
  return path.length === 2 && path[0] === "mask" && path[1] === "tools";
}

/** `windowTurns` → `window_turns`. */
export const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `window_turns` → `windowTurns`. Keys in other spellings do not change. */
export function camelCase(key: string): string {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(key)
    ? key.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
    : key;
}

function toIssues(
  issue: zod.core.$ZodIssue,
  schema: zod.core.$ZodType,
  spelling: Spelling,
  input: unknown,
  { isToml, tables }: KeyStyle,
): Issue[] {
  const path = spelling.text(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = validKeys(schema, issue.path);
    const valid = [...(isToml ? known.map(snakeCase) : known), ...(issue.path.length === 0 ? tables : [])];
    return issue.keys.map((key) => {
      const written = spelling.key(issue.path, key);
      return { path: spelling.text([...issue.path, key]), message: unknownKeyMessage(written, valid) };
    });
  }
  if (issue.code === "invalid_key") {
    const key = issue.path[issue.path.length - 1];
    return [{ path, message: `${issue.issues[0]?.message ?? issue.message}, got ${shownValue(key)}` }];
  }
  const got = issue.code === "custom" ? "" : `, got ${shownValue(valueAt(input, issue.path))}`;
  return [{ path, message: `${issue.message}${got}` }];
}

function valueAt(input: unknown, path: PolicyPath): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** The valid keys of the table at `path`. */
function validKeys(schema: zod.core.$ZodType, path: PolicyPath): string[] {
  const { z } = loadPolicySchema();
  let at: unknown = schema;
  const inner = (): void => {
    while (at instanceof z.ZodPrefault || at instanceof z.ZodDefault || at instanceof z.ZodOptional) at = at.unwrap();
  };
  inner();
  for (const key of path) {
    if (at instanceof z.ZodObject) at = Reflect.get(at.shape, key);
    else if (at instanceof z.ZodRecord) at = at.valueType;
    inner();
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}
