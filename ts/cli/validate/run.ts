import { statSync } from "node:fs";
import type { Wire } from "../../contract/report.js";
import { createPrefixChecker, type PrefixViolation, type Violation, validateRequest } from "../../validate/index.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { expandFiles } from "../shared/files.js";
import { readBody, writeJson, writeStderr, writeText } from "../shared/io.js";
import { bodiesOf, type NamedBody, REQUEST_OR_LOG } from "../shared/log-bodies.js";
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
  // With files a session is one of a log; alone it is a folder.
  const folder = paths.length === 0 ? session : undefined;
  if (paths.length > 0 && session !== undefined && isFolder(session))
    throw new CliFailure(WRONG_USAGE, "--session names the folder; leave the files out");
  if (flags.bound && folder === undefined)
    throw new CliFailure(WRONG_USAGE, "--bound is for --session FOLDER: it compares the requests of one session");
  const files = filesOf(paths, folder);
  const ignored: string[] = [];
  const sent: string[] = [];
  const checkSession =
    folder === undefined ? () => [] : sessionCheck(options, flags, sent, (lines) => ignored.push(lines));
  const results: FileResult[] = [];
  for (const file of files) {
    for await (const one of namedBodies(file, files === STDIN, paths.length > 0 ? session : undefined)) {
      if ("error" in one) results.push({ file: one.name, error: one.error });
      else {
        const found = validateRequest(one.body, options).filter((violation) => !one.isLogged || isInLogs(violation));
        results.push({ file: one.name, violations: [...found, ...checkSession(one.body, one.name)] });
      }
    }
  }
  if (results.length === 0) await writeStderr(`tamis: ${nothingFound(folder, session)}\n`);
  if (ignored.length > 0) await writeStderr(ignoredNote(ignored));
  if (sent.length > 0 && sent.length < results.length) await writeStderr(gapNote(results.length - sent.length));
  for (const result of results) {
    if ("error" in result) await writeStderr(`tamis: ${printable(result.file, 200)}: ${result.error}\n`);
  }
  await (json ? writeJson({ files: results }) : writeText(results.map((result) => toLines(result, sent)).join("")));
  const fine = results.every((result) => "violations" in result && result.violations.length === 0);
  return results.length > 0 && fine ? 0 : FAILED;
}

function nothingFound(folder: string | undefined, session: string | undefined): string {
  if (folder !== undefined) return `${printable(folder, 200)}: no *.json file found`;
  return session === undefined ? "nothing to check was found" : `no session ${printable(session, 80)} in these logs`;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const STDIN: readonly string[] = ["-"];

/** The files named, those of the session's folder in the order of sending, or stdin. */
function filesOf(paths: readonly string[], session: string | undefined): readonly string[] {
  if (session === undefined) return paths.length === 0 ? STDIN : expandFiles(paths, REQUEST_OR_LOG);
  return expandFiles([session]).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/**
 * Finds the thinking of each next body that the model would refuse. Unreadable bodies are reported once, as such.
 *
 * @param sent Gets the names of those that were read, in order.
 */
function sessionCheck(
  options: { wire?: Wire; model?: string },
  { bound }: ValidateFlags,
  sent: string[],
  onIgnored: (lines: string) => void,
): (body: Uint8Array, name: string) => PrefixViolation[] {
  const checker = createPrefixChecker({ ...options, ...(bound === true ? { bound } : {}), onIgnored });
  return (body, name) => {
    const found = checker.check(body);
    const refused = found.filter(({ path }) => path !== "");
    if (refused.length === found.length) sent.push(name);
    return refused;
  };
}

const gapNote = (count: number): string =>
  `tamis: ${count === 1 ? "1 file" : `${count} files`} of the session could not be read: ` +
  "thinking in answer to what is not there looks changed\n";

function ignoredNote(lines: readonly string[]): string {
  const count = lines.length === 1 ? "once" : `${lines.length} times`;
  return `tamis: billing lines before the system prompt changed ${count}; they were not compared (${printable((lines[0] ?? "").trim(), 80)})\n`;
}

/** A request from stdin, of a file, or the last one of each session of a log. */
async function* namedBodies(file: string, fromStdin: boolean, session: string | undefined): AsyncGenerator<NamedBody> {
  if (!fromStdin && file !== "-") yield* bodiesOf(file, session);
  else yield { name: "stdin", body: await readBody(fromStdin ? undefined : "-"), isLogged: false };
}

/** Whether a log has what the rule is about: it lacks signatures of thinking, and the request's settings. */
const isInLogs = ({ rule }: Violation): boolean => !NOT_LOGGED.has(rule);

const NOT_LOGGED: ReadonlySet<string> = new Set(["anthropic/thinking-signature"]);

function toLines(result: FileResult, sent: readonly string[]): string {
  if ("error" in result) return "";
  return result.violations.map((violation) => `${toLine(printable(result.file, 200), violation, sent)}\n`).join("");
}

function toLine(file: string, violation: Violation | PrefixViolation, sent: readonly string[]): string {
  const { rule, messageIndex } = violation;
  const message = "madeAt" in violation ? withFile(violation, sent) : violation.message;
  const where = messageIndex === undefined ? "" : `message ${messageIndex}: `;
  const byte = "byteOffset" in violation ? ` (byte ${violation.byteOffset})` : "";
  return `${file}:${where === "" ? " " : where}${rule} — ${printable(message, 600)}${byte}`;
}

/** The message with the file of the request that it tells by its number. */
function withFile({ message, madeAt }: PrefixViolation, sent: readonly string[]): string {
  const file = sent[madeAt];
  const request = `request ${madeAt}`;
  return file === undefined ? message : message.replace(request, () => `${request} (${printable(file, 200)})`);
}
