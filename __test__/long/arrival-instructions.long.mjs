// How the work of reductions at arrival grows for outputs that are made to be hard, as instructions that valgrind counts: the same
// on every run and under any load, where times also depend on caches and on the system's memory.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTILE_NAMES, hostileRequest } from "../support/hostile-outputs.mjs";
import { debianProgram, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "arrival-instructions";

const SIZES = [4, 8, 16].map((megabytes) => megabytes * 1_000_000);
/** Of twice the output. What begins and ends a process is in the smaller one, too. */
const LARGEST_GROWTH = 2.02;
/** Every kind and pointers, no masks; as the addon takes a policy. */
const SETTINGS = {
  masks: false,
  mask: {
    ...{ windowTurns: 1, minChars: 0, keepErrors: true, keepErrorsMaxChars: 4000, errorPatterns: [] },
    ...{ keepLastKPerTool: null, excludeTools: [], tools: [], maxObservationChars: null, protectOpenLoop: false },
    ...{ digest: null, placeholder: { family: "observation", locale: "en" } },
  },
  arrival: {
    ...{ terminal: true, json: true, paths: true, repeats: true, similar: true, lineNumbers: "tenth" },
    ...{ longLines: 2000, clip: 10_000, dedupe: "first" },
  },
};

export async function run({ log, root }) {
  await debianProgram({ program: "valgrind", log });
  log("building");
  await runProgram("cargo", ["build", "--release", "-p", "tamis-core", "--example", "reduce_once"], { cwd: root });
  const program = join(root, "target/release/examples/reduce_once");
  const outcome = { passed: 0, failed: 0, record: { sizes: SIZES, instructions: {} } };
  await withScratch(async (scratch) => {
    for (const family of HOSTILE_NAMES) {
      const counts = [];
      for (const bytes of SIZES) counts.push(await countOf(program, hostileRequest(family, bytes), scratch));
      const growth = Math.max(...counts.slice(1).map((count, at) => count / counts[at]));
      const isLinear = growth <= LARGEST_GROWTH;
      outcome[isLinear ? "passed" : "failed"]++;
      outcome.record.instructions[family] = counts;
      const millions = counts.map((count) => Math.round(count / 1e6)).join(", ");
      log(`${isLinear ? "passed" : "FAILED"}: ${family}: ${growth.toFixed(3)}; ${millions} million instructions`);
    }
  });
  return outcome;
}

async function countOf(program, body, scratch) {
  const [request, policy] = ["request.json", "policy.json"].map((file) => join(scratch, file));
  writeFileSync(request, body);
  writeFileSync(policy, JSON.stringify(SETTINGS));
  const tool = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
  const output = await runProgram("valgrind", [...tool, program, request, policy]);
  const count = Number(/Collected : (\d+)/.exec(output)?.[1]);
  if (!(count > 0)) throw new Error(`valgrind counted nothing: ${output.slice(-500)}`);
  return count;
}
