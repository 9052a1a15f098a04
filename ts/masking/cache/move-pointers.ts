// The pointers of a conversation of which nothing is masked, as the decision about moves reads them.

import type { ResultPlan } from "../../wires/transcript.js";
import { BESIDE_RESULTS, type PlannedEdit } from "../candidates.js";
import type { Duplicates } from "../dedupe.js";
import type { MovePointer } from "./give-back.js";

/** The place of a block. */
export type BlockPlace = Pick<ResultPlan["result"], "messageIndex" | "blockIndex">;

/** The units of a conversation. */
export interface PointedUnits {
  /** Index of the unit with a block. */
  unitAt(place: BlockPlace): number;
  /** Tokens that the pointers of a result save. */
  savedBy(place: BlockPlace): number;
}

/**
 * The pointers to what a move may mask, in document order. The tokens that the pointers of a result save are shared out by
 * the lines that they replace.
 *
 * @param ready The candidates of moves.
 */
export function movePointers(
  duplicates: Duplicates,
  ready: readonly PlannedEdit[],
  { unitAt, savedBy }: PointedUnits,
): MovePointer[] {
  if (!duplicates.givesBack) return [];
  const nameOf = ({ messageIndex, blockIndex }: BlockPlace) => `${messageIndex}/${blockIndex}`;
  const candidates = new Map<string, number>();
  for (const [index, { plan }] of ready.entries()) {
    if (!BESIDE_RESULTS.has(plan.result.content.kind)) candidates.set(nameOf(plan.result), index);
  }
  const groups = new Map<string, number>();
  const groupOf = (name: string) => {
    const group = groups.get(name) ?? groups.size;
    groups.set(name, group);
    return group;
  };
  return duplicates.first.flatMap((rendered, at) => {
    const result = duplicates.result(at);
    if (rendered === undefined || result === undefined) return [];
    const counts = rendered.references.map(({ lines }) => lines?.count ?? 1);
    const all = counts.reduce((sum, count) => sum + count, 0);
    const saved = Math.max(0, savedBy(result));
    return rendered.references.flatMap(({ source, lines }, index): MovePointer[] => {
      const target = duplicates.result(source);
      const candidate = target && candidates.get(nameOf(target));
      if (candidate === undefined) return [];
      return [
        {
          group: groupOf(`${source}/${lines?.from ?? -1}/${lines?.count ?? 0}`),
          source: candidate,
          holder: candidates.get(nameOf(result)) ?? -1,
          unit: unitAt(result),
          messageIndex: result.messageIndex,
          tokens: Math.floor((saved * (counts[index] ?? 0)) / all),
        },
      ];
    });
  });
}
