// The lossless phase of smart condensation: its time beside JSON.parse, how it grows, the memory that it takes, and whether
// anything stays after many runs. Beside it, the native planners of reductions on the same bytes and their twin in
// TypeScript. CPU time, the least of several rounds. Runs on the build (`npm run build`).
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleInside } from "../support/bundle-inside.mjs";

export const name = "condensation-growth";

const MB = 1_000_000;
const SIZES = [1, 2, 5, 10].map((megabytes) => megabytes * MB);
const ROUNDS = 3;
const LIMITS = { overParse: 6, growth: 2.3, memory: 2, twin: 10, heap: 1.05 };
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

function cpuMillis(run, rounds = ROUNDS) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const MODULES = [
  ...["condensation/lossy/classification/classify", "condensation/lossy/classification/render"],
  ...["condensation/conversation/open", "condensation/lossless/phase"],
  ...["policy/policy", "baseline/index", "native/backend"],
];

const phaseOf =
  ({ classify, asItCame, openConversation, losslessPhase }) =>
  (request) => {
    const typed = classify(openConversation({ messages: request.messages, wire: "openai-chat" }));
    return losslessPhase(typed, asItCame(typed), { isPinned: () => false });
  };

/** Peak memory of a process that parses the request, and with `isWhole` runs the phase, in bytes. */
function peak(file, bytes, isWhole) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), "child", file, String(bytes), isWhole ? "whole" : "parse"],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr.slice(0, 500));
  return Number(stdout);
}

export async function run({ log, root }) {
  const { file, inside, remove } = await bundleInside(root, MODULES);
  try {
    return judge(measure(file, inside), log);
  } finally {
    remove();
  }
}

function measure(file, inside) {
  const phase = phaseOf(inside);
  const figures = { sizes: SIZES, parseMs: [], phaseMs: [], native: {}, memory: {}, heap: {} };
  for (const bytes of SIZES) {
    const text = JSON.stringify(conversation(bytes));
    const request = JSON.parse(text);
    figures.parseMs.push(cpuMillis(() => JSON.parse(text), 7));
    figures.phaseMs.push(cpuMillis(() => phase(request)));
  }
  figures.native = planners(inside);
  for (const bytes of [MB, 5 * MB, 20 * MB])
    figures.memory[bytes] = (peak(file, bytes, true) - peak(file, bytes, false)) / bytes;
  figures.heap = heapAfter(phase);
  return figures;
}

function judge(figures, log) {
  const at5 = SIZES.indexOf(5 * MB);
  const ratios = [1, 3].map((at) => figures.phaseMs[at] / figures.phaseMs[at - 1]);
  const checks = [
    ["phase ÷ JSON.parse at 5 MB", figures.phaseMs[at5] / figures.parseMs[at5], LIMITS.overParse],
    ["phase at 5 MB, in seconds", figures.phaseMs[at5] / 1000, 1],
    ["t(2n) ÷ t(n), the largest", Math.max(...ratios), LIMITS.growth],
    ["memory beyond parsing ÷ bytes, the largest", Math.max(...Object.values(figures.memory)), LIMITS.memory],
    ["heap at run 10,000 ÷ at run 1,000", figures.heap.ratio, LIMITS.heap],
    ["native planners ÷ their twin at 1 MB, inverse", LIMITS.twin / figures.native.ratio, 1],
  ];
  for (const [what, reached, limit] of checks)
    log(`${reached <= limit ? "passed" : "FAILED"}: ${what}: ${reached.toFixed(2)} (at most ${limit})`);
  log(JSON.stringify(figures));
  const passed = checks.filter(([, reached, limit]) => reached <= limit).length;
  return { passed, failed: checks.length - passed, record: figures };
}

/** The native planners of arrival and of repeats on 1 MB, and the same in TypeScript. */
function planners({ definePolicy, createBaseline, loadNative }) {
  const { backend, reason } = loadNative();
  if (backend === undefined) throw new Error(`the native backend is not in use: ${reason}`);
  const policy = () =>
    definePolicy({
      mask: { windowTurns: 1_000_000 },
      arrival: { terminal: true, json: true, paths: true, repeats: true, lineNumbers: "padding", dedupe: "first" },
    });
  const body = Buffer.from(JSON.stringify(conversation(MB)));
  const baseline = createBaseline();
  const options = { wire: "openai-chat", tokens: false };
  const native = cpuMillis(() => backend.reduceBody(body, policy(), options));
  const twin = cpuMillis(() => baseline.reduceBody(body, policy(), options));
  return { nativeMs: native, twinMs: twin, ratio: twin / native };
}

function heapAfter(phase) {
  if (globalThis.gc === undefined) {
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    globalThis.gc = process.getBuiltinModule("node:vm").runInNewContext("gc");
  }
  const request = conversation(20_000);
  const heap = () => {
    globalThis.gc();
    globalThis.gc();
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
  const [, , , file, bytes, what] = process.argv;
  const phase = phaseOf(await import(pathToFileURL(file).href));
  const request = JSON.parse(JSON.stringify(conversation(Number(bytes))));
  if (what === "whole") phase(request);
  process.stdout.write(String(process.resourceUsage().maxRSS * 1024));
}
