// Days of real agents with the models that they take by themselves, with and without Tamis: the bill of the input beside what
// it is to reach. Sessions with usual results and with large ones, with `--lean`, and resumed; the scripted model thinks,
// checks its thinking where the real one does, and fetches originals where it is told to.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dayRuns, installClients } from "./agent-clients.mjs";
import { titleOf } from "./agent-record.mjs";
import { endLineProblem, figures, holdOtherOff, otherOff, problemOf, rounded, runOnce } from "./agent-runs.mjs";
import { DAY_PACKAGE, makeDays } from "./day-workspace.mjs";
import { newestNode, run as runProgram } from "./tools.mjs";

/** How often each trial is made, each time on other files: the figures are given with their spread. */
const RUNS = Number(process.env.TAMIS_DAY_RUNS ?? 1);
/** Names of trials to make; without it all. */
const ONLY = process.env.TAMIS_DAYS?.split(",").filter(Boolean);
/** On which Nodes, and of which clients each of them is made: `this` or `newest`, a colon, `latest`, `npm` or nothing. */
const VARIANTS = (process.env.TAMIS_DAY_VARIANTS ?? `this:${process.env.TAMIS_CLIENTS ?? ""}`).split(",");
/** A file with a policy, in TOML, in place of the default. */
const POLICY = process.env.TAMIS_DAY_POLICY;

/** Most that the input may cost of what it costs without Tamis, and with which trial another one is compared. */
export const TRIALS = [
  { name: "claude-10", agent: "claude", steps: 10, most: 0.965 },
  { name: "claude-20", agent: "claude", steps: 20, most: 0.945 },
  { name: "claude-40", agent: "claude", steps: 40, most: 0.91 },
  { name: "claude-60", agent: "claude", steps: 60, most: 0.895 },
  { name: "claude-lean-10", agent: "claude", steps: 10, options: ["--lean"], less: { by: 0.12, than: "claude-10" } },
  { name: "claude-lean-60", agent: "claude", steps: 60, options: ["--lean"], less: { by: 0.05, than: "claude-60" } },
  { name: "claude-resumed", agent: "claude", steps: 12, prompts: 5, most: 0.92 },
  { name: "claude-large-40", agent: "claude", steps: 40, kind: "large", most: 0.8 },
  // Of eight results that are cut, two are fetched, and four.
  { name: "claude-large-fetches-2-40", agent: "claude", steps: 40, kind: "large", fetchEvery: 20, most: 0.8 },
  { name: "claude-large-fetches-4-40", agent: "claude", steps: 40, kind: "large", fetchEvery: 10, most: 0.8 },
  // The plugin alone, with no gateway: the hook makes results smaller when they come.
  { name: "claude-hook-10", agent: "claude", steps: 10, isHook: true, most: 1 },
  { name: "claude-hook-40", agent: "claude", steps: 40, isHook: true, most: 0.97 },
  { name: "claude-hook-large-40", agent: "claude", steps: 40, kind: "large", isHook: true, most: 0.9 },
  ...byTurns("codex", 0.95),
  ...byTurns("gemini", 0.75),
  ...byTurns("opencode", 0.85),
  { name: "codex-resumed", agent: "codex", steps: 12, prompts: 5, most: 0.98 },
  { name: "opencode-resumed", agent: "opencode", steps: 12, prompts: 5, most: 0.98 },
];

/** An agent's usual sessions; what is to be reached is given for those of 40 turns. */
function byTurns(agent, most) {
  return [10, 20, 40, 60].map((steps) => ({
    name: `${agent}-${steps}`,
    agent,
    steps,
    ...(steps === 40 ? { most } : {}),
  }));
}

/**
 * Makes the trials of the agents named, on each Node and with each choice of clients; a trial fails where a request is refused or
 * the answer is another, not by its bill. Returns them by Node and clients, then by name.
 */
export async function runDays({ scratch, root, log, ...rest }) {
  if (RUNS === 0) return {};
  const days = await makeDays({ scratch, root, log });
  const found = {};
  for (const variant of VARIANTS) {
    const [nodeWord, which] = variant.split(":");
    const node = nodeWord === "newest" ? await newestNode({ root }) : process.execPath;
    const nodeName = (await runProgram(node, ["--version"])).trim();
    const clients = await installClients({ root, log, which });
    const title = titleOf(nodeName, which);
    const trials = await runVariant({ ...rest, ...clients, scratch, root, log, days, node, title });
    found[title] = { versions: clients.versions, days: trials };
  }
  return found;
}

