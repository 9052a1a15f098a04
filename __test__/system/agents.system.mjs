// The agents people use, with and without Tamis, against a scripted provider on this machine: the same last word and exit
// code, no request that a provider would refuse, and the bill. TAMIS_AGENTS (claude,codex,gemini,opencode) and TAMIS_STEPS
// (20,40,60) choose; without steps only originals, imitation and terminals are tried; an empty TAMIS_AGENTS leaves the trials with one
// client (an MCP server with 60 tools, two at once, resumed, the plugin, aider, the time of a launch). TAMIS_TERMINALS names the agents
// that are also run on a terminal, TAMIS_TERMINAL_STEPS over how many turns; there none may show a dialog that it does not show
// without Tamis, with this Node and the newest. TAMIS_CLIENTS=latest takes the clients that npm calls so today. The agents' own
// models and realistic results: agent-days.mjs; how people work with them: agent-scenarios.mjs, of which TAMIS_SCENARIOS names some, and TAMIS_SCENARIO_NODES the Nodes; TAMIS_DAY_RUNS says how often (0: not), TAMIS_DAYS names the trials, TAMIS_OTHERS further agents; TAMIS_RULES=0 leaves out the
// model that follows its tools' rules (agent-rules.mjs). What a run leaves
// out stays in the record as it was, and says of which run it is. The Node that runs this is the one that is tried.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { tryAider } from "../support/agent-aider.mjs";
import { guardedArgs, installClients, resumedArgs } from "../support/agent-clients.mjs";
import { runDays } from "../support/agent-days.mjs";
import { DIALOG_STEPS, tryDialogs } from "../support/agent-dialogs.mjs";
import { imitateAll } from "../support/agent-imitation.mjs";
import { tryOnTerminal } from "../support/agent-on-terminal.mjs";
import { tryOthers } from "../support/agent-others.mjs";
import { titleOf, withEarlier } from "../support/agent-record.mjs";
import { tryRules } from "../support/agent-rules.mjs";
import {
  endLineProblem,
  figures,
  holdOtherOff,
  otherOff,
  problemOf,
  rounded,
  runClean,
  runOnce,
} from "../support/agent-runs.mjs";
import { emptyCells, tryScenarios } from "../support/agent-scenarios.mjs";
import { printDifferences, shapesOf } from "../support/agent-shapes.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { counter, debianProgram, newestNode, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "agents";

/** Agents without a command of their own; qwen wants Node 22, so that the newest is taken. */
const OTHERS = (process.env.TAMIS_OTHERS ?? "qwen,pi,goose").split(",").filter(Boolean);
const AGENTS = (process.env.TAMIS_AGENTS ?? "claude,codex,gemini,opencode").split(",").filter(Boolean);
/** Names of scenarios with commas between, where not all are to be tried; an empty text tries none, and looks for no empty cell. */
const SCENARIOS = process.env.TAMIS_SCENARIOS?.split(",").filter(Boolean);
/** On which Nodes those are tried; the record keeps the others' rows. */
const SCENARIO_NODES = (process.env.TAMIS_SCENARIO_NODES ?? "this,newest").split(",");
const STEPS = (process.env.TAMIS_STEPS ?? "20,40,60").split(",").filter(Boolean).map(Number);
const TERMINALS = (process.env.TAMIS_TERMINALS ?? "claude,codex,gemini,opencode").split(",").filter(Boolean);
const TERMINAL_STEPS = (process.env.TAMIS_TERMINAL_STEPS ?? "20,40,60").split(",").filter(Boolean).map(Number);
/**
 * Most that the bill may be of the direct one, by steps. Half a hundredth is what an agent's own texts differ by from run to
 * run: folders, times, ids.
 */
const MOST = { 20: 1.005, 60: 0.805 };
/**
 * Files that are only read stay for 40 results, so what the script's 60 turns save is cut from shell results as they come: Gemini
 * CLI sends 17 that are long enough, opencode 24.
 */
