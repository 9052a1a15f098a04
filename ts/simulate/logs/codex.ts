// A log of Codex. It has one line for each item of the Responses API, and after each answer a line with its bill.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { billOf, branchOf, count, emptyWindow, type LogWindow, type OnUnread, timeOf } from "./window.js";

/**
 * The context windows of a log. A summary starts a new one, and so does a rollback, which goes on after the messages
 * before it.
 *
 * @param seen Answers that were billed in other logs. A forked session's log begins with a copy of the older one.
 *   Answers of this log are added.
 */
export function codexWindows(lines: readonly JsonRecord[], seen: Set<string>, onUnread: OnUnread): LogWindow[] {
  const reader = new Reader(seen, onUnread);
  for (const line of lines) if (isRecord(line.payload)) reader.read(line, line.payload);
  return reader.windows;
}

class Reader {
  readonly windows: LogWindow[] = [emptyWindow("input")];
  /** The start of the answer whose bill has not come yet. */
  #answerAt: { index: number; time: number } | undefined;
  /** The first piece of reasoning of that answer, as in the list. */
  #reasoning: unknown;
  readonly #seen: Set<string>;
  #sessionId: unknown;
  #isFork = false;
  /** Where the user's turns begin in the list. */
  #turnStarts: number[] = [];

  readonly #onUnread: OnUnread;

  constructor(seen: Set<string>, onUnread: OnUnread) {
    this.#seen = seen;
    this.#onUnread = onUnread;
  }

  read(line: JsonRecord, payload: JsonRecord): void {
    if (line.type === "session_meta") this.#readSession(payload);
    if (line.type === "turn_context" && typeof payload.model === "string") this.#window.model = payload.model;
    if (line.type === "compacted") this.#startAfterSummary(payload);
    if (payload.type === "thread_rolled_back") this.#rollBack(count(payload.num_turns));
    if (payload.type === "user_message") this.#turnStarts.push(this.#startOfTurn());
    if (line.type === "response_item") this.#readItem(line, payload);
    if (payload.type === "token_count" && isRecord(payload.info)) this.#readUsage(line, payload.info);
  }

  get #window(): LogWindow {
    return this.windows.at(-1) ?? emptyWindow("input");
  }

  #readItem(line: JsonRecord, payload: JsonRecord): void {
    const { list } = this.#window;
    if (this.#answerAt === undefined && isAnswer(payload)) {
      this.#answerAt = { index: list.length, time: timeOf(line) };
    }
    const item = withoutNotes(payload);
    if (item.type === "reasoning") this.#reasoning ??= item;
    list.push(item);
  }

  /** The history that replaces the old one, where the log has it. */
  #startAfterSummary({ replacement_history: history }: JsonRecord): void {
    const window = emptyWindow("input", this.#window.model);
    if (Array.isArray(history)) window.list.push(...history.filter(isRecord).map(withoutNotes));
    this.#start(window);
    this.#turnStarts = [];
  }

  /** Takes the newest turns off the history. */
  #rollBack(turns: number): void {
    const kept = Math.max(0, this.#turnStarts.length - turns);
    this.#start(branchOf(this.#window, this.#turnStarts[kept] ?? 0));
    this.#turnStarts.length = kept;
  }

  #start(window: LogWindow): void {
    this.windows.push(window);
    this.#forgetAnswer();
  }

  /** The newest message of the user: the event that names a turn follows it. */
  #startOfTurn(): number {
    const { list } = this.#window;
    const start = list.findLastIndex((item) => isRecord(item) && item.role === "user");
    return start < 0 ? list.length : start;
  }

  #readUsage(line: JsonRecord, { last_token_usage: usage, total_token_usage: total }: JsonRecord): void {
    if (!isRecord(usage) || this.#answerAt === undefined) return;
    const { answers, hiddenTokens } = this.#window;
    const bill = billOf(usage, (problem) => this.#onUnread(line, problem));
    // The simulation takes what the cache did not have as written to it.
    if (bill !== undefined) {
      const { fresh, read, written } = bill.billed;
      answers.push({ ...this.#answerAt, ...bill, billed: { fresh: 0, read, written: written + fresh }, variant: "" });
      if (this.#isCopied(usage, total)) this.#window.inherited = answers.length;
    }
    // The client does not get the reasoning, but the model reads it again until the user's next message.
    const reasoning = count(usage.reasoning_output_tokens);
    if (this.#reasoning !== undefined && reasoning > 0) hiddenTokens.set(this.#reasoning, reasoning);
    this.#forgetAnswer();
  }

  /** A forked session names the one it was copied from, or begins with that one's own first line. */
  #readSession({ id, forked_from_id: origin }: JsonRecord): void {
    if (origin !== undefined || (this.#sessionId !== undefined && this.#sessionId !== id)) this.#isFork = true;
    this.#sessionId ??= id;
  }

  /** Whether another log has billed the answer. The sums over a session tell its answers apart. */
  #isCopied(usage: JsonRecord, total: unknown): boolean {
    if (!isRecord(total)) return false;
    const key = [total, usage].map((sum) => `${sum.input_tokens} ${sum.output_tokens}`).join(" ");
    if (this.#isFork && this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  #forgetAnswer(): void {
    this.#answerAt = undefined;
    this.#reasoning = undefined;
  }
}

/** Whether the model wrote the item. */
function isAnswer({ type, role }: JsonRecord): boolean {
  if (type === "message") return role === "assistant";
  return typeof type === "string" && (type === "reasoning" || type.endsWith("_call"));
}

/** The item as it is sent again, without the log's notes and the parts that only the provider can read. */
function withoutNotes({
  internal_chat_message_metadata_passthrough: _,
  encrypted_content: __,
  ...item
}: JsonRecord): JsonRecord {
  return item;
}
