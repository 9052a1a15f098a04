import type { BackendOptions, ReduceOptions } from "./backend.js";
import type { Policy } from "./policy.js";
import type { Report } from "./report.js";
import { recall, type SessionFacts, type SessionState, sessionKey } from "./session-state.js";
import { correctReport } from "./session-usage.js";

/**
 * Reduces with what a session remembers, and has it remember this request.
 *
 * @param locate What tells the conversation, and the step of that number; undefined for what is no conversation.
 * @param keep False where nothing is sent, so that there is nothing to remember.
 */
export function withSession<T extends { report: Report } | { bytesNeeded: number }>(
  policy: Policy,
  { session, tenant, now, ...others }: ReduceOptions,
  locate: (step: number) => SessionFacts | undefined,
  run: (options: BackendOptions) => T,
  keep: boolean,
): T {
  if (session === undefined) return run(others);
  const facts = locate(session.lastStep);
  if (facts === undefined || !policy.settings.enabled) return run(others);
  const key = sessionKey(tenant, facts);
  const { memory, found } = recall(session, key, facts, now);
  const result = run({ ...others, memory });
  if (!("report" in result)) return result;
  const { cache } = result.report;
  cache.session = found;
  cache.firstSight = found === "new" || found === "mismatch";
  if (found !== "mismatch") correctReport(result.report, session.usage);
  if (keep && result.report.skipped === undefined) {
    const usage = found === "mismatch" ? null : (session.usage ?? null);
    Object.assign(session, {
      ...rememberedAt(cache.lastMoveStep ?? 0, locate),
      version: 1,
      key,
      usedAt: now ?? null,
      usage,
    });
  }
  return result;
}

/** What tells the step of the last move. */
function rememberedAt(
  lastStep: number,
  locate: (step: number) => SessionFacts | undefined,
): Pick<SessionState, "lastStep" | "callId"> {
  return { lastStep, callId: lastStep === 0 ? null : (locate(lastStep)?.callId ?? null) };
}
