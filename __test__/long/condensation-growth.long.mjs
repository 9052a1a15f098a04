// The lossless phase of smart condensation, with reading the conversation: its time beside JSON.parse, how it grows, the memory
// that it takes, and whether anything stays after many runs. CPU time, the least of several rounds; for growth their median,
// because collecting garbage does not fall into every round. Runs on the build (`npm run build`).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const name = "condensation-growth";

const MB = 1_000_000;
const SIZES = [1, 2, 5, 10].map((megabytes) => megabytes * MB);
const ROUNDS = 25;
const LIMITS = { overParse: 6, growth: 2.3, memory: 2, heap: 1.05 };
const [HEAP_FROM, HEAP_TO] = [1_000, 10_000];

/** A conversation of about so many bytes: files read twice, lists, commands that print the same. */
export function conversation(bytes) {
  const messages = [{ role: "user", content: "Please change the modules." }];
  const lines = (seed, count) =>
    Array.from({ length: count }, (_, at) => `export const value${seed}_${at} = compute${seed % 17}(${at * 7});`);
  let size = 0;
  for (let turn = 0; size < bytes; turn++) {
    const seed = turn % 5 === 4 ? turn - 3 : turn;
    const text = turn % 7 === 6 ? `passed ${turn % 3}\n${"\n".repeat(30)}done` : lines(seed, 80).join("\n");
    const tool = turn % 7 === 6 ? ["run", { command: "npm test" }] : ["read_file", { path: `src/m${seed}.ts` }];
    const call = { id: `c${turn}`, type: "function", function: { name: tool[0], arguments: JSON.stringify(tool[1]) } };
    messages.push({ role: "assistant", content: `Now part ${turn}.`, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: `c${turn}`, content: text });
    size += text.length + 200;
  }
  return { model: "gpt-5", messages };
}

function collect() {
  if (globalThis.gc === undefined) {
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    globalThis.gc = process.getBuiltinModule("node:vm").runInNewContext("gc");
  }
  globalThis.gc();
}

function cpuMillis(run, rounds = ROUNDS) {
  const millis = [];
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    millis.push((user + system) / 1000);
  }
  millis.sort((one, other) => one - other);
  return { least: millis[0], median: millis[Math.floor(rounds / 2)] };
}

const MODULES = [
  ...["condensation/lossy/classification/classify", "condensation/lossy/classification/render"],
  ...["condensation/conversation/open", "condensation/lossless/phase"],
  "load/backend",
];

const phaseOf =
  ({ classify, asItCame, openConversation, losslessPhase }) =>
  (request) => {
    const typed = classify(openConversation({ messages: request.messages, wire: "openai-chat" }));
    return losslessPhase(typed, asItCame(typed), { isPinned: () => false });
  };

/** Runs of the phase over a small conversation, after which its code is compiled. */
const WARM_UP = { runs: 300, bytes: 100_000 };

function warmUp(phase) {
  const small = JSON.stringify(conversation(WARM_UP.bytes));
  for (let run = 0; run < WARM_UP.runs; run++) phase(JSON.parse(small));
}

/** Node.js without what it adds by itself: an optimizing compiler, and a young generation that grows with what is allocated. */
const PLAIN_NODE = ["--no-opt", "--max-semi-space-size=1"];

/**
 * What the phase adds to a process that reads a request from a file and parses it, in bytes for each of the file; the least of
 * three. `peak`: of the process; `live`: of objects that are in use once garbage is collected. `warm`: both have run the phase
 * over a small conversation before, so the difference is memory for this one and not for compiled code. `flags`: for Node.js.
 */
function memoryOf(file, data, start, flags = []) {
  const once = (what) => {
    const child = [...flags, fileURLToPath(import.meta.url), "child", file, data, what, start];
    const { status, stdout, stderr } = spawnSync(process.execPath, child, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr.slice(0, 500));
    return JSON.parse(stdout);
  };
  const least = (what) => {
    const all = [once(what), once(what), once(what)];
    return { peak: Math.min(...all.map(({ peak }) => peak)), live: Math.min(...all.map(({ live }) => live)) };
  };
  const [whole, parse] = [least("whole"), least("parse")];
  const bytes = statSync(data).size;
  return { peak: (whole.peak - parse.peak) / bytes, live: (whole.live - parse.live) / bytes };
}

