// What a store of sessions must survive: kill -9 at 200 random moments, writes and syncs that fail or never return
// (faults injected by strace), and eight processes that append a thousand turns each to one session.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const name = "session-store";

const KILLS = 200;
const TURNS = 40;
const PROCESSES = 8;
const APPENDS = 1_000;

/** Each at several moments. */
const FAULTS = [
  ["pwrite64", "error=ENOSPC"],
  ["pwrite64", "error=EIO"],
  ["fdatasync", "error=EIO"],
  ["fdatasync", "error=ENOSPC"],
  ["pwrite64", "signal=SIGKILL"],
  ["fdatasync", "signal=SIGKILL"],
];
const MOMENTS = [3, 9, 17, 40, 71];

export async function run({ log, root }) {
  const folder = mkdtempSync(join(tmpdir(), "tamis-store-"));
  const dist = pathToFileURL(join(root, "dist/session/index.js")).href;
  const tamis = await import(dist);
  const context = { folder, dist, tamis, appender: join(root, "__test__/session/append-forever.mjs") };
  const record = {};
  const total = { passed: 0, failed: 0 };
  for (const [what, part] of Object.entries({ kills, faults, crowd })) {
    const outcome = await part(context);
    record[what] = outcome;
    total.passed += outcome.passed;
    total.failed += outcome.failures.length;
    log(`${what}: ${outcome.passed} passed, ${outcome.failures.length} failed ${outcome.failures.join("; ")}`);
  }
  rmSync(folder, { recursive: true, force: true });
  return { ...total, record };
}

async function emptySession({ tamis }, place) {
  const store = await tamis.openStore(place);
  const session = new tamis.ContextSession({ maxTokens: 1e9 });
  await session.save(store, { name: "s" });
  await session.close();
  store.close();
}

/** The turns on disk; throws where one is not what was written. */
async function readBack({ tamis }, place) {
  const store = await tamis.openStore(place);
  const turns = await store.read("s");
  store.close();
  for (const [number, { content }] of turns.entries()) {
    if (content !== `${number}:`.padEnd((number * 997) % 9000, "x")) throw new Error(`turn ${number} is torn`);
  }
  return turns.length;
}

/** The last number that was acknowledged; -1 where none was. */
function lastNumber(output) {
  const numbers = output.split("\n").filter((line) => /^\d+$/.test(line));
  return Number(numbers.at(-1) ?? -1);
}

async function kills(context) {
  const place = join(context.folder, "kills.db");
  await emptySession(context, place);
  const outcome = { passed: 0, failures: [] };
  let before = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const output = await killSoon(context, place, Math.random() * 40);
    const acknowledged = Math.max(before, lastNumber(output) + 1);
    const found = await readBack(context, place).catch((error) => error);
    // One more may be on disk than was said.
    if (found === acknowledged || found === acknowledged + 1) outcome.passed++;
    else outcome.failures.push(`kill ${kill}: ${acknowledged} acknowledged, found ${found}`);
    before = typeof found === "number" ? found : before;
  }
  return { ...outcome, turns: before };
}

function killSoon({ appender, dist }, place, delayMs) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [appender, dist, place, "s"], { stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.on("data", (text) => {
      if (output === "") setTimeout(() => child.kill("SIGKILL"), delayMs);
      output += text;
    });
    child.on("close", () => resolve(output));
  });
}

async function faults(context) {
  const outcome = { passed: 0, failures: [], refused: 0 };
  if (spawnSync("strace", ["-V"]).status !== 0)
    return { ...outcome, failures: ["strace is not here (Debian: strace)"] };
  for (const [call, what] of FAULTS) {
    for (const moment of MOMENTS) {
      const place = join(context.folder, `${call}-${what}-${moment}.db`);
      await emptySession(context, place);
      const inject = ["-f", "-o", "/dev/null", "-e", `trace=${call}`, "-e", `inject=${call}:${what}:when=${moment}`];
      const args = [...inject, process.execPath, context.appender, context.dist, place, "s", String(TURNS)];
      const { stdout, stderr } = spawnSync("strace", args, { encoding: "utf8" });
      const acknowledged = lastNumber(stdout) + 1;
      const found = await readBack(context, place).catch((error) => error);
      const isKilled = what.startsWith("signal");
      const refused = (stdout.match(/^! /gm) ?? []).length;
      outcome.refused += refused;
      const isRight = isKilled
        ? found === acknowledged || found === acknowledged + 1
        : found === TURNS && acknowledged === TURNS && !/^! (?!STORE_FAILED)/m.test(stdout);
      if (isRight) outcome.passed++;
      else
        outcome.failures.push(
          `${call} ${what} at ${moment}: ${acknowledged} acknowledged, found ${found} ${stderr.slice(0, 300)}`,
        );
    }
  }
  if (outcome.refused === 0) outcome.failures.push("no fault reached the store");
  return outcome;
}

async function crowd(context) {
  const place = join(context.folder, "crowd.db");
  await emptySession(context, place);
  const code = `
    const { openStore } = await import(${JSON.stringify(context.dist)});
    const store = await openStore(${JSON.stringify(place)}, { busyTimeoutMs: 120000 });
    for (let i = 0; i < ${APPENDS}; i++) await store.append("s", [{ role: "user", content: process.argv[1] + ":" + i }]);
  `;
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: PROCESSES }, (_, number) => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", code, String(number)], { stdio: "inherit" });
      return new Promise((resolve) => child.on("close", resolve));
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const store = await context.tamis.openStore(place);
  const turns = (await store.read("s")).map(({ content }) => content);
  store.close();
  const failures = statuses.flatMap((status, number) =>
    status === 0 ? [] : [`process ${number} ended with ${status}`],
  );
  let passed = 0;
  for (let number = 0; number < PROCESSES; number++) {
    const own = turns.filter((text) => text.startsWith(`${number}:`));
    if (own.length === APPENDS && own.every((text, at) => text === `${number}:${at}`)) passed++;
    else failures.push(`process ${number}: ${own.length} of ${APPENDS} turns, or not in order`);
  }
  if (turns.length !== PROCESSES * APPENDS) failures.push(`${turns.length} turns in all`);
  return { passed, failures, seconds };
}
