import type { Issue } from "../base/errors.js";
import { isUserNamed, type PolicyPath, pathToText, shownValue, unknownKeyMessage } from "../base/issues.js";
import { checkShape, type Problem } from "../shape/check-shape.js";
import { keysAt } from "../shape/parts.js";
import type { Shape } from "../shape/shape.js";
import { camelCase, isTable, snakeCase } from "../shape/spelling.js";
import { valueAt } from "../text/json-value.js";
import { gatherExperimental, isExperimental, partExperimental } from "./experimental.js";
import { EXPERIMENTAL } from "./groups.js";
import jsonSchema from "./json-schema.json" with { type: "json" };
import { NAMED_CHECKS } from "./named-checks.js";
import { withPreset } from "./presets.js";
import type { PolicySettings } from "./settings-types.js";
import shape from "./shape.json" with { type: "json" };

const POLICY_SHAPE = shape as Shape;

/** The outcome of a check. */
export type CheckedPolicy = { ok: true; settings: PolicySettings } | { ok: false; issues: readonly Issue[] };

/** Deepest level of a policy. Deeper data is a mistake that the schema reports. */
const MAX_LEVEL = 6;

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
  const gathered = gatherExperimental(spelling.toCamelCase(input, [], 0), POLICY_SHAPE, spelling, style.isToml);
  const camel = withPreset(gathered.policy);
  const { value, problems } = checkShape(POLICY_SHAPE, camel, NAMED_CHECKS);
  const found = problems.flatMap((problem) => toIssues(problem, spelling, camel, style));
  const issues = [...spelling.issues, ...gathered.issues, ...found];
  return issues.length === 0 ? { ok: true, settings: value as PolicySettings } : { ok: false, issues };
}

/** Checks settings that have each key in its own table, the experimental ones, too; in camelCase. */
export function settingsIssues(input: unknown): CheckedPolicy {
  const camel = withPreset(input);
  const { value, problems } = checkShape(POLICY_SHAPE, camel, NAMED_CHECKS);
  const issues = problems.flatMap((problem) => toIssues(problem, new Spelling(), camel, OBJECT_STYLE));
  return issues.length === 0 ? { ok: true, settings: value as PolicySettings } : { ok: false, issues };
}

/** A policy's data with every key in camelCase, but for names of tools; of a key in both spellings the last counts. */
export const inCamelCase = (input: unknown): unknown => new Spelling().toCamelCase(input, [], 0);

/** What a policy says itself, in camelCase and with each key in its own table, the experimental ones, too. */
export const saidBy = (input: unknown): unknown =>
  gatherExperimental(inCamelCase(input), POLICY_SHAPE, new Spelling(), false).policy;

/** A policy as a user writes it, of settings that have each key in its own table. */
export const asWritten = (settings: object): object => partExperimental({ ...settings }, POLICY_SHAPE);

/** Whether a key of the settings is written below `experimental`. */
export const isExperimentalKey = (path: PolicyPath): boolean => isExperimental(path, POLICY_SHAPE);

/** See `policy.ts`. */
export const policyJsonSchema = (): Record<string, unknown> => structuredClone(jsonSchema);

/** Renames snake_case keys and remembers how the caller wrote them, so that messages name the caller's own keys. */
class Spelling {
  readonly issues: Issue[] = [];
  readonly #written = new Map<string, string>();

  toCamelCase(value: unknown, path: PolicyPath, level: number): unknown {
    if (level > MAX_LEVEL || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item, index) => this.toCamelCase(item, [...path, index], level + 1));
    if (!isTable(value)) return Symbol("an object of another kind");
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

function toIssues(problem: Problem, spelling: Spelling, input: unknown, { isToml, tables }: KeyStyle): Issue[] {
  const { kind, message } = problem;
  const at = isExperimental(problem.path, POLICY_SHAPE) ? [EXPERIMENTAL, ...problem.path] : problem.path;
  const path = spelling.text(at);
  if (kind === "unknown keys") {
    const keys = keysAt(POLICY_SHAPE, problem.path);
    const known = problem.path.length === 0 ? [...keys, EXPERIMENTAL] : keys;
    const valid = [...(isToml ? known.map(snakeCase) : known), ...(problem.path.length === 0 ? tables : [])];
    return (problem.keys ?? []).map((key) => {
      const written = spelling.key(at, key);
      return { path: spelling.text([...at, key]), message: unknownKeyMessage(written, valid) };
    });
  }
  if (kind === "key") return [{ path, message: `${message}, got ${shownValue(problem.path.at(-1))}` }];
  return [
    { path, message: kind === "named" ? message : `${message}, got ${shownValue(valueAt(input, problem.path))}` },
  ];
}
