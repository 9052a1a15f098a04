// A log of Codex. It has one line for each item of the Responses API, and after each answer a line with its bill.
import { isRecord, type JsonRecord, nonEmpty } from "../../text/json-value.js";
import {
  billOf,
  branchOf,
  count,
  emptyWindow,
  isSeen,
  type LogContext,
  type LogFormat,
  type LogReader,
  type LogWindow,
  timeOf,
  windowAfter,
} from "./window.js";

/**
 * Logs of Codex. A summary starts a window, and so does a rollback, which goes on after the messages before it. A
 * forked session's log begins with a copy of the older one, whose answers the older log bills; a copy of a log, such as in a
 * backup, has none but copied ones.
 */
export const CODEX: LogFormat = {
  agent: "Codex",
  isSign: ({ type, payload }) => isRecord(payload) && typeof type === "string" && LINES.has(type),
  open: (context) => new Reader(context),
};

const LINES = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);

class Reader implements LogReader {
  readonly #windows: LogWindow[] = [emptyWindow("openai-responses")];
  /** The start of the answer whose bill has not come yet. */
  #answerAt: { index: number; time: number } | undefined;
  /** The first piece of reasoning of that answer, as in the list. */
  #reasoning: unknown;
  readonly #context: LogContext;
  #sessionId: unknown;
  #isCopy = false;
  /** Where the user's turns begin in the list. */
  #turnStarts: number[] = [];

  constructor(context: LogContext) {
    this.#context = context;
  }

  read(line: JsonRecord, number: number): void {
    if (isRecord(line.payload)) this.#readPayload(line, line.payload, number);
  }

  end(): LogWindow[] {
    return this.#windows;
  }

  #readPayload(line: JsonRecord, payload: JsonRecord, number: number): void {
    if (line.type === "session_meta") this.#readSession(payload);
    if (line.type === "turn_context" && typeof payload.model === "string") this.#window.model = payload.model;
    if (line.type === "compacted") this.#startAfterSummary(payload);
    if (payload.type === "thread_rolled_back") this.#rollBack(count(payload.num_turns));
    if (payload.type === "user_message") this.#turnStarts.push(this.#startOfTurn());
    if (line.type === "response_item") this.#readItem(line, payload);
    if (payload.type === "token_count" && isRecord(payload.info)) this.#readUsage(number, payload.info);
  }

  get #window(): LogWindow {
    return this.#windows.at(-1) ?? emptyWindow("openai-responses");
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
    const window = windowAfter(this.#window);
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
    this.#windows.push(window);
    this.#forgetAnswer();
  }

  /** The newest message of the user: the event that names a turn follows it. */
  #startOfTurn(): number {
    const { list } = this.#window;
    const start = list.findLastIndex((item) => isRecord(item) && item.role === "user");
    return start < 0 ? list.length : start;
  }

  #readUsage(number: number, { last_token_usage: usage, total_token_usage: total }: JsonRecord): void {
    if (!isRecord(usage) || this.#answerAt === undefined) return;
    const { answers, hiddenTokens, model } = this.#window;
    const bill = billOf(usage, (problem) => this.#context.onUnread(number, problem));
    // The simulation takes what the cache did not have as written to it.
    if (bill?.billed !== undefined) {
      const { fresh, read, written } = bill.billed;
      answers.push({ ...this.#answerAt, ...bill, model, billed: { fresh: 0, read, written: written + fresh } });
      if (this.#isCopied(usage, total)) this.#window.inherited = answers.length;
    }
    // The client does not get the reasoning, but the model reads it again until the user's next message.
    const reasoning = count(usage.reasoning_output_tokens);
    if (this.#reasoning !== undefined && reasoning > 0) hiddenTokens.set(this.#reasoning, reasoning);
    this.#forgetAnswer();
  }

  /** A forked session names the one it was copied from, or begins with that one's own first line. Another log may have the same session. */
  #readSession({ id, forked_from_id: origin, cwd, source, cli_version: version }: JsonRecord): void {
    const window = this.#window;
    window.project ??= nonEmpty(cwd);
    window.sessionId ??= nonEmpty(id);
    window.version ??= nonEmpty(version);
    if (isRecord(source) && source.subagent !== undefined) window.isSubAgent = true;
    const { seen } = this.#context;
    const key = `codex session ${String(id)}`;
    if (this.#sessionId === undefined ? seen.has(key) : this.#sessionId !== id) this.#isCopy = true;
    if (origin !== undefined) this.#isCopy = true;
    this.#sessionId ??= id;
    if (id !== undefined) seen.add(key);
  }

  /** Whether another log has billed the answer. The sums over a session tell its answers apart. */
  #isCopied(usage: JsonRecord, total: unknown): boolean {
    if (!isRecord(total)) return false;
    const key = [total, usage].map((sum) => `${sum.input_tokens} ${sum.output_tokens}`).join(" ");
    return isSeen(this.#context.seen, key) && this.#isCopy;
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
