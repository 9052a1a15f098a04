// `--lean`: what a launch leaves out. A resumed conversation keeps the list that it began with. A model that checks its thinking checks it
// against the tools, too, so that the list of a conversation stays what it was when it began.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type AgentProfile,
  chooseLean,
  isPrefixAgent,
  type LeaveOut,
  leanHindrance,
  leanItems,
  leaveOut,
  logNameOf,
  newestSession,
  newestVersion,
  type PrefixAgent,
  type Resumed,
  readPrefixUsage,
  resumedBy,
  type Surroundings,
  savedTokens,
} from "../../agents/index.js";
import { DAY_MS } from "../../base/clock.js";
import { makeFolder } from "../../base/make-folder.js";
import { appendSafely, writeSafely } from "../../base/write-safely.js";
import { stateFolder } from "../../ledger/index.js";
import { parseRecord } from "../../text/json-value.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { groupDigits, printable } from "../shared/terminal.js";

/** What the user asks for. */
export interface LeanFlags {
  lean?: boolean;
  /** Names that stay. */
  leanKeep?: string[];
  /** Whether anything may be remembered. */
  ledger?: boolean;
}

export interface LaunchLean {
  leave: readonly LeaveOut[];
  /** What is said before the agent starts. */
  line: string | undefined;
  /** Remembers what a conversation was sent with. */
  note(session: string | undefined): void;
  /** The same for an agent whose requests do not name their conversation: the one that its logs had last. */
  end(): Promise<void>;
}

const DAYS = 30;

/**
 * What this launch leaves out; undefined where nothing was asked for and nothing is resumed. A new conversation reads the agent's
 * logs of the last 30 days.
 *
 * @throws CliFailure for a name in `leanKeep` that could not be left out
 */
export async function leanFor(
  flags: LeanFlags,
  profile: AgentProfile | undefined,
  around: Surroundings,
): Promise<LaunchLean | undefined> {
  const isAsked = flags.lean === true || flags.leanKeep !== undefined;
  const { name } = profile ?? {};
  if (profile === undefined || name === undefined || !isPrefixAgent(name))
    return isAsked ? unchanged("lean: only for claude, codex, gemini and opencode; all tools stay") : undefined;
  const resumed = resumedBy(name, around.args);
  if (resumed.kind === "none" && !isAsked) return undefined;
  const memory = new LeanMemory(name);
  if (resumed.kind !== "none" && !isAsked && memory.isEmpty) return undefined;
  const hindrance = leanHindrance(profile, name, around);
  if (hindrance !== undefined) return unchanged(`lean: ${hindrance}; all tools stay`);
  const { names, line } =
    resumed.kind === "none"
      ? await begun(profile, name, around, flags.leanKeep)
      : await kept(memory, resumed, around.cwd, isAsked);
  const note = (session: string | undefined) => {
    if (session !== undefined && flags.ledger !== false) memory.set(session, names);
  };
  const startedAt = Date.now();
  const end = async () => {
    if (profile.sessionHeader === undefined) note(await newestSession(name, around.cwd, startedAt));
  };
  return { leave: leaveOut(name, names), line, note, end };
}

const unchanged = (line: string): LaunchLean => ({ leave: [], line, note: () => {}, end: async () => {} });

interface Chosen {
  names: string[];
  line: string | undefined;
}

async function begun(
  profile: AgentProfile,
  agent: PrefixAgent,
  around: Surroundings,
  keep: readonly string[] = [],
): Promise<Chosen> {
  const items = leanItems(agent, around, await readPrefixUsage(logNameOf(agent), Date.now() - DAYS * DAY_MS));
  // A server may be one of another folder.
  const wrong = keep.find((name) => !name.startsWith("mcp:") && !items.some((item) => item.name === name));
  if (wrong !== undefined) {
    const known = items.map(({ name }) => name).join(", ");
    throw new CliFailure(
      WRONG_USAGE,
      `--lean-keep: nothing is called ${JSON.stringify(wrong)}; known: ${known}; nothing was started`,
    );
  }
  const left = chooseLean(profile, items, agent, around, keep);
  const names = left.map(({ name }) => name);
  const tokens = savedTokens(agent, left, around.args);
  const line =
    left.length === 0
      ? "lean: nothing is left out: all that could be is called in your logs, or named by you"
      : `lean: left out ${shown(names)} (about ${groupDigits(tokens)} tokens of every request in ${newestVersion(agent).version}); --lean-keep NAME keeps one`;
  return { names, line };
}

