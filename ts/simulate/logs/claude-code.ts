// A log of Claude Code as context windows.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { answerKey, type LogEntry, readEntries } from "./claude-tree.js";
import { billOf, emptyWindow, type LoggedAnswer, type LogWindow, type OnUnread, timeOf } from "./window.js";

/**
 * The context windows of a log. A summary, a rewind and a sub-agent start one. After a rewind a window begins with the
 * messages before it, whose answers the other window bills.
 *
 * @param seen Answers that were billed in other logs. A resumed session's log begins with a copy of the older one.
 *   Answers of this log are added.
 */
export function claudeWindows(lines: readonly JsonRecord[], seen: Set<string>, onUnread: OnUnread): LogWindow[] {
  const builder = new WindowBuilder();
  for (const entry of readEntries(lines)) builder.add(entry);
  return builder.branches.map((branch) => toWindow(branch, seen, onUnread));
}

/** Entries of which each follows the one before. */
interface Branch {
  entries: LogEntry[];
  /** How many of them another branch has too. */
  inherited: number;
  /** The branch they were taken from. */
  origin: Branch | undefined;
}

class WindowBuilder {
  readonly branches: Branch[] = [];
  /** Where each entry is in the branch that has it first. */
  readonly #places = new Map<LogEntry, { branch: Branch; index: number }>();

  add(entry: LogEntry): void {
    const branch = this.#branchFor(entry);
    this.#places.set(entry, { branch, index: branch.entries.length });
    branch.entries.push(entry);
  }

  #branchFor({ parent }: LogEntry): Branch {
    const place = parent === undefined ? undefined : this.#places.get(parent);
    if (place === undefined) return this.#start([], undefined);
    const { branch, index } = place;
    const end = endOfResults(branch.entries, index);
    return end === branch.entries.length ? branch : this.#start(branch.entries.slice(0, end), branch);
  }

  #start(entries: LogEntry[], origin: Branch | undefined): Branch {
    const branch = { entries, inherited: entries.length, origin };
    this.branches.push(branch);
    return branch;
  }
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

function toWindow({ entries, inherited, origin }: Branch, seen: Set<string>, onUnread: OnUnread): LogWindow {
  const window = emptyWindow("messages");
  const thinking = new ThinkingSwitch();
  entries.forEach((entry, index) => {
    const message = messageOf(entry);
    const answer = entry.isAnswer ? readAnswer(entry, window, thinking.variant, onUnread) : undefined;
    thinking.read(entry, message);
    window.list.push(message);
    if (answer === undefined) return;
    window.answers.push(answer);
    if (index < inherited || isSeen(entry, seen)) window.inherited = window.answers.length;
  });
  window.isSubAgent = entries.at(-1)?.isSubAgent ?? false;
  window.inheritedAt = origin === undefined ? Number.NaN : lastTime(origin, window.answers[window.inherited]);
  return window;
}

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

/** The bill of an answer is on each of its lines; undefined where there is none. */
function readAnswer(
  { lines }: LogEntry,
  window: LogWindow,
  variant: string,
  onUnread: OnUnread,
): LoggedAnswer | undefined {
  const [line] = lines;
  if (line === undefined || !isRecord(line.message)) return undefined;
  const { model, usage } = line.message;
  if (typeof model === "string" && model.startsWith("claude")) window.model = model;
  const bill = isRecord(usage) ? billOf(usage, (problem) => onUnread(line, problem)) : undefined;
  return bill && { index: window.list.length, time: timeOf(line), variant, ...bill };
}

/** Whether another log, read before, has billed the answer. */
function isSeen({ lines: [line] }: LogEntry, seen: Set<string>): boolean {
  const key = line === undefined ? undefined : answerKey(line);
  if (key === undefined || seen.has(key)) return key !== undefined;
  seen.add(key);
  return false;
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

/**
 * After a skill is called, Claude Code turns the model's thinking off until the user's next message
 * (anthropics/claude-code 21919). Changing thinking makes the provider write all messages again (Anthropic, "Prompt
 * caching").
 */
class ThinkingSwitch {
  #isOn = true;
  readonly #skillCalls = new Set<unknown>();

  get variant(): string {
    return this.#isOn ? "" : "no thinking";
  }

  read({ lines: [line], isAnswer }: LogEntry, { content }: JsonRecord): void {
    if (isAnswer) {
      for (const block of Array.isArray(content) ? content : []) {
        if (isRecord(block) && block.name === "Skill") this.#skillCalls.add(block.id);
      }
    } else if (this.#skillCalls.has(line?.sourceToolUseID)) this.#isOn = false;
    else if (line?.isMeta !== true && !hasResults(content)) this.#isOn = true;
  }
}

const hasResults = (content: unknown): boolean =>
  Array.isArray(content) && content.some((block) => isRecord(block) && block.type === "tool_result");

/** Removes a thought's signature: it is a proof for the provider, and the model does not read it. */
function withoutSignature(block: unknown): unknown {
  if (!isRecord(block) || typeof block.signature !== "string") return block;
  const { signature: _, ...rest } = block;
  return rest;
}
