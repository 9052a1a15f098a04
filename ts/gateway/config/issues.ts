import { TamisError } from "../../base/errors.js";
import { pathKeys } from "../../base/issues.js";
import { tomlStatements } from "../../policy/toml-statements.js";

/** A file that a configuration came from. */
export interface Source {
  /** Its name, for messages. */
  name: string;
  text: string;
}

/** One problem. Its path is a list of keys, so that its place in the file can be found. */
export interface ConfigIssue {
  /** Keys and indexes, the outermost first. */
  path: readonly (string | number)[];
  /** The problem, and what is accepted instead. */
  message: string;
}

/** The error for an unusable configuration: each problem with its line and column if it came from a file. */
export function configInvalid(issues: readonly ConfigIssue[], source: Source | undefined): TamisError {
  return configError("CONFIG_INVALID", issues, source);
}

/** Works like {@link configInvalid}, with another code. */
export function configError(
  code: "CONFIG_INVALID" | "CONFIG_UNTRUSTED",
  issues: readonly ConfigIssue[],
  source: Source | undefined,
): TamisError {
  const lines = issues.map((issue) => lineOf(issue, source));
  const [line = ""] = lines;
  const message =
    lines.length === 1 ? line : `${source?.name ?? "gateway"}:\n${lines.map((one) => `  ${one}`).join("\n")}`;
  return new TamisError(code, message, {
    issues: issues.map(({ path, message }) => ({ path: pathText(path), message })),
  });
}

/** What a check that throws finds. */
export function issuesOf(check: () => unknown): ConfigIssue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    return error.issues.map(({ path, message }) => ({ path: pathKeys(path), message }));
  }
}

/** A warning as errors are written: file, line and column, key, text. */
export const warningLine = (warning: ConfigIssue, source: Source | undefined): string =>
  lineOf(warning, source, "warning: ");

function lineOf({ path, message }: ConfigIssue, source: Source | undefined, kind = ""): string {
  const key = pathText(path);
  return `${placeOf(path, source)}${kind}${key === "" ? "" : `${key}: `}${message}`;
}

/** What a line begins with: the file, with line and column. Without a file the key says what it is about. */
function placeOf(path: ConfigIssue["path"], source: Source | undefined): string {
  if (source === undefined) return path.length === 0 ? "gateway: " : "";
  const at = locateKey(source.text, path);
  return at === undefined ? `${source.name}: ` : `${source.name}:${at.line}:${at.column}: `;
}

/** `routes[1].policy`, `policies.fast.mask.tools["read_*"]`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[\w-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** A place in a text; line and column are 1-based. */
interface Position {
  line: number;
  column: number;
}

type Path = readonly (string | number)[];

/**
 * Finds the key at `path`, spelled as in the text, in a valid TOML document. For a key inside an inline table or list
 * it returns where that begins; for a table defined only by its parts, the first part; else the surrounding table.
 * Undefined if it finds none of these.
 */
function locateKey(text: string, path: Path): Position | undefined {
  let best: { depth: number; position: Position } | undefined;
  let part: Position | undefined;
  for (const entry of entriesOf(text)) {
    const depth = commonDepth(entry.path, path);
    if (depth === entry.path.length && depth > (best?.depth ?? 0)) best = { depth, position: entry.position };
    if (depth === path.length) part ??= entry.position;
  }
  return best?.depth === path.length ? best.position : (part ?? best?.position);
}

/** Yields every table header and key of the text with its whole path. */
function* entriesOf(text: string): Generator<{ path: Path; position: Position }> {
  const lines = text.split("\n");
  let table: Path = [];
  const counts = new Map<string, number>();
  for (const { kind, names, start } of tomlStatements(text)) {
    if (kind !== "key") table = tablePath(kind === "tables", names, counts);
    const position = { line: start + 1, column: (lines[start] ?? "").search(/\S/) + 1 };
    yield { path: kind === "key" ? [...table, ...names] : table, position };
  }
}

function tablePath(isList: boolean, names: readonly string[], counts: Map<string, number>): Path {
  const name = names.join("\0");
  if (isList) counts.set(name, (counts.get(name) ?? -1) + 1);
  return names.flatMap((part, at) => {
    const count = counts.get(names.slice(0, at + 1).join("\0"));
    return count === undefined ? [part] : [part, count];
  });
}

function commonDepth(a: Path, b: Path): number {
  let depth = 0;
  while (depth < a.length && a[depth] === b[depth]) depth++;
  return depth;
}
