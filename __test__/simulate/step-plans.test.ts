// The replay makes about one plan a move. It must send what `reduceBody` makes of every single request.

import { describe, expect, it } from "vitest";
import { loadBackend } from "../../ts/load/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { cacheRuleFor } from "../../ts/simulate/cache-rule.js";
import { ruleOfRequests } from "../../ts/simulate/replayed-rule.js";
import { SessionBody } from "../../ts/simulate/session-body.js";
import { EditReader, planBackwards } from "../../ts/simulate/step-plans.js";
import { readSession, type Session } from "../../ts/simulate/trace.js";
import { readRecording, recordings } from "../support/recordings.js";

const PRESETS = ["none", "safe", "balanced", "strong"] as const;
/** Sessions have many steps, and each is planned. */
const MOST_STEPS = 30;

/** Steps whose request has other edits of its messages than the replay says. */
function stepsThatDiffer(session: Session, preset: (typeof PRESETS)[number]): { compared: number; differ: number[] } {
  const rule = cacheRuleFor(session.wire, session.model, session.longLived);
  const { policy, model = session.model } = ruleOfRequests(session, resolvePolicy({ preset }), rule);
  const body = new SessionBody(session);
  const plans = [...planBackwards(session, policy, { body, model })].reverse();
  const reader = new EditReader(session);
  const options = { wire: session.wire, ...(model !== undefined && { model }) };
  const { cuts } = session.steps;
  const every = Math.max(1, Math.ceil(cuts.length / MOST_STEPS));
  const steps = cuts.flatMap((_, step) => (step % every === 0 ? [step] : []));
  const differ = steps.filter((step) => {
    const cut = cuts[step] ?? 0;
    const end = session.messageStarts[cut] ?? 0;
    const { edits } = loadBackend().backend.planBody(body.at(cut), policy, options);
    const own = [...reader.read(edits, cut).units].sort(([a], [b]) => a - b);
    const plan = plans.findLast(({ fromStep }) => fromStep <= step);
    const said = [...(plan?.units ?? [])].filter(([unit]) => unit < end).sort(([a], [b]) => a - b);
    return JSON.stringify(own) !== JSON.stringify(said);
  });
  return { compared: steps.length, differ };
}

describe.runIf(recordings !== undefined)("the replay of recordings", () => {
  const every = Number(process.env.TAMIS_EVERY ?? 18);
  const some = (recordings ?? []).filter((_, index) => index % every === 0);
  let compared = 0;
  it.each(some.map((recording) => [recording.file, recording] as const))(
    "decides as reduceBody does: %s",
    (file, one) => {
      const session = readSession({ name: file, request: JSON.parse(readRecording(one).toString()) as object });
      if ("reason" in session) return;
      for (const preset of PRESETS) {
        const result = stepsThatDiffer(session, preset);
        compared += result.compared;
        expect(result.differ, preset).toEqual([]);
      }
      console.log(`${compared} steps compared`);
    },
  );
});
