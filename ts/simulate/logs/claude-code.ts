// A log of Claude Code. It has one line for each block of an answer, all with the answer's id, and one line for each
// message of the user or of results.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { billOf, emptyWindow, type LogWindow, type OnUnread, timeOf } from "./window.js";

/** The context windows of a log. A summary starts a new one. */
export function claudeWindows(lines: readonly JsonRecord[], onUnread: OnUnread): LogWindow[] {
  const reader = new Reader(onUnread);
  for (const line of lines) if (line.isSidechain !== true) reader.read(line);
  return reader.windows;
}

class Reader {
  readonly windows: LogWindow[] = [emptyWindow("messages")];
  /** The answer whose blocks are still coming. */
  #open: { id: unknown; blocks: unknown[] } | undefined;
  #isThinking = true;
  readonly #skillCalls = new Set<unknown>();

  constructor(private readonly onUnread: OnUnread) {}

  read(line: JsonRecord): void {
    const { type, message } = line;
    if (!isRecord(message)) return;
    if (line.isCompactSummary === true) {
      this.windows.push(emptyWindow("messages", this.#window.model));
      this.#open = undefined;
    }
    if (type === "assistant") this.#readAnswer(line, message);
    if (type === "user") this.#readUser(line, message);
  }

  get #window(): LogWindow {
    return this.windows.at(-1) ?? emptyWindow("messages");
  }

  #readAnswer(line: JsonRecord, { id, content, model, usage }: JsonRecord): void {
    const blocks = Array.isArray(content) ? content.map(withoutSignature) : [];
    for (const block of blocks) if (isRecord(block) && block.name === "Skill") this.#skillCalls.add(block.id);
    if (this.#open !== undefined && this.#open.id === id) {
      this.#open.blocks.push(...blocks);
      return;
    }
    this.#open = { id, blocks };
    const { list, answers } = this.#window;
    if (typeof model === "string" && model.startsWith("claude")) this.#window.model = model;
    if (isRecord(usage)) {
      const variant = this.#isThinking ? "" : "no thinking";
      const bill = billOf(usage, (problem) => this.onUnread(line, problem));
      if (bill !== undefined) answers.push({ index: list.length, time: timeOf(line), variant, ...bill });
    }
    list.push({ role: "assistant", content: blocks });
  }

  /**
   * After a skill is called, Claude Code turns the model's thinking off until the user's next message
   * (anthropics/claude-code 21919). Changing thinking makes the provider write all messages again (Anthropic, "Prompt
   * caching").
   */
  #readUser(line: JsonRecord, { content }: JsonRecord): void {
    if (this.#skillCalls.has(line.sourceToolUseID)) this.#isThinking = false;
    else if (line.isMeta !== true && !hasResults(content)) this.#isThinking = true;
    this.#window.list.push({ role: "user", content });
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
