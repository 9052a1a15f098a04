import { isRecord, type JsonRecord } from "../text/json-value.js";
import { idOf, isPresent, type Rows } from "./rows.js";

/** A call that waits for its result. */
interface Call {
  id: string;
  message: number;
  block: number;
  answered: boolean;
}

/** Consecutive messages of one role; the provider joins them. */
interface Turn {
  role: "user" | "assistant" | "other";
  /** The calls of an assistant turn. */
  calls: Map<string, Call>;
  /** Whether a user turn has had a block other than a tool result. */
  hasOther: boolean;
}

/** The part of the conversation after the last message of the user that has more than results. */
interface Loop {
  /** The first assistant message with a call; -1 if there is none yet. */
  firstCall: number;
  hasThinking: boolean;
}

/** Checks Anthropic Messages, except cache breakpoints. Messages and blocks are objects. */
export function validateAnthropic(request: JsonRecord, messages: readonly JsonRecord[], rows: Rows): void {
  if (messages.length === 0) rows.request("anthropic/no-messages");
  checkSystem(request.system, rows);
  const reader = new Reader(rows);
  messages.forEach((message, index) => {
    reader.message(message, index);
  });
  reader.end(messages);
  if (isThinkingEnabled(request.thinking)) reader.requireThinking();
}

function checkSystem(system: unknown, rows: Rows): void {
  if (!Array.isArray(system)) return;
  system.forEach((block, index) => {
    if (isRecord(block) && block.type === "text" && block.text === "") {
      rows.at("anthropic/empty-text", "system", -1, index);
    }
  });
}

function isThinkingEnabled(thinking: unknown): boolean {
  return isRecord(thinking) && thinking.type === "enabled";
}

const NO_CALLS: ReadonlyMap<string, Call> = new Map();

class Reader {
  #turn: Turn | undefined;
  /** The calls of the assistant turn before this user turn. */
  #asked: ReadonlyMap<string, Call> = NO_CALLS;
  #loop: Loop = { firstCall: -1, hasThinking: false };

  constructor(private readonly rows: Rows) {}

  message(message: JsonRecord, index: number): void {
    const role = message.role === "user" || message.role === "assistant" ? message.role : "other";
    if (role === "other") this.rows.message("anthropic/role", index, idOf(message.role));
    if (index === 0 && role === "assistant") this.rows.message("anthropic/first-role", index);
    if (this.#turn?.role !== role) this.#beginTurn(role);
    this.#content(message.content, index, role);
    if (role === "user" && !isResultsAlone(message.content)) this.#loop = { firstCall: -1, hasThinking: false };
  }

  /** An unanswered call is reported once the turn after it has ended. */
  #beginTurn(role: Turn["role"]): void {
    if (this.#turn?.role === "assistant") {
      this.#asked = role === "user" ? this.#turn.calls : NO_CALLS;
      if (role !== "user") this.#unanswered(this.#turn.calls, "anthropic/missing-result");
    } else {
      this.#unanswered(this.#asked, "anthropic/missing-result");
      this.#asked = NO_CALLS;
    }
    this.#turn = { role, calls: new Map(), hasOther: false };
  }

