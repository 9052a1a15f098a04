// Smart condensation against native, on recordings of more than 50 KB: how much of what user and assistant said is still there
// word for word at the tokens that native leaves; the time where a model answers in 2 s; the bill of the next requests.
// Native has a scripted model whose texts are 8 % of its input; smart is run with extracts alone and with that model. Runs on
// the build (`npm run build`).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleInside } from "../support/bundle-inside.mjs";
import { FLOOR_MODULES, floorOf } from "../support/condensation-floor.mjs";

export const name = "condensation";

const MIN_BYTES = 50_000;
const SUMMARY_SHARE = 0.08;
const MODEL_MS = 2_000;
/** Least difference of preservation, in points; largest ratios of what is left, and of time. */
const [PRESERVATION, EFFECTIVENESS, TIME] = [10, 1.05, 1.2];
const MAX_CALLS = 4;
/** The target at which the bill is to be at least 15 % below native's. */
const CHEAPER = 65;
const BILL_THERE = 0.85;
/** Requests that follow, prices of a token read from the cache, written to it, and written by a model; of one of input: 1. */
const BILL = { requests: 10, read: 0.1, write: 1.25, output: 5 };

export async function run({ log, root, shared }) {
  if (shared === undefined) {
    log("skipped: TAMIS_SHARED names no folder of recordings");
    return { passed: 1, failed: 0, record: { skipped: "no recordings" } };
  }
  const { inside, remove } = await bundleInside(root, [
    ...["condensation/condense", "condensation/conversation/open", "tokens/index", ...FLOOR_MODULES],
  ]);
  const rows = [];
  try {
    for (const context of contextsIn(join(shared, "traces"))) {
      const row = await compare(context, inside);
      if (row !== undefined) rows.push(row);
      if (rows.length % 20 === 0) log(`${rows.length} recordings`);
    }
  } finally {
    remove();
  }
  return judge(rows, log);
}

function* contextsIn(folder) {
  for (const { file, format } of JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))) {
    const bytes = readFileSync(join(folder, file));
    if (bytes.length <= MIN_BYTES) continue;
    const { messages, contents, input, model, system } = JSON.parse(bytes.toString("utf8"));
    yield { file, messages: messages ?? contents ?? input, wire: format.replace("_", "-"), model, system };
  }
}

/**
 * A model that answers at once, and counts: calls, and how often one has to wait for it, which is once for calls that are made
 * together. What it writes is in no conversation. Of passages it shortens each.
 */
function scripted() {
  const spent = { calls: 0, waits: 0, input: 0, output: 0 };
  let open = 0;
  const words = (chars) => "xyzzyxy ".repeat(Math.ceil((chars * SUMMARY_SHARE) / 8));
  const handler = {
    async *createMessage(system, messages) {
      spent.calls++;
      if (open++ === 0) spent.waits++;
      await new Promise(setImmediate);
      open--;
      const asked = messages.map(({ content }) => String(content)).join("");
      const passages = [...asked.matchAll(/<p id="(\d+)">([\s\S]*?)<\/p>/g)];
      const text =
        passages.length === 0
          ? words(system.length + asked.length)
          : passages.map(([, id, own]) => `<p id="${id}">${words(own.length)}</p>`).join("\n");
      spent.input += (system.length + asked.length) / 4;
      spent.output += text.length / 4;
      yield { type: "text", text };
    },
    countTokens: async (blocks) => Math.ceil(blocks.reduce((sum, { text }) => sum + text.length, 0) / 4),
    getModel: () => ({ id: "scripted" }),
  };
  return { handler, spent };
}

