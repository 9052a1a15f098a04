// The shipped gateway as a process of its own, for the slow suites, and what its /metrics says.
import { spawn } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "undici";

/**
 * Starts `tamis gateway` with a configuration of its own in `file`.
 *
 * @param {{ root: string, file: string, upstream: string, openai?: string, more?: string, policy?: string, env?: Record<string, string>, port?: number, args?: string[] }} options
 *   `upstream` is every provider's, but for `openai`; `more` is TOML, first what belongs to `[gateway]`; `policy` is TOML of the default policy
 */
export async function startGateway({
  root,
  file,
  upstream,
  openai,
  more = "",
  policy = "",
  env = {},
  port = 0,
  args: extra = [],
}) {
  const configure = (text, to = upstream) => {
    const upstreams = `openai = "${openai ?? to}"\nanthropic = "${to}"\ngemini = "${to}"\n`;
    writeFileSync(`${file}.new`, `${policy}[upstreams]\n${upstreams}[gateway]\nlog_level = "silent"\n${text}`);
    renameSync(`${file}.new`, file);
  };
  configure(more);
  const started = await startProcess({ root, args: ["--config", file, "--port", String(port), ...extra], env });
  return { ...started, configure };
}

/**
 * Starts `tamis gateway` with these arguments.
 *
 * @param {{ root: string, args: readonly string[], env?: Record<string, string> }} options
 */
export async function startProcess({ root, args, env = {} }) {
  const command = [process.env.TAMIS_PROGRAM ?? join(root, "dist/cli/main.cjs"), "gateway", ...args];
  const options = { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, ...env } };
  const child = spawn(process.execPath, command, options);
  const exited = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  const url = await new Promise((resolve, reject) => {
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", () => reject(new Error(output)));
  });
  return {
    child,
    url,
    exited,
    metrics: () => readMetrics(url),
    /** Its exit code. */
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

/**
 * Sums of samples by name and labels: `sum("tamis_requests_total", { status: "200" })`; 0 where there is none.
 *
 * @param {string} url of a gateway
 * @param {string} [token] of one of its keys, where it has some
 */
export async function readMetrics(url, token) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const samples = text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
  return (wanted, labels = {}) =>
    samples
      .filter(({ name, labels: has }) => name === wanted && Object.entries(labels).every(hasLabel(has)))
      .reduce((total, { value }) => total + value, 0);
}

const hasLabel =
  (labels) =>
  ([name, value]) =>
    labels.split(",").includes(`${name}="${value}"`);

/** Asks again and again until `isIt` holds; throws with `what` where it does not within `ms`. */
export async function until(what, isIt, ms = 15_000) {
  const endsAt = performance.now() + ms;
  for (;;) {
    if (await isIt()) return;
    if (performance.now() > endsAt) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Until what is in front of gateways passes a request on: `what` of it is named where it does not. */
export const untilLive = (what, url) =>
  until(`${what} answers`, () =>
    fetch(`${url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );

/** What a promise comes to; throws with `what` where it takes more than `ms`. */
export async function within(what, promise, ms = 15_000) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what}`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Clients that ask until they are stopped or refused a connection; everything else that goes wrong is a failure. */
export function load(url, { clients, path, body, expected }) {
  const pool = new Pool(url, { connections: clients });
  const failures = [];
  let answered = 0;
  let stopped = false;
  const client = async () => {
    while (!stopped) {
      try {
        const answer = await pool.request({ method: "POST", path, body });
        const text = await answer.body.text();
        if (answer.statusCode !== 200 || text !== expected) failures.push(`${answer.statusCode} ${text.slice(0, 200)}`);
        answered++;
      } catch (error) {
        if (error.code !== "ECONNREFUSED") failures.push(String(error));
        return;
      }
    }
  };
  const done = Promise.all(Array.from({ length: clients }, client));
  return {
    failures,
    answered: () => answered,
    async stop() {
      stopped = true;
      await done;
      await pool.destroy();
      if (failures.length > 0) throw new Error(`${failures.length} of ${answered} failed: ${failures[0]}`);
    },
  };
}
