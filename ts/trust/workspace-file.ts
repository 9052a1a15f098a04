// The tamis.toml of a workspace, which may have come with a repository: reading it never fails and never waits.
import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { CONFIG_FILE } from "../base/config-file.js";
import { TamisError } from "../base/errors.js";
import { parseToml } from "../policy/toml.js";
import type { JsonRecord } from "../text/json-value.js";

/** Longer ones are not written by hand. */
const MOST_BYTES = 1024 * 1024;

/** What was read. */
export interface WorkspaceFile {
  name: string;
  text: string;
  /** Empty where the file cannot be used. */
  table: JsonRecord;
  /** Why the file does not count at all. */
  problem?: string | undefined;
}

/**
 * Reads the workspace's file; undefined where there is none, or where it is the user's own.
 *
 * @param own The user's own file, which need not be there.
 */
export function readWorkspaceFile(cwd: string, own: string): WorkspaceFile | undefined {
  const name = resolve(cwd, CONFIG_FILE);
  if (isSameFile(name, own)) return undefined;
  try {
    const found = statSync(name, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile()) return unusable(name, found.isDirectory() ? "it is a folder" : "it is no regular file");
    if (found.size > MOST_BYTES) return unusable(name, `it has more than ${MOST_BYTES.toLocaleString("en")} bytes`);
    const text = readFileSync(name, "utf8").replace(/^\uFEFF/, "");
    return { name, text, ...parsed(text) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return unusable(name, `it cannot be read: ${code ?? error}`);
  }
}

const unusable = (name: string, problem: string): WorkspaceFile => ({ name, text: "", table: {}, problem });

function parsed(text: string): Pick<WorkspaceFile, "table" | "problem"> {
  try {
    return { table: parseToml(text, {}) };
  } catch (error) {
    // The parser may also run out of stack.
    const problem = TamisError.isInstance(error) ? (error.issues[0]?.message ?? error.message) : undefined;
    return { table: {}, problem: problem ?? "not valid TOML: it is nested too deeply" };
  }
}

/** Whether two names are of one file, also one that is not there. */
export function isSameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return resolve(a) === resolve(b);
  }
}
