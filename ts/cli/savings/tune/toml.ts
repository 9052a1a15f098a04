// The tuned policy as a file: the nearest preset that it can be written over, and what differs, with the reason.
import { isExperimentalKey } from "../../../policy/check.js";
import { EXPERIMENTAL } from "../../../policy/groups.js";
import { resolvePolicy } from "../../../policy/policy.js";
import { snakeCase, tomlKey } from "../../../shape/spelling.js";
import type { Tuned } from "../../../simulate/index.js";
import { isRecord } from "../../../text/json-value.js";
import { searchedOf, verdictOf } from "./text.js";

type Leaf = readonly [path: readonly string[], value: unknown];

/** TOML that gives the tuned policy, or the default where that is better. */
export function tunedToml(tuned: Tuned): string {
  const head = [
    "# Written by tamis savings --tune. Every key is optional; docs/policy.md explains them.",
    ...commented(searchedOf(tuned)),
    ...commented(verdictOf(tuned)),
  ];
  if (tuned.beatsDefault === false) return [...head, "", "# So nothing is set here: the defaults hold.", ""].join("\n");
  const settings = resolvePolicy(tuned.best.settings).settings;
  return `${[...head, "", ...policyLines(settings, tuned)].join("\n")}\n`;
}

function policyLines(settings: object, tuned: Tuned): string[] {
  const bases = [tuned.default, ...tuned.presets].map(({ settings: { preset, ...own } }) => {
    const base = resolvePolicy(preset === undefined ? own : { preset }).settings;
    return { preset, leaves: leavesOf(settings, base, []) };
  });
  const writable = bases.filter(({ leaves }) => leaves !== undefined);
  const [base] = writable.sort((a, b) => (a.leaves?.length ?? 0) - (b.leaves?.length ?? 0));
  const lines = base?.preset === undefined ? [] : [`preset = ${JSON.stringify(base.preset)}`];
  let table = "";
  for (const [path, value] of sorted((base?.leaves ?? []).map(written))) {
    const keys = path.map((key, at) => keyText(key, path[at - 1] === "tools" && path[at - 2] === "mask"));
    const own = keys.slice(0, -1).join(".");
    if (own !== table) lines.push("", `[${own}]`);
    table = own;
    const about = aboutOf(path[0] === EXPERIMENTAL ? path.slice(1) : path, tuned);
    if (about !== undefined) lines.push(...commented(about));
    lines.push(`${keys.at(-1)} = ${valueText(value)}`);
  }
  return lines;
}

const written = ([path, value]: Leaf): Leaf => [isExperimentalKey(path) ? [EXPERIMENTAL, ...path] : path, value];

/** Keys without a table come first, then each table's together. */
const sorted = (leaves: readonly Leaf[]): Leaf[] =>
  leaves.toSorted(([a], [b]) => (a.slice(0, -1).join("\n") < b.slice(0, -1).join("\n") ? -1 : 1));

/** What differs from a base; undefined if TOML, which has no null, cannot say it. */
function leavesOf(value: unknown, base: unknown, path: readonly string[]): Leaf[] | undefined {
  if (JSON.stringify(value) === JSON.stringify(base)) return [];
  // No tool's arguments are shortened: the same as null.
  if (value === null) return path.join(".") === "args" ? [[["args", "tools"], []]] : undefined;
  if (!isRecord(value)) return [[path, value]];
  const leaves: Leaf[] = [];
  for (const [key, inner] of Object.entries(value)) {
    const known = isRecord(base) ? base[key] : undefined;
    const found = inner === undefined ? [] : leavesOf(inner, known, [...path, key]);
    if (found === undefined) return undefined;
    leaves.push(...found);
  }
  return leaves;
}

function aboutOf(path: readonly string[], { settings, knobPaths }: Tuned): string | undefined {
  const at = knobPaths.findIndex((paths) => paths.some((one) => one.every((key, index) => path[index] === key)));
  const setting = settings[at];
  return setting === undefined ? undefined : `${setting.about}; the nearest preset has: ${setting.preset}`;
}

/** @param isName whether it is a tool's name, which stays as it is */
const keyText = (key: string, isName = false): string => tomlKey(isName ? key : snakeCase(key));

function valueText(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  const entries = isRecord(value) ? Object.entries(value).filter(([, one]) => one !== null && one !== undefined) : [];
  return `{ ${entries.map(([key, one]) => `${keyText(key)} = ${valueText(one)}`).join(", ")} }`;
}

const commented = (text: string): string[] =>
  (text.match(/.{1,110}(?: |$)/g) ?? []).map((line) => `# ${line.trimEnd()}`);