/** What the conversation began with; nothing changes where that is not known. */
async function kept(memory: LeanMemory, resumed: Resumed, cwd: string, isAsked: boolean): Promise<Chosen> {
  const session = await sessionOf(memory, resumed, cwd);
  const names = session === undefined ? [] : memory.of(session);
  if (names.length > 0) return { names, line: `lean: as it began, the conversation is without ${shown(names)}` };
  if (!isAsked) return { names, line: undefined };
  const why =
    resumed.kind === "unknown"
      ? "which conversation is resumed is not known before it is chosen"
      : "the conversation began with all tools, as far as is known";
  return { names, line: `lean: ${why}; all of them stay` };
}

async function sessionOf(memory: LeanMemory, resumed: Resumed, cwd: string): Promise<string | undefined> {
  if (resumed.kind === "session") return resumed.id;
  // Logs are read only where something could be known of what is in them.
  return resumed.kind === "last" && !memory.isEmpty ? await newestSession(memory.agent, cwd) : undefined;
}

const shown = (names: readonly string[]): string => names.map((name) => printable(name, 60)).join(", ");

/** Conversations that are remembered; the oldest go first. */
const MOST_SESSIONS = 1_000;
/** From this size on the file is written anew. */
const MOST_BYTES = 512 * 1024;

/** The file in which it is: a line for each conversation, of which the last counts. */
export const leanFile = (): string => join(stateFolder(), "lean.jsonl");

/** Ids of conversations that were last sent without some tools. */
export function leanSessions(): ReadonlySet<string> {
  const names = new Map(readLines().map((line) => [line.session, line.names]));
  return new Set([...names].flatMap(([session, { length }]) => (length > 0 ? [session] : [])));
}

/** What conversations were last sent without, by the agent's own id. */
class LeanMemory {
  readonly #lines: { agent: string; session: string; names: string[] }[] = readLines();
  readonly #names = new Map<string, string[]>();

  constructor(readonly agent: PrefixAgent) {
    for (const { agent: other, session, names } of this.#lines) if (other === agent) this.#names.set(session, names);
  }

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  of(session: string): string[] {
    return this.#names.get(session) ?? [];
  }

  set(session: string, names: string[]): void {
    if (this.of(session).join() === names.join()) return;
    this.#names.set(session, names);
    const line = `${JSON.stringify({ agent: this.agent, session, names })}\n`;
    try {
      makeFolder(stateFolder(), 0o700);
      const file = leanFile();
      const isLong = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES;
      if (isLong) writeSafely(file, newestOf(readLines()), { mode: 0o600 });
      appendSafely(file, line, 0o600);
    } catch {
      // The agent is not disturbed for it: the conversation then resumes with all tools.
    }
  }
}

function newestOf(lines: ReturnType<typeof readLines>): string {
  const last = new Map<string, string>();
  for (const line of lines) {
    const key = `${line.agent} ${line.session}`;
    last.delete(key);
    last.set(key, `${JSON.stringify(line)}\n`);
  }
  return [...last.values()].slice(-MOST_SESSIONS).join("");
}

function readLines(): { agent: string; session: string; names: string[] }[] {
  let text: string;
  try {
    text = readFileSync(leanFile(), "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const { agent, session, names } = parseRecord(line) ?? {};
    if (typeof agent !== "string" || typeof session !== "string" || !Array.isArray(names)) return [];
    return [{ agent, session, names: names.filter((name) => typeof name === "string") }];
  });
}
