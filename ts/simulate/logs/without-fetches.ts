// A session that went through Tamis, as it would have gone without: the model then asks for no originals of results.
//
//   request A   answer: reads an original      request B = A, that answer and the original   answer
//   request A                                                                                answer
import { asksForOriginal } from "../../reduce/call-watch.js";
import { isRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { type Billed, totalOf } from "../cache.js";
import type { LoggedAnswer } from "./window.js";

/** Messages, and where answers are in them. */
export interface Answered {
  list: readonly unknown[];
  answers: readonly LoggedAnswer[];
  /** How many of the leading answers another window bills. */
  inherited: number;
}

/**
 * Leaves out each answer that only asks for originals, with what it got: the request behind it is none of its own then, and is
 * billed as the one before. Answers with other calls beside stay as they are. Linear.
 */
export function withoutFetches(wire: WireDefinition, all: Answered): Answered {
  const fetches = fetchesIn(wire, all);
  if (fetches.size === 0) return all;
  const answers: LoggedAnswer[] = [];
  const list: unknown[] = all.list.slice(0, all.answers[0]?.index);
  let [inherited, tokens] = [all.inherited, 0];
  let first: LoggedAnswer | undefined;
  for (const [at, answer] of all.answers.entries()) {
    const end = all.answers[at + 1]?.index;
    if (end !== undefined && fetches.has(answer)) {
      if (at < all.inherited) inherited--;
      first ??= answer;
      continue;
    }
    const { billed } = first ?? answer;
    answers.push({ ...answer, index: list.length, billed: less(billed, tokens) });
    // What the fetches added is in all later requests.
    if (first !== undefined) tokens += Math.max(0, inputOf(answer.billed) - inputOf(billed));
    first = undefined;
    for (let index = answer.index; index < (end ?? all.list.length); index++) list.push(all.list[index]);
  }
  return { list, answers, inherited };
}

/** Answers all of whose results are originals, with no words of the user behind them. */
function fetchesIn(wire: WireDefinition, { list, answers }: Answered): Set<LoggedAnswer> {
  const { results } = wire.read(list);
  const found = new Set<LoggedAnswer>();
  if (!results.some(asksForOriginal)) return found;
  const asks = new Map<number, boolean>();
  for (const result of results)
    asks.set(result.messageIndex, (asks.get(result.messageIndex) ?? true) && asksForOriginal(result));
  for (const [at, answer] of answers.entries()) {
    const range = list.slice(answer.index, answers[at + 1]?.index);
    const holding = range.flatMap((_, offset) => asks.get(answer.index + offset) ?? []);
    const isSpoken = range.some(
      (one, offset) => isRecord(one) && wire.roleOf(one) === "user" && !asks.has(answer.index + offset),
    );
    if (holding.length > 0 && holding.every(Boolean) && !isSpoken) found.add(answer);
  }
  return found;
}

const inputOf = (billed: Billed | undefined): number => (billed === undefined ? 0 : totalOf(billed));

const less = (billed: Billed | undefined, tokens: number): Billed | undefined =>
  billed === undefined ? undefined : { ...billed, read: Math.max(0, billed.read - tokens) };