const MOST_OF = { gemini: { ...MOST, 60: 0.835 } };
/** There Gemini CLI itself sends 12 % fewer tokens than in a pipe: shell results as its window shows them. 0.883 and 0.891. */
const MOST_ON_TERMINAL = { gemini: { ...MOST, 60: 0.895 } };
const MOST_WITH_MCP = { 20: 1.005, 60: 0.905 };
const MOST_ELSE = 1.005;
/** TAMIS_TRIALS=0 leaves out what is tried with one client, or none; `imitation` tries imitated marks alone. */
const TRIALS = process.env.TAMIS_TRIALS;
const HAS_TRIALS = TRIALS !== "0" && TRIALS !== "imitation";
const ATTEMPTS = 15;
const TASK = "SCRIPTED-TASK";

export async function run({ log, root, before }) {
  const { counts, check } = counter(log);
  /** A trial, and apart from it whether bill and end line are right: the record has the figures of those that are not, too. */
  const billed = async (title, trial) => {
    const result = await check(title, trial);
    if (result === undefined) return undefined;
    await check(`${title}: the bill`, () => holdTo(result));
    const { otherOff } = result;
    if (otherOff !== undefined) await check(`${title}: the end line of the direct run`, () => holdOtherOff(otherOff));
    return result;
  };
  const { bin, versions } = await installClients({ root, log });
  const { startScriptedProvider } = await loadTs(join(root, "__test__/support/scripted-provider/server.ts"));
  const { HANGING_WORD, TASK_WORD } = await loadTs(join(root, "__test__/support/scripted-provider/script.ts"));
  const record = await withScratch(async (scratch) => {
    const workspace = makeWorkspace(scratch);
    const all = await runDays({
      ...{ startScriptedProvider, TASK_WORD, scratch, bin, root, agents: AGENTS, check, log },
    });
    const inTitle = (nodeName) => {
      const title = titleOf(nodeName, process.env.TAMIS_CLIENTS);
      all[title] ??= { versions };
      return all[title];
    };
    const found = Object.assign(inTitle(process.version), { runs: {}, terminal: {}, trials: {} });
    if (TERMINALS.length > 0) await debianProgram({ program: "tmux", arg: "-V", log });
    if (TRIALS !== "imitation")
      found.trials.starts = await check("the time of the hook and the status line", () => timeStarts(root, scratch));
    for (const steps of STEPS) {
      const provider = await startScriptedProvider({ steps, workspace });
      for (const agent of AGENTS) {
        const both = { agent, steps, provider, workspace, scratch, bin, root, prompt: `${TASK_WORD}: do it` };
        found.runs[`${agent}-${steps}`] = await billed(`${agent}, ${steps} turns`, () => compare(both, log));
      }
      const trial = { agent: "claude", steps, provider, workspace, scratch, bin, root, prompt: `${TASK}: do it` };
      if (HAS_TRIALS)
        found.runs[`claude-mcp-${steps}`] = await billed(`claude, ${steps} turns, an MCP server with 60 tools`, () =>
          compare({ ...trial, ...withMcp(root) }, log),
        );
      if (HAS_TRIALS && steps === STEPS[0])
        Object.assign(found.trials, await runTrials(trial, { scratch, bin, root, check }));
      if (TERMINAL_STEPS.includes(steps)) {
        const both = {
          provider,
          workspace,
          scratch,
          bin,
          root,
          task: TASK_WORD,
          hangingWord: HANGING_WORD,
          run: steps,
        };
        for (const agent of TERMINALS)
          found.terminal[`${agent}-${steps}`] = await billed(`${agent} on a terminal, ${steps} turns`, () =>
            compareOnTerminal({ ...both, agent }, steps),
          );
      }
      await provider.close();
    }
    if (HAS_TRIALS) found.aider = await tryAider({ startScriptedProvider, scratch, root, check, log });
    if (HAS_TRIALS)
      found.originals = await readOriginals({ startScriptedProvider, workspace, scratch, bin, root, check });
    if (TRIALS !== "0")
      found.imitation = await imitateAll({
        ...{ startScriptedProvider, workspace, scratch, bin, root, check },
        ...{ agents: AGENTS, prompt: `${TASK_WORD}: do it` },
      });
    if (TERMINALS.length > 0) {
      const provider = await startScriptedProvider({ steps: 3, workspace });
      const both = { provider, workspace, scratch, bin, root, task: TASK_WORD, hangingWord: HANGING_WORD };
      for (const agent of TERMINALS)
        found.terminal[agent] = await check(`${agent} on a terminal`, () => tryOnTerminal({ ...both, agent }));
      await provider.close();
      await lookForDialogs({ startScriptedProvider, check, inTitle, ...both, provider: undefined });
    }
    const both = { startScriptedProvider, task: TASK_WORD, hangingWord: HANGING_WORD, workspace, scratch, bin, root };
    if (SCENARIOS?.length !== 0) await tryTable({ ...both, check, log, inTitle });
    if (process.env.TAMIS_RULES !== "0") found.rules = await tryRules({ ...both, check, log });
    await lookAtShapes({ ...both, check, inTitle });
    if (OTHERS.length > 0) await tryRest({ ...both, check, log, inTitle });
    return all;
  });
  const merged = withEarlier(record, before);
  printDifferences(merged, log);
  if (SCENARIOS?.length !== 0)
    for (const [title, { scenarios }] of Object.entries(merged))
      if (scenarios !== undefined)
        await check(`no cell of a scenario and a client is empty, ${title}`, () => holdFull(root, scenarios));
  return { ...counts, record: merged };
}

