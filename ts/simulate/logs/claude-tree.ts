// The messages of a Claude Code log as a tree. Each line names the line before it (`parentUuid`): after a rewind two
// lines name the same one. The blocks of one answer are lines of their own, with the answer's id, and the results of
// parallel calls hang on the lines of their calls, side by side.
import { isRecord, type JsonRecord } from "../../text/json-value.js";

/** A message of the user or of results, or an answer with all its lines. */
export interface LogEntry {
  /** The lines, in the order of the log. */
  readonly lines: JsonRecord[];
  /** The entry that it answers or follows. */
  readonly parent: LogEntry | undefined;
  readonly isAnswer: boolean;
  readonly isSubAgent: boolean;
  /** Ids of the calls whose results the agent itself has taken out from here on; the entry is no message then. */
  readonly cleared?: ReadonlySet<string>;
}

/**
 * Reads the entries of a log, in its order. A line that is there twice counts once. Where a line names no other, as in
 * old logs, or one that is not there, it follows the line before it of the same agent. Linear.
 */
export class TreeReader {
  readonly entries: LogEntry[] = [];
  /** The entry of each line; a line without a message is taken as the entry before it. */
  readonly #byUuid = new Map<string, LogEntry | undefined>();
  readonly #answers = new Map<string, LogEntry>();
  readonly #newest = new Map<string, LogEntry>();

  read(line: JsonRecord): void {
    const { uuid } = line;
    if (typeof uuid === "string" && this.#byUuid.has(uuid)) return;
    const entry = this.#entryOf(line, this.#parentOf(line));
    if (typeof uuid === "string") this.#byUuid.set(uuid, entry);
  }

  /** The line's own entry, that of the answer it continues, or, if it holds no message, the entry before it. */
  #entryOf(line: JsonRecord, parent: LogEntry | undefined): LogEntry | undefined {
    const cleared = clearedBy(line);
    if (!isMessage(line) && (cleared === undefined || parent === undefined)) return parent;
    const isAnswer = line.type === "assistant";
    const key = isAnswer ? answerKey(line) : undefined;
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known !== undefined) {
      known.lines.push(line);
      return known;
    }
    const found = { lines: [line], parent, isAnswer, isSubAgent: line.isSidechain === true };
    const entry: LogEntry = cleared === undefined ? found : { ...found, cleared };
    this.entries.push(entry);
    this.#newest.set(agentOf(line), entry);
    if (key !== undefined) this.#answers.set(key, entry);
    return entry;
  }

  #parentOf(line: JsonRecord): LogEntry | undefined {
    const { parentUuid, uuid } = line;
    if (line.isCompactSummary === true) return undefined;
    if (parentUuid === null && typeof uuid === "string") return undefined;
    const before = this.#newest.get(agentOf(line));
    if (typeof parentUuid !== "string" || !this.#byUuid.has(parentUuid)) return before;
    const parent = this.#byUuid.get(parentUuid);
    // A sub-agent hangs on the call that started it, and its requests do not hold what is before that.
    return parent !== undefined && parent.isSubAgent !== (line.isSidechain === true) ? before : parent;
  }
}

const isMessage = ({ type, message }: JsonRecord): boolean =>
  (type === "user" || type === "assistant") && isRecord(message);

/** The calls of a line that says that old results were cleared; undefined for any other line. */
function clearedBy({ subtype, microcompactMetadata: facts }: JsonRecord): ReadonlySet<string> | undefined {
  if (subtype !== "microcompact_boundary" || !isRecord(facts) || !Array.isArray(facts.compactedToolIds))
    return undefined;
  const ids = facts.compactedToolIds.filter((id): id is string => typeof id === "string");
  return ids.length === 0 ? undefined : new Set(ids);
}

function agentOf({ isSidechain, agentId }: JsonRecord): string {
  if (isSidechain !== true) return "";
  return typeof agentId === "string" ? `agent ${agentId}` : "agent";
}

/** One answer of one request: retries of a request can reuse a message's id. */
export function answerKey({ message, requestId }: JsonRecord): string | undefined {
  if (!isRecord(message) || typeof message.id !== "string") return undefined;
  return typeof requestId === "string" ? `${message.id} ${requestId}` : message.id;
}
