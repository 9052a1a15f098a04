import { Repeats } from "../../../dedupe/render.js";
import type { Repeatable } from "../../../dedupe/repeatable.js";
import { type ContentReference, pointerTo } from "../references/content-reference.js";
import type { ResultText } from "../result-text.js";

/** A result in which pointers replace what earlier results have. */
export interface Deduplication {
  result: ResultText;
  text: string;
  references: ContentReference[];
  /** The results that have to stay as they are. */
  sources: ResultText[];
}

/**
 * Finds whole results and blocks of lines that repeat earlier ones. Linear.
 *
 * @param texts By slot: its text as it would be sent.
 * @param isFixed Whether a result must stay; it can still be pointed at.
 */
export function deduplicate(
  results: readonly ResultText[],
  texts: readonly string[],
  isFixed: (result: ResultText) => boolean,
): Deduplication[] {
  const whole = results.filter(({ isWhole }) => isWhole);
  const repeatables = whole.map((result): Repeatable => {
    const { block } = result.slot;
    return {
      text: texts[result.slot.index] ?? "",
      messageIndex: block.messageIndex,
      callId: block.call?.id,
      toolName: block.call?.name,
      path: result.path,
      isFixed: isFixed(result) || result.isError,
    };
  });
  const rendered = new Repeats(repeatables).render();
  return whole.flatMap((result, index) => {
    const one = rendered[index];
    if (one === undefined) return [];
    const sources = one.references.flatMap(({ source }) => whole[source] ?? []);
    const references = one.references.map((reference): ContentReference => {
      const source = whole[reference.source];
      return { ...reference, place: pointerTo(result.slot.path), source: pointerTo(source?.slot.path ?? []) };
    });
    return [{ result, text: one.text, references, sources }];
  });
}