/** The clients' first requests on this Node and the newest. */
async function lookAtShapes({ inTitle, ...both }) {
  if (AGENTS.length === 0) return;
  for (const node of new Set([process.execPath, await newestNode(both)])) {
    const nodeName = (await runProgram(node, ["--version"])).trim();
    inTitle(nodeName).shapes = await shapesOf({
      ...both,
      agents: AGENTS,
      node,
      nodeName,
      prompt: `${both.task}: do it`,
    });
  }
}

async function tryRest({ inTitle, task, ...both }) {
  const node = await newestNode(both);
  const nodeName = (await runProgram(node, ["--version"])).trim();
  inTitle(nodeName).others = await tryOthers({ ...both, node, only: OTHERS, prompt: `${task}: do it` });
}

/** The table of scenarios, with this Node and the newest. */
async function tryTable({ inTitle, ...both }) {
  await debianProgram({ program: "tmux", arg: "-V", log: both.log });
  await debianProgram({ program: "zstd", log: both.log });
  const nodes = { this: async () => process.execPath, newest: () => newestNode(both) };
  for (const word of SCENARIO_NODES) {
    const node = await nodes[word]();
    const nodeName = (await runProgram(node, ["--version"])).trim();
    const trial = { ...both, node, nodeName, title: nodeName, agents: AGENTS, only: SCENARIOS };
    inTitle(nodeName).scenarios = await tryScenarios(trial);
  }
}

function holdFull(root, rows) {
  const empty = emptyCells(root, ["claude", "codex", "gemini", "opencode"], rows);
  if (empty.length > 0) throw new Error(`${empty.length} are: ${empty.join("; ")}`);
}

/** Agents that can be made to read a folder without a question. */
const READERS = ["claude", "codex", "opencode"];
/** Results are masked after a few turns. */
const EARLY = '[mask]\nwindow_turns = 1\nmin_chars = 0\n[cache]\nstrategy = "every-turn"\n';

/**
 * The scripted model reads an original back, where the agent asks before it leaves its folder. The control: the same file,
 * read by Claude Code without Tamis, is refused.
 */
