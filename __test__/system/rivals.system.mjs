// Other programs that make tools' results smaller, on the same recorded results as `reduceToolOutput`: what each removes, which
// error lines it keeps, whether it gives the original back, and its processor time. All of them run offline with their own
// defaults, in virtual environments of pinned versions under `target/tools/rivals`. Then what each comes to in whole sessions.
// The results are read where they are, and the record has sums alone.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { loadTs } from "../support/load-ts.mjs";
import { counter, run as runProgram, withScratch } from "../support/tools.mjs";
import { billsOf, cheaper, cheaperAlone, loadSessions, unbeaten } from "./rivals/bills.mjs";
import { KIND_NAMES, RESULTS, recordedResults } from "./rivals/results.mjs";
import { tamisContestants } from "./rivals/tamis.mjs";

export const name = "rivals";

/**
 * @typedef {object} Rival
 * @property {string} package as pip installs it
 * @property {string} script under `rivals/`
 * @property {Record<string, (scratch: string) => string>} settings by name: the script's argument; the first is billed
 */

/** @type {Rival[]} */
const RIVALS = [
  {
    package: "headroom-ai[mcp]==0.42.0",
    script: "run_headroom.py",
    settings: { headroom_compress: () => "compress", "densify, which removes nothing": () => "densify" },
  },
  {
    package: "distil-llm==1.58.0",
    script: "run_distil.py",
    settings: { compress_messages: () => "default", "the same, verbatim": () => "verbatim" },
  },
  {
    package: "llmtrim==0.13.7",
    script: "run_llmtrim.py",
    settings: { "preset auto": () => "auto", "preset agent": () => "agent", "preset safe": () => "safe" },
  },
  {
    package: "lightfoot==1.0.0",
    script: "run_lightfoot.py",
    settings: { "hook mode": (scratch) => join(scratch, "spilled") },
  },
];
const NO_COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, "g");

export async function run({ log, root, shared }) {
  const { counts, check } = counter(log);
  if (shared === undefined) {
    log("left out: it reads recorded results, which TAMIS_SHARED names");
    return { passed: 1, failed: 0 };
  }
  const results = await recordedResults({ root, traces: join(shared, "traces") });
  const { isErrorLine } = await loadTs(join(root, "ts/text/error-line.ts"));
  const rows = [];
  const judge = (contestant, answers) => {
    const row = { ...contestant, ...judged(results, answers, isErrorLine) };
    rows.push(row);
    log(sentenceOf(row));
    return row;
  };
  await check(`there are ${RESULTS} results of most kinds`, () => {
    for (const kind of KIND_NAMES)
      if (results.filter((one) => one.kind === kind).length < RESULTS * 0.75) throw new Error(`few of ${kind}`);
  });
  for (const { settings, answer } of await tamisContestants(root))
    await check(`tamis, ${settings}, keeps error lines and gives originals back`, async () => {
      const row = judge({ program: "tamis", settings }, await answer(results));
      if (row.errorLines.kept < row.errorLines.of || row.restored < row.changed) throw new Error(sentenceOf(row));
    });
  const sessions = await loadSessions(root, shared);
  const programs = new Map();
  await withScratch(async (scratch) => {
    for (const rival of RIVALS) {
      const python = await check(`${rival.package} is installed`, () => installed(root, rival, log));
      if (python === undefined) continue;
      const answersTo = async (some, argument) => {
        const command = [join(root, "__test__/system/rivals", rival.script), argument(scratch)];
        const output = await runProgram(python, command, { env: offline(scratch), input: JSON.stringify(some) });
        return JSON.parse(output.slice(output.lastIndexOf("\n[{") + 1));
      };
      for (const [settings, argument] of Object.entries(rival.settings))
        await check(`${rival.package}, ${settings}, answers`, async () => {
          judge({ program: rival.package, settings }, await answersTo(results, argument));
        });
      await check(`${rival.package} answers to all results of the sessions`, async () => {
        const [[settings, argument]] = Object.entries(rival.settings);
        const answers = await answersTo(sessions.results, argument);
        const shorter = answers.map(({ text }, at) => [sessions.results[at].text, text]);
        programs.set(`${rival.package}, ${settings}`, new Map(shorter));
      });
    }
  });
  const { bills, lowerAlone } = await judgedBills({ check, log, sessions, programs });
  const kinds = Object.fromEntries(
    KIND_NAMES.map((kind) => [kind, sizesOf(results.filter((one) => one.kind === kind))]),
  );
  return { ...counts, record: { kinds, rows, bills, lowerAlone } };
}