async function compare({ file, ...context }, inside) {
  const { condense, openConversation, estimateRequest } = inside;
  const list = { anthropic: "messages", "openai-chat": "messages", gemini: "contents", "openai-responses": "input" };
  const tokensOf = (messages) =>
    estimateRequest({ [list[context.wire]]: messages }, { wire: context.wire }).totalTokens;
  const said = linesOf(openConversation(context));
  const preserved = (messages) => shareOf(said, openConversation({ ...context, messages }));
  const once = async (provider, more = {}) => {
    const { handler, spent } = scripted();
    const start = process.cpuUsage();
    const { withModel = provider === "native", ...own } = more;
    const given = withModel ? { ...own, condensingApiHandler: handler } : own;
    const {
      messages,
      error,
      provider: by,
      report,
    } = await condense(context, { provider, timeoutMs: 600_000, ...given });
    const cpu = process.cpuUsage(start);
    const ms = (cpu.user + cpu.system) / 1000 + spent.waits * MODEL_MS;
    const tokens = tokensOf(messages);
    const rolledBack = report.phases.filter((phase) => phase.rolledBack !== undefined).length;
    const types = Object.fromEntries(report.types.map(({ type, tokensAfter }) => [type, tokensAfter]));
    return {
      by,
      error,
      tokens,
      ms,
      calls: spent.calls,
      preserved: preserved(messages),
      bill: billOf(tokens, spent),
      rolledBack,
      types,
      ...(provider === "native"
        ? { textTokens: textTokensOf(openConversation({ ...context, messages }), inside) }
        : {}),
    };
  };
  const before = tokensOf(context.messages);
  const native = await once("native");
  if (native.error !== undefined || native.by !== "native") return undefined;
  const percent = Math.min(95, Math.max(1, Math.ceil(100 * (1 - native.tokens / before))));
  return {
    ...{ file, before, native, floor: floorOf(context, inside) },
    atNative: await once("smart", { targetReductionPercent: percent }),
    half: await once("smart"),
    twoThirds: await once("smart", { targetReductionPercent: CHEAPER }),
    atNativeWithModel: await once("smart", { targetReductionPercent: percent, withModel: true }),
    halfWithModel: await once("smart", { withModel: true }),
  };
}

/** Decision tokens of all texts: ids, keys and media left out, as in the floor. */
const textTokensOf = ({ blocks }, { decisionWeight }) =>
  sum(blocks.map(({ text }) => Math.floor((decisionWeight(text) + 512) / 1024)));

/** Lines that user and assistant said, with their chars. */
function linesOf({ blocks }) {
  return blocks
    .filter(({ kind, author }) => kind === "text" && (author === "user" || author === "assistant"))
    .flatMap(({ text }) => text.split("\n").map((line) => line.trim()))
    .filter((line) => line !== "");
}

function shareOf(lines, { blocks }) {
  const text = blocks.flatMap(({ kind, text: own }) => (kind === "text" ? [own] : [])).join("\n");
  const there = new Set(text.split("\n").map((line) => line.trim()));
  let [all, kept] = [0, 0];
  for (const line of lines) {
    all += line.length;
    // A line that lost a sentence has others.
    if (there.has(line)) kept += line.length;
    else for (const part of line.split(/(?<=[.!?])\s+/)) if (text.includes(part)) kept += part.length;
  }
  return all === 0 ? 1 : Math.min(1, kept / all);
}

/** Of the condensing call and the requests that follow, in prices of one token of input. */
const billOf = (tokens, { input, output }) =>
  input + output * BILL.output + tokens * (BILL.write + (BILL.requests - 1) * BILL.read);

const SMART = ["atNative", "half", "twoThirds", "atNativeWithModel", "halfWithModel"];

