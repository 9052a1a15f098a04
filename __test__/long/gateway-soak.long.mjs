// Ten minutes (`TAMIS_SOAK_SECONDS`) of 200 connections, streams and whole answers, some clients leaving early: the
// gateway's memory must stay where it was after its first tenth, and no request may fail.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";

export const name = "gateway-soak";

const CONNECTIONS = 200;
const TURNS = 40;
/** What the heap's and the allocator's habits may add between the first tenth and the end. */
const ALLOWED_GROWTH_BYTES = 32_000_000;

export async function run({ log, root }) {
  if (process.platform !== "linux") {
    log("memory is read from /proc, which is not there: skipped");
    return { passed: 0, failed: 0, record: { skipped: "not Linux" } };
  }
  const seconds = Number(process.env.TAMIS_SOAK_SECONDS ?? 600);
  const upstream = await start(root, "gateway-upstream.mjs", []);
  const gateway = await start(root, "gateway.mjs", [upstream.url]);
  try {
    const { samples, ...counts } = await soak(gateway, seconds, log);
    const tenth = samples.slice(Math.floor(samples.length / 10), Math.ceil(samples.length / 5));
    const end = samples.slice(-Math.ceil(samples.length / 10));
    const growthBytes = median(end) - median(tenth);
    const checks = [
      [
        `memory grew by ${(growthBytes / 1e6).toFixed(1)} MB, at most ${ALLOWED_GROWTH_BYTES / 1e6}`,
        growthBytes <= ALLOWED_GROWTH_BYTES,
      ],
      [
        `${counts.failures.length} of ${counts.answered} requests failed`,
        counts.failures.length === 0 && counts.answered > 0,
      ],
    ];
    for (const [what, ok] of checks) log(`${ok ? "passed" : "FAILED"}: ${what}`);
    const failed = checks.filter(([, ok]) => !ok).length;
    const record = { seconds, connections: CONNECTIONS, growthBytes, rssBytes: median(end), ...counts };
    return { passed: checks.length - failed, failed, record };
  } finally {
    gateway.child.kill();
    upstream.child.kill();
  }
}

async function soak({ url, child }, seconds, log) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const [whole, streamed] = [0, 1].map(request);
  const samples = [];
  const failures = [];
  let answered = 0;
  let left = 0;
  const endsAt = Date.now() + seconds * 1000;
  const client = async (_, index) => {
    for (let call = index; Date.now() < endsAt; call++) {
      const leaves = call % 50 === 49;
      try {
        const controller = new AbortController();
        const options = { method: "POST", path: "/v1/chat/completions", signal: controller.signal };
        const { body, statusCode } = await pool.request({ ...options, body: call % 2 === 0 ? whole : streamed });
        if (leaves) controller.abort();
        const text = await body.text();
        if (statusCode !== 200 || !text.includes('"done"')) failures.push(`${statusCode} ${text.slice(0, 100)}`);
        answered++;
      } catch (error) {
        if (leaves) left++;
        else failures.push(String(error));
      }
    }
  };
  const clients = Array.from({ length: CONNECTIONS }, client);
  while (Date.now() < endsAt) {
    await sleep(Math.min(1000, (seconds * 1000) / 40));
    samples.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1024);
    if (samples.length % 30 === 0) log(`${answered} answered, ${(samples.at(-1) / 1e6).toFixed(0)} MB`);
  }
  await Promise.all(clients);
  await pool.destroy();
  return { samples, answered, left, failures: failures.slice(0, 20) };
}

function request(index) {
  const messages = Array.from({ length: TURNS }, (_, turn) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `c${turn}`, type: "function", function: { name: "read", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: `c${turn}`, content: `result ${turn} `.repeat(80) },
  ]).flat();
  return JSON.stringify({ ...(index === 1 ? { stream: true } : {}), model: "m", messages });
}

async function start(root, file, args) {
  const env = { ...process.env, TAMIS_BACKEND: "native" };
  const child = fork(join(root, "benches/children", file), args, {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { url } = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { child, url };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
