import { type Issue, TamisError } from "./errors.js";
import { redact } from "./redact.js";

/** A path into a policy: keys and list positions. */
export type PolicyPath = readonly PropertyKey[];

/** The error for an invalid policy: one line for one problem, a list for several. */
export function policyInvalid(
  issues: readonly Issue[],
  options: { source?: string; cause?: unknown } = {},
): TamisError {
  const where = options.source === undefined ? "policy" : options.source;
  const lines = issues.map((issue) => (issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`));
  const message = lines.length === 1 ? `${where}: ${lines[0]}` : `${where}:\n${lines.map((l) => `  ${l}`).join("\n")}`;
  return new TamisError("POLICY_INVALID", message, { issues, cause: options.cause });
}

/** A dotted path. Names chosen by the user and list positions are in brackets: `mask.tools["read_*"].windowTurns`. */
export function pathToText(path: PolicyPath): string {
  let text = "";
  path.forEach((key, index) => {
    if (typeof key === "number") text += `[${key}]`;
    else if (isUserNamed(path.slice(0, index))) text += `[${JSON.stringify(String(key))}]`;
    else text += text === "" ? String(key) : `.${String(key)}`;
  });
  return text;
}

/** True if the key after `path` is a name chosen by the user: a tool glob. */
export function isUserNamed(path: PolicyPath): boolean {
  const at = path[0] === "experimental" ? 1 : 0;
  return path.length === at + 2 && path[at] === "mask" && path[at + 1] === "tools";
}

/** The keys of a path that is written as text, with names and list positions in brackets. */
export function pathKeys(text: string): (string | number)[] {
  const keys = text.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|[^.[\]]+/g) ?? [];
  return keys.map((key) => (key.startsWith("[") ? (JSON.parse(key)[0] as string | number) : key));
}

/** Builds `unknown key "x"; did you mean "y"? Valid keys: …`, nearest keys first. */
export const unknownKeyMessage = (key: string, valid: readonly string[]): string =>
  unknownNameMessage("key", key, valid);

/** The same of the name of something else. @param what In the singular; the plural has an s. */
export function unknownNameMessage(what: string, key: string, valid: readonly string[]): string {
  const sorted = valid
    .map((name) => ({ name, distance: editDistance(key.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const nearest = sorted[0];
  const close = nearest !== undefined && nearest.distance <= Math.max(2, Math.floor(nearest.name.length / 2));
  const hint = close ? `; did you mean ${JSON.stringify(nearest.name)}? Valid ${what}s` : `; valid ${what}s`;
  return `unknown ${what} ${JSON.stringify(shown(key))}${hint}: ${sorted.map((s) => s.name).join(", ")}`;
}

/** A value as error messages show it: JSON, at most 60 chars. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shown(value));
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (typeof value === "symbol") return value.description ?? "a symbol";
  if (Array.isArray(value)) return "a list";
  return value === undefined ? "nothing" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Cut, and without what looks like a secret: a value may be a URL with its password. */
function shown(text: string): string {
  const safe = redact(text.slice(0, 1000));
  return safe.length <= 60 ? safe : `${safe.slice(0, 57)}...`;
}

/** Levenshtein distance over the first 64 chars. This is enough to distinguish a typo from another word. */
export function editDistance(a: string, b: string): number {
  const left = a.slice(0, 64);
  const right = b.slice(0, 64);
  let previous = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      current.push(Math.min(swap, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
