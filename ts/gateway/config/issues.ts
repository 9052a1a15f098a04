import { type Issue, TamisError } from "../../base/errors.js";
import { locateKey, type Position } from "./toml-position.js";

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
  const found = issues.map((issue) => toIssue(issue, source));
  const lines = found.map(lineOf);
  const name = source?.name ?? "gateway";
  const message =
    lines.length === 1 ? `${name}${lines[0]}` : `${name}:\n${lines.map((line) => `  ${name}${line}`).join("\n")}`;
  return new TamisError(code, message, { issues: found.map(({ issue }) => issue) });
}

/** A warning as errors are written: file, line and column, key, text. */
export function warningLine(warning: ConfigIssue, source: Source | undefined): string {
  const { where, issue } = toIssue(warning, source);
  return `${source?.name ?? "gateway"}${lineOf({ where: `${where}warning: `, issue })}`;
}

const lineOf = ({ where, issue }: { where: string; issue: Issue }) =>
  `${where}${issue.path === "" ? "" : `${issue.path}: `}${issue.message}`;

function toIssue({ path, message }: ConfigIssue, source: Source | undefined): { where: string; issue: Issue } {
  const at: Position | undefined = source === undefined ? undefined : locateKey(source.text, path);
  return { where: at === undefined ? ": " : `:${at.line}:${at.column}: `, issue: { path: pathText(path), message } };
}

/** `routes[1].policy`, `policies.fast.mask.tools["read_*"]`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[\w-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}
