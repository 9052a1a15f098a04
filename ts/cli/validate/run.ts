import { readFileSync } from "node:fs";
import type { Wire } from "../../index.js";
import { createPrefixChecker, type PrefixViolation, type Violation, validateRequest } from "../../validate/index.js";
import { CliFailure, explainSystemError, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { expandFiles } from "../shared/files.js";
import { readBody, writeStderr, writeStdout, writeText } from "../shared/io.js";
import { printable } from "../shared/terminal.js";

interface ValidateFlags {
  wire?: Wire;
  model?: string;
  json?: boolean;
  session?: string;
  bound?: boolean;
}

type FileResult = { file: string; violations: (Violation | PrefixViolation)[] } | { file: string; error: string };

/** `tamis validate`. Resolves to the exit code: 1 if anything is wrong or unreadable. */
export async function runValidate(paths: readonly string[], flags: ValidateFlags): Promise<number> {
  const { wire, model, json, session } = flags;
  const options = { ...(wire === undefined ? {} : { wire }), ...(model === undefined ? {} : { model }) };
  const files = filesOf(paths, session);
  const ignored: string[] = [];
  const checkSession = session === undefined ? () => [] : sessionCheck(options, flags, (lines) => ignored.push(lines));
  const results: FileResult[] = [];
  for (const file of files) {
    const body = await bodyOf(file, files === STDIN);
    const name = file === "-" ? "stdin" : file;
    if (typeof body === "string") results.push({ file: name, error: body });
    else results.push({ file: name, violations: [...validateRequest(body, options), ...checkSession(body)] });
  }
  if (results.length === 0) await writeStderr("tamis: no *.json file found\n");
  if (ignored.length > 0) await writeStderr(ignoredNote(ignored));
  for (const result of results) {
    if ("error" in result) await writeStderr(`tamis: ${printable(result.file, 200)}: ${result.error}\n`);
  }
  await (json
    ? writeStdout(`${JSON.stringify({ files: results }, null, 2)}\n`)
    : writeText(results.map(toLines).join("")));
  const fine = results.every((result) => "violations" in result && result.violations.length === 0);
  return results.length > 0 && fine ? 0 : FAILED;
}

const STDIN: readonly string[] = ["-"];

/** The files named, those of the session's folder in the order of sending, or stdin. */
function filesOf(paths: readonly string[], session: string | undefined): readonly string[] {
  if (session === undefined) return paths.length === 0 ? STDIN : expandFiles(paths);
  if (paths.length > 0) throw new CliFailure(WRONG_USAGE, "--session names the folder; leave the files out");
  return expandFiles([session]).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** Finds the thinking of each next body that the model would refuse. Unreadable bodies are reported once, as such. */
function sessionCheck(
  options: { wire?: Wire; model?: string },
  { bound }: ValidateFlags,
  onIgnored: (lines: string) => void,
): (body: Uint8Array) => PrefixViolation[] {
  const checker = createPrefixChecker({ ...options, ...(bound === true ? { bound } : {}), onIgnored });
  return (body) => checker.check(body).filter(({ path }) => path !== "");
}

function ignoredNote(lines: readonly string[]): string {
  const count = lines.length === 1 ? "once" : `${lines.length} times`;
  return `tamis: billing lines before the system prompt changed ${count}; they were not compared (${printable((lines[0] ?? "").trim(), 80)})\n`;
}

/** The bytes, or the reason why there are none. */
async function bodyOf(file: string, fromStdin: boolean): Promise<Uint8Array | string> {
  if (fromStdin || file === "-") return readBody(fromStdin ? undefined : "-");
  try {
    return readFileSync(file);
  } catch (error) {
    return explainSystemError(error);
  }
}

function toLines(result: FileResult): string {
  if ("error" in result) return "";
  return result.violations.map((violation) => `${toLine(printable(result.file, 200), violation)}\n`).join("");
}

function toLine(file: string, violation: Violation | PrefixViolation): string {
  const { rule, messageIndex, message } = violation;
  const where = messageIndex === undefined ? "" : `message ${messageIndex}: `;
  const byte = "byteOffset" in violation ? ` (byte ${violation.byteOffset})` : "";
  return `${file}:${where === "" ? " " : where}${rule} — ${printable(message, 400)}${byte}`;
}