async function readOriginals({ startScriptedProvider, check, ...both }) {
  const { workspace, scratch } = both;
  const trial = { ...both, steps: 6, name: "originals", prompt: `${TASK}: do it`, config: EARLY };
  const found = {};
  const tryOne = async (agent, which, readsBack, expected) => {
    const provider = await startScriptedProvider({ steps: trial.steps, workspace, readsBack });
    try {
      const args = guardedArgs(trial.prompt)[agent];
      const one = await runOnce({ ...trial, provider, agent, args }, which);
      const { readBack } = one.record;
      const problem = problemOf(one, which) ?? (readBack === expected ? undefined : `read back: ${readBack}`);
      if (problem !== undefined) throw new Error(problem);
      return { readBack };
    } finally {
      await provider.close();
    }
  };
  for (const agent of READERS)
    found[agent] = await check(`${agent} reads an original`, () => tryOne(agent, "tamis", "marker", true));
  const outside = join(scratch, "outside.txt");
  writeFileSync(outside, "a file outside of the workspace\n");
  found.control = await check("claude is refused a file outside of its folders", () =>
    tryOne("claude", "direct", outside, false),
  );
  return found;
}

/** Each agent at its start and at work, on a terminal, with this Node and the newest. */
async function lookForDialogs({ startScriptedProvider, check, inTitle, ...both }) {
  const script = { steps: DIALOG_STEPS, workspace: both.workspace };
  for (const node of new Set([process.execPath, await newestNode(both)])) {
    const nodeName = (await runProgram(node, ["--version"])).trim();
    const found = inTitle(nodeName);
    found.dialogs = {};
    for (const agent of TERMINALS) {
      const reads = READERS.includes(agent);
      const provider = await startScriptedProvider({ ...script, ...(reads ? { readsBack: "marker" } : {}) });
      const trial = { ...both, agent, reads, node, nodeName, provider };
      found.dialogs[agent] = await check(`${agent} shows no dialog, Node ${nodeName}`, () => tryDialogs(trial));
      await provider.close();
    }
  }
}

/** A prompt on a terminal, without Tamis and with it: the same end, the bill, and what the line at the end says of it. */
async function compareOnTerminal(both, steps) {
  const { prompt } = await tryOnTerminal(both, ["prompt"]);
  const problem = endLineProblem({ record: prompt, endLines: prompt.endLines });
  if (problem !== undefined) throw new Error(`${problem}: ${JSON.stringify(prompt)}`);
  return { ...prompt, ratio: rounded(prompt.ratio), most: (MOST_ON_TERMINAL[both.agent] ?? MOST)[steps] ?? MOST_ELSE };
}

/** Throws where a bill is higher than it may be. */
function holdTo({ ratio, most }) {
  if (ratio > most) throw new Error(`${ratio} of the direct one, at most ${most}`);
}

/** Arguments for an MCP server that nothing is asked of. */
function withMcp(root) {
  const server = { command: process.execPath, args: [join(root, "__test__/support/mcp-many-tools.mjs")] };
  const more = ["--mcp-config", JSON.stringify({ mcpServers: { many: server } })];
  return { name: "mcp", more, most: MOST_WITH_MCP };
}

/** What is tried with one client, or none. */
async function runTrials(both, { scratch, bin, root, check }) {
  const { steps } = both;
  return {
    startMillis: await check("the time that a launch adds", () => timeLaunch(root, scratch)),
    plugin: await check("claude's plugin is valid, is loaded, and goes", () => tryPlugin(root, bin, scratch)),
    atOnce: await check(`two of claude at once, ${steps} turns`, async () => {
      const two = await Promise.all(["one", "two"].map((name) => runOnce({ ...both, name }, "tamis")));
      const problem = two
        .map((one) => problemOf(one, "tamis") ?? endLineProblem(one))
        .find((text) => text !== undefined);
      if (problem !== undefined) throw new Error(problem);
      return { each: two.map(({ record }) => figures(record)) };
    }),
    ...(await resumeAll(both, check)),
  };
}

