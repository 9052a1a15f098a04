// Runs of real agents in print mode against the scripted provider, with and without Tamis, and what must hold for each.
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { clientRuns } from "./agent-clients.mjs";
import { tryRun } from "./tools.mjs";

/** A preset in place of the profile's own. */
const PRESET = process.env.TAMIS_PRESET;

/** What a record keeps of a run. */
export const figures = ({ requests, faults, weight, inputWeight, inputTokens, readTokens, masked }) => {
  const weights = { weight: Math.round(weight), inputWeight: Math.round(inputWeight) };
  return { requests, faults: faults.length, ...weights, inputTokens, readTokens, masked };
};
/** To thousandths. */
export const rounded = (value) => Math.round(value * 1000) / 1000;

/** Why a run is not as it must be; undefined if it is. */
export function problemOf({ status, record, lastWord, output }, which) {
  if (status !== 0) return `${which}: status ${status}: ${output.slice(-600)}`;
  if (record.faults.length > 0) return `${which}: ${record.faults[0]}`;
  return lastWord === undefined ? `${which}: no last word: ${output.slice(-600)}` : undefined;
}

const BILL = / ([\d,]+) input tokens \(/;

/** The line at the end must say what the provider billed. */
export function endLineProblem({ record, endLines }) {
  const bill = endLines.find((line) => BILL.test(line)) ?? "";
  const said = Number(BILL.exec(bill)?.[1]?.replaceAll(",", ""));
  const off = Math.abs(said / record.inputTokens - 1);
  return off <= 0.02 ? undefined : `the end line says ${said} input tokens, ${record.inputTokens} were billed`;
}

/** How far the end line is off the direct run: by its tokens, and by the share that the bill became. */
export function otherOff({ direct, through: { record, endLines } }) {
  const [, tokens, sign, percent] =
    /without tamis about ([\d,]+) input tokens.*\(bill ([−+])([\d.]+) %\)/.exec(
      endLines.find((line) => BILL.test(line)) ?? "",
    ) ?? [];
  const share = 1 + (Number(percent) / 100) * (sign === "+" ? 1 : -1);
  return {
    tokens: rounded(Number(tokens?.replaceAll(",", "")) / direct.record.inputTokens - 1),
    bill: rounded(share / (record.weight / direct.record.weight) - 1),
  };
}

/** The line at the end must say what the direct run was billed. */
export function holdOtherOff(off) {
  if (Object.values(off).some((one) => !(Math.abs(one) <= 0.02)))
    throw new Error(`the end line is off the direct run: ${JSON.stringify(off)}`);
}

/** One run of an agent: `direct`, or through Tamis. `files` are the user's, or a function of the provider's URL to them. */
export async function runOnce(
  {
    agent,
    steps,
    provider,
    workspace,
    scratch,
    bin,
    root,
    prompt,
    name,
    more = [],
    home: at,
    args: other,
    config: policy = "",
    files: further = {},
    options = [],
    env: given = {},
    node = process.execPath,
    clients = clientRuns,
    launch = [agent],
  },
  which,
) {
  const runName = [agent, steps, name, which].filter((part) => part !== undefined).join("-");
  const url = provider.url(runName);
  const { args: usual, env, home = {}, direct } = clients(prompt, url)[agent];
  const isDirect = which === "direct";
  const args = other ?? usual;
  const folder = join(scratch, at === undefined ? runName : `${agent}-${steps}-${at}`);
  const config = `[upstreams]\nanthropic = "${url}"\nopenai = "${url}/v1"\ngemini = "${url}"\n${policy}`;
  const files = {
    ...home,
    ...(isDirect ? direct.home : {}),
    ...(typeof further === "function" ? further(url) : further),
    ".config/tamis/tamis.toml": config,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const preset = PRESET === undefined ? [] : ["--preset", PRESET];
  const own = {
    PATH: [bin, dirname(node), process.env.PATH].join(delimiter),
    HOME: folder,
    TERM: "dumb",
    // An agent takes zsh where there is one, to which `--include=*.ts` is a pattern without a match.
    SHELL: "/bin/bash",
    XDG_STATE_HOME: join(folder, "state"),
  };
  const all = { ...own, ...env, ...given, ...(isDirect ? direct.env : {}) };
  const command = isDirect
    ? [join(bin, agent), ...(direct.args ?? []), ...args, ...more]
    : [node, join(root, "dist/cli/main.cjs"), ...launch, ...preset, ...options, ...args, ...more];

  const startedAt = performance.now();
  const { status, output } = await runClean(command, all, workspace);
  return {
    args,
    status,
    output,
    own: all,
    lastWord: output.match(/LAST WORD after \d+ turns\./g)?.at(-1),
    endLines: output.split("\n").filter((line) => line.startsWith("tamis: ")),
    record: provider.run(runName),
    seconds: rounded((performance.now() - startedAt) / 1000),
  };
}

/** Without this process's environment: keys and settings of its user are no part of a trial. */
export function runClean([file, ...args], env, cwd) {
  return tryRun("env", ["-i", ...Object.entries(env).map(([key, value]) => `${key}=${value}`), file, ...args], { cwd });
}
