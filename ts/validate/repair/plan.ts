import { addTo } from "../../base/maps.js";
import type { RuleId } from "../../contract/rule-texts.js";
import { pathOf, type ViolationRow } from "../../contract/violations.js";
import type { JsonRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";

/** One repair that was made. */
export interface Repair {
  /** The rule that was broken. */
  rule: RuleId;
  /** JSON Pointer to the fault, in the original request. */
  path: string;
  /** What was done to it. */
  action: "removed" | "answered" | "moved" | "replaced";
  /** A description for people. */
  message: string;
}

/** An element of a list after the repair. */
export type Item =
  /** An original element. */
  | { keep: number }
  /** A block of another message, unchanged. */
  | { from: readonly [message: number, block: number] }
  /** The message's content, which was one text, as a text block. */
  | { wrapText: true }
  /** A new element. */
  | { value: unknown };

/** The new list of messages, and the new block lists of kept messages. */
export interface RepairPlan {
  messages: Item[];
  /** Block lists by message index. */
  blocks: Map<number, Item[]>;
  /** The remaining system blocks; undefined if all remain. */
  system: Item[] | undefined;
  repairs: Repair[];
}

/** The input of a planner. */
export interface PlanInput {
  wire: WireDefinition;
  request: JsonRecord;
  messages: readonly JsonRecord[];
  rows: readonly ViolationRow[];
  /** Whether results without a call may be removed. */
  dropOrphans: boolean;
  /** The model, in the request or given beside it. */
  model: string | undefined;
}

/** The text of a result that was not recorded. */
export const NO_RESULT = "[no result recorded]";
/** The text of a message that lost all its content. */
export const NO_CONTENT = "[no content recorded]";

const ACTIONS: Record<Repair["action"], string> = {
  removed: "removed",
  answered: `answered with ${NO_RESULT}`,
  moved: "moved to where its call expects it",
  replaced: "replaced",
};

/** The repair of the fault in `row`. */
export function repairOf(row: ViolationRow, wire: WireDefinition, action: Repair["action"]): Repair {
  const what = typeof row.detail === "string" ? ` (${JSON.stringify(row.detail.slice(0, 64))})` : "";
  const done = row.rule === "lone-surrogate" ? "replaced by U+FFFD" : ACTIONS[action];
  return { rule: row.rule, path: pathOf(row, wire.listKey), action, message: `${row.rule}${what}: ${done}` };
}

/** Rows of some rules, in document order. */
export function rowsOf(rows: readonly ViolationRow[], ...rules: RuleId[]): ViolationRow[] {
  return rows.filter(({ rule }) => rules.includes(rule));
}

/** Results without a call before them, by the id they answer. Some of them only came late. */
export class LateResults {
  readonly #byId = new Map<unknown, ViolationRow[]>();
  readonly #taken = new Set<ViolationRow>();

  constructor(private readonly orphans: readonly ViolationRow[]) {
    for (const row of orphans.toReversed()) addTo(this.#byId, row.detail, row);
  }

  /** Removes and returns the first result after an unanswered call that answers it. Must be called in document order. */
  take(call: ViolationRow): ViolationRow | undefined {
    const rows = this.#byId.get(call.detail);
    for (let row = rows?.pop(); row !== undefined; row = rows?.pop()) {
      if (row.message <= call.message) continue;
      this.#taken.add(row);
      return row;
    }
    return undefined;
  }

  /** The results that no call used. */
  rest(): ViolationRow[] {
    return this.orphans.filter((row) => !this.#taken.has(row));
  }
}

/** Collects removals from a list and insertions into it. */
export class ListPlan {
  readonly #dropped = new Set<number>();
  readonly #before = new Map<number, Item[]>();

  drop(index: number): void {
    this.#dropped.add(index);
  }

  /** Inserts `item` before the element now at `index`, and after earlier insertions there. */
  insert(index: number, item: Item): void {
    addTo(this.#before, index, item);
  }

  get isEmpty(): boolean {
    return this.#dropped.size === 0 && this.#before.size === 0;
  }

  items(length: number): Item[] {
    const items: Item[] = [];
    for (let index = 0; index <= length; index++) {
      items.push(...(this.#before.get(index) ?? []));
      if (index < length && !this.#dropped.has(index)) items.push({ keep: index });
    }
    return items;
  }
}
