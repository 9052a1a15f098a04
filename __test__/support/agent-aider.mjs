// aider from PyPI on three wires, with Tamis and without: it sends no tools, so every request goes on as it is. The same answer,
// exit code and bill are all that can be asked.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { endLineProblem, figures, rounded, runClean } from "./agent-runs.mjs";
import { pythonFolder, run as runProgram } from "./tools.mjs";

const VERSION = "0.86.2";
const MODELS = ["openai/gpt-5", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-pro"];
const QUIET = ["--no-check-update", "--analytics-disable", "--no-show-model-warnings", "--no-show-release-notes"];
/** What the scripted model answers where it has no tools. */
const ANSWER = "A short title";

/** Runs it with each model; rows by the model's vendor. */
export async function tryAider({ startScriptedProvider, scratch, root, check, log }) {
  const bin = await pythonFolder({ root, name: `aider-${VERSION}`, packages: [[`aider-chat==${VERSION}`]], log });
  const found = {};
  for (const model of MODELS)
    found[`aider-${model.split("/")[0]}`] = await check(`aider ${VERSION} with ${model}`, async () => {
      const provider = await startScriptedProvider({ steps: 1, workspace: scratch });
      try {
        return await compare({ bin, root, scratch, provider, model });
      } finally {
        await provider.close();
      }
    });
  return found;
}

async function compare(both) {
  const [direct, through] = [await once(both, "direct"), await once(both, "tamis")];
  const bad = [direct, through].find(({ status, output }) => status !== 0 || !output.includes(ANSWER));
  if (bad !== undefined) throw new Error(`status ${bad.status}: ${bad.output.slice(-600)}`);
  const faults = [...direct.record.faults, ...through.record.faults];
  const ratio = rounded(through.record.weight / direct.record.weight);
  const problem = faults[0] ?? endLineProblem(through) ?? (ratio === 1 ? undefined : `the bill is ${ratio} of direct`);
  if (problem !== undefined) throw new Error(problem);
  const { record, endLines } = through;
  return { version: VERSION, ratio, direct: figures(direct.record), through: figures(record), endLine: endLines };
}

/** In a new folder that git knows, under the same path for both. */
async function once({ bin, root, scratch, provider, model }, which) {
  const [folder, home] = [join(scratch, "aider"), join(scratch, `aider-home-${which}`)];
  for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
  mkdirSync(join(home, ".config/tamis"), { recursive: true });
  await runProgram("git", ["init", "--quiet", folder]);
  const url = provider.url(which);
  const bases = { OPENAI_API_BASE: `${url}/v1`, ANTHROPIC_API_BASE: url, GEMINI_API_BASE: url };
  writeFileSync(
    join(home, ".config/tamis/tamis.toml"),
    `[upstreams]\nanthropic = "${url}"\nopenai = "${url}/v1"\ngemini = "${url}"\n`,
  );
  const isDirect = which === "direct";
  const launch = isDirect ? [] : [process.execPath, join(root, "dist/cli/main.cjs"), "run", "--"];
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: home,
    ...{ OPENAI_API_KEY: "key", ANTHROPIC_API_KEY: "key", GEMINI_API_KEY: "key" },
    ...(isDirect ? bases : {}),
  };
  const aider = ["aider", "--model", model, "--yes-always", ...QUIET, "--message", "say what this is"];
  const { status, output } = await runClean([...launch, ...aider], env, folder);
  const endLines = output.split("\n").filter((line) => line.startsWith("tamis: "));
  return { status, output, endLines, record: provider.run(which) };
}
