// The files of examples/fleet, run by what they are for: GNU parallel, a Job's shell with each of its indexes, and Spark. Each must
// give what one run over all logs gives.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ensure } from "../support/gateway-trial.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { counter, debianProgram, pathWith, pythonFolder, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "fleet";

const PYSPARK = "4.3.0";
const LOGS = 9;
const PARTS = 4;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const requests = await loadTs(join(root, "__test__/gateway/requests.ts"));
  const record = await withScratch(async (scratch) => {
    // A space, because shells split there.
    const logs = join(scratch, "my logs");
    mkdirSync(logs);
    for (let at = 0; at < LOGS; at++) {
      // Each begins with another result: what logs begin with alike is billed once within a part, and again in the next.
      const request = requests.agentRequest("openai-chat", { model: "gpt-5", turns: 6 + at, chars: 1000 + 100 * at });
      writeFileSync(join(logs, `s${at}.json`), requests.bytesOf(request));
    }
    const env = { PATH: pathWith(commandFolder(scratch, root)) };
    const tamis = (...args) => runProgram("tamis", args, { env });
    const by = { root, scratch, log, logs, env, tamis };
    const whole = {
      table: await tamis("savings", "--recordings", logs),
      json: await tamis("savings", "--recordings", logs, "--json"),
    };
    await check("parallel.sh shows the table of one run, also with an option", () => parallel(by, whole));
    await check("kubernetes-job.yaml makes every part, and these merge to one run", () => job(by, whole));
    await check("spark.py makes every part, and these merge to one run", () => spark(by, whole));
    return { logs: LOGS, pyspark: PYSPARK };
  });
  return { ...counts, record };
}

/** A folder with the command `tamis` of this checkout. */
function commandFolder(scratch, root) {
  const folder = join(scratch, "bin");
  mkdirSync(folder);
  const file = join(folder, "tamis");
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/cli/main.cjs")}" "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}

async function parallel({ root, log, logs, env, tamis }, whole) {
  await debianProgram({ program: "parallel", log });
  const file = join(root, "examples/fleet/parallel.sh");
  const shown = await runProgram("sh", [file, logs], { env });
  ensure(shown.endsWith(whole.table), `another table: ${shown}`);
  const option = ["--model", "claude-fable-5-2"];
  const other = await runProgram("sh", [file, logs, ...option], { env });
  ensure(other.endsWith(await tamis("savings", "--recordings", logs, ...option)), `another table: ${other}`);
}

/** The container's command, once for each index, with folders of this machine. */
async function job({ root, scratch, logs, env, tamis }, whole) {
  const { spec } = parse(readFileSync(join(root, "examples/fleet/kubernetes-job.yaml"), "utf8"));
  const [{ command, args }] = spec.template.spec.containers;
  const data = join(scratch, "data");
  mkdirSync(data);
  const [script] = args;
  ensure(script.includes("/data/logs"), "the logs are elsewhere");
  const local = script.replaceAll("/data/logs", `'${logs}'`).replaceAll("/data/", `${data}/`);
  for (let index = 0; index < spec.completions; index++)
    await runProgram(command[0], [...command.slice(1), local], {
      env: { ...env, JOB_COMPLETION_INDEX: String(index) },
    });
  await isWhole(join(data, "results"), spec.completions, { tamis, whole });
}

async function spark({ root, scratch, log, logs, env, tamis }, whole) {
  await debianProgram({ program: "java", arg: "-version", name: "default-jre-headless", log });
  const results = join(scratch, "spark results");
  const packages = [[`pyspark==${PYSPARK}`]];
  const folder = await pythonFolder({ root, name: `spark/${PYSPARK}`, packages, log });
  const args = ["--master", "local[2]", join(root, "examples/fleet/spark.py"), logs, results, String(PARTS)];
  await runProgram("spark-submit", args, { env: { ...env, PATH: `${folder}:${env.PATH}` } });
  await isWhole(results, PARTS, { tamis, whole });
}

async function isWhole(folder, count, { tamis, whole }) {
  const files = readdirSync(folder).filter((file) => /^part-\d+\.json$/.test(file));
  ensure(files.length === count, `${files.length} of ${count} parts`);
  const merged = await tamis(
    "savings",
    "--recordings",
    "--merge",
    "--json",
    ...files.map((file) => join(folder, file)),
  );
  ensure(merged === whole.json, "the parts are not the whole");
}
