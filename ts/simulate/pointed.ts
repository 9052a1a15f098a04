import { NO_MEMORY } from "../contract/session-facts.js";
import { applyEdits } from "../masking/apply.js";
import type { MovePointer } from "../masking/cache/give-back.js";
import { type BlockPlace, movePointers } from "../masking/cache/move-pointers.js";
import type { PlannedEdit } from "../masking/candidates.js";
import { compilePolicy } from "../masking/compile-policy.js";
import { findDuplicates } from "../masking/dedupe.js";
import type { PlainPlan } from "../masking/plain-plan.js";
import type { Policy } from "../policy/policy.js";
import type { ResultPlan } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import type { Session } from "./trace.js";

/** The pointers that a policy puts in a session's requests. */
export interface Pointed {
  /** Numbers of all messages' units while nothing is masked. */
  readonly ids: readonly number[];
  /** The pointers among them to what a move may mask, in document order. */
  readonly pointers: readonly MovePointer[];
  /** Index and number of each visible unit that has or had pointers, where those candidates are masked. Linear. */
  unitsAt(isMasked: (candidate: number) => boolean): [unit: number, id: number][];
}

/**
 * Finds the pointers of a session; undefined if the policy makes none.
 *
 * @param ready The candidates of moves.
 * @param ids Numbers of all messages' units without pointers.
 */
export function readPointed(
  session: Session,
  plain: PlainPlan,
  policy: Policy,
  ready: readonly PlannedEdit[],
  ids: readonly number[],
): Pointed | undefined {
  const duplicates = findDuplicates(plain, policy, compilePolicy(policy), NO_MEMORY);
  if (duplicates === undefined) return undefined;
  const reader = new Reader(session, plain);
  const first = [...ids];
  for (const [unit, id] of reader.unitsOf(duplicates.firstPlans())) first[unit] = id;
  const tokensOf = (id = 0) => session.units.tokens[id] ?? 0;
  const savedBy = (place: BlockPlace) => tokensOf(ids[reader.unitAt(place)]) - tokensOf(first[reader.unitAt(place)]);
  const pointers = movePointers(duplicates, ready, { unitAt: (place) => reader.unitAt(place), savedBy });
  const candidates = new Map(ready.map(({ plan }, index) => [plan, index]));
  // What had pointers is whole unless it is pointed again.
  const hadPointers = duplicates.firstPlans().map(({ result }) => reader.unitAt(result));
  return {
    ids: first,
    pointers,
    unitsAt(isMasked) {
      const masked = new Set(ready.flatMap(({ plan }, at) => (isMasked(at) ? [reader.unitAt(plan.result)] : [])));
      const plans = plain.plans.map((plan): ResultPlan => {
        const candidate = candidates.get(plan);
        return candidate === undefined || isMasked(candidate) ? plan : { ...plan, action: "keep" };
      });
      const pointed = duplicates.point(plans).plans.filter(({ reason }) => reason === "dedupe");
      const whole = hadPointers.filter((unit) => !masked.has(unit));
      return [...whole.map((unit): [number, number] => [unit, ids[unit] ?? 0]), ...reader.unitsOf(pointed)];
    },
  };
}

/** Reads the units of results with pointers. */
class Reader {
  readonly #session: Session;
  readonly #plain: PlainPlan;

  constructor(session: Session, plain: PlainPlan) {
    this.#session = session;
    this.#plain = plain;
  }

  unitAt({ messageIndex, blockIndex }: BlockPlace): number {
    return (this.#session.messageStarts[messageIndex] ?? 0) + unitOfBlock(this.#plain.wire, blockIndex);
  }

  unitsOf(plans: readonly ResultPlan[]): [number, number][] {
    const { wire, request } = this.#plain;
    const list: unknown = applyEdits(wire, request, plans)[wire.listKey];
    return plans.map(({ result }) => {
      const message: unknown = Array.isArray(list) ? list[result.messageIndex] : undefined;
      const id = this.#session.idsOf(message)[unitOfBlock(wire, result.blockIndex)] ?? 0;
      return [this.unitAt(result), id];
    });
  }
}