/**
 * Conversations resumed with Tamis and without, whichever way they began. Gemini CLI is left out: the history that it resumes
 * has every result twice (0.61, without Tamis as well), which its provider refuses.
 */
async function resumeAll(both, check) {
  const [WITH, WITHOUT] = ["tamis", "direct"];
  const ways = [
    [WITHOUT, WITH],
    [WITH, WITH],
    [WITH, WITHOUT],
  ];
  const found = {};
  for (const agent of AGENTS.filter((name) => name !== "gemini"))
    for (const [before, after] of ways) {
      const named = (way) => (way === WITH ? "with" : "without");
      const name = `${agent} resumed ${named(after)} Tamis after ${both.steps} turns ${named(before)}`;
      found[`${agent}-resumed-${before}-${after}`] = await check(name, () =>
        resume({ ...both, agent }, [before, after]),
      );
    }
  return found;
}

/** A run, and one that goes on where it ended, by the id that the line at the end names where there is one. */
async function resume(both, [before, after]) {
  const name = `resume-${before}-${after}`;
  const first = await runOnce({ ...both, name }, before);
  const home = `${name}-${before}`;
  const line = first.endLines.find((one) => one.includes("to resume: "));
  const id = /to resume: tamis \S+ \S+ ([\w-]+);/.exec(line ?? "")?.[1];
  const args = resumedArgs(both.prompt, id)[both.agent];
  const then = await runOnce({ ...both, name: `${name}-again`, home, args }, after);
  const problem =
    problemOf(first, before) ??
    problemOf(then, "resumed") ??
    (then.lastWord === `LAST WORD after ${2 * both.steps} turns.` ? undefined : `it began anew: ${then.lastWord}`) ??
    (after === "tamis" ? endLineProblem(then) : undefined);
  if (problem !== undefined) throw new Error(problem);
  const { lastWord, endLines, record } = then;
  return { lastWord, ...figures(record), first: figures(first.record), line, endLines };
}

/** Time on the processor of a launched script beyond that of Node for the launcher and for the script. */
function timeLaunch(root, scratch) {
  const empty = join(scratch, "empty.cjs");
  writeFileSync(empty, "");
  const launch = [join(root, "dist/cli/main.cjs"), "run", "--no-ledger", "--", process.execPath, empty];
  const more = Array.from({ length: ATTEMPTS }, () => {
    const own = millisOf([empty], "");
    return millisOf(launch, "") - 2 * own;
  }).sort((a, b) => a - b);
  const [least, median] = [more[0], more[Math.floor(ATTEMPTS / 2)]].map(rounded);
  // What else runs on the machine only adds.
  if (least > 250) throw new Error(`a launch adds ${least} ms, in the middle ${median}`);
  return { least, median };
}

async function tryPlugin(root, bin, scratch) {
  const home = join(scratch, "plugin-home");
  mkdirSync(home);
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: home, ANTHROPIC_API_KEY: "key", IS_SANDBOX: "1" };
  const claude = async (...args) => (await runClean([join(bin, "claude"), "plugin", ...args], env, home)).output;
  const tamis = (...args) =>
    runClean([process.execPath, join(root, "dist/cli/main.cjs"), "plugin", ...args], env, home);
  const validated = await claude("validate", "--strict", join(root, "dist/claude-plugin"));
  if (!validated.includes("Validation passed")) throw new Error(validated);
  await tamis("install", "claude");
  const listed = await claude("list");
  if (!/tamis@skills-dir[\s\S]*loaded/.test(listed)) throw new Error(listed);
  await tamis("uninstall", "claude");
  const left = ["skills", "commands", "settings.json"].filter((name) => existsSync(join(home, ".claude", name)));
  if (left.length > 0) throw new Error(`left: ${left.join(", ")}`);
  return { loaded: true };
}

