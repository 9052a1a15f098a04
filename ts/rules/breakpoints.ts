import { isRecord, type JsonRecord } from "../text/json-value.js";
import { isPresent, type Rows } from "./rows.js";

const MAX_BREAKPOINTS = 4;

/** Checks Anthropic's cache breakpoints in the order in which the provider reads them: tools, system, messages. */
export function validateBreakpoints(request: JsonRecord, messages: readonly JsonRecord[], rows: Rows): void {
  const seen = new Breakpoints(rows);
  if (Array.isArray(request.tools)) {
    request.tools.forEach((tool, index) => {
      if (isRecord(tool)) seen.note(tool.cache_control, () => rows.at(TTL_ORDER, "tool", -1, index));
    });
  }
  if (Array.isArray(request.system)) {
    request.system.forEach((block, index) => {
      if (isRecord(block)) seen.note(block.cache_control, () => rows.at(TTL_ORDER, "system", -1, index));
    });
  }
  messages.forEach((message, index) => {
    if (Array.isArray(message.content)) seen.blocks(message.content, index);
  });
  seen.finish(request.cache_control);
}

const TTL_ORDER = "anthropic/breakpoint-ttl-order";

class Breakpoints {
  #count = 0;
  #hasShort = false;
  /** Whether the very last block has one. An automatic breakpoint then changes nothing. */
  #lastIsMarked = false;

  constructor(private readonly rows: Rows) {}

  /** @param misplaced Reports a 1-hour breakpoint after a 5-minute one. */
  note(marker: unknown, misplaced: () => void): void {
    if (!isPresent(marker)) return;
    this.#count++;
    const isLong = isRecord(marker) && marker.ttl === "1h";
    if (!isLong) this.#hasShort = true;
    else if (this.#hasShort) misplaced();
  }

  blocks(content: readonly unknown[], message: number): void {
    content.forEach((block, at) => {
      if (!isRecord(block)) return;
      if (block.type === "tool_result" && Array.isArray(block.content)) this.#nested(block.content, message, at);
      this.#block(block, message, at);
      this.#lastIsMarked = isPresent(block.cache_control);
    });
  }

  #block(block: JsonRecord, message: number, at: number): void {
    const { type, cache_control: marker } = block;
    if (isPresent(marker)) {
      if (type === "thinking" || type === "redacted_thinking") {
        this.rows.at("anthropic/breakpoint-on-thinking", "block", message, at);
      }
      if (isEmptyText(block)) this.rows.at("anthropic/breakpoint-on-empty-text", "block", message, at);
    }
    this.note(marker, () => this.rows.at(TTL_ORDER, "block", message, at));
  }

  #nested(content: readonly unknown[], message: number, at: number): void {
    content.forEach((part, nested) => {
      if (!isRecord(part)) return;
      if (isPresent(part.cache_control) && isEmptyText(part)) {
        this.rows.at("anthropic/breakpoint-on-empty-text", "nested", message, at, undefined, nested);
      }
      this.note(part.cache_control, () => this.rows.at(TTL_ORDER, "nested", message, at, undefined, nested));
    });
  }

  /** @param automatic The request's own `cache_control`, which uses one breakpoint. */
  finish(automatic: unknown): void {
    const count = this.#count + (isPresent(automatic) && !this.#lastIsMarked ? 1 : 0);
    if (count > MAX_BREAKPOINTS) this.rows.request("anthropic/too-many-breakpoints", count);
  }
}

function isEmptyText(block: JsonRecord): boolean {
  return block.type === "text" && block.text === "";
}
