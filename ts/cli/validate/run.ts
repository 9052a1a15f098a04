import { readFileSync } from "node:fs";
import type { Wire } from "../../index.js";
import { type Violation, validateRequest } from "../../validate/index.js";
import { explainSystemError, FAILED } from "../shared/failure.js";
import { expandFiles } from "../shared/files.js";
import { readBody, writeStderr, writeStdout, writeText } from "../shared/io.js";
import { printable } from "../shared/terminal.js";

interface ValidateFlags {
  wire?: Wire;
  model?: string;
  json?: boolean;
}

type FileResult = { file: string; violations: Violation[] } | { file: string; error: string };

/** `tamis validate`. Resolves to the exit code: 1 if anything is wrong or unreadable. */
export async function runValidate(paths: readonly string[], { wire, model, json }: ValidateFlags): Promise<number> {
  const options = { ...(wire === undefined ? {} : { wire }), ...(model === undefined ? {} : { model }) };
  const results: FileResult[] = [];
  for (const file of paths.length === 0 ? ["-"] : expandFiles(paths)) {
    const body = await bodyOf(file, paths.length === 0);
    const name = file === "-" ? "stdin" : file;
    if (typeof body === "string") results.push({ file: name, error: body });
    else results.push({ file: name, violations: validateRequest(body, options) });
  }
  if (results.length === 0) await writeStderr("tamis: no *.json file found\n");
  for (const result of results) {
    if ("error" in result) await writeStderr(`tamis: ${printable(result.file, 200)}: ${result.error}\n`);
  }
  await (json
    ? writeStdout(`${JSON.stringify({ files: results }, null, 2)}\n`)
    : writeText(results.map(toLines).join("")));
  const fine = results.every((result) => "violations" in result && result.violations.length === 0);
  return results.length > 0 && fine ? 0 : FAILED;
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

function toLine(file: string, { rule, messageIndex, byteOffset, message }: Violation): string {
  const where = messageIndex === undefined ? "" : `message ${messageIndex}: `;
  const byte = byteOffset === undefined ? "" : ` (byte ${byteOffset})`;
  return `${file}:${where === "" ? " " : where}${rule} — ${printable(message, 400)}${byte}`;
}
