import { factsOf } from "../models/facts.js";
import type { ModelRow } from "../models/rows.js";
import { DerivedPolicies, sentOnce } from "../policy/derived-policies.js";
import { type Policy, type PolicyInput, resolvePolicy, withSettings } from "../policy/policy.js";
import { policyAt } from "../reduce/as-of.js";
import { SCALE, scaled } from "../wires/cache-facts.js";
import { WIRES } from "../wires/index.js";
import type { CacheRule } from "./cache-rule.js";
import { type ClearSettings, clearedStretches } from "./clearing.js";
import { historyOf, movedAt, optimalMoves } from "./optimum.js";
import type { Anchors, Schedule, Stretch } from "./schedule.js";
import { SessionBody } from "./session-body.js";
import { planBackwards, stretchesOf } from "./step-plans.js";
import type { Session } from "./trace.js";

/**
 * A policy to replay. A `schedule` is called once per session, and once more for every price if it reads prices. A
 * `transform` returns each step's request as it would be sent, and may change it in any way.
 */
export type SimulatedPolicy = ScheduledPolicy | TransformPolicy;

export interface ScheduledPolicy {
  /** The policy's name, as tables show it. */
  name: string;
  /** Whether the schedule depends on the cache's prices. */
  usesPrices: boolean;
  /** Whether the provider itself edits a session's requests: what is sent is unreduced. @default never */
  isByProvider?: true;
  /** What is masked at each step of a session, and which blocks carry breakpoints. */
  schedule: (session: Session, rule: CacheRule) => Schedule;
}

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

/** How the masked set of a policy grows. Missing settings come from the policy's `cache`. */
export interface BoundarySettings {
  /** When more is masked. @default the policy's */
  strategy?: Policy["settings"]["cache"]["strategy"];
  /** The share of a move's cost that waiting must have cost before it. @default the policy's */
  rent?: number;
  /** Whether masked blocks carry breakpoints. @default as `reduceBody` sets them */
  anchor?: Anchors;
}

/**
 * A policy of this library. Its requests are those that `reduceBody` makes of the session's, at the prices that the session
 * is billed by.
 */
export function maskingPolicy(
  name: string,
  policy: PolicyInput | Policy,
  boundary: BoundarySettings = {},
): ScheduledPolicy {
  const replayed = replayedPolicy(resolvePolicy(policy), boundary);
  const { strategy, anchor: isAnchored } = replayed.settings.cache;
  const isCareful = strategy !== "every-turn" && strategy !== "off";
  const anchors = boundary.anchor ?? (isCareful && isAnchored ? "old-on-moves" : false);
  const once = sentOnce(replayed);
  return {
    name,
    usesPrices: strategy === "rent" || strategy === "auto",
    schedule: (session, rule) =>
      session.isSentOnce
        ? { stretches: plannedOf(session, once, undefined), anchors: false }
        : { stretches: plannedOf(session, replayed, rule), anchors },
  };
}

/** The policy with the boundary's settings. What only watches is replayed as if it acted. */
function replayedPolicy(policy: Policy, { strategy, rent }: BoundarySettings): Policy {
  const { cache } = policy.settings;
  return withSettings(policy, {
    mode: "reduce",
    cache: {
      ...cache,
      strategy: strategy ?? cache.strategy,
      ...(rent !== undefined && { rent }),
    },
  });
}

/** Sends every request unchanged. */
export const SEND_EVERYTHING: SimulatedPolicy = {
  name: "send everything",
  usesPrices: false,
  schedule: () => ({ stretches: [], anchors: false }),
};

/**
 * The cheapest moves for a policy in hindsight, on an ideal prefix cache. It is a bound, not a usable policy. For policies
 * without pointers.
 */
export function optimumPolicy(name: string, policy: PolicyInput | Policy): SimulatedPolicy {
  const eager = replayedPolicy(resolvePolicy(policy), { strategy: "every-turn" });
  return {
    name,
    usesPrices: true,
    schedule: (session, rule) => {
      const stretches = plannedOf(session, eager, undefined);
      const history = historyOf(session, stretches);
      const { maskedAt } = optimalMoves(history, rule);
      return { stretches: movedAt(session, stretches, history, maskedAt), anchors: true };
    },
  };
}

