// How the work of reductions at arrival grows for outputs that are made to be hard, as instructions that valgrind counts: the same
// on every run and under any load, where times also depend on caches and on the system's memory.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTILE_NAMES, hostileRequest } from "../support/hostile-outputs.mjs";
import { debianProgram, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "arrival-instructions";

const SIZES = [4, 8, 16].map((megabytes) => megabytes * 1_000_000);
/** How many times the instructions for a byte may be as many with twice the output: numbers in its lines get longer digits. */
const LARGEST_GROWTH = 1.04;
/** Every kind and pointers, no masks; as the addon takes a policy. */
const SETTINGS = {
  masks: false,
  mask: {
    ...{ windowTurns: 1, minChars: 0, keepErrors: true, keepErrorsMaxChars: 4000 },
    ...{ keepLastKPerTool: null, tools: [], maxObservationChars: null },
    ...{ digest: null, placeholder: { family: "observation", locale: "en" } },
  },
  arrival: {
    ...{ terminal: true, json: true, paths: true, lineNumbers: "tenth" },
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
      for (const size of SIZES) {
        const body = hostileRequest(family, size);
        counts.push({ bytes: body.length, instructions: await countOf(program, body, scratch) });
      }
      const perByte = counts.map(({ bytes, instructions }) => instructions / bytes);
      const growth = Math.max(...perByte.slice(1).map((value, at) => value / perByte[at]));
      const isLinear = growth <= LARGEST_GROWTH;
      outcome[isLinear ? "passed" : "failed"]++;
      outcome.record.instructions[family] = counts;
      const each = perByte.map((value) => value.toFixed(2)).join(", ");
      log(`${isLinear ? "passed" : "FAILED"}: ${family}: ${growth.toFixed(3)}; ${each} instructions a byte`);
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