/**
 * `lowerAlone`: where another program's bill is lower as long as nothing is read again, with what Tamis and the program keep.
 *
 * @param {{ programs: Map<string, Map<string, string>> }} options what each makes of every result
 */
async function judgedBills({ check, log, sessions, programs }) {
  const bills = await billsOf(sessions, programs);
  const lowerAlone = [...programs.keys()].flatMap((program) => cheaperAlone(bills, program));
  for (const { material, prices, program, bill, withReReads, edits } of lowerAlone)
    log(`${material}, ${prices}: tamis and ${program}: ${alone(bill, withReReads, edits)}`);
  for (const program of programs.keys()) {
    await check(`${program}: tamis by default costs less with what is read again, at six prices`, () =>
      refuse(cheaper(bills, program)),
    );
    await check(`${program}: a setting of tamis costs less and keeps no less, at six prices`, () =>
      refuse(unbeaten(bills, program)),
    );
    await check(`${program}: keeps less wherever its bill alone is lower than that of tamis by default`, () =>
      refuse(lowerAlone.filter((row) => row.program === program && row.keepsNoLess)),
    );
  }
  return { bills, lowerAlone };
}

const alone = (bill, withReReads, edits) =>
  `bill ${bill.join(" and ")}, with what is read again ${withReReads.join(" and ")}, edits whole ${edits.join(" and ")}`;

function refuse(rows) {
  if (rows.length > 0) throw new Error(rows.map((row) => JSON.stringify(row)).join("\n"));
}

async function installed(root, { package: wanted }, log) {
  const folder = join(root, "target/tools/rivals", wanted.replace(/\[.*\]/, ""));
  const python = join(folder, "bin/python3");
  if (existsSync(join(folder, "ready"))) return python;
  mkdirSync(folder, { recursive: true });
  log(`installing ${wanted}`);
  await runProgram("python3", ["-m", "venv", folder]);
  await runProgram(join(folder, "bin/pip"), ["install", "--quiet", wanted]);
  mkdirSync(join(folder, "ready"));
  return python;
}

/** No program looks for models or newer versions of itself, or writes outside the scratch folder. */
const offline = (scratch) => ({
  HOME: scratch,
  DISTIL_HOME: join(scratch, "distil"),
  HEADROOM_OFFLINE: "1",
  HF_HUB_OFFLINE: "1",
  PYTHONDONTWRITEBYTECODE: "1",
});

const bytesOf = (text) => Buffer.byteLength(text);
const sum = (values) => values.reduce((total, value) => total + value, 0);
const sizesOf = (results) => ({ results: results.length, bytes: sum(results.map(({ text }) => bytesOf(text))) });
const plain = (line) => line.replace(NO_COLOURS, "").trim();

/** What a contestant's answers come to: shares of bytes removed, error lines kept, originals given back, time. */
function judged(results, answers, isErrorLine) {
  if (answers.length !== results.length) throw new Error(`${answers.length} answers for ${results.length} results`);
  const pairs = results.map((result, at) => ({ ...result, answer: answers[at] }));
  const removedOf = (some) =>
    1 - sum(some.map(({ answer }) => bytesOf(answer.text))) / sum(some.map(({ text }) => bytesOf(text)));
  const removed = KIND_NAMES.map((kind) => [kind, rounded(removedOf(pairs.filter((one) => one.kind === kind)))]);
  const errorLines = pairs.flatMap(({ text, answer }) => {
    const after = answer.text.replace(NO_COLOURS, "");
    return text
      .split("\n")
      .filter(isErrorLine)
      .map((line) => after.includes(plain(line)));
  });
  const changed = pairs.filter(({ text, answer }) => answer.text !== text);
  return {
    removed: { all: rounded(removedOf(pairs)), ...Object.fromEntries(removed) },
    errorLines: { kept: errorLines.filter(Boolean).length, of: errorLines.length },
    changed: changed.length,
    restored: changed.filter(({ answer }) => answer.restored).length,
    millisPer100KB: rounded((sum(answers.map(({ millis }) => millis)) / sizesOf(results).bytes) * 100_000),
  };
}

const rounded = (value) => Math.round(value * 1000) / 1000;

const sentenceOf = ({ program, settings, removed, errorLines, changed, restored, millisPer100KB }) =>
  `${program}, ${settings}: ${removed.all} removed, error lines ${errorLines.kept} of ${errorLines.of}, ` +
  `${restored} of ${changed} given back, ${millisPer100KB} ms`;
