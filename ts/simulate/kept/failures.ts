// What failing output says, and how long it stays to be done.

import { addTo } from "../../base/maps.js";
import { isErrorLine, LINE_CHARS, mayHaveErrorLine } from "../../text/error-line.js";
import { hasErrorLine } from "../../text/error-signs.js";
import { type ToolResult, textsOf } from "../../wires/transcript.js";
import type { Session } from "../trace.js";
import type { SessionCall } from "./calls.js";
import { LEAST_LINE_CHARS } from "./line-finder.js";

/** Output that says that something failed. */
export interface Failure {
  readonly result: ToolResult;
  /** The first step whose request has it, from 0. */
  readonly fromStep: number;
  /** The first step at which it no longer counts: the same command has succeeded, or {@link MOST_TURNS} are over. */
  readonly endStep: number;
  /** The lines that say so, without blanks around; at most {@link LINE_CHARS} of each. */
  readonly lines: readonly string[];
  /** Of those that are long enough to be looked for in all texts, the numbers. */
  numbers: readonly number[];
  /** The others, which only its own text can show. */
  readonly short: readonly string[];
}

/** A failure that is not resolved for so many tool turns was given up. */
const MOST_TURNS = 20;

/** The failures among the results of calls, in order. Linear. */
export function failuresIn(session: Session, calls: readonly SessionCall[]): Failure[] {
  const steps = new StepNumbers(session);
  const open = new Map<string, (Failure & { endStep: number })[]>();
  const failures: Failure[] = [];
  for (const { result, key } of calls) {
    const fromStep = steps.of(result.messageIndex);
    if (fromStep === undefined) continue;
    if (!isFailing(result)) {
      for (const failure of open.get(key) ?? []) failure.endStep = Math.min(failure.endStep, fromStep);
      open.delete(key);
      continue;
    }
    const lines = errorLinesOf(result);
    if (lines.length === 0) continue;
    const [long, short] = [lines.filter(isLong), lines.filter((line) => !isLong(line))];
    const endStep = steps.afterTurn((result.turnIndex ?? 0) + MOST_TURNS);
    const failure = { result, fromStep, endStep, lines: long, numbers: [], short };
    failures.push(failure);
    addTo(open, key, failure);
  }
  return failures;
}

const isLong = (line: string): boolean => line.length >= LEAST_LINE_CHARS;

/** Whether a result says that its call failed. */
export function isFailing({ errorMarker, content }: ToolResult): boolean {
  return errorMarker === "yes" || textsOf(content).some(hasErrorLine);
}

function errorLinesOf({ content }: ToolResult): string[] {
  const found = new Set<string>();
  for (const text of textsOf(content)) {
    if (!mayHaveErrorLine(text)) continue;
    for (const line of text.split("\n")) {
      const head = line.slice(0, LINE_CHARS);
      if (isErrorLine(head)) found.add(head.trim());
    }
  }
  return [...found];
}

/** Finds steps by messages and tool turns. */
class StepNumbers {
  readonly #cuts: readonly number[];
  readonly #turnStarts: readonly number[];

  constructor({ steps }: Session) {
    this.#cuts = steps.cuts;
    this.#turnStarts = steps.turnStarts;
  }

  /** The first step whose request has a message; undefined where none has. */
  of(messageIndex: number): number | undefined {
    let [low, high] = [0, this.#cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cuts[middle] ?? 0) > messageIndex) high = middle;
      else low = middle + 1;
    }
    return low < this.#cuts.length ? low : undefined;
  }

  /** The first step whose request has more than a turn. */
  afterTurn(turn: number): number {
    const next = this.#turnStarts[turn + 1];
    return (next === undefined ? undefined : this.of(next)) ?? this.#cuts.length;
  }
}
