// Bytes into and out of the process. These functions never add, drop or re-encode a byte.
import { accessSync, constants, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { explainSystemError, systemCode } from "../../base/system-errors.js";
import { isOpenFile, type SafeWrite, writeSafely, writeWhole } from "../../base/write-safely.js";
import { attempt, CliFailure, FAILED, WRONG_USAGE } from "./failure.js";
import { fitTo, toTerminalStyled } from "./terminal.js";

/** A reader that closes early (`tamis reduce … | head`) is no failure. Without a listener Node would print a stack. */
export function quietBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/**
 * Reads all bytes of a file, or of stdin if `file` is undefined or `-`.
 * @throws CliFailure if it cannot be read, or if stdin is a terminal and the user did not ask for it with `-`
 */
export async function readBody(file: string | undefined): Promise<Buffer> {
  if (file !== undefined && file !== "-") return readFileBytes(file);
  if (file === undefined && process.stdin.isTTY) {
    throw new CliFailure(WRONG_USAGE, "no input: name a FILE or pipe a request to stdin (--help shows examples)");
  }
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  } catch (error) {
    throw new CliFailure(FAILED, `cannot read stdin: ${explainSystemError(error)}`);
  }
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}

/** @throws CliFailure naming the file and the reason */
export const readFileBytes = (file: string, exitCode: 1 | 2 = FAILED): Buffer =>
  attempt(exitCode, `cannot read ${file}`, () => readFileSync(file));

/** Writes to stdout and resolves when the bytes have left the process, or when the reader has gone. */
export function writeStdout(data: Uint8Array | string): Promise<void> {
  return writeAll(process.stdout, data, "stdout");
}

/** Writes a value to stdout as JSON, for programs. */
export function writeJson(value: unknown): Promise<void> {
  return writeStdout(`${JSON.stringify(value, null, 2)}\n`);
}

/** Works like {@link writeStdout}, for a text that people read: nothing in it can command the terminal. */
export function writeText(text: string): Promise<void> {
  return writeAll(process.stdout, toTerminalStyled(text), "stdout");
}

/** Works like {@link writeText}, for stderr; lines end between words on a narrow terminal. */
export function writeStderr(text: string): Promise<void> {
  return writeAll(process.stderr, fitTo(toTerminalStyled(text), process.stderr), "stderr");
}

/** Writes a text to stdout from code that does not wait: to a file at once. @throws CliFailure */
export function printToStdout(text: string): void {
  if (isOpenFile(1)) writeToFile(text);
  else process.stdout.write(text);
}

function writeAll(stream: NodeJS.WriteStream, data: Uint8Array | string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (name === "stdout" && isOpenFile(1)) {
      writeToFile(data);
      resolve();
      return;
    }
    stream.write(data, (error) => {
      if (!error || systemCode(error) === "EPIPE" || name === "stderr") resolve();
      else reject(stdoutFailure(error));
    });
  });
}

function writeToFile(data: Uint8Array | string): void {
  try {
    writeWhole(1, data);
  } catch (error) {
    throw stdoutFailure(error);
  }
}

const stdoutFailure = (error: unknown) =>
  new CliFailure(FAILED, `cannot write to stdout: ${explainSystemError(error)}`);

/**
 * Replaces a file as a whole: readers see the old or the new content, never a part, and input and output may be the
 * same file. A symbolic link keeps its target. Anything but a regular file (`/dev/null`, a named pipe) is written to.
 */
export function writeFileAtomic(path: string, data: Uint8Array | string, how?: SafeWrite): void {
  attempt(FAILED, `cannot write ${path}`, () => writeSafely(path, data, how));
}

/**
 * Refuses a file that cannot be written, before long work whose result it is for.
 *
 * @throws CliFailure
 */
export function requireWritable(path: string): void {
  const check = () => {
    const found = statOf(path);
    if (found?.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
    accessSync(found === undefined ? dirname(path) : path, constants.W_OK);
  };
  attempt(WRONG_USAGE, `cannot write ${path}`, check, "; nothing was started");
}

/**
 * Refuses a file that is written where an input or another output is: one of both would be lost.
 *
 * @param outputs Each with the option that names it. Files without a name, stdout and what is no regular file are left out.
 * @param inputs Files that are read and must stay.
 * @throws CliFailure
 */
export function requireOwnFiles(
  outputs: readonly (readonly [option: string, path: string | undefined])[],
  inputs: readonly (string | undefined)[] = [],
): void {
  const taken = new Map<string, string>();
  for (const input of inputs) if (input !== undefined && input !== "-") taken.set(realPath(input), "the input");
  for (const [option, path] of outputs) {
    if (path === undefined || path === "" || path === "-" || statOf(path)?.isFile() === false) continue;
    const other = taken.get(realPath(path));
    if (other !== undefined)
      throw new CliFailure(WRONG_USAGE, `${option} ${path} would replace ${other}: name another file`);
    taken.set(realPath(path), `what ${option} writes`);
  }
}

/** The file that is written: the one behind a link, or a new one in the folder behind links. */
function realPath(path: string): string {
  if (statOf(path) !== undefined) return realpathSync(path);
  const folder = dirname(resolve(path));
  return statOf(folder) === undefined ? resolve(path) : join(realpathSync(folder), basename(path));
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
