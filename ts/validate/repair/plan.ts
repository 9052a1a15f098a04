import type { Wire } from "../../contract/report.js";
import type { RuleId } from "../../contract/rule-texts.js";
import { pathOf, type ViolationRow } from "../../contract/violations.js";
import type { JsonRecord } from "../../text/json-value.js";
import { wireOfName } from "../../wires/index.js";

/** One thing that was repaired. */
export interface Repair {
  /** The rule that was broken. */
  rule: RuleId;
  /** JSON Pointer to what was at fault, in the request as it came in. */
  path: string;
  action: "removed" | "answered" | "moved" | "replaced";
  /** What was done, for people. */
  message: string;
}

/** What stands in a list after the repair. */
export type Item =
  /** An element as it is. */
  | { keep: number }
  /** A block of another message, as it is. */
  | { from: readonly [message: number, block: number] }
  /** The message's content, which was one text, as a text block. */
  | { wrapText: true }
  /** A new element. */
  | { value: unknown };

/** The new list of messages, and the new lists of blocks in those that are kept. */
export interface RepairPlan {
  messages: Item[];
  /** By message. */
  blocks: Map<number, Item[]>;
  /** System blocks that stay; undefined: all. */
  system: Item[] | undefined;
  repairs: Repair[];
}

/** What a planner reads. */
export interface PlanInput {
  wire: Wire;
  request: JsonRecord;
  messages: readonly JsonRecord[];
  rows: readonly ViolationRow[];
  /** Whether results without a call may be removed. */
  dropOrphans: boolean;
}

/** The text of a result that nobody recorded. */
export const NO_RESULT = "[no result recorded]";
/** The text of a message of which nothing is left. */
export const NO_CONTENT = "[no content recorded]";

const ACTIONS: Record<Repair["action"], string> = {
  removed: "removed",
  answered: `answered with ${NO_RESULT}`,
  moved: "moved to where its call expects it",
  replaced: "replaced by U+FFFD",
};

/** A repair of what `row` points to. */
export function repairOf(row: ViolationRow, wire: Wire, action: Repair["action"]): Repair {
  const what = typeof row.detail === "string" ? ` (${JSON.stringify(row.detail.slice(0, 64))})` : "";
  return {
    rule: row.rule,
    path: pathOf(row, wireOfName(wire).listKey),
    action,
    message: `${row.rule}${what}: ${ACTIONS[action]}`,
  };
}

/** Rows of some rules, in document order. */
export function rowsOf(rows: readonly ViolationRow[], ...rules: RuleId[]): ViolationRow[] {
  return rows.filter(({ rule }) => rules.includes(rule));
}

/** Results without a call before them, by the id they answer: some of them only came late. */
export class LateResults {
  readonly #byId = new Map<unknown, ViolationRow[]>();
  readonly #taken = new Set<ViolationRow>();

  constructor(private readonly orphans: readonly ViolationRow[]) {
    for (const row of orphans.toReversed()) {
      const there = this.#byId.get(row.detail);
      if (there === undefined) this.#byId.set(row.detail, [row]);
      else there.push(row);
    }
  }

  /** The first result for an unanswered call that stands after it. Calls are asked for in document order. */
  take(call: ViolationRow): ViolationRow | undefined {
    const rows = this.#byId.get(call.detail);
    for (let row = rows?.pop(); row !== undefined; row = rows?.pop()) {
      if (row.message <= call.message) continue;
      this.#taken.add(row);
      return row;
    }
    return undefined;
  }

  /** Those that no call asked for. */
  rest(): ViolationRow[] {
    return this.orphans.filter((row) => !this.#taken.has(row));
  }
}

/** Gathers what is to be removed from a list and put into it. */
export class ListPlan {
  readonly #dropped = new Set<number>();
  readonly #before = new Map<number, Item[]>();

  drop(index: number): void {
    this.#dropped.add(index);
  }

  /** Puts `item` in front of what stands at `index` now; after what was put there before. */
  insert(index: number, item: Item): void {
    const there = this.#before.get(index);
    if (there === undefined) this.#before.set(index, [item]);
    else there.push(item);
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
