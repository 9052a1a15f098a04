// What a policy makes of sessions.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PolicyInput } from "../../policy/policy.js";
import { maskingPolicy } from "../policies.js";
import { replaySession } from "../replay.js";
import { loss, type Score } from "./search.js";
import type { TunedSession } from "./sessions.js";

/** What a policy makes of sessions. */
export interface Measured extends Score {
  /** Sessions that it makes dearer by more than 2 %. */
  dearer: number;
  /** The worst session's bill over that of sending everything. */
  worst: number;
}

/** A policy among others, of which the best is sought. */
export interface Race {
  minGrounding: number;
  /** Whether it ends early where it is certain to lose. */
  mayStop: boolean;
}

const DEARER = 1.02;
/** A policy that is worse by more after {@link RACED_SHARE} of the costs does not come back. */
const BEHIND = 0.03;
const RACED_SHARE = 0.3;

/**
 * The bill of sessions under policies, and their grounding. Linear in the sessions, for each policy.
 */
export class Measure {
  readonly #sessions: readonly TunedSession[];
  readonly #total: number;
  readonly #isOver: () => boolean;
  /** Of the best in the race, the running sums after each session. */
  #best: { loss: number; sums: readonly Sums[] } | undefined;

  /** @param isOver Ends a measurement, which then has no result. */
  constructor(sessions: readonly TunedSession[], isOver: () => boolean = () => false) {
    this.#sessions = sessions;
    this.#isOver = isOver;
    this.#total = sessions.reduce((sum, { cost, rate }) => sum + cost * rate, 0);
  }

  /** Undefined if it lost the race, or was ended. */
  async of(settings: PolicyInput, race?: Race): Promise<Measured | undefined> {
    const policy = maskingPolicy("tuned", settings);
    const sums: Sums[] = [];
    let [sum, dearer, worst] = [NO_SUMS, 0, 0];
    for (const [at, { session, rule, cost, rate }] of this.#sessions.entries()) {
      if (this.#isOver()) return undefined;
      const [bill] = await replaySession(session, policy, [rule], { grounding: true });
      const { named = 0, visible = 0 } = bill?.grounding ?? {};
      const ratio = (bill?.cost ?? cost) / cost;
      sum = {
        cost: sum.cost + cost * rate,
        bill: sum.bill + cost * rate * ratio,
        named: sum.named + named,
        visible: sum.visible + visible,
      };
      sums.push(sum);
      if (ratio > DEARER) dearer++;
      worst = Math.max(worst, ratio);
      if (race?.mayStop === true && this.#hasLost(sum, at, race)) return undefined;
      await nextTurn();
    }
    const measured = { ...scoreOf(sum), dearer, worst };
    const own = loss(measured, race?.minGrounding ?? 0);
    if (race !== undefined && own < (this.#best?.loss ?? Number.POSITIVE_INFINITY)) this.#best = { loss: own, sums };
    return measured;
  }

  #hasLost(sum: Sums, at: number, { minGrounding }: Race): boolean {
    const best = this.#best?.sums[at];
    if (best === undefined || sum.cost < RACED_SHARE * this.#total) return false;
    return loss(scoreOf(sum), minGrounding) > loss(scoreOf(best), minGrounding) + BEHIND;
  }
}

interface Sums {
  cost: number;
  bill: number;
  named: number;
  visible: number;
}

const NO_SUMS: Sums = { cost: 0, bill: 0, named: 0, visible: 0 };

function scoreOf({ cost, bill, named, visible }: Sums): Score {
  return { bill: cost === 0 ? 1 : bill / cost, grounding: named === 0 ? 1 : visible / named };
}
