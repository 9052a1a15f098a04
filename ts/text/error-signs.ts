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

const LINE_WORD = new RegExp(["error", "fatal", "panic"].map(literal).join("|"), "y");
const TRACEBACK = "Traceback (most recent call last)";
const NAME_ENDING = /.e(?:rror|xception)$/i;

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

/**
 * The library's rule: a JSON text is judged by its keys alone, any other text by the beginnings of its first and last
 * lines.
 */
export function looksLikeError(text: string): boolean {
  const json = parseStructured(text, /^[ \t\n\r]*[[{]/);
  return json === undefined ? hasErrorLine(text) : hasErrorKey(json.value, isErrorValue);
}

/** The library's rule for a parsed value: an object with the key `error`, or with the status `error`. */
export function looksLikeErrorObject(value: unknown): boolean {
  return !Array.isArray(value) && isErrorObject(value, isErrorValue);
}

/** The rule of seed 004: words anywhere, or a JSON object with the key `error` or the status `error`. */
export function looksLikeSeedError(text: string): boolean {
  if (SEED_WORDS?.test(text)) return true;
  const json = parseStructured(text, /^[[{]/);
  return json !== undefined && hasErrorKey(json.value, () => true);
}

/** True for a text with the line of {@link clipError}. */
export function hasClipLine(text: string): boolean {
  return /(?:^|\n)\[error clipped — [0-9]+ chars\](?:\n|$)/.test(text);
}

function parseStructured(text: string, start: RegExp): { value: unknown } | undefined {
  if (!start.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether the value of a key `error` says that there was one. */
export function isErrorValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}

function hasErrorKey(value: unknown, counts: (error: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return isErrorObject(value, counts);
  return value.some((element) => !Array.isArray(element) && isErrorObject(element, counts));
}

function isErrorObject(value: unknown, counts: (error: unknown) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  // Reads own keys only, because members of Object.prototype are not in the text.
  if (Object.hasOwn(value, "error") && counts(Reflect.get(value, "error"))) return true;
  return Object.hasOwn(value, "status") && Reflect.get(value, "status") === "error";
}

function hasErrorLine(text: string): boolean {
  const lastEdge = text.length - EDGE_CHARS;
  let start = 0;
  while (start < text.length) {
    if (start >= EDGE_CHARS && start < lastEdge) {
      // Go to the first line that begins within the last edge. Its newline may be just before the edge.
      start = lastEdge - 1;
    } else if (isErrorLine(text, start)) {
      return true;
    }
    const newline = text.indexOf("\n", start);
    if (newline < 0) return false;
    start = newline + 1;
  }
  return false;
}

function isErrorLine(text: string, start: number): boolean {
  LINE_WORD.lastIndex = start;
  return LINE_WORD.test(text) || text.startsWith(TRACEBACK, start) || hasErrorName(text, start);
}

/** Finds `<Name>Error:` or `<Name>Exception:`, where the name is one run of letters, digits, `_` and `.`. */
function hasErrorName(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  if (!isWordChar(first) || isDigit(first) || first === DOT) return false;
  let end = start + 1;
  while (end < text.length && isWordChar(text.charCodeAt(end))) end++;
  return text.charCodeAt(end) === COLON && NAME_ENDING.test(text.slice(Math.max(start, end - 10), end));
}

const DOT = 46;
const COLON = 58;

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function isWordChar(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || isDigit(c) || c === 95 || c === DOT;
}
