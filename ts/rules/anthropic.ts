import { isRecord, type JsonRecord } from "../text/json-value.js";
import { checkBlock } from "./anthropic-blocks.js";
import { ServerCalls } from "./anthropic-server.js";
import { idOf, type Rows } from "./rows.js";

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

type Role = Turn["role"] | "system";

/** The part of the conversation after the last message of the user that has more than results. */
interface Loop {
  /** The first assistant message with a call; -1 if there is none yet. */
  firstCall: number;
  hasThinking: boolean;
}

/** Checks Anthropic Messages, except cache breakpoints, for a model of `vendor`. Messages and blocks are objects. */
export function validateAnthropic(
  request: JsonRecord,
  messages: readonly JsonRecord[],
  vendor: string,
  rows: Rows,
): void {
  if (messages.length === 0 && !isAnthropicDelta(request)) rows.request("anthropic/no-messages");
  checkSystem(request.system, rows);
  const isDelta = isAnthropicDelta(request);
  const reader = new Reader(isDelta, vendor, rows);
  messages.forEach((message, index) => {
    reader.message(message, index);
  });
  reader.end(messages);
  if (isThinkingEnabled(request.thinking) && !isDelta) reader.requireThinking();
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

/** Whether the messages continue a thread, whose earlier messages the provider has. */
export function isAnthropicDelta({ thread }: JsonRecord): boolean {
  return isRecord(thread) && idOf(thread.id) !== undefined;
}

const NO_CALLS: ReadonlyMap<string, Call> = new Map();

class Reader {
  #turn: Turn | undefined;
  /** The calls of the assistant turn before this user turn. */
  #asked: ReadonlyMap<string, Call> = NO_CALLS;
  #loop: Loop = { firstCall: -1, hasThinking: false };
  #hasAssistant = false;
  readonly #serverCalls: ServerCalls;

  constructor(
    private readonly isDelta: boolean,
    private readonly vendor: string,
    private readonly rows: Rows,
  ) {
    this.#serverCalls = new ServerCalls(isDelta, vendor, rows);
  }

  message(message: JsonRecord, index: number): void {
    const role = roleOf(message);
    if (role === "other") this.rows.message("anthropic/role", index, idOf(message.role));
    if (index === 0 && role === "assistant" && !this.isDelta && !hasCompaction(message)) {
      this.rows.message("anthropic/first-role", index);
    }
    // A system message inside the conversation joins no turn and ends none.
    if (role !== "system" && this.#turn?.role !== role) this.#beginTurn(role);
    this.#content(message.content, index, role);
    if (role === "assistant") this.#hasAssistant = true;
    if (role === "user" && !isResultsAlone(message.content)) {
      this.#serverCalls.close();
      this.#loop = { firstCall: -1, hasThinking: false };
    }
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

  #content(content: unknown, index: number, role: Role): void {
    if (typeof content === "string") {
      if (role === "user" && content === "") this.rows.message("anthropic/empty-user-message", index);
      else if (role === "user" && isBlank(content)) this.rows.message("anthropic/blank-text", index);
      this.#noteOther(role);
    } else if (Array.isArray(content)) {
      this.#blocks(content, index, role);
    } else {
      this.rows.message("anthropic/content", index);
    }
  }

  #noteOther(role: Role): void {
    if (this.#turn !== undefined && role !== "system") this.#turn.hasOther = true;
  }

  #blocks(content: readonly unknown[], index: number, role: Role): void {
    if (role === "user" && content.length === 0) this.rows.message("anthropic/empty-user-message", index);
    const texts = content.map((block) => (isRecord(block) && block.type === "text" ? block.text : undefined));
    const blank = texts.every((text) => typeof text === "string" && isBlank(text));
    if (blank && texts.length > 0 && !texts.includes("")) this.rows.message("anthropic/blank-text", index);
    content.forEach((block, at) => {
      if (isRecord(block)) this.#block(block, index, at, role);
    });
  }

  #block(block: JsonRecord, message: number, at: number, role: Role): void {
    checkBlock(block, message, at, this.vendor, this.rows);
    if (block.type === "tool_result") {
      this.#result(block, message, at, role);
      return;
    }
    if (block.type === "tool_use") this.#call(block, message, at, role);
    else if (role === "assistant") this.#serverCalls.block(block, message, at);
    if (isThinking(block)) this.#loop.hasThinking = true;
    this.#noteOther(role);
  }

  #call(block: JsonRecord, message: number, at: number, role: Role): void {
    const id = idOf(block.id);
    if (role === "user") this.rows.at("anthropic/block-role", "block", message, at, "tool_use");
    if (id === undefined || role !== "assistant" || this.#turn === undefined) return;
    if (this.#loop.firstCall < 0) this.#loop.firstCall = message;
    if (this.#turn.calls.has(id)) this.rows.at("anthropic/duplicate-call-id", "block", message, at, id);
    else this.#turn.calls.set(id, { id, message, block: at, answered: false });
  }

  #result(block: JsonRecord, message: number, at: number, role: Role): void {
    const { rows } = this;
    const id = idOf(block.tool_use_id);
    if (role === "assistant") rows.at("anthropic/block-role", "block", message, at, "tool_result");
    if (id === undefined || role !== "user") return;
    const call = this.#asked.get(id);
    if (call === undefined) {
      // In a delta the first results answer calls that the provider has.
      const isElsewhere = this.isDelta && !this.#hasAssistant;
      if (!isElsewhere) rows.at("anthropic/orphan-result", "block", message, at, id);
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
    if (last?.role === "assistant") this.#ending(last.content, messages.length - 1);
  }

  /** Checks the end of the last message, which is the assistant's. */
  #ending(content: unknown, message: number): void {
    const block: unknown = Array.isArray(content) ? content.at(-1) : undefined;
    const text = isRecord(block) && block.type === "text" ? block.text : content;
    const [place, at] = Array.isArray(content) ? (["block", content.length - 1] as const) : (["message", -1] as const);
    if (isRecord(block) && isThinking(block)) this.rows.at("anthropic/thinking-at-end", place, message, at);
    else if (typeof text === "string" && /[ \t\n\r]$/.test(text) && !isBlank(text)) {
      this.rows.at("anthropic/trailing-space", place, message, at);
    }
  }

  requireThinking(): void {
    const { firstCall, hasThinking } = this.#loop;
    if (firstCall >= 0 && !hasThinking) this.rows.message("anthropic/thinking-first", firstCall);
  }
}

function roleOf({ role }: JsonRecord): Role {
  return role === "user" || role === "assistant" || role === "system" ? role : "other";
}

const isThinking = ({ type }: JsonRecord): boolean => type === "thinking" || type === "redacted_thinking";

function hasCompaction({ content }: JsonRecord): boolean {
  return Array.isArray(content) && content.some((block) => isRecord(block) && block.type === "compaction");
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
