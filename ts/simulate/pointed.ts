import { NO_MEMORY } from "../contract/session-facts.js";
import { applyEdits } from "../masking/apply.js";
import type { MovePointer } from "../masking/cache/give-back.js";
import { type BlockPlace, movePointers } from "../masking/cache/move-pointers.js";
import { BESIDE_RESULTS, type PlannedEdit } from "../masking/candidates.js";
import { compilePolicy } from "../masking/compile-policy.js";
import { type Duplicates, findDuplicates, type GrowingPlans } from "../masking/dedupe.js";
import type { PlainPlan } from "../masking/plain-plan.js";
import type { Policy } from "../policy/policy.js";
import { type ResultPlan, type ToolResult, textsOf } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import type { Session } from "./trace.js";

/** The pointers that a policy puts in a session's requests. */
export interface Pointed {
  /** Numbers of all messages' units while nothing is masked. */
  readonly ids: readonly number[];
  /** The pointers among them to what a move may mask, in document order. */
  readonly pointers: readonly MovePointer[];
  /**
   * Follows the pointers of a session in which candidates are masked at these steps, -1 for never.
   *
   * @returns For a step with a move, and steps in order: index and number of each visible unit that is not as it was sent
   *   before the move, up to the next move. Linear in what the moves may change.
   */
  follow(maskedAt: ArrayLike<number>): (step: number) => [unit: number, id: number][];
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
  const duplicates = findDuplicates(plain, policy, compilePolicy(policy), NO_MEMORY, {
    known: session.known.forms,
    lines: session.known.lines,
  });
  if (duplicates === undefined) return undefined;
  const reader = new Reader(session, plain);
  const first = [...ids];
  for (const [unit, id] of reader.unitsOf(duplicates.firstPlans())) first[unit] = id;
  const tokensOf = (id = 0) => session.units.tokens[id] ?? 0;
  const savedBy = (place: BlockPlace) => tokensOf(ids[reader.unitAt(place)]) - tokensOf(first[reader.unitAt(place)]);
  const pointers = movePointers(duplicates, ready, { unitAt: (place) => reader.unitAt(place), savedBy });
  const candidates = new Map(ready.map(({ plan }, index) => [plan, index]));
  const plans = new Map(plain.plans.flatMap((plan) => (isResult(plan) ? [[placeOf(plan.result), plan] as const] : [])));
  return {
    ids: first,
    pointers,
    follow(maskedAt) {
      const stepOf = (plan: ResultPlan | undefined) => {
        if (plan === undefined || plan.action === "keep" || plan.action === "shorten") return NEVER;
        const step = maskedAt[candidates.get(plan) ?? -1] ?? (candidates.has(plan) ? -1 : 0);
        return step < 0 ? NEVER : step;
      };
      const steps = duplicates.results.map((result) => stepOf(plans.get(placeOf(result))));
      const follower = new Follower({ session, reader, duplicates, ids, first }, maskedAt);
      const growing = duplicates.growing((index) => steps[index] ?? NEVER);
      return (step) => follower.changes(step, growing);
    },
  };
}

const NEVER = Number.POSITIVE_INFINITY;
const isResult = ({ result }: ResultPlan): boolean => !BESIDE_RESULTS.has(result.content.kind);
const placeOf = ({ messageIndex, blockIndex }: BlockPlace): string => `${messageIndex}/${blockIndex}`;
/** What is followed. */
interface Followed {
  session: Session;
  reader: Reader;
  duplicates: Duplicates;
  /** Numbers of all units without pointers, and with those of a request of which nothing is masked. */
  ids: readonly number[];
  first: readonly number[];
}

/** Follows the pointers of a session from move to move. */
class Follower {
  readonly #of: Followed;
  /** Number of messages of the last request before each move, from the second move on, and of the last request. */
  readonly #ends: number[];
  /** By result: the largest number of a message up to it. */
  readonly #messages: Int32Array;
  /** Numbers of units that are not as at first. */
  readonly #now = new Map<number, number>();
  /** The last form with pointers of a result, and its number. */
  readonly #known = new Map<ToolResult, { text: string; id: number }>();
  #moves = 0;

  constructor(followed: Followed, maskedAt: ArrayLike<number>) {
    this.#of = followed;
    const { cuts } = followed.session.steps;
    const moves = new Set(Array.from(maskedAt).filter((step) => step >= 0));
    const [, ...later] = [...moves].sort((a, b) => a - b);
    this.#ends = [...later.map((step) => cuts[step - 1] ?? 0), cuts.at(-1) ?? 0];
    let newest = 0;
    this.#messages = Int32Array.from(followed.duplicates.results, ({ messageIndex }) => {
      newest = Math.max(newest, messageIndex);
      return newest;
    });
  }

  changes(step: number, plans: GrowingPlans): [unit: number, id: number][] {
    const { ids, first, reader } = this.#of;
    const messages = this.#ends[this.#moves++] ?? Number.POSITIVE_INFINITY;
    const shown = [...plans.at(step, this.#resultsBefore(messages))];
    this.#number(shown);
    const changes: [number, number][] = [];
    for (const { result, plan } of shown) {
      const unit = reader.unitAt(result);
      const id = (plan === undefined ? ids[unit] : this.#known.get(result)?.id) ?? 0;
      if (id === (this.#now.get(unit) ?? first[unit])) continue;
      this.#now.set(unit, id);
      changes.push([unit, id]);
    }
    return changes;
  }

  /** The place of the first result of a message from `messages` on. Bisects: there may be as many moves as results. */
  #resultsBefore(messages: number): number {
    let [low, high] = [0, this.#messages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#messages[middle] ?? 0) < messages) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Finds the numbers of the forms with pointers. */
  #number(shown: readonly { result: ToolResult; plan: ResultPlan | undefined }[]): void {
    const anew: { result: ToolResult; plan: ResultPlan }[] = [];
    for (const { result, plan } of shown)
      if (plan !== undefined && this.#known.get(result)?.text !== formOf(plan)) anew.push({ result, plan });
    const units = this.#of.reader.unitsOf(anew.map(({ plan }) => plan));
    for (const [index, { result, plan }] of anew.entries())
      this.#known.set(result, { text: formOf(plan), id: units[index]?.[1] ?? 0 });
  }
}

/** The text of a result that has one. */
const formOf = ({ result }: ResultPlan): string => textsOf(result.content).find((text) => text !== "") ?? "";

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
    if (plans.length === 0) return [];
    const { wire, request } = this.#plain;
    const list: unknown = applyEdits(wire, request, plans)[wire.listKey];
    return plans.map(({ result }) => {
      const message: unknown = Array.isArray(list) ? list[result.messageIndex] : undefined;
      const id = this.#session.idsOf(message)[unitOfBlock(wire, result.blockIndex)] ?? 0;
      return [this.unitAt(result), id];
    });
  }
}
