// Where the statements of a TOML document are: its headers and keys, each with its lines. What a statement is the parser says,
// so that no line of a list or of a text is taken for one.
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { parseToml } from "./toml.js";

export interface TomlStatement {
  /** `[table]`, `[[tables]]`, or a key with its value. */
  kind: "table" | "tables" | "key";
  /** The parts of its name. */
  names: readonly string[];
  /** The name as it is written; of a key alone. */
  written: string;
  /** Index of its first line. */
  start: number;
  /** Index of the line behind it. */
  end: number;
}

/** A key as it may be written: bare, between quotes, or several with dots. */
const PART = String.raw`(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')`;
const KEY = new RegExp(String.raw`^\s*(${PART}(?:\s*\.\s*${PART})*)\s*=`);
/** What a value of several lines may end with. */
const END = /["'\]}]\s*(?:#.*)?$/;

/** The statements of a text that parses, in its order. */
export function tomlStatements(text: string): TomlStatement[] {
  const lines = text.split("\n");
  const found: TomlStatement[] = [];
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start] ?? "";
    if (!/^\s*[^\s#]/.test(line)) continue;
    const end = endOf(lines, start);
    const header = /^\s*(\[\[?)/.exec(line)?.[1];
    const written = KEY.exec(line)?.[1] ?? "";
    const names = namesIn(tomlPart(header === undefined ? `${written} = 0` : lines.slice(start, end).join("\n")));
    found.push({
      kind: header === undefined ? "key" : header === "[" ? "table" : "tables",
      names,
      written,
      start,
      end,
    });
    start = end - 1;
  }
  return found;
}

function endOf(lines: readonly string[], start: number): number {
  for (let end = start + 1; end <= lines.length; end++) {
    const isPossible = end === start + 1 || END.test(lines[end - 1] ?? "");
    if (isPossible && tomlPart(lines.slice(start, end).join("\n")) !== undefined) return end;
  }
  return start + 1;
}

/** The tables of a part of a text, whose last line may be without the second half of its end; undefined where it does not parse. */
export function tomlPart(text: string): JsonRecord | undefined {
  try {
    return parseToml(`${text}\n`, {});
  } catch {
    return undefined;
  }
}

/** The names on the way to the innermost of tables that have one each. */
function namesIn(value: unknown): string[] {
  const table: unknown = Array.isArray(value) ? value[0] : value;
  const [name] = isRecord(table) ? Object.keys(table) : [];
  return name === undefined ? [] : [name, ...namesIn((table as JsonRecord)[name])];
}
