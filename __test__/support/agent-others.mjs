// Agents without a command of their own, through `tamis run`: Qwen Code, pi and goose, by their launch profiles. The same last word
// and exit code as without Tamis, no refusal, a line at the end that agrees with the bill, and originals read where they are kept.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endLineProblem, figures, problemOf, rounded, runOnce } from "./agent-runs.mjs";
import { run as runProgram } from "./tools.mjs";

/** By their programs. goose's package has a binary for each system. */
const PACKAGES = {
  qwen: ["@qwen-code/qwen-code", "0.24.4"],
  pi: ["@mariozechner/pi-coding-agent", "0.73.1"],
  goose: [`@aaif/goose-binary-linux-${process.arch}`, "1.52.0"],
};
const STEPS = 20;
const READS_ORIGINALS = ["pi", "goose"];
const EARLY = '[mask]\nwindow_turns = 1\nmin_chars = 0\n[cache]\nstrategy = "every-turn"\n';

const clients = (prompt, url) => ({
  qwen: {
    args: ["-p", prompt, "--yolo"],
    env: { OPENAI_API_KEY: "key", OPENAI_MODEL: "gpt-5" },
    direct: { env: { OPENAI_BASE_URL: `${url}/v1` } },
  },
  pi: {
    args: ["-p", "--model", "anthropic/claude-sonnet-4-5", prompt],
    env: { ANTHROPIC_API_KEY: "key", PI_OFFLINE: "1" },
    direct: { home: { ".pi/agent/models.json": JSON.stringify({ providers: { anthropic: { baseUrl: url } } }) } },
  },
  goose: {
    args: ["run", "--no-session", "--with-builtin", "developer", "-t", prompt],
    env: {
      ...{ ANTHROPIC_API_KEY: "key", GOOSE_PROVIDER: "anthropic", GOOSE_MODEL: "claude-sonnet-4-5" },
      GOOSE_DISABLE_KEYRING: "1",
    },
    direct: { env: { ANTHROPIC_HOST: url } },
  },
});

/** Installs them under `target/tools`; the folder of their programs. */
async function install({ root, log }) {
  const folder = join(root, "target/tools/agents-others");
  const names = Object.values(PACKAGES).map((one) => one.join("@"));
  const mark = join(folder, names.join(" ").replaceAll("/", "+"));
  const bin = join(folder, "node_modules/.bin");
  if (existsSync(mark)) return bin;
  log(`installing ${names.join(", ")}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  await runProgram("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...names], { cwd: folder });
  if (!existsSync(join(bin, "goose"))) symlinkSync(`goose-binary-linux-${process.arch}`, join(bin, "goose"));
  writeFileSync(mark, "");
  return bin;
}

/** Runs each; rows by its name. */
export async function tryOthers({ startScriptedProvider, check, log, root, only, ...both }) {
  const bin = await install({ root, log });
  const found = {};
  for (const [agent, [, version]] of Object.entries(PACKAGES)) {
    if (!only.includes(agent)) continue;
    const trial = { ...both, root, bin, agent, clients, launch: ["run", "--", agent], startScriptedProvider };
    found[agent] = await check(`${agent} ${version}, ${STEPS} turns`, () => compare(trial, version));
    log(`${agent}: ${JSON.stringify(found[agent])}`);
    if (!READS_ORIGINALS.includes(agent)) continue;
    const reads = { steps: 6, readsBack: "marker" };
    await check(`${agent} reads an original`, async () => {
      const { readBack } = (await once({ ...trial, name: "originals", config: EARLY }, reads, "tamis")).record;
      if (readBack !== true) throw new Error(`read back: ${readBack}`);
    });
  }
  return found;
}

async function compare(trial, version) {
  const one = (which) => once({ ...trial, name: "others" }, { steps: STEPS }, which);
  const [direct, through] = [await one("direct"), await one("tamis")];
  const isSame = direct.lastWord === through.lastWord;
  const problem = isSame ? endLineProblem(through) : `${through.lastWord} in place of ${direct.lastWord}`;
  if (problem !== undefined) throw new Error(problem);
  const ratio = rounded(through.record.weight / direct.record.weight);
  const sums = { direct: figures(direct.record), through: figures(through.record) };
  return { version, ratio, ...sums, endLine: through.endLines };
}

async function once({ startScriptedProvider, ...trial }, script, which) {
  const provider = await startScriptedProvider({ ...script, workspace: trial.workspace });
  try {
    const ran = await runOnce({ ...trial, provider, steps: script.steps }, which);
    const problem = problemOf(ran, which);
    if (problem !== undefined) throw new Error(problem);
    return ran;
  } finally {
    await provider.close();
  }
}
