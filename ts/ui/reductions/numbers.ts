import { requestOf } from "../../condensation/conversation/request.js";
import { nextRequestDollars } from "../../condensation/feedback/feedback.js";
import { priceTokens } from "../../pricing/index.js";
import { estimateRequest } from "../../tokens/index.js";
import type { DiffMessage, ReductionNumbers } from "../api.js";
import type { ReductionRecord } from "./record.js";
import { pricedModel } from "./strategy.js";

type Counted =
  | "masked"
  | "clipped"
  | "shortened"
  | "deduplicated"
  | "consolidated"
  | "summarised"
  | "arguments"
  | "dropped";

/** The numbers of a reduction. Both sides are counted in the same way. */
export function numbersOf(record: ReductionRecord, diff: readonly DiffMessage[]): ReductionNumbers {
  const { before, after, report, result, bytes, trial } = record;
  const [tokensBefore, tokensAfter] = tokensOf(record);
  const counts = countBlocks(diff);
  const elapsedMicros = record.row?.reduceMicros ?? report?.elapsedMicros ?? (result?.metrics.durationMs ?? 0) * 1000;
  const model = pricedModel(trial);
  const cost = (tokens: number) =>
    model === undefined ? undefined : priceTokens({ model, usage: { fresh: tokens } })?.inputCost;
  const next = result === undefined ? undefined : nextRequestDollars(result, { model });
  const [costBefore, costAfter] =
    result === undefined ? [cost(tokensBefore), cost(tokensAfter)] : [next?.without, next?.with];
  return {
    ...{ tokensBefore, tokensAfter, bytesBefore: bytes.before, bytesAfter: bytes.after },
    ...(costBefore === undefined || costAfter === undefined ? {} : { costBefore, costAfter }),
    ...{ messages: before.messages.length, messagesAfter: after.messages.length },
    ...{ masked: counts.masked, clipped: counts.clipped, shortened: counts.shortened },
    ...{ deduplicated: counts.deduplicated, consolidated: counts.consolidated, summarised: counts.summarised },
    ...{ dropped: counts.dropped, shortenedArguments: counts.arguments },
    thinkingRemoved: diff.flatMap(({ blocks }) => blocks).filter(isGoneThinking).length,
    elapsedMicros: Math.round(elapsedMicros),
  };
}

const isGoneThinking = ({ type, change }: DiffMessage["blocks"][number]): boolean =>
  type === "thinking" && change === "dropped";

/** Tokens of the whole request, before and after. */
export function tokensOf({ report, result, before, after, trial, row }: ReductionRecord): [number, number] {
  if (result !== undefined) return [result.metrics.originalTokens, result.metrics.finalTokens];
  const tokens = report?.tokens ?? (row && { before: row.tokensBefore, after: row.tokensAfter });
  if (tokens !== undefined) return [tokens.before, tokens.after];
  const { listKey } = before.wire;
  const measure = (messages: readonly object[]) =>
    estimateRequest({ ...trial.request, [listKey]: messages }, { wire: requestOf(before).wire }).totalTokens;
  return [measure(before.messages), measure(after.messages)];
}

function countBlocks(diff: readonly DiffMessage[]): Record<Counted, number> {
  const counts = {
    masked: 0,
    clipped: 0,
    shortened: 0,
    deduplicated: 0,
    consolidated: 0,
    summarised: 0,
    arguments: 0,
    dropped: 0,
  };
  for (const { change, blocks } of diff) {
    if (change === "dropped") counts.dropped++;
    else if (change !== "added")
      for (const block of blocks) if (Object.hasOwn(counts, block.change)) counts[block.change as Counted]++;
  }
  return counts;
}
