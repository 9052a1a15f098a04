import type { JsonRecord } from "../text/json-value.js";
import { idOf, type Rows } from "./rows.js";

interface Call {
  id: string;
  message: number;
  block: number;
  isMcp: boolean;
  answered: boolean;
}

/**
 * The open calls that Anthropic runs itself, and their results in the same turn. A call stays open while results alone
 * come back, because its result may follow them.
 */
export class ServerCalls {
  #calls: Call[] = [];
  /** The newest call of each id. */
  readonly #newest = new Map<string, Call>();

  constructor(
    private readonly isDelta: boolean,
    private readonly vendor: string,
    private readonly rows: Rows,
  ) {}

  /** Reads a block of the assistant. */
  block(block: JsonRecord, message: number, at: number): void {
    const { type } = block;
    if (type === "server_tool_use" || type === "mcp_tool_use") this.#call(block, type === "mcp_tool_use", message, at);
    else if (typeof type === "string" && type.endsWith("_tool_result")) {
      this.#result(block, type === "mcp_tool_result", message, at);
    }
  }

  #call(block: JsonRecord, isMcp: boolean, message: number, at: number): void {
    const id = idOf(block.id);
    if (id === undefined) {
      this.rows.at("anthropic/call-without-id", "block", message, at);
      return;
    }
    if (!isMcp) this.rows.form("anthropic/server-call-id-form", this.vendor, id, "block", message, at);
    const call = { id, message, block: at, isMcp, answered: false };
    this.#calls.push(call);
    this.#newest.set(id, call);
  }

  #result(block: JsonRecord, isMcp: boolean, message: number, at: number): void {
    const id = idOf(block.tool_use_id);
    if (id === undefined) {
      this.rows.at("anthropic/result-without-id", "block", message, at);
      return;
    }
    const call = this.#newest.get(id);
    if (call?.isMcp === isMcp) call.answered = true;
    else if (!this.isDelta) this.rows.at("anthropic/server-result-orphan", "block", message, at, id);
  }

  /** The user speaks: the calls before must have their results. */
  close(): void {
    for (const { id, message, block, answered } of this.#calls) {
      if (!answered) this.rows.at("anthropic/server-call-without-result", "block", message, block, id);
    }
    this.#calls = [];
    this.#newest.clear();
  }
}
