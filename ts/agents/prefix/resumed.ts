// Which conversation an agent goes on with, by its arguments and its logs.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LoggedSession, readLogFile } from "../../simulate/index.js";
import { optionAt, ownArguments } from "../settings.js";
import { type PrefixAgent, prefixFacts } from "./facts.js";
import { newestLogsOf } from "./usage.js";

/**
 * What the arguments resume: `none`: a conversation begins. `session`: the one with this id. `last`: the newest of the folder.
 * `unknown`: one that is chosen later, or by another name than its id.
 */
export type Resumed = { kind: "none" | "last" | "unknown" } | { kind: "session"; id: string };

/** The conversation that an agent resumes with these arguments. */
export function resumedBy(agent: PrefixAgent, args: readonly string[]): Resumed {
  const { last, options, words, id, without, others } = prefixFacts(agent).lean.resumed;
  const own = ownArguments(args);
  const isLast = own.some((arg) => new RegExp(last).test(arg));
  const named = options.flatMap((name) => optionAt(name, own).map(({ value }) => value));
  const word = own.findIndex((arg) => words.includes(arg));
  const behind = word === -1 ? [] : own.slice(word + 1);
  const found = [...named, ...behind].find((value) => new RegExp(id).test(value));
  if (found !== undefined) return { kind: "session", id: found };
  const isOption = own.some((arg) => options.some((name) => arg === name || arg.startsWith(`${name}=`)));
  if (word !== -1) return { kind: isLast ? "last" : "unknown" };
  if (isOption) {
    const hasValue = named.some((value) => !value.startsWith("-") && value !== "latest");
    return { kind: hasValue ? "unknown" : without };
  }
  if (words.length === 0 && isLast) return { kind: "last" };
  return { kind: others !== "" && own.some((arg) => new RegExp(others).test(arg)) ? "unknown" : "none" };
}

/** Most logs that are read to find it: the newest are first. */
const MOST_FILES = 50;

/**
 * The id of the conversation that was last written to an agent's logs in a folder; undefined if there is none. Reads whole logs,
 * as many as are newer than it.
 *
 * @param since Only logs that were written after this time, in milliseconds since 1970. @default all
 */
export async function newestSession(agent: PrefixAgent, cwd: string, since = 0): Promise<string | undefined> {
  for (const { path } of newestLogsOf(prefixFacts(agent).log, since).slice(0, MOST_FILES)) {
    let newest: LoggedSession | undefined;
    for await (const session of readLogFile(path, new Set())) {
      if ("reason" in session || session.isSubAgent || session.sessionId === undefined) continue;
      if ((session.project ?? rootBeside(path)) !== cwd) continue;
      if (newest === undefined || lastOf(session) >= lastOf(newest)) newest = session;
    }
    if (newest !== undefined) return newest.sessionId;
  }
  return undefined;
}

const lastOf = ({ span }: LoggedSession): number => span?.[1] ?? 0;

/** Gemini CLI keeps the folder's name beside the logs, not in them. */
function rootBeside(path: string): string | undefined {
  try {
    return readFileSync(join(dirname(dirname(path)), ".project_root"), "utf8").trim();
  } catch {
    return undefined;
  }
}
