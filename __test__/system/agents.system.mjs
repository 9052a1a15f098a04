// The agents people use, with and without Tamis, against a scripted provider on this machine: the same last word and exit
// code, no request that a provider would refuse, and the bill. TAMIS_AGENTS (claude,codex,gemini,opencode) and TAMIS_STEPS
// (20,60) choose.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { CLIENT_VERSIONS, clientRuns, installClients } from "../support/agent-clients.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { counter, tryRun, withScratch } from "../support/tools.mjs";

export const name = "agents";

const AGENTS = (process.env.TAMIS_AGENTS ?? "claude,codex,gemini,opencode").split(",");
const STEPS = (process.env.TAMIS_STEPS ?? "20,60").split(",").map(Number);
/** Most that the bill may be of the direct one, by steps. */
const MOST = { 20: 1.001, 60: 1.001 };
const ATTEMPTS = 15;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const bin = await installClients({ root, log });
  const { startScriptedProvider } = await loadTs(join(root, "__test__/support/scripted-provider/server.ts"));
  const { TASK_WORD } = await loadTs(join(root, "__test__/support/scripted-provider/script.ts"));
  const record = await withScratch(async (scratch) => {
    const workspace = makeWorkspace(scratch);
    const found = { versions: CLIENT_VERSIONS, runs: {}, hook: {} };
    found.hook = await check("the hook's time", () => timeHook(root, scratch));
    for (const steps of STEPS) {
      const provider = await startScriptedProvider({ steps, workspace });
      for (const agent of AGENTS) {
        const both = { agent, steps, provider, workspace, scratch, bin, root, prompt: `${TASK_WORD}: do it` };
        found.runs[`${agent}-${steps}`] = await check(`${agent}, ${steps} turns`, () => compare(both, log));
      }
      await provider.close();
    }
    return found;
  });
  return { ...counts, record };
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
    direct: figures(direct.record),
    through: figures(through.record),
    endLine: through.endLines,
    seconds: { direct: direct.seconds, through: through.seconds },
  };
  log(
    `${both.agent} ${both.steps}: bill ${ratio.toFixed(3)} of direct; ${through.endLines[0] ?? through.output.slice(-300)}`,
  );
  const problem =
    problemOf(direct, "direct") ??
    problemOf(through, "through") ??
    (direct.lastWord === through.lastWord ? undefined : "another last word") ??
    (ratio <= (MOST[both.steps] ?? 1.001) ? undefined : `the bill is ${ratio.toFixed(3)} of the direct one`) ??
    endLineProblem(through);
  if (problem !== undefined) throw new Error(`${problem}: ${JSON.stringify(result)}`);
  return result;
}

const figures = ({ requests, faults, weight, inputTokens, readTokens, masked }) => {
  return { requests, faults: faults.length, weight: Math.round(weight), inputTokens, readTokens, masked };
};
const rounded = (value) => Math.round(value * 1000) / 1000;

function problemOf({ status, record, lastWord, output }, which) {
  if (status !== 0) return `${which}: status ${status}: ${output.slice(-600)}`;
  if (record.faults.length > 0) return `${which}: ${record.faults[0]}`;
  return lastWord === undefined ? `${which}: no last word: ${output.slice(-600)}` : undefined;
}

/** The line at the end must say what the provider billed. */
function endLineProblem({ record, endLines }) {
  const said = Number(/ ([\d,]+) input tokens \(/.exec(endLines[0] ?? "")?.[1]?.replaceAll(",", ""));
  const off = Math.abs(said / record.inputTokens - 1);
  return off <= 0.02 ? undefined : `the end line says ${said} input tokens, ${record.inputTokens} were billed`;
}

async function runOnce({ agent, steps, provider, workspace, scratch, bin, root, prompt }, which) {
  const runName = `${agent}-${steps}-${which}`;
  const url = provider.url(runName);
  const { args, env, home = {}, direct } = clientRuns(prompt, url)[agent];
  const folder = join(scratch, runName);
  const config = `[upstreams]\nanthropic = "${url}"\nopenai = "${url}/v1"\ngemini = "${url}"\n`;
  const files = { ...home, ".config/tamis/tamis.toml": config };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const isDirect = which === "direct";
  const own = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    HOME: folder,
    TERM: "dumb",
    XDG_STATE_HOME: join(folder, "state"),
  };
  const all = { ...own, ...env, ...(isDirect ? direct.env : {}) };
  const command = isDirect
    ? [join(bin, agent), ...(direct.args ?? []), ...args]
    : [process.execPath, join(root, "dist/cli/main.cjs"), agent, ...args];
  const startedAt = performance.now();
  const { status, output } = await runClean(command, all, workspace);
  return {
    status,
    output,
    lastWord: output.match(/LAST WORD after \d+ turns\./)?.[0],
    endLines: output.split("\n").filter((line) => line.startsWith("tamis: ")),
    record: provider.run(runName),
    seconds: rounded((performance.now() - startedAt) / 1000),
  };
}

/** Without this process's environment: keys and settings of its user are no part of a trial. */
function runClean([file, ...args], env, cwd) {
  return tryRun("env", ["-i", ...Object.entries(env).map(([key, value]) => `${key}=${value}`), file, ...args], { cwd });
}

/** Time on the processor of the hook beyond an empty script's, in turns: the time on the clock depends on who else runs. */
function timeHook(root, scratch) {
  const empty = join(scratch, "empty.cjs");
  writeFileSync(empty, "");
  const lines = Array.from({ length: 400 }, (_, at) => `\u001b[32mPASS\u001b[0m test ${at % 7}   `).join("\n");
  const event = {
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    tool_response: { stdout: lines },
  };
  const input = JSON.stringify(event);
  const more = Array.from({ length: ATTEMPTS }, () => {
    const before = millisOf([empty], input);
    return millisOf([join(root, "dist/cli/main.cjs"), "hook", "claude", "--no-ledger"], input) - before;
  }).sort((a, b) => a - b);
  const [median, p95] = [0.5, 0.95].map((share) => rounded(more[Math.floor(share * (ATTEMPTS - 1))]));
  if (median > 60) throw new Error(`the hook takes ${median} ms more than an empty script`);
  return { medianMillis: median, p95Millis: p95 };
}

/** User and system time of a program, as bash's `time` has it. */
function millisOf(args, input) {
  const timed = 'TIMEFORMAT="%U %S"; time "$0" "$@" > /dev/null 2> /dev/null';
  const { stderr } = spawnSync("bash", ["-c", timed, process.execPath, ...args], { input, encoding: "utf8" });
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(/\s+/).map(Number);
  return (user + system) * 1000;
}