async function runVariant({
  startScriptedProvider,
  TASK_WORD,
  scratch,
  bin,
  root,
  agents,
  check,
  log,
  days,
  node,
  title,
}) {
  const found = {};
  for (const trial of TRIALS) {
    if (!agents.includes(trial.agent) || ONLY?.includes(trial.name) === false) continue;
    const both = { ...trial, days, startScriptedProvider, scratch, bin, root, node, word: TASK_WORD };
    found[trial.name] = await check(`a day of ${trial.name}, ${title}`, async () => {
      const rounds = [];
      for (let round = 0; round < RUNS; round++)
        rounds.push(await tryDay({ ...both, round }, `${title.replaceAll(/\W+/g, "-")}-${round}`));
      const result = judged(trial, rounds, found);
      log(`${trial.name}: input ${result.ratio} (${result.ratios.join(", ")}); ${JSON.stringify(result.target)}`);
      return result;
    });
    const off = found[trial.name]?.otherOff;
    if (off !== undefined) await check(`a day of ${trial.name}, ${title}: the end line`, () => holdOtherOff(off));
  }
  return found;
}

/** Each round is on other files: it begins with another third of them. */
function fromThird(files, round) {
  const start = Math.floor(((round % 3) * files.length) / 3);
  return [...files.slice(start), ...files.slice(0, start)];
}

async function tryDay({ kind = "coding", prompts = 1, round, isHook = false, ...trial }, inName) {
  const { days, steps, startScriptedProvider, agent, scratch, name, word, fetchEvery } = trial;
  const { workspace } = days;
  const day = { kind, files: fromThird(days.files[kind], round), fetchEvery };
  const provider = await startScriptedProvider({ steps, workspace, day });
  const runName = `${name}-${inName}`;
  const config = POLICY === undefined ? "" : readFileSync(POLICY, "utf8");
  const both = { ...trial, provider, workspace, name: runName, home: runName, config };
  try {
    const runs = {};
    for (const which of ["direct", "tamis"]) {
      days.renew();
      const home = join(scratch, `${agent}-${steps}-${runName}`);
      rmSync(home, { recursive: true, force: true });
      if (isHook && which === "tamis") await installPlugin({ ...trial, home });
      let one;
      for (let prompt = 0; prompt < prompts; prompt++) {
        const { args, home: files } = dayRuns(`${word}: part ${prompt + 1}, fix the failing test`, prompt > 0)[agent];
        const more = isHook ? { name: `${runName}-hook-${which}` } : {};
        one = await runOnce({ ...both, ...more, args, files }, isHook ? "direct" : which);
        const problem = problemOf(one, which);
        if (problem !== undefined) throw new Error(problem);
      }
      runs[which] = one;
    }
    if (runs.direct.lastWord !== runs.tamis.lastWord) throw new Error(`another last word: ${runs.tamis.lastWord}`);
    const problem = prompts === 1 && !isHook ? endLineProblem(runs.tamis) : undefined;
    if (problem !== undefined) throw new Error(problem);
    return runs;
  } finally {
    await provider.close();
  }
}

/** As a user installs it, into a home of its own. */
async function installPlugin({ agent, home, root, node }) {
  mkdirSync(home, { recursive: true });
  await runProgram(node, [join(root, "dist/cli/main.cjs"), "plugin", "install", agent], { env: { HOME: home } });
}

/** Chars of the prompt that come before any work. */
const promptChars = ({ shape: { tools, system, messages } }) =>
  [...Object.values(tools), ...system, messages].reduce((sum, chars) => sum + chars, 0);

/** The end line speaks of one run, and not of tools that the launch left out. */
const saysAll = ({ prompts = 1, isHook = false, options = [] }) => prompts === 1 && !isHook && options.length === 0;

function judged({ most, less, ...trial }, rounds, found) {
  const ratios = rounds.map(({ direct, tamis }) => rounded(tamis.record.inputWeight / direct.record.inputWeight));
  const ratio = [...ratios].sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
  const than = found[less?.than]?.ratio;
  const goal = most ?? (than === undefined ? undefined : rounded(than - less.by));
  const [{ direct, tamis }] = rounds;
  return {
    ...{
      workspace: `${DAY_PACKAGE.name} ${DAY_PACKAGE.version}`,
      ratio,
      ratios,
      target: { most: goal, met: goal !== undefined && ratio <= goal },
    },
    ...{ models: direct.record.models, direct: figures(direct.record), through: figures(tamis.record) },
    endLine: tamis.endLines,
    ...(saysAll(trial) && { otherOff: otherOff({ direct, through: tamis }) }),
    morePromptChars: promptChars(tamis.record) - promptChars(direct.record),
    seconds: { direct: direct.seconds, through: tamis.seconds },
  };
}
