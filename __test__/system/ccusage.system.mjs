// `tamis savings` beside ccusage, which counts the tokens of Claude Code's logs, on the same folder of recorded logs: the totals
// are the same within 1 %, in all and for each model. ccusage counts the output that the first line of an answer had when it was
// written, and prices every write to the cache as one for five minutes, so that dollars are told and not compared.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { counter, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "ccusage";

/** The last version in JavaScript. */
const CCUSAGE = "ccusage@18.0.11";
const MOST_DIFFERENCE = 0.01;
/** An answer lists every session. */
const ANSWER = { maxBuffer: 256 * 1024 * 1024, encoding: "utf8" };

export async function run({ log, root, shared }) {
  const { counts, check } = counter(log);
  if (shared === undefined) {
    log("left out: it reads recorded logs, which TAMIS_SHARED names");
    return counts;
  }
  let record;
  await withScratch(async (scratch) => {
    const home = join(scratch, "claude");
    const logs = join(home, "projects", "recorded");
    mkdirSync(logs, { recursive: true });
    const names = readdirSync(join(shared, "logs")).filter((one) => /^claude-code.*\.jsonl$/.test(one));
    for (const one of names) cpSync(join(shared, "logs", one), join(logs, one));
    const theirs = await ask(scratch, home);
    const main = join(root, "dist", "cli", "main.cjs");
    const { stdout } = spawnSync(process.execPath, [main, "savings", join(home, "projects"), "--json"], ANSWER);
    const ours = JSON.parse(stdout);
    const counted = ourTokens(ours);
    record = { command: `${CCUSAGE} daily --json, tamis savings --json`, logs: names.length, tokens: {}, dollars: {} };
    record.dollars = { tamis: ours.total.dollars.total, ccusage: theirs.dollars };
    for (const [model, tokens] of Object.entries(theirs.tokens)) {
      record.tokens[model] = { tamis: counted[model] ?? 0, ccusage: tokens };
      await check(`tokens of ${model}`, () => ensureNear(counted[model] ?? 0, tokens));
    }
    await check("models", () => {
      const [a, b] = [counted, theirs.tokens].map((all) => Object.keys(all).sort().join(", "));
      if (a !== b) throw new Error(`${a}; ccusage has ${b}`);
    });
  });
  return { ...counts, record };
}

/** What ccusage says, offline. */
async function ask(scratch, home) {
  writeFileSync(join(scratch, "package.json"), '{ "private": true }');
  await runProgram("npm", ["install", "--no-audit", "--no-fund", "--silent", CCUSAGE], { cwd: scratch });
  const script = join(scratch, "node_modules", "ccusage", "dist", "index.js");
  const args = ["daily", "--json", "--offline", "--mode", "calculate"];
  const env = { CLAUDE_CONFIG_DIR: home, LOG_LEVEL: "0" };
  const output = await runProgram(process.execPath, [script, ...args], { env });
  const { daily, totals } = JSON.parse(output.slice(output.indexOf("{")));
  const tokens = { all: totals.totalTokens };
  for (const { modelBreakdowns } of daily) {
    for (const one of modelBreakdowns) {
      const sum = one.inputTokens + one.outputTokens + one.cacheCreationTokens + one.cacheReadTokens;
      tokens[one.modelName] = (tokens[one.modelName] ?? 0) + sum;
    }
  }
  return { tokens, dollars: totals.totalCost };
}

/** In all and by model. */
function ourTokens({ sessions }) {
  const all = { all: 0 };
  for (const { days } of sessions) {
    for (const { model, tokens } of days) {
      all.all += tokens;
      all[model] = (all[model] ?? 0) + tokens;
    }
  }
  return all;
}

function ensureNear(ours, theirs) {
  const difference = Math.abs(ours / theirs - 1);
  if (!(difference <= MOST_DIFFERENCE)) throw new Error(`${ours}, and ccusage has ${theirs}`);
}
