// What each policy would have saved over logs.
import { collectSavings, groupSavings, type Savings } from "../../simulate/index.js";
import type { ApiIssue, PolicyPoint, SavingsResult } from "../api.js";
import type { WorkInput } from "./log-work.js";
import { changesOf, unreadOf } from "./parts.js";

/** Calculates savings. */
export async function calculateSavings({ files, unseen, signal, onProgress }: WorkInput): Promise<SavingsResult> {
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const onBytes = (bytes: number) => onProgress(all === 0 ? 1 : bytes / all);
  return resultOf(await collectSavings(files, { signal, onProgress: onBytes }), unseen);
}

function resultOf(savings: Savings, unseen: readonly ApiIssue[]): SavingsResult {
  const { requests, sessions, dollars, content, recommendation, unpriced, skipped } = savings;
  const { reason, saved, share, policy } = recommendation;
  const by = (kind: Parameters<typeof groupSavings>[1]) => groupSavings(savings, kind);
  return {
    ...{ at: Date.now(), requests, sessions: sessions.length, dollars, content: { ...content }, unpriced },
    policies: savings.policies.map((one) => pointOf(one, policy)),
    recommendation: { reason, saved, share, ...(policy === undefined ? {} : { policy }) },
    ...{
      byDay: by("day"),
      byProject: by("project"),
      byAgent: by("agent"),
      byModel: by("model"),
      bySession: by("session"),
    },
    problems: [...unseen, ...unreadOf(skipped)],
  };
}

function pointOf(one: Savings["policies"][number], chosen: string | undefined): PolicyPoint {
  const { name, about, saved, ratio, dearer, grounding, settings } = one;
  const changes = "settings" in settings ? undefined : changesOf(settings);
  return {
    ...{ name, about, saved, ratio, dearer, isChosen: name === chosen },
    ...(grounding === undefined ? {} : { grounding }),
    ...(changes === undefined ? {} : { changes }),
  };
}
