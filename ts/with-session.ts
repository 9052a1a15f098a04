import type { BackendOptions, ReduceOptions } from "./backend.js";
import type { Policy } from "./policy.js";
import type { Report } from "./report.js";
import { recall, type SessionFacts, type SessionState, sessionKey } from "./session-state.js";

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
  if (keep && result.report.skipped === undefined) remember(session, key, cache.lastMoveStep ?? 0, locate, now);
  return result;
}

function remember(
  session: SessionState,
  key: string,
  lastStep: number,
  locate: (step: number) => SessionFacts | undefined,
  now: number | undefined,
): void {
  const callId = lastStep === 0 ? null : (locate(lastStep)?.callId ?? null);
  Object.assign(session, { version: 1, key, lastStep, callId, usedAt: now ?? null } satisfies SessionState);
}
