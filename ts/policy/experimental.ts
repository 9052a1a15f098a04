import type { Issue } from "../base/errors.js";
import { isUserNamed, type PolicyPath, pathToText, unknownKeyMessage } from "../base/issues.js";
import type { Shape } from "../shape/shape.js";
import { isTable, snakeCase } from "../shape/spelling.js";
import { EXPERIMENTAL } from "./groups.js";

type Table = Record<string, unknown>;

/** How a caller wrote a path, or a key of it. */
interface Written {
  text(path: PolicyPath): string;
  key(path: PolicyPath, key: string): string;
}

/**
 * A policy in which each experimental key is in its own table, as the shape has them; and what stands in the wrong place.
 * Linear in the policy.
 *
 * @param policy Keys in camelCase.
 * @param isToml Whether suggestions spell keys in snake_case.
 */
export function gatherExperimental(
  policy: unknown,
  shape: Shape,
  written: Written,
  isToml: boolean,
): { policy: unknown; issues: Issue[] } {
  if (!isTable(policy)) return { policy, issues: [] };
  const issues: Issue[] = [];
  const { [EXPERIMENTAL]: experimental, ...documented } = policy;
  const left = withoutMisplaced(documented, shape, []);
  if (experimental === undefined) return { policy: left, issues };
  if (isTable(experimental)) return { policy: merged(left, experimental, shape, []), issues };
  issues.push({ path: written.text([EXPERIMENTAL]), message: "expected a table of settings" });
  return { policy: left, issues };

  /** The documented keys; an experimental one is reported with the place where it belongs. */
  function withoutMisplaced(table: Table, at: Shape, path: PolicyPath): Table {
    const entries = Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
      const part = partOf(at, key);
      const here = [...path, key];
      if (part?.experimental && value !== undefined) {
        const message = `is an experimental key: write ${placeText([EXPERIMENTAL, ...here], isToml)}`;
        issues.push({ path: written.text(here), message });
        return [];
      }
      return [[key, part !== undefined && isTable(value) ? withoutMisplaced(value, part, here) : value]];
    });
    return Object.fromEntries(entries);
  }

  /** The table with the experimental keys of the other one. */
  function merged(table: Table, from: Table, at: Shape, path: PolicyPath): Table {
    const made: Table = { ...table };
    for (const [key, value] of Object.entries(from)) {
      const part = partOf(at, key);
      const here = [EXPERIMENTAL, ...path, key];
      if (part === undefined) {
        const valid = experimentalKeys(at).map((name) => (isToml ? snakeCase(name) : name));
        const shown = written.key([EXPERIMENTAL, ...path], key);
        issues.push({ path: written.text(here), message: unknownKeyMessage(shown, valid) });
      } else if (isTable(value) && hasKeys(part)) {
        const over = made[key];
        // Null switches off what the table would say more about.
        if (over !== null) made[key] = merged(isTable(over) ? over : {}, value, part, [...path, key]);
      } else if (part.experimental) made[key] = value;
      else {
        const message = `is no experimental key: write ${placeText([...path, key], isToml)}`;
        issues.push({ path: written.text(here), message });
      }
    }
    return made;
  }
}

/**
 * A policy with its experimental keys below `experimental`: the other way round. Keys that the shape does not have stay where
 * they are. Linear in the settings.
 *
 * @param settings Keys in camelCase, each in its own table.
 */
export function partExperimental(settings: Table, shape: Shape): Table {
  const { documented = {}, experimental } = parted(settings, shape);
  return experimental === undefined ? documented : { ...documented, [EXPERIMENTAL]: experimental };
}

function parted(table: Table, at: Shape): { documented: Table | undefined; experimental: Table | undefined } {
  const documented: Table = {};
  const experimental: Table = {};
  for (const [key, value] of Object.entries(table)) {
    const part = partOf(at, key);
    if (part !== undefined && hasKeys(part) && isTable(value)) {
      const inner = parted(value, part);
      if (inner.documented !== undefined) documented[key] = inner.documented;
      if (inner.experimental !== undefined) experimental[key] = inner.experimental;
    } else if (part?.experimental && value !== undefined) experimental[key] = value;
    else documented[key] = value;
  }
  const isMoved = Object.keys(experimental).length > 0;
  const isLeft = Object.keys(documented).length > 0 || !isMoved;
  return { documented: isLeft ? documented : undefined, experimental: isMoved ? experimental : undefined };
}

/** Whether the key at `path` is written below `experimental`. */
export function isExperimental(path: PolicyPath, shape: Shape): boolean {
  let at: Shape | undefined = shape;
  for (const key of path) {
    at = partOf(at, String(key));
    if (at === undefined) return false;
    if (at.experimental) return true;
  }
  return false;
}

const placeText = (path: PolicyPath, isToml: boolean): string =>
  pathToText(path.map((key, at) => (isToml && !isUserNamed(path.slice(0, at)) ? snakeCase(String(key)) : key)));

const experimentalKeys = (shape: Shape): string[] =>
  shape.kind === "table"
    ? Object.entries(shape.keys).flatMap(([key, part]) => (hasExperimental(part) ? [key] : []))
    : [];

const hasExperimental = (shape: Shape): boolean => {
  if (shape.experimental) return true;
  if (shape.kind === "record") return hasExperimental(shape.value);
  return shape.kind === "table" && Object.values(shape.keys).some(hasExperimental);
};

/** Tables, and the tables that a user names. */
const hasKeys = (shape: Shape): boolean =>
  shape.kind === "table" || (shape.kind === "record" && shape.value.kind === "table");

function partOf(shape: Shape, key: string): Shape | undefined {
  if (shape.kind === "record") return shape.value.kind === "table" ? shape.value : undefined;
  return shape.kind === "table" && Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
}