function makeWorkspace(scratch) {
  const workspace = join(scratch, "workspace");
  mkdirSync(join(workspace, "src"), { recursive: true });
  for (let file = 0; file < 80; file++) {
    const lines = Array.from(
      { length: 110 },
      (_, at) => `export const value${file}_${at} = compute(${at}, "${file}");\n`,
    );
    writeFileSync(join(workspace, `src/file-${file}.ts`), lines.join(""));
  }
  return workspace;
}

async function compare(both, log) {
  const direct = await runOnce(both, "direct");
  const through = await runOnce(both, "tamis");
  const ratio = through.record.weight / direct.record.weight;
  const result = {
    ratio: rounded(ratio),
    most: (both.most ?? MOST_OF[both.agent] ?? MOST)[both.steps] ?? MOST_ELSE,
    direct: figures(direct.record),
    through: figures(through.record),
    endLine: through.endLines,
    otherOff: otherOff({ direct, through }),
    seconds: { direct: direct.seconds, through: through.seconds },
  };
  log(
    `${both.agent} ${both.steps}: bill ${ratio.toFixed(3)} of direct; ${through.endLines[0] ?? through.output.slice(-300)}`,
  );
  const problem =
    problemOf(direct, "direct") ??
    problemOf(through, "through") ??
    (direct.lastWord === through.lastWord ? undefined : "another last word") ??
    endLineProblem(through);
  if (problem !== undefined) throw new Error(`${problem}: ${JSON.stringify(result)}`);
  return result;
}

/**
 * Time on the processor of what an agent starts again and again, from a process's start to its end, in turns with an empty script: the
 * time on the clock depends on who else runs. The status line has a ledger to read.
 */
async function timeStarts(root, scratch) {
  const home = join(scratch, "starts");
  const empty = join(scratch, "empty.cjs");
  writeFileSync(empty, "");
  const lines = Array.from({ length: 400 }, (_, at) => `\u001b[32mSTEP\u001b[0m test ${at % 7}   `).join("\n");
  const told = { session_id: "s", tool_name: "Bash", tool_input: { command: "npm test" } };
  const event = JSON.stringify({ ...told, tool_response: { stdout: lines } });
  const program = join(root, "dist/cli/main.cjs");
  const env = { HOME: home, PATH: process.env.PATH };
  millisOf([program, "hook", "claude"], event, env);
  const ledger = await runClean([process.execPath, program, "why", "--ledger", "--json"], env, scratch);
  if (!ledger.output.includes('"session":"s"')) throw new Error(`no ledger: ${ledger.output}`);
  const starts = { node: [empty], hook: [program, "hook", "claude"], statusLine: [program, "status-line"] };
  const times = { node: [], hook: [], statusLine: [] };
  for (let turn = 0; turn < ATTEMPTS; turn++)
    for (const [name, args] of Object.entries(starts)) times[name].push(millisOf(args, event, env));
  const figures = Object.entries(times).map(([name, all]) => {
    const sorted = all.sort((a, b) => a - b);
    const [medianMillis, p95Millis] = [0.5, 0.95].map((share) => rounded(sorted[Math.floor(share * (ATTEMPTS - 1))]));
    return [name, { medianMillis, p95Millis }];
  });
  const late = figures.find(([, { p95Millis }]) => p95Millis > 60);
  if (late !== undefined) throw new Error(`${late[0]} takes ${late[1].p95Millis} ms: ${JSON.stringify(figures)}`);
  return Object.fromEntries(figures);
}

/** User and system time of a program, as bash's `time` has it. */
function millisOf(args, input, env = process.env) {
  const timed = 'TIMEFORMAT="%U %S"; time "$0" "$@" > /dev/null 2> /dev/null';
  const { stderr } = spawnSync("bash", ["-c", timed, process.execPath, ...args], { input, env, encoding: "utf8" });
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(/\s+/).map(Number);
  return (user + system) * 1000;
}
