// `tamis/edge` where it is meant to run: every call that the contract suite makes in Node, made again in Chromium and in
// Cloudflare's workerd, must give the same bytes and the same report. Installs miniflare from npm.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { EDGE_OPTIONS } from "../../ts/edge/build.mjs";
import { startChromium } from "../support/chromium.mjs";
import { counter, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "edge";

const MINIFLARE = "miniflare@4";
/** A request to a runtime carries so many calls. */
const CALLS_AT_ONCE = 100;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const record = {};
  await withScratch(async (scratch) => {
    const calls = await noteCalls(root, join(scratch, "calls.jsonl"));
    record.calls = calls.length;
    record.minifiedGzipBytes = await packedSize(root, scratch);
    const replay = await bundleReplay(root, scratch);
    await check(`Chromium answers ${calls.length} calls as Node does`, () => inChromium(replay, calls));
    await check(`workerd answers ${calls.length} calls as Node does`, () => inWorkerd(scratch, replay, calls));
  });
  return { ...counts, record };
}

/** The contract suite's calls and their answers, from a run of the test in Node. */
async function noteCalls(root, file) {
  const env = { ...process.env, TAMIS_EDGE_CALLS: file };
  const child = spawn("npx", ["vitest", "run", "__test__/edge", "--reporter=dot"], { cwd: root, env, stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the contract suite fails in Node: exit code ${code}`);
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function packedSize(root, scratch) {
  const outfile = join(scratch, "edge.min.mjs");
  await build({ ...EDGE_OPTIONS, entryPoints: [join(root, "dist/edge/index.js")], minify: true, outfile });
  return gzipSync(readFileSync(outfile), { level: 9 }).length;
}

/** A script that defines `replay(calls)`: the numbers of the calls that were answered otherwise. */
async function bundleReplay(root, scratch) {
  const entry = join(scratch, "replay.ts");
  writeFileSync(entry, `export { replay } from ${JSON.stringify(join(root, "__test__/edge/replay.ts"))};`);
  const outfile = join(scratch, "replay.js");
  await build({ ...EDGE_OPTIONS, format: "iife", globalName: "edge", entryPoints: [entry], outfile });
  if (statSync(outfile).size === 0) throw new Error("the bundle is empty");
  return readFileSync(outfile, "utf8");
}

async function inChromium(script, calls) {
  const browser = await startChromium();
  if (browser === undefined) throw new Error("Chromium is missing: apt-get install chromium, or name it in CHROMIUM");
  const server = createServer((_request, response) => response.end("<!doctype html><title>edge</title>"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const send = await browser.open(`http://127.0.0.1:${server.address().port}/`);
    await send("Runtime.evaluate", { expression: script });
    await inParts(calls, async (part) => {
      const expression = `JSON.stringify(edge.replay(${JSON.stringify(part)}))`;
      const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true });
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails).slice(0, 400));
      return JSON.parse(result.value);
    });
  } finally {
    server.close();
    await browser.close();
  }
}

async function inWorkerd(scratch, script, calls) {
  await runProgram("npm", ["install", "--no-audit", "--no-fund", MINIFLARE], { cwd: scratch });
  const { Miniflare } = await import(pathToFileURL(join(scratch, "node_modules/miniflare/dist/src/index.js")).href);
  const worker = `${script}; addEventListener("fetch", (event) => event.respondWith(
    event.request.json().then((calls) => new Response(JSON.stringify(edge.replay(calls))))));`;
  const flare = new Miniflare({ script: worker, compatibilityDate: "2026-01-01" });
  try {
    await inParts(calls, async (part) => {
      const response = await flare.dispatchFetch("http://edge/", { method: "POST", body: JSON.stringify(part) });
      if (!response.ok) throw new Error(`${response.status}: ${(await response.text()).slice(0, 400)}`);
      return response.json();
    });
  } finally {
    await flare.dispose();
  }
}

async function inParts(calls, ask) {
  for (let from = 0; from < calls.length; from += CALLS_AT_ONCE) {
    const wrong = await ask(calls.slice(from, from + CALLS_AT_ONCE));
    if (wrong.length > 0) throw new Error(`call ${from + wrong[0].index}: ${wrong[0].why.slice(0, 400)}`);
  }
}
