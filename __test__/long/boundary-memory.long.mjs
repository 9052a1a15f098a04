// Memory over a million calls at five sizes. Where fewer calls are made (`TAMIS_LONG_CALLS`, a number, for every size; or
// below), the slope that noise alone makes is larger than the target, and so is what is allowed: see `allowed`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const name = "boundary-memory";

const MILLION = 1_000_000;
const SIZES = [1_000, 15_000, 100_000, 300_000, 1_000_000];
const WAYS = ["reduceBody", "reduceBodyInto"];
/** Target: bytes a call, at a million calls. */
const TARGET = 1;
/** V8's young generation has its final size from the start: growing, it takes megabytes at moments of its own choice. */
const V8_OPTIONS = ["--expose-gc", "--min-semi-space-size=8", "--max-semi-space-size=8"];
/** What the whole process may differ by, at any number of calls. */
const NOISE_BYTES = 1_000_000;

const allowed = (calls) => Math.max(TARGET, NOISE_BYTES / calls);

export async function run({ log, root }) {
  if (process.platform !== "linux") {
    log("memory is read from /proc, which is not there: skipped");
    return { passed: 0, failed: 0, record: { skipped: "not Linux" } };
  }
  const plans = [
    ...SIZES.flatMap((bytes) => WAYS.map((way) => ({ way, bytes, calls: callsFor(bytes) }))),
    { way: "reduceBodyAsync", bytes: 1_000_000, calls: Math.min(100_000, callsFor(1_000_000)) },
  ];
  const rows = plans.map((plan) => measure(plan, root, log));
  const failed = rows.filter(({ ok }) => !ok).length;
  return { passed: rows.length - failed, failed, record: { targetBytesACall: TARGET, rows } };
}

/** `TAMIS_LONG_CALLS` is a number for all sizes, or one for each, with commas between. */
function callsFor(bytes) {
  const asked = (process.env.TAMIS_LONG_CALLS ?? String(MILLION)).split(",").map(Number);
  return asked[SIZES.indexOf(bytes)] ?? asked[0];
}

function measure({ way, bytes, calls }, root, log) {
  const script = join(root, "__test__/boundary/children/memory-slope.mjs");
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...V8_OPTIONS, script, way, String(bytes), String(calls)],
    { encoding: "utf8", env: { ...process.env, TAMIS_BACKEND: "native" } },
  );
  const told = status === 0 ? JSON.parse(stdout) : { way, bytes, problem: stderr.slice(0, 2000) };
  const limit = allowed(calls);
  const ok = Math.abs(told.slopeBytesACall) <= limit;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  log(
    `${ok ? "passed" : "FAILED"}: ${way}, ${bytes} bytes, ${calls} calls: ${told.slopeBytesACall} bytes a call (${seconds} s)`,
  );
  return { ok, ...told, allowedBytesACall: limit, seconds };
}
