// A scripted model that follows its tools' documented rules (scripted-provider/rules.ts has what it assumes), without Tamis and with
// it, and with one more line in the agent's system prompt that says what stands in the place of what went: how many edits fail,
// how often it reads or runs again, and the bill. Rules are measured, no model's mind.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { problemOf, rounded, runOnce } from "./agent-runs.mjs";
import { makeDays } from "./day-workspace.mjs";

/** The line: what a stand-in's name means, what became of files, and what numbers are. */
export const LINE =
  "Some results of tools in this conversation are shortened. `original: PATH` in one names a file with its whole text, which Read reads; `[see above: …]` stands for lines that are above. Files themselves are as they were: read one again before you quote what you do not see. Numbers in front of a file's lines are no part of its text.";

/** Whether a model heeds the names of originals by themselves, and whether it is told of them. */
const ARMS = {
  direct: { which: "direct", heedsNames: true },
  "without the line, names heeded": { which: "tamis", heedsNames: true },
  "without the line, names not heeded": { which: "tamis", heedsNames: false },
  "with the line": { which: "tamis", heedsNames: false, more: ["--append-system-prompt", LINE] },
};
const STEPS = [60];
/** The one that Claude Code takes by itself checks thinking, so that little moves; the other does not. */
const MODELS = { "claude-opus-5-5": [], "claude-sonnet-5": ["--model", "claude-sonnet-5"] };

/** The rows by model, turns and arm. */
export async function tryRules({ startScriptedProvider, task, check, log, ...both }) {
  const days = await makeDays({ ...both, log });
  const rows = {};
  for (const [model, args] of Object.entries(MODELS))
    for (const steps of STEPS)
      for (const [arm, way] of Object.entries(ARMS)) {
        const name = `claude, ${model}, ${steps} steps: ${arm}`;
        const trial = { ...both, ...way, days, steps, startScriptedProvider, task, args };
        rows[name] = await check(`rules: ${name}`, () => tryArm({ ...trial, name: name.replaceAll(/\W+/g, "-") }));
        const direct = rows[`claude, ${model}, ${steps} steps: direct`]?.inputWeight;
        if (rows[name] !== undefined) rows[name].ratio = rounded(rows[name].inputWeight / direct);
        log(`${name}: ${JSON.stringify(rows[name])}`);
      }
  return rows;
}

async function tryArm({ startScriptedProvider, days, which, heedsNames, more = [], task, args, ...both }) {
  const { workspace, files, renew } = days;
  const { steps, name, scratch } = both;
  renew();
  const provider = await startScriptedProvider({ steps, workspace, rules: { files: files.coding, heedsNames } });
  const run = [...["-p", `${task}: fix the failing test`, "--dangerously-skip-permissions"], ...args];
  try {
    rmSync(join(scratch, `claude-${steps}-${name}`), { recursive: true, force: true });
    const one = await runOnce({ ...both, agent: "claude", provider, workspace, args: run, more, home: name }, which);
    const problem = problemOf(one, which);
    if (problem !== undefined) throw new Error(problem);
    const { requests, inputWeight, masked, rules } = one.record;
    const none = { edits: 0, failedEdits: 0, reReads: 0, fetches: 0, repeats: 0, gaveUp: 0 };
    return { requests, masked, ...none, ...rules, inputWeight: Math.round(inputWeight) };
  } finally {
    await provider.close();
  }
}
