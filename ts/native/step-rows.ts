// The edits of a plan by message, of which only those are decoded that the plan of another step has otherwise: of two in turn
// most are the same, and a long session has hundreds of plans.
import type { Edit, Report } from "../contract/report.js";
import type { PlanOfStep } from "../contract/step-plan.js";
import { pathsAt } from "../text/json-pointer.js";
import { editPath, wireOf } from "./edits.js";
import { NumberReader } from "./number-reader.js";
import {
  ACTIONS,
  DECISION_ACTION_MASK,
  DECISION_AROUND,
  DECISION_FIELDS,
  DECISION_IN_MESSAGE,
  DECISION_SNAKE_CASE,
  EDIT_HAS_PART,
  EDIT_HAS_TEXT,
  EDIT_KIND_MASK,
  EDIT_KINDS,
} from "./protocol.js";
import { cacheOf } from "./report.js";
import { bytesOf, type PlannedRequest } from "./request.js";

/** Numbers of an edit: the first {@link COMPARED} tell it from others, beside what it puts in. */
const [CODE, DECISION_CODE, MESSAGE, BLOCK, PART, START, END, TEXT] = [0, 1, 2, 3, 4, 5, 6, 7];
const [COMPARED, FROM, TO, WIDTH] = [8, 8, 9, 10];

const KIND = {
  replaces: EDIT_KINDS.indexOf("replaces"),
  removes: EDIT_KINDS.indexOf("removes"),
  marks: EDIT_KINDS.indexOf("marks"),
  unmarks: EDIT_KINDS.indexOf("unmarks"),
};

/** The bits of a decision that an edit shows: neither the reason nor the role. */
const SEEN = DECISION_ACTION_MASK | DECISION_AROUND | DECISION_FIELDS | DECISION_IN_MESSAGE | DECISION_SNAKE_CASE;

export class StepRows implements PlanOfStep {
  readonly cache: Report["cache"];
  readonly #request: PlannedRequest;
  readonly #bytes: Buffer;
  /** Edits of results, {@link WIDTH} numbers each, in body order. */
  readonly #edits: readonly number[];

  constructor(request: PlannedRequest) {
    const { rows, summary } = request;
    this.cache = cacheOf(request);
    this.#request = request;
    this.#bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
    const reader = new Reader(rows);
    const decisions = reader.decisions(summary.decisionCount);
    const { edits, added } = reader.edits(summary.editCount, decisions);
    // What edits put in stands behind all rows.
    const behind = rows.length - added;
    for (let at = 0; at < edits.length; at += WIDTH) {
      edits[at + FROM] = behind + (edits[at + FROM] ?? 0);
      edits[at + TO] = behind + (edits[at + TO] ?? 0);
    }
    this.#edits = edits;
  }

