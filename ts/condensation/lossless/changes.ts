// The lossless phase over the texts of results, in TypeScript. The native twin is `crates/core/src/lossless`; both give the same.

import { shortenText } from "../../arrival/chain.js";
import { LOSSLESS_ARRIVAL } from "../../arrival/settings.js";
import type { LosslessChange, LosslessChanges, LosslessText } from "../../contract/lossless.js";
import { hasErrorLine } from "../../text/error-signs.js";
import { consolidate } from "./consolidation/consolidate.js";
import { deduplicate } from "./deduplication/deduplicate.js";

/** Runs the phase over results in document order; `labels` name their groups. Linear. */
export function losslessChanges(given: readonly LosslessText[], labels: readonly string[]): LosslessChanges {
  const results = given.map(judge);
  const texts = results.map(({ text }) => text);
  const put = (changes: readonly LosslessChange[]) => {
    for (const { result, text } of changes) texts[result] = text;
  };
  const shortened = results.flatMap((one, result): LosslessChange[] => {
    const text = one.isFixed ? undefined : smallerForm(one);
    return text === undefined ? [] : [{ result, text }];
  });
  put(shortened);
  const consolidations = consolidate(results, texts, labels);
  put(consolidations);
  const settled = new Set(consolidations.flatMap(({ result, source }) => [result, source]));
  return { shortened, consolidations, deduplications: deduplicate(results, texts, settled) };
}

const judge = (one: LosslessText): LosslessText =>
  one.isErrorByLines ? { ...one, isError: one.isError || hasErrorLine(one.text) } : one;

const smallerForm = ({ text, isFile }: LosslessText): string | undefined =>
  shortenText(text, { isFile, mayLose: () => false }, LOSSLESS_ARRIVAL)?.text;
