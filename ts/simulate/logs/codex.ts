// A log of Codex. It has one line for each item of the Responses API, and after each answer a line with its bill.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { billOf, count, emptyWindow, type LogWindow, type OnUnread, timeOf } from "./window.js";

/** The context windows of a log. A summary or a rollback starts a new one. */
export function codexWindows(lines: readonly JsonRecord[], onUnread: OnUnread): LogWindow[] {
  const reader = new Reader(onUnread);
  for (const line of lines) if (isRecord(line.payload)) reader.read(line, line.payload);
  return reader.windows;
}

class Reader {
  readonly windows: LogWindow[] = [emptyWindow("input")];
  /** The start of the answer whose bill has not come yet. */
  #answerAt: { index: number; time: number } | undefined;
  /** The first piece of reasoning of that answer, as in the list. */
  #reasoning: unknown;

  constructor(private readonly onUnread: OnUnread) {}

  read(line: JsonRecord, payload: JsonRecord): void {
    if (line.type === "turn_context" && typeof payload.model === "string") this.#window.model = payload.model;
    if (line.type === "compacted" || payload.type === "thread_rolled_back") {
      this.windows.push(emptyWindow("input", this.#window.model));
      this.#forgetAnswer();
    }
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

  #readUsage(line: JsonRecord, { last_token_usage: usage }: JsonRecord): void {
    if (!isRecord(usage) || this.#answerAt === undefined) return;
    const { answers, hiddenTokens } = this.#window;
    const bill = billOf(usage, (problem) => this.onUnread(line, problem));
    // The simulation takes what the cache did not have as written to it.
    if (bill !== undefined) {
      const { fresh, read, written } = bill.billed;
      answers.push({ ...this.#answerAt, ...bill, billed: { fresh: 0, read, written: written + fresh }, variant: "" });
    }
    // The client does not get the reasoning, but the model reads it again until the user's next message.
    const reasoning = count(usage.reasoning_output_tokens);
    if (this.#reasoning !== undefined && reasoning > 0) hiddenTokens.set(this.#reasoning, reasoning);
    this.#forgetAnswer();
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