  editsUnlike(later: PlanOfStep | undefined, startOf: (message: number) => number): Map<number, Edit[]> {
    const others = later instanceof StepRows ? later : undefined;
    const theirs = others === undefined ? [] : others.#edits;
    const own = this.#edits;
    const found = new Map<number, Edit[]>();
    let [at, other] = [0, 0];
    while (at < own.length || other < theirs.length) {
      const message = Math.min(messageAt(own, at), messageAt(theirs, other));
      const [end, otherEnd] = [endOf(own, at, message), endOf(theirs, other, message)];
      const isSame = others !== undefined && this.#equals(at, end, others, other, otherEnd);
      if (!isSame) found.set(message, this.#decode(at, end, startOf));
      [at, other] = [end, otherEnd];
    }
    return found;
  }

  #equals(at: number, end: number, others: StepRows, other: number, otherEnd: number): boolean {
    if (end - at !== otherEnd - other) return false;
    const [own, theirs] = [this.#edits, others.#edits];
    for (let mine = at, its = other; mine < end; mine += WIDTH, its += WIDTH) {
      for (let number = 0; number < COMPARED; number++) if (own[mine + number] !== theirs[its + number]) return false;
      const [from, to] = [own[mine + FROM], own[mine + TO]];
      if (this.#bytes.compare(others.#bytes, theirs[its + FROM], theirs[its + TO], from, to) !== 0) return false;
    }
    return true;
  }

  #decode(from: number, end: number, startOf: (message: number) => number): Edit[] {
    const edits: Edit[] = [];
    for (let at = from; at < end; at += WIDTH) edits.push(this.#edit(at, startOf));
    return edits;
  }

  #edit(at: number, startOf: (message: number) => number): Edit {
    const number = (place: number): number => this.#edits[at + place] ?? 0;
    const [code, about, start] = [number(CODE), number(DECISION_CODE), number(START)];
    const action = ACTIONS[about & DECISION_ACTION_MASK] ?? "keep";
    const span = { start, end: number(END) };
    const replacement = this.#bytes.toString("utf8", number(FROM), number(TO));
    const decision = {
      messageIndex: number(MESSAGE),
      blockIndex: number(BLOCK),
      action,
      isMedia: (about & DECISION_IN_MESSAGE) !== 0,
      isSnakeCase: (about & DECISION_SNAKE_CASE) !== 0,
      hasFields: (about & DECISION_FIELDS) !== 0,
      isAround: (about & DECISION_AROUND) !== 0,
    };
    const part = (code & EDIT_HAS_PART) === 0 ? undefined : number(PART);
    const row = { isRemoval: (code & EDIT_KIND_MASK) === KIND.removes, part, start, textStart: number(TEXT) };
    const path =
      action === "trim"
        ? this.#pathInCall(decision.messageIndex, start, startOf)
        : editPath(this.#request, row, decision);
    return { path, span, replacement, action: action === "keep" ? "clip" : action, reason: "window" };
  }

  /** The JSON Pointer of a string in the arguments of a call. */
  #pathInCall(message: number, offset: number, startOf: (message: number) => number): string {
    const [start, end] = [startOf(message), startOf(message + 1)];
    const [path = ""] = pathsAt(bytesOf(this.#request).subarray(start, end), [offset - start]);
    return `/${wireOf(this.#request).listKey}/${message}${path}`;
  }
}

const messageAt = (edits: readonly number[], at: number): number => edits[at + MESSAGE] ?? Number.POSITIVE_INFINITY;

/** Where the edits of a message end that begin at `at`. */
function endOf(edits: readonly number[], at: number, message: number): number {
  let end = at;
  while (edits[end + MESSAGE] === message) end += WIDTH;
  return end;
}

/** Goes through rows (`rows.ts` says what they have) without an object for each. */
class Reader extends NumberReader {
  /** Of each decision its message, its block, and its action and what else is in that number. */
  decisions(count: number): Uint32Array {
    const decisions = new Uint32Array(count * 3);
    let message = 0;
    for (let at = 0; at < decisions.length; at += 3) {
      message = (message + this.number()) >>> 0;
      decisions[at] = message;
      decisions[at + 1] = this.number();
      decisions[at + 2] = this.number();
      for (let name = 0; name < 2; name++) {
        const length = this.number();
        this.at += Math.max(0, length - 1);
      }
      this.number();
      this.number();
    }
    return decisions;
  }

  /** Those of results, and the bytes that all put in. */
  edits(count: number, decisions: Uint32Array): { edits: number[]; added: number } {
    const edits: number[] = [];
    let [decision, end, added] = [0, 0, 0];
    for (let left = count; left > 0; left--) {
      const code = this.number();
      const kind = code & EDIT_KIND_MASK;
      const isOfResult = kind === KIND.replaces || kind === KIND.removes;
      if (kind === KIND.marks || kind === KIND.unmarks) {
        this.number();
        this.number();
      } else if (isOfResult) decision = (decision + this.number()) >>> 0;
      const part = (code & EDIT_HAS_PART) === 0 ? 0 : this.number();
      const start = (end + this.number()) >>> 0;
      end = (start + this.number()) >>> 0;
      let text = start;
      if ((code & EDIT_HAS_TEXT) !== 0) {
        text = (start + this.number()) >>> 0;
        this.number();
      }
      const from = added;
      added += this.number();
      if (!isOfResult) continue;
      const place = 3 * decision;
      const [message, block, about] = [decisions[place] ?? 0, decisions[place + 1] ?? 0, decisions[place + 2] ?? 0];
      edits.push(code, about & SEEN, message, block, part, start, end, text, from, added);
    }
    return { edits, added };
  }
}
