// Where agents keep their logs.
import { createHash } from "node:crypto";
import { closeSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { absolutePath, homeFolder } from "../../base/home-folder.js";
import { explainSystemError, systemCode } from "../../base/system-errors.js";
import { openToRead } from "../../base/write-safely.js";

/** Files of one agent. */
export interface LogPlace {
  /** The agent, for people; empty for a place that a user names. */
  agent: string;
  /** A folder, or a file. */
  path: string;
  /** Which files of it are logs. */
  isLog: (name: string) => boolean;
}

/** A file with a log, and its size. */
export interface LogFile {
  /** Where it is. */
  path: string;
  /** Its size in bytes. */
  bytes: number;
  /** When it was last written, in milliseconds. */
  changedAt: number;
}

/** A folder or file that cannot be looked at. */
export interface Unseen {
  path: string;
  reason: string;
}

const isLines = (name: string): boolean => name.endsWith(".jsonl");
const isCline = (name: string): boolean => name === "api_conversation_history.json";
const isGemini = (name: string): boolean => /^session-.*\.jsonl?$/.test(name) || name.endsWith(".jsonl");
const isAny = (name: string): boolean => /\.(jsonl?|db)$/.test(name) && !OTHERS.has(name);

/** Files beside those of Cline that are no conversations. */
const OTHERS = new Set(["ui_messages.json", "task_metadata.json", "history_item.json"]);

const EDITORS = ["Code", "Code - Insiders", "Cursor", "Windsurf", "VSCodium"];
const CLINES = ["saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code"];

/** The usual places of all agents, by the environment's variables where an agent has one. */
export function usualPlaces(
  environment: NodeJS.ProcessEnv = process.env,
  home: string = homeFolder(environment),
): LogPlace[] {
  const config = absolutePath(environment.XDG_CONFIG_HOME) ?? join(home, ".config");
  const data = absolutePath(environment.XDG_DATA_HOME) ?? join(home, ".local", "share");
  const claude = (environment.CLAUDE_CONFIG_DIR ?? "").split(",").flatMap((path) => path.trim() || []);
  const claudes = claude.length > 0 ? claude : [join(home, ".claude"), join(config, "claude")];
  const editors = [config, join(home, "Library", "Application Support"), environment.APPDATA ?? ""].filter(Boolean);
  return [
    ...claudes.map((path) => ({ agent: "Claude Code", path: join(path, "projects"), isLog: isLines })),
    { agent: "Codex", path: join(environment.CODEX_HOME || join(home, ".codex"), "sessions"), isLog: isLines },
    { agent: "Codex", path: join(environment.CODEX_HOME || join(home, ".codex"), "archived_sessions"), isLog: isLines },
    { agent: "Copilot CLI", path: join(home, ".copilot", "session-state"), isLog: isLines },
    { agent: "Gemini CLI", path: join(home, ".gemini", "tmp"), isLog: isGemini },
    { agent: "opencode", path: join(data, "opencode", "opencode.db"), isLog: () => true },
    ...editors.flatMap((folder) =>
      EDITORS.flatMap((editor) =>
        CLINES.map((name) => ({
          agent: "Cline or Roo Code",
          path: join(folder, editor, "User", "globalStorage", name, "tasks"),
          isLog: isCline,
        })),
      ),
    ),
    { agent: "Cline or Roo Code", path: join(home, ".cline", "data", "tasks"), isLog: isCline },
  ];
}

/** Any folder or file that a user names. */
export const namedPlace = (path: string): LogPlace => ({ agent: "", path, isLog: isAny });

/**
 * The logs at these places, in name order; of equal ones, as a backup has them, the first. Links to folders are not followed.
 *
 * @param isNamed Whether a place that is not there is told, as it is where the user named it.
 */
export function findLogs(places: readonly LogPlace[], isNamed: boolean): { files: LogFile[]; unseen: Unseen[] } {
  const files = new Map<string, LogFile>();
  const unseen: Unseen[] = [];
  for (const { path, isLog } of places) {
    const waiting = [{ path, isRoot: true }];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const here = at.path;
      const attempt = look(here);
      if (attempt instanceof Error) {
        if (isNamed || !ABSENT.has(systemCode(attempt)))
          unseen.push({ path: here, reason: explainSystemError(attempt) });
      } else if (Array.isArray(attempt)) {
        for (const { name, isFolder } of attempt) {
          if (isFolder || isLog(name)) waiting.push({ path: join(here, name), isRoot: false });
        }
      } else if (!at.isRoot || isNamed || isLog(basename(here))) files.set(here, attempt);
    }
  }
  return { files: withoutCopies([...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))), unseen };
}

/** Only files of one size are compared. */
function withoutCopies(files: readonly LogFile[]): LogFile[] {
  const sizes = new Map<number, number>();
  for (const { bytes } of files) sizes.set(bytes, (sizes.get(bytes) ?? 0) + 1);
  const contents = new Set<string>();
  return files.filter(({ path, bytes }) => {
    if (bytes === 0 || sizes.get(bytes) === 1) return true;
    const content = contentOf(path);
    if (contents.has(content)) return false;
    contents.add(content);
    return true;
  });
}

/** Tells contents apart; of a file that cannot be read its path. */
function contentOf(path: string): string {
  try {
    const file = openToRead(path);
    try {
      const hash = createHash("sha256");
      const chunk = Buffer.allocUnsafe(1024 * 1024);
      for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk))
        hash.update(chunk.subarray(0, size));
      return hash.digest("base64");
    } finally {
      closeSync(file);
    }
  } catch {
    return path;
  }
}

/** What is said of a path that is not there, or below what is no folder. */
const ABSENT = new Set<string | undefined>(["ENOENT", "ENOTDIR"]);

/** What is in a folder, a file's size, or why it cannot be looked at. */
function look(path: string): { name: string; isFolder: boolean }[] | LogFile | Error {
  try {
    const found = statSync(path);
    if (!found.isDirectory()) return { path, bytes: found.size, changedAt: found.mtimeMs };
    return readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
