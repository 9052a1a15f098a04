// A log of Claude Code as context windows.

import { isRecord, type JsonRecord, nonEmpty } from "../../text/json-value.js";
import { answerKey, type LogEntry, TreeReader } from "./claude-tree.js";
import { readMissCause } from "./miss-cause.js";
import {
  billOf,
  count,
  emptyWindow,
  isSeen,
  type LogContext,
  type LogFormat,
  type LoggedAnswer,
  type LogReader,
  type LogWindow,
  timeOf,
} from "./window.js";

/**
 * Logs of Claude Code. A summary, a rewind, a sub-agent and the agent's own clearing of old results start a window. After a rewind
 * or a clearing a window begins with the messages before it, whose answers the other window bills. A resumed session's log
 * begins with a copy of the older one, whose answers the older log bills.
 */
export const CLAUDE_CODE: LogFormat = {
  agent: "Claude Code",
  isSign: ({ type, message, uuid, parentUuid, sessionId }) =>
    ((type === "user" || type === "assistant") && isRecord(message)) ||
    (typeof uuid === "string" && parentUuid !== undefined) ||
    (typeof type === "string" && typeof sessionId === "string"),
  open: (context) => new ClaudeReader(context),
};

/** The members of a line that are read. The others, such as copies of results, are let go at once. */
const READ = [
  ...["type", "uuid", "parentUuid", "isSidechain", "agentId", "isMeta", "isCompactSummary"],
  ...["message", "requestId", "timestamp", "prompt_cache", "subtype", "microcompactMetadata"],
] as const;

class ClaudeReader implements LogReader {
  readonly #context: LogContext;
  readonly #tree = new TreeReader();
  #project: string | undefined;
  #sessionId: string | undefined;
  #version: string | undefined;
  #isAtTerminal: boolean | undefined;

  constructor(context: LogContext) {
    this.#context = context;
  }

  read(line: JsonRecord, number: number): void {
    this.#project ??= nonEmpty(line.cwd);
    this.#sessionId ??= nonEmpty(line.sessionId);
    this.#version ??= nonEmpty(line.version);
    if (typeof line.entrypoint === "string") this.#isAtTerminal ??= line.entrypoint === "cli";
    const slim: JsonRecord = { number };
    for (const key of READ) if (line[key] !== undefined) slim[key] = line[key];
    this.#tree.read(slim);
  }

  end(): LogWindow[] {
    const builder = new WindowBuilder();
    for (const entry of this.#tree.entries) builder.add(entry);
    const base = {
      project: this.#project,
      sessionId: this.#sessionId,
      version: this.#version,
      isAtTerminal: this.#isAtTerminal,
    };
    return builder.branches.map((branch) => toWindow(branch, base, this.#context));
  }
}

/** Entries of which each follows the one before. */
interface Branch {
  entries: LogEntry[];
  /** How many of them another branch has too. */
  inherited: number;
  /** The branch they were taken from. */
  origin: Branch | undefined;
  /** For each clearing: the entries up to there, as they were sent before it. */
  before: readonly (readonly LogEntry[])[];
}

class WindowBuilder {
  readonly branches: Branch[] = [];
  /** Where each entry is in the branch that has it first. */
  readonly #places = new Map<LogEntry, { branch: Branch; index: number }>();

  add(entry: LogEntry): void {
    if (entry.cleared !== undefined) {
      this.#clear(entry, entry.cleared);
      return;
    }
    const branch = this.#branchFor(entry);
    this.#places.set(entry, { branch, index: branch.entries.length });
    branch.entries.push(entry);
  }

  /** From here on the same messages are sent, without what was cleared. */
  #clear(entry: LogEntry, ids: ReadonlySet<string>): void {
    const place = entry.parent === undefined ? undefined : this.#places.get(entry.parent);
    if (place === undefined) return;
    const { branch, index } = place;
    const sent = branch.entries.slice(0, endOfResults(branch.entries, index));
    const rest = sent.map((one) => withoutResults(one, ids));
    const next = this.#start(rest, branch, [...branch.before, sent]);
    this.#places.set(entry, { branch: next, index: sent.length - 1 });
  }

  #branchFor({ parent }: LogEntry): Branch {
    const place = parent === undefined ? undefined : this.#places.get(parent);
    if (place === undefined) return this.#start([], undefined);
    const { branch, index } = place;
    const end = endOfResults(branch.entries, index);
    if (end === branch.entries.length) return branch;
    return this.#start(branch.entries.slice(0, end), branch, branch.before);
  }

  #start(entries: LogEntry[], origin: Branch | undefined, before: Branch["before"] = []): Branch {
    const branch = { entries, inherited: entries.length, origin, before };
    this.branches.push(branch);
    return branch;
  }
}

/** What Claude Code sends in place of a result that it has cleared. */
const CLEARED = "[Old tool result content cleared]";

