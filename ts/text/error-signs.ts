import { isErrorLine, LINE_CHARS, mayHaveErrorLine } from "./error-line.js";
import { isRecord } from "./json-value.js";

/** A literal text that marks an error: anywhere, or at a line start. */
export type ErrorPattern = string | { readonly text: string; readonly at: "line" };

/** A line counts if it begins within this many chars of either end of a text. */
const EDGE_CHARS = 500;

const SEED_WORDS = compilePatterns([
  "Traceback",
  "Exception",
  { text: "Error", at: "line" },
  '"error"',
  "timeout",
  "connect_error",
  "connection refused",
]);

/**
 * Compiles many literals to one expression. ASCII letters match in either case, other letters exactly (`é` is not `É`),
 * as in the native backend. Each letter becomes a character class, because the `i` flag would fold all of Unicode.
 */
export function compilePatterns(patterns: readonly ErrorPattern[]): RegExp | undefined {
  if (patterns.length === 0) return undefined;
  const sources = patterns.map((p) => (typeof p === "string" ? literal(p) : `(?:^|\\n)${literal(p.text)}`));
  return new RegExp(sources.join("|"));
}

function literal(text: string): string {
  return text.replace(/./gs, (c) => {
    if (/[a-zA-Z]/.test(c)) return `[${c.toLowerCase()}${c.toUpperCase()}]`;
    return /[\w\s]/.test(c) || c.charCodeAt(0) > 127 ? c : `\\${c}`;
  });
}

const STRUCTURED = /^[ \t\n\r]*[[{]/;

/**
 * The library's rule: a JSON text is judged by its keys alone, any other text by the beginnings of its first and last
 * lines.
 */
export function looksLikeError(text: string): boolean {
  const json = parseStructured(text, STRUCTURED);
  return json === undefined ? hasErrorLine(text) : hasFailure(json.value, isFailure);
}

/** Whether {@link looksLikeError} judges a text by its lines for sure, because it does not begin as JSON does. */
export const isJudgedByLines = (text: string): boolean => !STRUCTURED.test(text);

/** The library's rule for an object that is a whole result. */
export function looksLikeErrorObject(value: unknown): boolean {
  return isRecord(value) && isFailure(value, true);
}

/** The rule of seed 004: words anywhere, or a JSON object with the key `error` or the status `error`. */
export function looksLikeSeedError(text: string): boolean {
  if (SEED_WORDS?.test(text)) return true;
  const json = parseStructured(text, /^[[{]/);
  return json !== undefined && hasFailure(json.value, isSeedFailure);
}

function parseStructured(text: string, start: RegExp): { value: unknown } | undefined {
  if (!start.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether the value of a key `error` says that there was one: not null, false or 0, and not empty. */
export function isErrorValue(value: unknown): boolean {
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

const EXIT_CODES = ["exit_code", "exitCode", "returncode", "return_code"];
/** MCP's marks of an error. */
const MARKS = ["isError", "is_error"];

type ObjectRule = (object: object, isTop: boolean) => boolean;

/** Whether `value`, or an object in the list `value`, is a failure. */
function hasFailure(value: unknown, rule: ObjectRule): boolean {
  if (Array.isArray(value)) return value.some((element) => isRecord(element) && rule(element, false));
  return isRecord(value) && rule(value, true);
}

const isSeedFailure: ObjectRule = (object) => Object.hasOwn(object, "error") || own(object, "status") === "error";

/** Some agents put the exit code into the `metadata` of their result. */
const isFailure: ObjectRule = (object, isTop) => {
  if (isErrorValue(own(object, "error")) || own(object, "status") === "error") return true;
  if (MARKS.some((mark) => own(object, mark) === true) || hasExitCode(object)) return true;
  const metadata = isTop ? own(object, "metadata") : undefined;
  return isRecord(metadata) && hasExitCode(metadata);
};

/** Whether an object has an exit code other than 0. */
export function hasExitCode(object: object): boolean {
  return EXIT_CODES.some((name) => {
    const code = own(object, name);
    return typeof code === "number" && code !== 0;
  });
}

/** Reads own members only, because those of Object.prototype are not in the text. */
function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

/** Whether a line near an end of a text says that something failed. */
export function hasErrorLine(text: string): boolean {
  const lastEdge = text.length - EDGE_CHARS;
  // The newline of a line at the edge may be just before it.
  const isLong = lastEdge - 1 > EDGE_CHARS + LINE_CHARS;
  const ends = isLong ? [text.slice(0, EDGE_CHARS + LINE_CHARS), text.slice(lastEdge - 1)] : [text];
  if (!ends.some(mayHaveErrorLine)) return false;
  let start = 0;
  while (start < text.length) {
    // Go to the first line that begins within the last edge. Its newline may be just before the edge.
    const skips = start >= EDGE_CHARS && start < lastEdge;
    if (skips) start = lastEdge - 1;
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (!skips && isErrorLine(text.slice(start, Math.min(end, start + LINE_CHARS)))) return true;
    if (newline < 0) return false;
    start = newline + 1;
  }
  return false;
}
