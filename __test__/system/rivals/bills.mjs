// What the programs come to in whole sessions: the bill of all requests by an ideal cache at six pairs of prices, and what is
// kept of what the answers need. Each program makes every result smaller when it is first sent, which costs it no cache.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const PAIRS = [0.1, 0.05, 0.025].flatMap((read) => [1.25, 2].map((write) => ({ read, write })));
const SCALE = 10_000;
const [FIVE_MINUTES, HOUR] = [300_000, 3_600_000];

const AT_ARRIVAL = { preset: "safe", cache: { strategy: "off" } };
/** Policies by what the table calls them. */
const SETTINGS = {
  "the default": {},
  "preset safe": { preset: "safe" },
  "preset safe, nothing masked": AT_ARRIVAL,
  "the same, each result by itself and whole": {
    ...AT_ARRIVAL,
    ...{ arrival: { dedupe: false }, experimental: { arrival: { paths: false, clip: null } } },
  },
};

/** Anthropic's sessions of the logs, and of the recordings those that no other begins with; with their results. */
export async function loadSessions(root, shared) {
  const tamis = await import(join(root, "dist/simulate/index.js"));
  const seen = new Set();
  const logs = [];
  for (const { path } of tamis.findLogs([tamis.namedPlace(join(shared, "logs"))], true).files)
    for await (const { trace } of tamis.readLogFile(path, seen)) if (trace?.wire === "anthropic") logs.push(trace);
  const recordings = JSON.parse(readFileSync(join(shared, "traces/manifest.json"), "utf8"))
    .filter(({ format, primary }) => format === "anthropic" && primary)
    .map(({ file }) => ({ name: file, request: JSON.parse(readFileSync(join(shared, "traces", file), "utf8")) }));
  const materials = { logs, recordings };
  return { tamis, materials, results: resultsIn(Object.values(materials).flat()) };
}

/** The results in sessions, each text once, as the programs take them. */
function resultsIn(traces) {
  const found = new Map();
  for (const { request } of traces) {
    const calls = new Map();
    const blocks = request.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    for (const block of blocks) {
      if (block.type === "tool_use") calls.set(block.id, block);
      if (block.type !== "tool_result") continue;
      const { name: tool = "other", input = {} } = calls.get(block.tool_use_id) ?? {};
      for (const text of textsOf(block).filter((one) => one.trim() !== ""))
        found.set(text, { kind: KINDS[tool] ?? "terminal output", tool, args: JSON.stringify(input), text });
    }
  }
  return [...found.values()];
}

/** Of the tools of the agent whose logs these are; as in `results.mjs`. */
const KINDS = { Read: "file reads", Grep: "search hits", Glob: "search hits" };

const textsOf = ({ content }) =>
  typeof content === "string" ? [content] : (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]));

/** Each result as a program shortened it. @param shorter by the whole text */
function atArrival(name, shorter) {
  const textOf = (text) => shorter.get(text) ?? text;
  const shortened = (block) => {
    const { type, content } = block;
    if (type !== "tool_result" || content === undefined) return block;
    if (typeof content === "string") return { ...block, content: textOf(content) };
    return { ...block, content: content.map((one) => (one.text ? { ...one, text: textOf(one.text) } : one)) };
  };
  const known = new WeakMap();
  const ofMessage = (message) => {
    if (!Array.isArray(message.content)) return message;
    if (!known.has(message)) known.set(message, { ...message, content: message.content.map(shortened) });
    return known.get(message);
  };
  return { name, transform: (request) => ({ ...request, messages: request.messages.map(ofMessage) }) };
}

/**
 * Bills all programs on all sessions.
 *
 * @param {{ tamis: object, materials: Record<string, object[]> }} sessions of {@link loadSessions}
 * @param {Map<string, Map<string, string>>} programs by name: what they make of each text
 */
export async function billsOf({ tamis, materials }, programs) {
  const ours = Object.entries(SETTINGS).map(([name, policy]) => tamis.maskingPolicy(`tamis, ${name}`, policy));
  const others = [...programs].map(([name, shorter]) => atArrival(name, shorter));
  const rules = PAIRS.map(({ read, write }) =>
    tamis.cacheRule({
      ...{ name: `reads ${read}, writes ${write}`, read: read * SCALE, write: write * SCALE },
      lifeMs: write === 2 ? HOUR : FIVE_MINUTES,
    }),
  );
  const rows = [];
  for (const [material, traces] of Object.entries(materials)) {
    const { results } = await tamis.simulate(traces, [...ours, ...others], rules, { kept: true, grounding: true });
    for (const { prices, policies } of results)
      for (const summary of policies.slice(1)) rows.push({ material, prices, ...figuresOf(summary) });
  }
  return rows;
}

function figuresOf({ name, bill, billWithReReads, kept, grounding, worst }) {
  const share = ({ all, kept: some }) => (all === 0 ? 1 : some / all);
  const figures = {
    ...{ bill, withReReads: billWithReReads, worst: worst.ratio },
    ...{ edits: share(kept.edits), errorLines: share(kept.errorLines), names: grounding },
  };
  const rounded = Object.entries(figures).map(([key, value]) => [key, Math.round(value * 1000) / 1000]);
  return { program: name, ...Object.fromEntries(rounded) };
}

/** Rows of a program without one of Tamis that is cheaper with what is read again, and keeps no less. */
export function unbeaten(rows, program) {
  const isBetter = (ours, { withReReads, edits, errorLines, names }) =>
    ours.withReReads < withReReads && ours.edits >= edits && ours.errorLines >= errorLines && ours.names >= names;
  return rows.filter((row) => {
    if (row.program !== program) return false;
    const { material, prices } = row;
    const ours = rows.filter((one) => one.material === material && one.prices === prices && isOurs(one));
    return !ours.some((one) => isBetter(one, row));
  });
}

/** Rows of a program that costs less than Tamis by default, with what is read again. */
export const cheaper = (rows, program) =>
  rows.filter(({ program: name, material, prices, withReReads }) => {
    const own = rows.find(
      (one) => one.program === "tamis, the default" && one.material === material && one.prices === prices,
    );
    return name === program && withReReads <= own.withReReads;
  });

/**
 * Where a program's bill alone, with nothing read again, is below that of Tamis by default: both bills, and what each keeps. A row
 * `keepsNoLess` where the program keeps as many edits, error lines and names, too.
 */
export const cheaperAlone = (rows, program) =>
  rows.flatMap((row) => {
    const own = rows.find(
      (one) => one.program === "tamis, the default" && one.material === row.material && one.prices === row.prices,
    );
    if (row.program !== program || row.bill >= own.bill) return [];
    const { material, prices } = row;
    const both = ["bill", "withReReads", "edits", "errorLines", "names"].map((key) => [key, [own[key], row[key]]]);
    const keepsNoLess = ["edits", "errorLines", "names"].every((key) => row[key] >= own[key]);
    return [{ material, prices, program, ...Object.fromEntries(both), keepsNoLess }];
  });

const isOurs = ({ program }) => program.startsWith("tamis, ");