/** The entry as it is sent once the results of these calls are cleared; the same where it has none of them. */
function withoutResults(entry: LogEntry, ids: ReadonlySet<string>): LogEntry {
  const isCleared = (block: unknown) =>
    isRecord(block) &&
    block.type === "tool_result" &&
    typeof block.tool_use_id === "string" &&
    ids.has(block.tool_use_id);
  let isChanged = false;
  const lines = entry.lines.map((line) => {
    const { message } = line;
    if (line.type !== "user" || !isRecord(message) || !Array.isArray(message.content)) return line;
    if (!message.content.some(isCleared)) return line;
    isChanged = true;
    const content = message.content.map((block) => (isCleared(block) ? { ...block, content: CLEARED } : block));
    return { ...line, message: { ...message, content } };
  });
  return isChanged ? { ...entry, lines } : entry;
}

/** The end of the results that stand side by side with the entry at `index`: parallel calls' results are one message. */
function endOfResults(entries: readonly LogEntry[], index: number): number {
  const entry = entries[index];
  const caller = entry?.isAnswer === true ? entry : entry?.parent;
  let end = index + 1;
  if (caller === undefined || (entry?.isAnswer === false && !entry.lines.some(holdsResult))) return end;
  while (entries[end]?.parent === caller && entries[end]?.lines.some(holdsResult) === true) end++;
  return end;
}

function holdsResult({ type, message }: JsonRecord): boolean {
  return type === "user" && isRecord(message) && hasResults(message.content);
}

function toWindow(
  { entries, inherited, origin, before }: Branch,
  base: Partial<LogWindow>,
  { seen, onUnread }: LogContext,
): LogWindow {
  const window = emptyWindow("anthropic", base);
  for (const [index, entry] of entries.entries()) {
    const answer = entry.isAnswer ? readAnswer(entry, window, onUnread) : undefined;
    if (!isNote(entry)) window.list.push(messageOf(entry));
    if (answer === undefined) continue;
    window.answers.push(answer);
    if (index < inherited || isCopied(entry, seen)) window.inherited = window.answers.length;
  }
  window.isSubAgent = entries.at(-1)?.isSubAgent ?? false;
  window.isAfterSummary = inherited === 0 && entries[0]?.lines[0]?.isCompactSummary === true;
  window.before = before.map((sent) => sent.filter((one) => !isNote(one)).map(messageOf));
  window.inheritedAt = origin === undefined ? Number.NaN : lastTime(origin, window.answers[window.inherited]);
  return window;
}

/** An answer that the program wrote itself, about an error: it is not sent again. */
const isNote = ({ isAnswer, lines: [line] }: LogEntry): boolean =>
  isAnswer && isRecord(line?.message) && line.message.model === NOTE_MODEL;

const NOTE_MODEL = "<synthetic>";

const messages = new WeakMap<LogEntry, JsonRecord>();

/** The message as it is sent, the same object in each window. */
function messageOf(entry: LogEntry): JsonRecord {
  const known = messages.get(entry);
  if (known !== undefined) return known;
  const contents = entry.lines.flatMap(({ message }) => (isRecord(message) ? [message.content] : []));
  const message = entry.isAnswer
    ? {
        role: "assistant",
        content: contents.flatMap((part) => (Array.isArray(part) ? part.map(withoutSignature) : [])),
      }
    : { role: "user", content: contents[0] };
  messages.set(entry, message);
  return message;
}

/** An answer, with its bill: that is on each of its lines, at the end with all of its output. Undefined for a note. */
function readAnswer(
  { lines }: LogEntry,
  window: LogWindow,
  onUnread: LogContext["onUnread"],
): LoggedAnswer | undefined {
  const [line] = lines;
  const last = lines.at(-1);
  if (!isRecord(line?.message) || !isRecord(last?.message) || line.message.model === NOTE_MODEL) return undefined;
  const model = nonEmpty(line.message.model);
  window.model = model ?? window.model;
  const { usage } = last.message;
  const bill = isRecord(usage) ? billOf(usage, (problem) => onUnread(count(last.number), problem)) : undefined;
  const [index, missCause] = [window.list.length, readMissCause(last)];
  return { index, time: timeOf(line), model, billed: undefined, tokens: undefined, ...bill, missCause };
}

/** Whether another log, read before, has billed the answer. */
function isCopied({ lines: [line] }: LogEntry, seen: Set<string>): boolean {
  const key = line === undefined ? undefined : answerKey(line);
  return key !== undefined && isSeen(seen, key);
}

/** When the branch last sent a request before an answer of another one; NaN if there is none. */
function lastTime({ entries }: Branch, before: LoggedAnswer | undefined): number {
  let last = Number.NaN;
  for (const {
    isAnswer,
    lines: [line],
  } of entries) {
    const time = isAnswer && line !== undefined ? timeOf(line) : Number.NaN;
    if (time <= (before?.time ?? Number.NaN)) last = time;
  }
  return last;
}

const hasResults = (content: unknown): boolean =>
  Array.isArray(content) && content.some((block) => isRecord(block) && block.type === "tool_result");

/** Removes a thought's signature: it is a proof for the provider, and the model does not read it. */
function withoutSignature(block: unknown): unknown {
  if (!isRecord(block) || typeof block.signature !== "string") return block;
  const { signature: _, ...rest } = block;
  return rest;
}