/**
 * A model of Anthropic's `clear_tool_uses`: when a request exceeds `tokens`, all results but the newest `keep` are cleared,
 * worked out anew for every request from the history as the client sends it. Source: Anthropic, "Context editing".
 */
export function clearPolicy(name: string, settings: ClearSettings): SimulatedPolicy {
  return {
    name,
    usesPrices: false,
    isByProvider: true,
    schedule: (session) => ({ stretches: clearedStretches(session, settings), anchors: false }),
  };
}

/** That of the policy that came last: policies are replayed one after the other. */
const known = new WeakMap<Session, { policy: Policy; rule: string; planned: readonly Stretch[] }>();
/** The bytes of the session that came last. */
let written: { session: WeakRef<Session>; body: SessionBody } | undefined;

/** The requests of a session, planned once. */
function plannedOf(session: Session, policy: Policy, rule: CacheRule | undefined): readonly Stretch[] {
  const asked = ruleOfRequests(session, policy, rule);
  const last = known.get(session);
  if (last?.policy === policy && last.rule === asked.key) return last.planned;
  // Plans hold the texts that a policy made of results: those of two policies at once would be as much again.
  known.delete(session);
  if (last?.policy !== policy) session.units.forget();
  const plans = planBackwards(session, asked.policy, { body: bodyOf(session), model: asked.model });
  const planned = stretchesOf(session, plans);
  known.set(session, { policy, rule: asked.key, planned });
  return planned;
}

function bodyOf(session: Session): SessionBody {
  if (written?.session.deref() === session) return written.body;
  const body = new SessionBody(session);
  written = { session: new WeakRef(session), body };
  return body;
}

/** A policy, and the model that requests name, such that `reduceBody` believes the rule by which they are billed. */
interface ReplayedRule {
  /** Differs where the policy or the model do. */
  key: string;
  policy: Policy;
  model?: string;
}

/** The name of a model that only the replay has. */
const REPLAYED = "replayed";

const replays = new DerivedPolicies();

/** @param rule Undefined for a policy whose moves do not depend on it. */
export function ruleOfRequests(
  { wire, model = "", asOf }: Session,
  settings: Policy,
  rule: CacheRule | undefined,
): ReplayedRule {
  const policy = policyAt(settings, asOf);
  const { cache, models } = policy.settings;
  if (rule === undefined || cache.strategy === "every-turn" || cache.strategy === "off") return { key: "", policy };
  const { row } = factsOf({ model, wire: WIRES.of(wire).key }, models);
  const own = { read: rule.read / SCALE, write: rule.write / SCALE };
  const prices = cache.prices === "auto" ? own : cache.prices;
  if (isLike(rule, row)) {
    const key = `${prices.read}/${prices.write}`;
    return { key, policy: replays.of(policy, key, () => ({ cache: { ...cache, prices } })) };
  }
  const key = JSON.stringify([prices, rule.minimumTokens, rule.finding, rule.dear, row.id]);
  const replayed: ModelRow = {
    ...row,
    names: [REPLAYED],
    cache: {
      ...row.cache,
      ...own,
      minimumTokens: rule.minimumTokens,
      finding: rule.finding === "none" ? row.cache.finding : rule.finding,
    },
    dear: rule.dear,
  };
  const changed = () => ({ cache: { ...cache, prices }, models: [replayed, ...models] });
  return { key, policy: replays.of(policy, key, changed), model: REPLAYED };
}

const isLike = (rule: CacheRule, { cache, dear }: ModelRow): boolean =>
  rule.minimumTokens === cache.minimumTokens &&
  rule.finding === cache.finding &&
  rule.dear?.aboveTokens === dear?.aboveTokens &&
  scaled(rule.dear?.times ?? 1) === scaled(dear?.times ?? 1);
