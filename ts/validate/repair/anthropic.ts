import { addTo } from "../../base/maps.js";
import type { ViolationRow } from "../../contract/violations.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import {
  type Item,
  LateResults,
  ListPlan,
  NO_CONTENT,
  NO_RESULT,
  type PlanInput,
  type RepairPlan,
  repairOf,
  rowsOf,
} from "./plan.js";

/** Anthropic Messages: results come first in the message after their calls, each once; no text is empty. */
export function planAnthropic(input: PlanInput): RepairPlan {
  return new Planner(input).plan();
}

class Planner {
  readonly #list = new ListPlan();
  readonly #dropped = new Map<number, Set<number>>();
  /** Blocks to insert after the leading results of a message. */
  readonly #front = new Map<number, Item[]>();
  readonly #added = new Map<number, unknown[]>();
  readonly #repairs: RepairPlan["repairs"] = [];

  constructor(private readonly input: PlanInput) {}

  plan(): RepairPlan {
    const { messages, rows } = this.input;
    this.#moveResults();
    this.#answerCalls();
    this.#removeResults();
    for (const row of rowsOf(rows, "anthropic/empty-text")) if (row.place === "block") this.#removeText(row);
    for (const [index, content] of this.#added) this.#list.insert(index, { value: { role: "user", content } });
    const blocks = new Map<number, Item[]>();
    for (const index of new Set([...this.#dropped.keys(), ...this.#front.keys()])) {
      const items = this.#blocksOf(index);
      if (items === undefined) this.#list.drop(index);
      else blocks.set(index, items);
    }
    const system = this.#system();
    return { messages: this.#list.items(messages.length), blocks, system, repairs: this.#repairs };
  }

  #log(row: ViolationRow, action: "removed" | "moved" | "answered"): void {
    this.#repairs.push(repairOf(row, this.input.wire, action));
  }

  #drop({ message, index }: ViolationRow): void {
    const there = this.#dropped.get(message) ?? new Set();
    this.#dropped.set(message, there.add(index));
  }

  #putFirst(message: number, item: Item): void {
    addTo(this.#front, message, item);
  }

  /** Moves results that follow other blocks to the start of their turn. */
  #moveResults(): void {
    const starts = turnStarts(this.input.messages);
    for (const row of rowsOf(this.input.rows, "anthropic/result-not-first")) {
      const start = starts[row.message] ?? row.message;
      this.#moveTo(start, row);
    }
  }

  #moveTo(message: number, result: ViolationRow): void {
    const isThere = message === result.message;
    this.#drop(result);
    this.#putFirst(message, isThere ? { keep: result.index } : { from: [result.message, result.index] });
    this.#log(result, "moved");
  }

  /** Answers calls with a late result if there is one, else with an invented one. */
  #answerCalls(): void {
    const { messages, rows, dropOrphans } = this.input;
    const late = new LateResults(rowsOf(rows, "anthropic/orphan-result"));
    let [asker, next] = [-1, -1];
    for (const row of rowsOf(rows, "anthropic/missing-result")) {
      if (row.message !== asker) [asker, next] = [row.message, afterTurn(messages, row.message)];
      const result = canHold(messages[next]) ? late.take(row) : undefined;
      if (result !== undefined) this.#moveTo(next, result);
      else this.#answer(row, next);
    }
    if (dropOrphans) for (const row of late.rest()) this.#remove(row);
  }

  #answer(row: ViolationRow, next: number): void {
    const block = { type: "tool_result", tool_use_id: row.detail, content: NO_RESULT, is_error: true };
    const added = this.#added.get(next);
    if (canHold(this.input.messages[next])) this.#putFirst(next, { value: block });
    else if (added === undefined) this.#added.set(next, [block]);
    else added.push(block);
    this.#log(row, "answered");
  }

  #removeResults(): void {
    const rows = rowsOf(this.input.rows, "anthropic/duplicate-result", "anthropic/result-without-id");
    for (const row of rows) this.#remove(row);
  }

  #remove(row: ViolationRow): void {
    this.#drop(row);
    this.#log(row, "removed");
  }

  /** Removes an empty text if another block remains. */
  #removeText(row: ViolationRow): void {
    const content = this.input.messages[row.message]?.content;
    const dropped = this.#dropped.get(row.message)?.size ?? 0;
    const added = this.#front.get(row.message)?.length ?? 0;
    if (Array.isArray(content) && content.length - dropped + added > 1) this.#remove(row);
  }

  /** The new blocks of a message; undefined if the message is removed because all its results moved. */
  #blocksOf(index: number): Item[] | undefined {
    const { content } = this.input.messages[index] ?? {};
    const front = this.#front.get(index) ?? [];
    if (!Array.isArray(content)) return content === "" ? front : [...front, { wrapText: true }];
    const dropped = this.#dropped.get(index) ?? new Set();
    const kept = content.flatMap((_: unknown, at) => (dropped.has(at) ? [] : [at]));
    const firstOther = kept.findIndex((at) => !isResult(content[at]));
    const leading = firstOther < 0 ? kept.length : firstOther;
    const items: Item[] = [
      ...kept.slice(0, leading).map((at) => ({ keep: at })),
      ...front,
      ...kept.slice(leading).map((at) => ({ keep: at })),
    ];
    if (items.length > 0) return items;
    const joined = this.input.messages[index - 1]?.role === this.input.messages[index]?.role;
    return joined ? undefined : [{ value: { type: "text", text: NO_CONTENT } }];
  }

  #system(): Item[] | undefined {
    const { request, rows } = this.input;
    const empty = rowsOf(rows, "anthropic/empty-text").filter(({ place }) => place === "system");
    if (!Array.isArray(request.system) || empty.length === 0 || empty.length === request.system.length)
      return undefined;
    const list = new ListPlan();
    for (const row of empty) {
      list.drop(row.index);
      this.#log(row, "removed");
    }
    return list.items(request.system.length);
  }
}

/** For each message, the first message of its turn. */
function turnStarts(messages: PlanInput["messages"]): number[] {
  const starts: number[] = [];
  messages.forEach(({ role }, index) => {
    const joins = index > 0 && messages[index - 1]?.role === role;
    starts.push(joins ? (starts[index - 1] ?? index) : index);
  });
  return starts;
}

/** Index of the first message after the assistant turn of `message`. */
function afterTurn(messages: PlanInput["messages"], message: number): number {
  let next = message + 1;
  while (messages[next]?.role === "assistant") next++;
  return next;
}

/** Whether a message can receive results. */
function canHold(message: JsonRecord | undefined): boolean {
  return message?.role === "user" && (typeof message.content === "string" || Array.isArray(message.content));
}

function isResult(block: unknown): boolean {
  return isRecord(block) && block.type === "tool_result";
}