export async function run({ log, root }) {
  // Not in the children, whose memory it would be.
  const { bundleInside } = await import("../support/bundle-inside.mjs");
  const { file, inside, remove } = await bundleInside(root, MODULES);
  const folder = mkdtempSync(join(tmpdir(), "tamis-condensation-"));
  try {
    if (inside.loadBackend().backend.name !== "native") throw new Error("the native backend is not in use");
    return judge(measure(file, inside, folder), log);
  } finally {
    rmSync(folder, { recursive: true });
    remove();
  }
}

function measure(file, inside, folder) {
  const phase = phaseOf(inside);
  const figures = {
    sizes: SIZES,
    parseMs: [],
    phaseMs: [],
    phaseMedianMs: [],
    memory: {},
    warmMemory: {},
    plainMemory: {},
    liveMemory: {},
    heap: {},
  };
  warmUp(phase);
  for (const bytes of SIZES) {
    const text = JSON.stringify(conversation(bytes));
    const request = JSON.parse(text);
    const { least, median } = cpuMillis(() => phase(request));
    figures.parseMs.push(cpuMillis(() => JSON.parse(text)).least);
    figures.phaseMs.push(least);
    figures.phaseMedianMs.push(median);
  }
  const data = join(folder, "request.json");
  for (const bytes of [MB, 5 * MB, 20 * MB]) {
    writeFileSync(data, JSON.stringify(conversation(bytes)));
    const cold = memoryOf(file, data, "cold");
    figures.memory[bytes] = cold.peak;
    figures.liveMemory[bytes] = cold.live;
    figures.warmMemory[bytes] = memoryOf(file, data, "warm").peak;
    figures.plainMemory[bytes] = memoryOf(file, data, "cold", PLAIN_NODE).peak;
  }
  figures.heap = heapAfter(phase);
  return figures;
}

function judge(figures, log) {
  const at5 = SIZES.indexOf(5 * MB);
  const ratios = [1, 3].map((at) => figures.phaseMedianMs[at] / figures.phaseMedianMs[at - 1]);
  const largest = (memory) => Math.max(...Object.values(memory));
  const checks = [
    ["phase ÷ JSON.parse at 5 MB", figures.phaseMs[at5] / figures.parseMs[at5], LIMITS.overParse],
    ["phase at 5 MB, in seconds", figures.phaseMs[at5] / 1000, 1],
    ["t(2n) ÷ t(n), the largest", Math.max(...ratios), LIMITS.growth],
    ["memory beyond parsing ÷ bytes, the largest", largest(figures.memory), LIMITS.memory],
    ["memory beyond parsing ÷ bytes once code is compiled, the largest", largest(figures.warmMemory), LIMITS.memory],
    ["live objects beyond parsing ÷ bytes, the largest", largest(figures.liveMemory), LIMITS.memory],
    ["heap at run 10,000 ÷ at run 1,000", figures.heap.ratio, LIMITS.heap],
  ];
  for (const [what, reached, limit] of checks)
    log(`${reached <= limit ? "passed" : "FAILED"}: ${what}: ${reached.toFixed(2)} (at most ${limit})`);
  log(JSON.stringify(figures));
  const passed = checks.filter(([, reached, limit]) => reached <= limit).length;
  return { passed, failed: checks.length - passed, record: figures };
}

function heapAfter(phase) {
  const request = conversation(20_000);
  const heap = () => {
    collect();
    collect();
    return process.memoryUsage().heapUsed;
  };
  let first = 0;
  for (let at = 1; at <= HEAP_TO; at++) {
    phase(request);
    if (at === HEAP_FROM) first = heap();
  }
  const last = heap();
  return { first, last, ratio: last / first };
}

if (process.argv[2] === "child") {
  const [, , , file, data, what, start] = process.argv;
  const phase = phaseOf(await import(pathToFileURL(file).href));
  if (start === "warm") warmUp(phase);
  const request = JSON.parse(readFileSync(data, "utf8"));
  const outcome = what === "whole" ? phase(request) : undefined;
  const peak = process.resourceUsage().maxRSS * 1024;
  collect();
  const live = process.memoryUsage().heapUsed;
  // Both are in use until here.
  if (outcome?.state.texts.length === 0 || request.messages.length === 0) throw new Error("nothing was condensed");
  process.stdout.write(JSON.stringify({ peak, live }));
}