/** Calls in all, and the most of one condensation. */
function callsOf(rows, run) {
  const calls = rows.map((row) => row[run].calls);
  return { all: sum(calls), most: Math.max(...calls) };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * What smart leaves where it aims at what native leaves, in tokens for each of native's; `other`: ids, keys, media and what
 * reports do not count by type. The least that it can leave is what the user and the system said.
 */
function leftByType(rows) {
  const whole = sum(rows.map(({ native }) => native.tokens));
  const types = {};
  for (const { atNative } of rows)
    for (const [type, tokens] of Object.entries(atNative.types)) types[type] = (types[type] ?? 0) + tokens / whole;
  const all = sum(rows.map(({ atNative }) => atNative.tokens)) / whole;
  const least = (row) => (row.atNative.types.USER_MESSAGE ?? 0) + (row.atNative.types.SYSTEM_MESSAGE ?? 0);
  return {
    ...types,
    other: all - sum(Object.values(types)),
    recordingsWhoseUserAndSystemTextAloneIsMore: rows.filter((row) => least(row) > row.native.tokens * EFFECTIVENESS)
      .length,
  };
}

/** The least that smart may leave, in texts' tokens for each of native's; and recordings in which that is more than it may be. */
function floors(rows) {
  const natives = sum(rows.map(({ native }) => native.textTokens));
  const above = (what) => rows.filter(({ floor, native }) => floor[what] > native.textTokens * EFFECTIVENESS).length;
  const of = (what) => ({ inSum: sum(rows.map(({ floor }) => floor[what])) / natives, recordingsAbove: above(what) });
  return { verbatim: of("verbatim"), leastByRanges: of("leastByRanges") };
}

function judge(rows, log) {
  const reached = rows.filter(({ native, atNative }) => atNative.tokens <= native.tokens * EFFECTIVENESS);
  const points = (some) =>
    100 * (mean(some.map((row) => row.atNative.preserved)) - mean(some.map((row) => row.native.preserved)));
  const ratio = (some, of, to, what) => sum(some.map((row) => row[of][what])) / sum(some.map((row) => row[to][what]));
  const figures = {
    recordings: rows.length,
    nativeLeaves: mean(rows.map(({ native, before }) => native.tokens / before)),
    smartReachesWhatNativeLeaves: reached.length,
    preservation: {
      native: mean(rows.map(({ native }) => native.preserved)),
      smart: mean(rows.map(({ atNative }) => atNative.preserved)),
      points: points(rows),
      pointsWhereReached: points(reached),
      smartAtHalf: mean(rows.map(({ half }) => half.preserved)),
      smartAt65: mean(rows.map(({ twoThirds }) => twoThirds.preserved)),
    },
    effectiveness: {
      inSum: ratio(rows, "atNative", "native", "tokens"),
      inSumWhereReached: ratio(reached, "atNative", "native", "tokens"),
      atHalf: ratio(rows, "half", "native", "tokens"),
      at65: ratio(rows, "twoThirds", "native", "tokens"),
    },
    leftAtNative: leftByType(rows),
    floor: floors(rows),
    time: {
      atNative: ratio(rows, "atNative", "native", "ms"),
      atHalf: ratio(rows, "half", "native", "ms"),
      atNativeWithModel: ratio(rows, "atNativeWithModel", "native", "ms"),
      atHalfWithModel: ratio(rows, "halfWithModel", "native", "ms"),
    },
    withModel: {
      calls: callsOf(rows, "atNativeWithModel"),
      callsAtHalf: callsOf(rows, "halfWithModel"),
      inSum: ratio(rows, "atNativeWithModel", "native", "tokens"),
      reaches: rows.filter(({ native, atNativeWithModel: own }) => own.tokens <= native.tokens * EFFECTIVENESS).length,
      preserved: mean(rows.map(({ atNativeWithModel: own }) => own.preserved)),
      bill: ratio(rows, "atNativeWithModel", "native", "bill"),
    },
    bill: {
      atNative: ratio(rows, "atNative", "native", "bill"),
      whereReached: ratio(reached, "atNative", "native", "bill"),
      atHalf: ratio(rows, "half", "native", "bill"),
      at65: ratio(rows, "twoThirds", "native", "bill"),
    },
    rolledBack: sum(rows.flatMap((row) => SMART.map((run) => row[run].rolledBack))),
  };
  const checks = [
    ["preservation, points over native at the tokens that native leaves", figures.preservation.points >= PRESERVATION],
    ["tokens left, smart ÷ native", figures.effectiveness.inSum <= EFFECTIVENESS],
    ["time, smart ÷ native", Math.max(...Object.values(figures.time)) <= TIME],
    ["calls of a model in a smart condensation", figures.withModel.calls.most <= MAX_CALLS],
    [`the bill at a target of ${CHEAPER} %, smart ÷ native`, figures.bill.at65 <= BILL_THERE],
    ["no phase was taken back", figures.rolledBack === 0],
  ];
  for (const [what, holds] of checks) log(`${holds ? "passed" : "FAILED"}: ${what}`);
  log(JSON.stringify(figures, null, 1));
  const passed = checks.filter(([, holds]) => holds).length;
  return { passed, failed: checks.length - passed, record: figures };
}
