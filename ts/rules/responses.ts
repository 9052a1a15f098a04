import { isRecord, type JsonRecord } from "../text/json-value.js";
import { checkItem, type ResponsesRequest } from "./responses-items.js";
import { idOf, isPresent, type Rows } from "./rows.js";

const ROLES: ReadonlySet<unknown> = new Set(["user", "assistant", "system", "developer"]);
/** Calls that the client answers. The provider runs, or may run, all other types that end in `_call`. */
const CALLS: ReadonlySet<unknown> = new Set([
  "function_call",
  "custom_tool_call",
  "computer_call",
  "local_shell_call",
  "shell_call",
  "apply_patch_call",
]);
/** The outputs of those calls. */
const OUTPUTS: ReadonlySet<unknown> = new Set([...CALLS].map((type) => `${type}_output`));

const LOCAL_SHELL_OUTPUT = "local_shell_call_output";

interface Call {
  item: number;
  id: string;
  answered: boolean;
}

/**
 * Checks OpenAI Responses. Items are objects. In a delta, an item may refer to earlier content that is not in the
 * request.
 */
export function validateResponses(items: readonly JsonRecord[], request: ResponsesRequest, rows: Rows): void {
  const reader = new Reader(request.isDelta, rows);
  items.forEach((item, index) => {
    checkItem(item, index, request, rows);
    reader.item(item, index);
  });
  reader.end();
}

class Reader {
  readonly #calls: Call[] = [];
  /** The newest call of each id. */
  readonly #newest = new Map<string, Call>();
  readonly #ids = new Set<string>();
  /** Unanswered calls since the last item that is neither call nor reasoning. */
  #tail: number[] = [];
  /** Reasoning items whose following item has not come yet. */
  #reasoning: { item: number; id: string }[] = [];

  constructor(
    private readonly isDelta: boolean,
    private readonly rows: Rows,
  ) {}

  item(item: JsonRecord, index: number): void {
    const type = typeof item.type === "string" ? item.type : "message";
    this.#itemId(item, index, type);
    if (type === "reasoning") {
      const id = idOf(item.id);
      if (id !== undefined) this.#reasoning.push({ item: index, id });
      return;
    }
    this.#endReasoning(type, item);
    if (CALLS.has(type)) {
      this.#call(item, index, type);
      return;
    }
    if (!type.endsWith("_call")) this.#tail = [];
    if (OUTPUTS.has(type)) this.#output(item, index, type);
    else if (type === "message") this.#message(item, index);
  }

  #itemId({ id: value }: JsonRecord, index: number, type: string): void {
    const id = idOf(value);
    // The output of a local shell may have its call's id as its own.
    if (id === undefined || type === "item_reference" || type === LOCAL_SHELL_OUTPUT) return;
    if (this.#ids.has(id)) this.rows.message("responses/duplicate-item-id", index, id);
    this.#ids.add(id);
  }

  /** Reasoning must precede a message of the assistant or an item that the provider made. */
  #endReasoning(type: string, item: JsonRecord): void {
    const isInput = type === "message" ? item.role !== "assistant" : type.endsWith("_output");
    if (isInput && !this.isDelta) this.#reportReasoning();
    this.#reasoning = [];
  }

  #reportReasoning(): void {
    for (const { item, id } of this.#reasoning) this.rows.message("responses/reasoning-without-item", item, id);
  }

  #call(item: JsonRecord, index: number, type: string): void {
    const id = idOf(item.call_id);
    if (id === undefined) {
      const needsId = type === "function_call" || type === "custom_tool_call";
      if (needsId) this.rows.message("responses/call-without-id", index);
      return;
    }
    const call = { item: index, id, answered: false };
    this.#calls.push(call);
    this.#newest.set(id, call);
    this.#tail.push(index);
  }

  #output(item: JsonRecord, index: number, type: string): void {
    const byOwnId = type === LOCAL_SHELL_OUTPUT && idOf(item.call_id) === undefined ? idOf(item.id) : undefined;
    const id = idOf(item.call_id) ?? byOwnId;
    const isPlain = type === "function_call_output" || type === "custom_tool_call_output";
    if (isPlain && !isPresent(item.output)) this.rows.message("responses/output-missing", index);
    if (id === undefined) {
      if (isPlain) this.rows.message("responses/output-without-id", index);
      return;
    }
    const call = this.#newest.get(id);
    if (call === undefined && byOwnId !== undefined) {
      this.#answerNewest();
    } else if (call === undefined) {
      if (!this.isDelta) this.rows.message("responses/orphan-output", index, id);
    } else if (call.answered) {
      this.rows.message("responses/duplicate-output", index, id);
    } else {
      call.answered = true;
    }
  }

  /** Answers the newest call that has no output. The id of a local shell's output is the call's or the item's. */
  #answerNewest(): void {
    const call = this.#calls.findLast(({ answered }) => !answered);
    if (call !== undefined) call.answered = true;
  }

  #message(item: JsonRecord, index: number): void {
    const { role, content } = item;
    if (!ROLES.has(role)) {
      this.rows.message("responses/role", index, idOf(role));
      return;
    }
    if (!Array.isArray(content)) return;
    content.forEach((part, at) => {
      const wrong = role === "assistant" ? "input_text" : "output_text";
      if (isRecord(part) && part.type === wrong) this.rows.at("responses/content-type", "block", index, at, wrong);
    });
  }

  end(): void {
    if (this.isDelta) return;
    this.#reportReasoning();
    const tail = new Set(this.#tail);
    for (const { item, id, answered } of this.#calls) {
      const rule = tail.has(item) ? "responses/call-unanswered-at-end" : "responses/call-without-output";
      if (!answered) this.rows.message(rule, item, id);
    }
  }
}

/** Whether the list continues a conversation that the provider keeps. */
export function isResponsesDelta({ previous_response_id: previous, conversation }: JsonRecord): boolean {
  return typeof previous === "string" || typeof conversation === "string" || isRecord(conversation);
}
