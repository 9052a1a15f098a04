import { masks } from "../contract/report-basis.js";
import { lastMove } from "../masking/cache/last-move.js";
import type { MoveRule } from "../masking/cache/move-rule.js";
import { LOOK_BACK_UNITS } from "../masking/cache/prices.js";
import { type Policy, type PolicyInput, resolvePolicy, triggersOf } from "../policy/policy.js";
import { scaled } from "../wires/cache-facts.js";
import type { CacheRule } from "./cache-rule.js";
import { type ClearSettings, clearSchedule, readClearing } from "./clearing.js";
import { type Masks, moveHistoryOf, readMasks } from "./masks.js";
import { optimalMoves } from "./optimum.js";
import type { Anchors, Schedule } from "./schedule.js";
import type { Session } from "./trace.js";

/**
 * A policy to replay. A `schedule` is called once per session, and once more for every price if it reads prices. A
 * `transform` returns each step's request as it would be sent, and may change it in any way.
 */
export type SimulatedPolicy =
  | {
      /** The policy's name, as tables show it. */
      name: string;
      /** Whether the schedule depends on the cache's prices. */
      usesPrices: boolean;
      /** Whether the provider itself edits a session's requests: what is sent is unreduced. @default never */
      isByProvider?: (session: Session) => boolean;
      /** What is masked at each step of a session, and which blocks carry breakpoints. */
      schedule: (session: Session, rule: CacheRule) => Schedule;
    }
  | TransformPolicy;

export interface TransformPolicy {
  /** The policy's name, as tables show it. */
  name: string;
  /** Gives the request of a step as it would be sent. */
  transform: (request: object, step: TransformStep) => object | Promise<object>;
  /**
   * Whether the requests have the cache breakpoints with which they would be sent. If not, the usual client's are
   * assumed, because a recording has only the breakpoints of its last request. @default false
   */
  marksBreakpoints?: boolean;
}

/** The place of a request in its session. */
export interface TransformStep {
  /** The session that is replayed. */
  session: Session;
  /** 0-based. */
  index: number;
  /** Number of messages. */
  cut: number;
}

/** How the masked set of a policy grows. Missing settings come from the policy's `cache`. `rent` is × 10,000. */
export type BoundarySettings = Partial<Pick<MoveRule, "strategy" | "rent" | "strideTurns" | "trigger" | "budget">> & {
  /** Whether masked blocks carry breakpoints. @default as `reduceBody` sets them, for `rent` and `stride` */
  anchor?: Anchors;
};

/**
 * A policy of this library: it masks what `policy` masks, and grows as `boundary` says. It replays the decision of
 * `reduceBody` once for all steps.
 */
export function maskingPolicy(
  name: string,
  policy: PolicyInput | Policy,
  boundary: BoundarySettings = {},
): SimulatedPolicy {
  const compiled = resolvePolicy(policy);
  const { cache, mask, trigger, budget } = compiled.settings;
  // The replayed clients mark their newest message, so everything before it is frozen.
  const isFrozen = cache.freezeThrough === "lastBreakpoint";
  const strategy = boundary.strategy ?? (isFrozen ? "off" : cache.strategy);
  const isCareful = strategy !== "every-turn" && strategy !== "off";
  const anchor = boundary.anchor ?? (isCareful && cache.anchor ? "old-on-moves" : false);
  const own = cache.prices === "auto" ? {} : { read: scaled(cache.prices.read), write: scaled(cache.prices.write) };
  return {
    name,
    usesPrices: strategy === "rent" || strategy === "auto",
    isByProvider: (session) => readOf(session, compiled).isByProvider,
    schedule: (session, { finding, read, write, minimumTokens, dear }) => {
      const { masks, isByProvider } = readOf(session, compiled);
      const { maskedAt } = lastMove(moveHistoryOf(session, masks), {
        strategy,
        read,
        write,
        ...own,
        minimumTokens,
        lookBackUnits: isByProvider && finding === "look-back" && anchor === false ? LOOK_BACK_UNITS : undefined,
        dear: dear && { aboveTokens: dear.aboveTokens, times: scaled(dear.times) },
        rent: boundary.rent ?? scaled(cache.rent),
        strideTurns: boundary.strideTurns ?? cache.strideTurns,
        windowTurns: mask.windowTurns,
        trigger: boundary.trigger ?? triggersOf(trigger),
        budget: boundary.budget ?? budgetOf(budget),
      });
      const looksInFront = compiled.settings.version !== 1;
      return { masks, maskedAt, anchors: anchor, looksInFront };
    },
  };
}

function budgetOf(budget: Policy["settings"]["budget"]): MoveRule["budget"] {
  if (budget?.tokens === undefined) return undefined;
  return { tokens: budget.tokens, clearAtLeast: budget.clearAtLeast ?? 0 };
}

/** Sends every request unchanged. */
export const SEND_EVERYTHING: SimulatedPolicy = {
  name: "send everything",
  usesPrices: false,
  schedule: () => ({ masks: { candidates: [], editedIds: [] }, maskedAt: [], anchors: false }),
};

/** The cheapest moves for a policy in hindsight, on an ideal prefix cache. It is a bound, not a usable policy. */
export function optimumPolicy(name: string, policy: PolicyInput | Policy): SimulatedPolicy {
  const compiled = resolvePolicy(policy);
  return {
    name,
    usesPrices: true,
    schedule: (session, rule) => {
      const { masks } = readOf(session, compiled);
      return { masks, maskedAt: optimalMoves(moveHistoryOf(session, masks), rule).maskedAt, anchors: true };
    },
  };
}

/**
 * A model of Anthropic's `clear_tool_uses`: when a request exceeds `tokens`, all results but the newest `keep` are cleared,
 * worked out anew for every request from the history as the client sends it. Source: Anthropic, "Context editing".
 */
export function clearPolicy(name: string, settings: ClearSettings): SimulatedPolicy {
  return { name, usesPrices: false, isByProvider: () => true, schedule: (session) => clearSchedule(session, settings) };
}

/** The edits of a policy in a session, and who makes them. */
interface ReadMasks {
  masks: Masks;
  isByProvider: boolean;
}

/** Those of the policy that came last: policies are replayed one after the other. */
const known = new WeakMap<Session, { policy: Policy; read: ReadMasks }>();

/** The edits of a policy in a session, read once. */
function readOf(session: Session, policy: Policy): ReadMasks {
  const last = known.get(session);
  if (last?.policy === policy) return last.read;
  // Edits hold the texts that a policy made of results: those of two policies at once would be as much again.
  known.delete(session);
  session.units.forget();
  const read = readAnew(session, policy);
  known.set(session, { policy, read });
  return read;
}

function readAnew(session: Session, policy: Policy): ReadMasks {
  const cleared = masks(policy) ? readClearing(session, policy) : undefined;
  if (cleared !== undefined) return { masks: cleared, isByProvider: true };
  return { masks: readMasks(session, policy), isByProvider: false };
}
