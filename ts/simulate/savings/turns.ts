// One session turn by turn: what was sent, and what a policy would have taken out of it.
import type { Policy, PolicyInput } from "../../policy/policy.js";
import { totalOf } from "../cache.js";
import { cacheRuleOf } from "../cache-rule.js";
import { groundingOf, type MissedWord } from "../grounding.js";
import type { LoggedSession } from "../logs/session.js";
import { maskingPolicy, SEND_EVERYTHING } from "../policies.js";
import { replaySession } from "../replay.js";
import type { Schedule } from "../schedule.js";
import { unitOfResult } from "../session-units.js";
import { readSession, type Session } from "../trace.js";

/** A result that would go. */
export interface GoneResult {
  /** The tool's name; empty if the log does not say. */
  tool: string;
  /** The step, from 0, that sent it first. */
  from: number;
  /** Tokens that its going saves in each request. */
  tokens: number;
}

/** A request, and what a policy would have made of it. */
export interface SessionTurn {
  /** From 0. */
  step: number;
  /** As an ISO date; absent if the log does not say. */
  time?: string;
  /** Tokens sent. */
  tokens: number;
  /** Tokens that the policy would have sent. */
  reduced: number;
  /** Of the tokens sent, those that no cache had. */
  unread: number;
  /** The same of what the policy would have sent. */
  reducedUnread: number;
  /** Results that go with this request. */
  gone: GoneResult[];
  /** What the call that answers names and the request no longer has. */
  missed: MissedWord[];
}

/** Opens a session under a policy of this library. Undefined if it cannot be replayed. Linear. */
export async function openSession(
  { trace }: LoggedSession,
  settings: PolicyInput | Policy,
): Promise<SessionTurn[] | undefined> {
  const session = readSession(trace);
  if ("reason" in session) return undefined;
  const rule = cacheRuleOf(session);
  const policy = maskingPolicy("opened", settings);
  const schedule = policy.schedule(session, rule);
  const [sent] = await replaySession(session, SEND_EVERYTHING, [rule], { eachRequest: true });
  const [reduced] = await replaySession(session, policy, [rule], { eachRequest: true });
  const gone = goneBySteps(session, schedule);
  const missed = groundingOf(session, schedule).missed;
  const { firstBilled } = session;
  return (sent?.requests ?? []).map((billed, index) => {
    const step = firstBilled + index;
    const other = reduced?.requests?.[index] ?? billed;
    const time = trace.times?.[step];
    return {
      step,
      ...(time === undefined ? {} : { time: new Date(time).toISOString() }),
      tokens: totalOf(billed),
      reduced: totalOf(other),
      unread: billed.written + billed.fresh,
      reducedUnread: other.written + other.fresh,
      gone: gone[step] ?? [],
      missed: missed.filter((word) => word.step === step),
    };
  });
}

function goneBySteps(session: Session, { stretches }: Schedule): GoneResult[][] {
  const { steps, learned, units, ids } = session;
  const gone: GoneResult[][] = steps.cuts.map(() => []);
  const ratio = learned?.ratio ?? 1;
  const tokensOf = (id = 0) => units.tokens[id] ?? 0;
  for (const { fromStep, taken, changes } of stretches) {
    const now = new Map(changes);
    for (const result of taken) {
      const unit = unitOfResult(session, result);
      const from = steps.cuts.findIndex((cut) => cut > result.messageIndex);
      const tokens = tokensOf(ids[unit]) - tokensOf(now.get(unit) ?? ids[unit]);
      gone[fromStep]?.push({ tool: result.toolName ?? "", from, tokens: Math.round(tokens * ratio) });
    }
  }
  return gone;
}
