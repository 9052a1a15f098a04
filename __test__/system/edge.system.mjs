// `tamis/edge` where it is meant to run: every call that the contract suite makes in Node, made again in Chromium and in
// Cloudflare's workerd, must give the same bytes and the same report. Installs miniflare from npm.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
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
    const packed = `import{packed as core}from${JSON.stringify(join(root, "dist/packed-wasm.js"))};`;
    const script = await bundleReplay(root, scratch, packed, { format: "iife", globalName: "edge" });
    await check(`Chromium answers ${calls.length} calls as Node does`, () => inChromium(script, calls));
    const compiled = 'import core from"./tamis.wasm";';
    const module = await bundleReplay(root, scratch, compiled, { external: ["./tamis.wasm"] });
    await check(`workerd answers ${calls.length} calls as Node does`, () => inWorkerd(root, scratch, module, calls));
  });
  return { ...counts, record };
}

/** The contract suite's calls and their answers, from a run of the test in Node. */
async function noteCalls(root, file) {
  const env = { ...process.env, TAMIS_EDGE_CALLS: file };
  const child = spawn("npx", ["vitest", "run", "__test__/contract/wasm.test.ts", "--reporter=dot"], {
    cwd: root,
    env,
    stdio: "ignore",
  });
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

/** A script that has `replay(calls)`, the numbers of the calls that were answered otherwise, and the core as `from` gives it. */
async function bundleReplay(root, scratch, from, more) {
  const entry = join(scratch, "replay.ts");
  const source = join(root, "__test__/edge/replay.ts");
  writeFileSync(entry, `${from}import{replay,useCore}from${JSON.stringify(source)};useCore(core);export{replay};`);
  const { outputFiles } = await build({ ...EDGE_OPTIONS, ...more, entryPoints: [entry], write: false });
  return outputFiles[0].text;
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

async function inWorkerd(root, scratch, module, calls) {
  await runProgram("npm", ["install", "--no-audit", "--no-fund", MINIFLARE], { cwd: scratch });
  const { Miniflare } = await import(pathToFileURL(join(scratch, "node_modules/miniflare/dist/src/index.js")).href);
  const handler = `${module}
export default { fetch: async (request) => new Response(JSON.stringify(replay(await request.json()))) };`;
  const modules = [
    { type: "ESModule", path: "worker.mjs", contents: handler },
    { type: "CompiledWasm", path: "tamis.wasm", contents: readFileSync(join(root, "dist/tamis.wasm")) },
  ];
  const flare = new Miniflare({ modules, compatibilityDate: "2026-01-01" });
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
