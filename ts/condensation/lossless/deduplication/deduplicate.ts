import type { Deduplication, LosslessText, Repeat } from "../../../contract/lossless.js";
import { Repeats } from "../../../dedupe/render.js";
import type { Repeatable } from "../../../dedupe/repeatable.js";

/**
 * Finds whole results and blocks of lines that repeat earlier ones. Linear.
 *
 * @param texts By result: its text as it would be sent.
 * @param settled Results that must stay; they can still be pointed at.
 */
export function deduplicate(
  results: readonly LosslessText[],
  texts: readonly string[],
  settled: ReadonlySet<number>,
): Deduplication[] {
  const whole = [...results.keys()].filter((index) => results[index]?.isWhole === true);
  const repeatables = whole.flatMap((index): Repeatable[] => {
    const result = results[index];
    if (result === undefined) return [];
    const { messageIndex, callId, toolName, path, isFixed, isError } = result;
    const stays = isFixed || isError || settled.has(index);
    return [{ text: texts[index] ?? "", messageIndex, callId, toolName, path, isFixed: stays }];
  });
  return new Repeats(repeatables).render().flatMap((one, at) => {
    const result = whole[at];
    if (one === undefined || result === undefined) return [];
    const repeats = one.references.map(({ type, hash, source, lines }): Repeat => {
      const repeat = { type, hash, source: whole[source] ?? -1 };
      return lines === undefined ? repeat : { ...repeat, lines };
    });
    return [{ result, text: one.text, repeats }];
  });
}
