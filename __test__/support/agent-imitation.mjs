// A model that copies the mark of a shortened argument into calls of its own, behind real agents: the agent runs the call and
// repeats it, and Tamis counts it, shortens no more arguments from then on, and sends what was shortened as it was.
import { join } from "node:path";
import { endLineProblem, problemOf, runClean, runOnce } from "./agent-runs.mjs";

const STEPS = 14;
/** Turns, from 0, in which the model imitates. */
const IMITATES_AT = [6, 9];
/** Arguments are shortened after two turns, where each turn moves. */
const POLICY =
  '[mask]\nwindow_turns = 1\nmin_chars = 0\n[experimental.args]\nmax_chars = 200\n[cache]\nstrategy = "every-turn"\n';

/** Gemini's calls are signed, so that no argument of them is ever shortened. */
const WITH_SIGNED_CALLS = "gemini";

/** Tries it with each agent; what was counted, by the agent. */
export async function imitateAll({ startScriptedProvider, check, agents, ...both }) {
  const found = {};
  for (const agent of agents.filter((name) => name !== WITH_SIGNED_CALLS))
    found[agent] = await check(`${agent} with a model that imitates shortened arguments`, async () => {
      const script = { steps: STEPS, workspace: both.workspace, imitatesAt: IMITATES_AT };
      const provider = await startScriptedProvider(script);
      try {
        return await imitate({ ...both, agent, provider, steps: STEPS, name: "imitates", config: POLICY });
      } finally {
        await provider.close();
      }
    });
  return found;
}

async function imitate(trial) {
  const one = await runOnce(trial, "tamis");
  const failed = problemOf(one, "tamis");
  if (failed !== undefined) throw new Error(failed);
  const { marks } = one.record;
  const why = [process.execPath, join(trial.root, "dist/cli/main.cjs"), "why"];
  const { output: json } = await runClean([...why, "--json"], one.own, trial.workspace);
  const { output: text } = await runClean(why, one.own, trial.workspace);
  const counted = JSON.parse(json).imitations;
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  const problem =
    endLineProblem(one) ??
    marksProblem(marks) ??
    (counted === IMITATES_AT.length ? undefined : `tamis why counts ${counted}`) ??
    (last.startsWith(`${IMITATES_AT.length} calls have a mark`) ? undefined : `tamis why says ${last}`);
  if (problem !== undefined) throw new Error(`${problem}: ${JSON.stringify(marks)}`);
  return { ...marks, counted };
}

function marksProblem({ imitations, shortened, shortenedSince, changed, leftLong }) {
  if (shortened === 0) return "no argument was shortened";
  if (imitations !== IMITATES_AT.length) return `${imitations} calls imitate`;
  if (shortenedSince > 0) return `${shortenedSince} arguments were shortened after an imitation`;
  if (changed > 0) return `${changed} arguments that had been sent were changed`;
  return leftLong > 1 ? undefined : "no long argument came after an imitation";
}
