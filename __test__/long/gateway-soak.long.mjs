// Ten minutes (`TAMIS_SOAK_SECONDS`) of 200 connections, streams and whole answers, some clients leaving early: after a
// warm-up the floor of the gateway's memory may not rise, no request may fail, and nothing may be left behind.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { lowest, median, medianSlope } from "../support/slope.mjs";
import { counter } from "../support/tools.mjs";

export const name = "gateway-soak";

const CONNECTIONS = 200;
const TURNS = 40;
/** In which heap and allocator find their sizes: this share of the time. */
const WARM_UP = 0.2;
/** Memory is a saw; what counts is its lowest point in so many samples. */
const FLOOR_SAMPLES = 10;
/**
 * What the floor may rise by. 200 connections make tens of thousands of requests a minute: a leak of 100 bytes a request
 * is several times as much.
 */
const ALLOWED_BYTES_A_MINUTE = 1_000_000;

export async function run({ log, root }) {
  if (process.platform !== "linux") {
    log("memory is read from /proc, which is not there: skipped");
    return { passed: 0, failed: 0, record: { skipped: "not Linux" } };
  }
  const seconds = Number(process.env.TAMIS_SOAK_SECONDS ?? 600);
  const upstream = await start(root, "gateway-upstream.mjs", []);
  const gateway = await start(root, "gateway.mjs", [upstream.url]);
  try {
    const { samples, ...requests } = await soak(gateway, seconds, log);
    const memory = memoryOf(samples);
    const { counts, check } = counter(log);
    await check(`the floor of memory rises by ${memory.slopeBytesAMinute} bytes a minute`, () =>
      ensure(memory.slopeBytesAMinute <= ALLOWED_BYTES_A_MINUTE, `at most ${ALLOWED_BYTES_A_MINUTE}`),
    );
    await check(`${requests.failures.length} of ${requests.answered} requests failed`, () =>
      ensure(requests.failures.length === 0 && requests.answered > 0, requests.failures[0]),
    );
    await check("nothing is left behind", () => leftBehind(gateway.url));
    return { ...counts, record: { seconds, connections: CONNECTIONS, ...memory, ...requests } };
  } finally {
    gateway.child.kill();
    upstream.child.kill();
  }
}

function ensure(ok, problem) {
  if (!ok) throw new Error(problem);
}

/** What is under way once all answers have ended: only the question for it. */
async function leftBehind(url) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const gauge = (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
  const left = [gauge("tamis_in_flight_bytes"), gauge("tamis_open_requests")];
  ensure(left[0] === 0 && left[1] <= 1, `${left[0]} bytes, ${left[1]} requests`);
}

function memoryOf(samples) {
  const measured = samples.slice(Math.floor(samples.length * WARM_UP));
  const slope = medianSlope(lowest(measured, FLOOR_SAMPLES));
  const bytes = (list) => median(list.map(([, value]) => value));
  const tenth = Math.ceil(measured.length / 10);
  return {
    slopeBytesAMinute: Math.round(slope * 60),
    allowedBytesAMinute: ALLOWED_BYTES_A_MINUTE,
    rssBytesAfterWarmUp: bytes(measured.slice(0, tenth)),
    rssBytesAtEnd: bytes(measured.slice(-tenth)),
  };
}

async function soak({ url, child }, seconds, log) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const [whole, streamed] = [0, 1].map(request);
  const samples = [];
  const failures = [];
  let answered = 0;
  let left = 0;
  const begunAt = Date.now();
  const endsAt = begunAt + seconds * 1000;
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
    samples.push([(Date.now() - begunAt) / 1000, rssBytes(child.pid)]);
    if (samples.length % 30 === 0) log(`${answered} answered, ${(samples.at(-1)[1] / 1e6).toFixed(0)} MB`);
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

const rssBytes = (pid) => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