  #unanswered(
    calls: ReadonlyMap<string, Call>,
    rule: "anthropic/missing-result" | "anthropic/missing-result-at-end",
  ): void {
    for (const { id, message, block, answered } of calls.values()) {
      if (!answered) this.rows.at(rule, "block", message, block, id);
    }
  }

  #content(content: unknown, index: number, role: Turn["role"]): void {
    if (typeof content === "string") {
      if (role === "user" && content === "") this.rows.message("anthropic/empty-user-message", index);
      else if (role === "user" && isBlank(content)) this.rows.message("anthropic/blank-text", index);
      if (this.#turn !== undefined) this.#turn.hasOther = true;
    } else if (Array.isArray(content)) {
      this.#blocks(content, index, role);
    } else {
      this.rows.message("anthropic/content", index);
    }
  }

  #blocks(content: readonly unknown[], index: number, role: Turn["role"]): void {
    if (role === "user" && content.length === 0) this.rows.message("anthropic/empty-user-message", index);
    const texts = content.map((block) => (isRecord(block) && block.type === "text" ? block.text : undefined));
    const blank = texts.every((text) => typeof text === "string" && isBlank(text));
    if (blank && texts.length > 0 && !texts.includes("")) this.rows.message("anthropic/blank-text", index);
    content.forEach((block, at) => {
      if (isRecord(block)) this.#block(block, index, at, role);
    });
  }

  #block(block: JsonRecord, message: number, at: number, role: Turn["role"]): void {
    const { rows } = this;
    switch (block.type) {
      case "text":
        if (block.text === "") rows.at("anthropic/empty-text", "block", message, at);
        break;
      case "tool_use":
        this.#call(block, message, at, role);
        break;
      case "tool_result":
        this.#result(block, message, at, role);
        return;
      case "thinking":
        if (idOf(block.signature) === undefined) rows.at("anthropic/thinking-signature", "block", message, at);
        this.#loop.hasThinking = true;
        break;
      case "redacted_thinking":
        this.#loop.hasThinking = true;
    }
    if (this.#turn !== undefined) this.#turn.hasOther = true;
  }

  #call(block: JsonRecord, message: number, at: number, role: Turn["role"]): void {
    const id = idOf(block.id);
    if (role === "user") this.rows.at("anthropic/block-role", "block", message, at, "tool_use");
    if (id === undefined) {
      this.rows.at("anthropic/call-without-id", "block", message, at);
      return;
    }
    if (role !== "assistant" || this.#turn === undefined) return;
    if (this.#loop.firstCall < 0) this.#loop.firstCall = message;
    if (this.#turn.calls.has(id)) this.rows.at("anthropic/duplicate-call-id", "block", message, at, id);
    else this.#turn.calls.set(id, { id, message, block: at, answered: false });
  }

  #result(block: JsonRecord, message: number, at: number, role: Turn["role"]): void {
    const { rows } = this;
    const id = idOf(block.tool_use_id);
    if (role === "assistant") rows.at("anthropic/block-role", "block", message, at, "tool_result");
    if (isPresent(block.content) && typeof block.content !== "string" && !Array.isArray(block.content)) {
      rows.at("anthropic/result-content", "block", message, at);
    }
    if (id === undefined) {
      rows.at("anthropic/result-without-id", "block", message, at);
      return;
    }
    if (role !== "user") return;
    const call = this.#asked.get(id);
    if (call === undefined) {
      rows.at("anthropic/orphan-result", "block", message, at, id);
      return;
    }
    if (call.answered) {
      rows.at("anthropic/duplicate-result", "block", message, at, id);
      return;
    }
    call.answered = true;
    if (this.#turn?.hasOther) rows.at("anthropic/result-not-first", "block", message, at, id);
  }

  end(messages: readonly JsonRecord[]): void {
    if (this.#turn?.role === "assistant") this.#unanswered(this.#turn.calls, "anthropic/missing-result-at-end");
    else this.#unanswered(this.#asked, "anthropic/missing-result");
    const last = messages.at(-1);
    if (last?.role !== "assistant" || !Array.isArray(last.content)) return;
    const block: unknown = last.content.at(-1);
    if (isRecord(block) && (block.type === "thinking" || block.type === "redacted_thinking")) {
      this.rows.at("anthropic/thinking-at-end", "block", messages.length - 1, last.content.length - 1);
    }
  }

  requireThinking(): void {
    const { firstCall, hasThinking } = this.#loop;
    if (firstCall >= 0 && !hasThinking) this.rows.message("anthropic/thinking-first", firstCall);
  }
}

/** Whether a user's message has only tool results. */
function isResultsAlone(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((block) => isRecord(block) && block.type === "tool_result")
  );
}

/** Whether a text is only white space by every reader's definition. */
function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}
