// What the mock answers, route by route. One seed, so that pictures are the same in every run.
import { createDetail, wholeBlock } from "./detail.mjs";
import { createSettings } from "./settings.mjs";

/**
 * @typedef {object} MockOptions
 * @property {number} [rows] requests in the list; default 60
 * @property {string} [hostile] a text that is put wherever a stranger's text may be
 * @property {number} [bigChars] chars of one block
 * @property {boolean} [isEmpty] nothing has happened yet
 */

const NOW = Date.UTC(2026, 10, 26, 14, 30);
const MODELS = ["claude-sonnet-4-5", "claude-opus-4-5", "gpt-5.1-codex", "gemini-3-pro"];
const WIRES = ["anthropic", "anthropic", "openai-responses", "gemini"];

/** @param {MockOptions} options */
export function createAnswers({ rows = 60, hostile, bigChars = 0, isEmpty = false }) {
  const instance = `mock-${Date.now()}`;
  const text = (plain) => (hostile === undefined ? plain : `${hostile}${plain}`);
  const list = isEmpty ? [] : Array.from({ length: rows }, (_, index) => rowOf(index, text));
  const settings = createSettings(text);
  let savings = { state: "none" };
  let tune = { state: "none" };
  const routes = {
    info: () => ({
      version: "0.1.0",
      surface: "gateway",
      instance,
      startedAt: NOW,
      mode: "reduce",
      bodies: { requests: 60, bytes: 9e6, mostRequests: 200, mostBytes: 64e6 },
      ledger: { available: true, file: text("~/.local/share/tamis/ledger.db") },
      sources: [text("~/.claude/projects"), "~/.codex/sessions"],
      presets: ["safe", "balanced", "strong"],
    }),
    requests: (query) => {
      const [from, limit] = [Number(query.get("before") ?? 0), Number(query.get("limit") ?? 100)];
      const next = from + limit < list.length ? String(from + limit) : undefined;
      return { rows: list.slice(from, from + limit), before: next, total: list.length };
    },
    dashboard: (query) => dashboardOf(isEmpty || query.get("model") === "none" ? [] : list, text),
    "dashboard/export": () => "id,at\n1,2\n",
    holdout: () => holdoutOf(isEmpty, text),
    sessions: () => ({
      sessions: isEmpty ? [] : [0, 1, 2, 3].map((index) => sessionRow(index, text)),
      problems: isEmpty ? [] : [{ path: text("/logs/broken.jsonl"), message: "line 4 is no JSON" }],
    }),
    tune: (_, method) => {
      if (method === "POST") tune = { state: "done", result: tuneOf(text) };
      return tune;
    },
    savings: (_, method) => {
      if (method === "POST") savings = { state: "done", result: savingsOf(text) };
      return savings;
    },
  };
  return {
    instance,
    newRow: () => ({ ...rowOf(3, text), id: `new-${Math.round(performance.now() * 1000)}`, at: Date.now() }),
    answer(method, path, query, body) {
      const plain = routes[path];
      if (path === "dashboard/export") return { status: 200, type: "text/csv", body: plain(query) };
      if (plain !== undefined) return { status: 200, body: plain(query, method) };
      if (path === "settings" || path.startsWith("settings/")) return settings.answer(method, path, body);
      if (path.startsWith("sessions/")) return { status: 200, body: sessionDetail(text) };
      if (path.startsWith("reductions/")) return reductionAnswer(path, query, list, text, bigChars);
      if (path === "compare") return { status: 200, body: compareOf(JSON.parse(body), text, bigChars) };
      if (path === "try") return tryAnswer(body, query, text, bigChars);
      return { status: 404, body: { error: { code: "not_found", message: `There is no ${path}.` } } };
    },
  };
}

function holdoutOf(isEmpty, text) {
  const row = (figure, title, unit, value) => {
    const at = (one) => ({ value: one, low: one * 0.8, high: one * 1.2 });
    return { figure, title, unit, reduced: at(value), heldOut: at(value * 0.9), change: at(0.011), smallest: 0.04 };
  };
  return {
    answer: text("No loss seen: with 84 sessions an increase of failed edits above 4 points would have shown"),
    loss: "none",
    reducedSessions: isEmpty ? 0 : 43,
    heldOutSessions: isEmpty ? 0 : 41,
    rows: [
      row("failedEdits", "failed edits", "share", 0.05),
      row("turns", "requests a prompt", "count", 9.1),
      row("dollars", "dollars a prompt", "dollars", 0.31),
    ],
  };
}

function rowOf(index, text) {
  const kind = index % 4;
  const before = 18_000 + ((index * 7919) % 140_000);
  const isSkipped = index % 17 === 5;
  const isRefused = index % 41 === 7;
  const after = isSkipped || isRefused ? before : Math.round(before * (0.45 + (index % 7) * 0.07));
  const cached = Math.round(after * (index % 13 === 3 ? 0.1 : 0.92));
  const [cost, otherCost] = [after * 8e-7, before * (index % 11 === 2 ? 6e-7 : 11e-7)];
  return {
    id: `r${index}`,
    source: "live",
    at: NOW - index * 47_000,
    agent: kind === 2 ? "codex" : "claude",
    mode: "reduce",
    surface: "gateway",
    session: `s${index % 4}`,
    run: "run-1",
    model: text(MODELS[kind]),
    wire: WIRES[kind],
    policy: text("default"),
    ...(isSkipped || isRefused ? {} : { stage: "masking" }),
    status: isRefused ? 429 : 200,
    ...(isRefused ? { refused: text("status_429") } : {}),
    ...(isSkipped ? { skipped: text("server_side_editing") } : {}),
    tokensBefore: before,
    tokensAfter: after,
    reducedCount: index % 9,
    moved: index % 13 === 3,
    waitingTokens: 4200,
    input: after,
    cached,
    written: after - cached,
    output: 420,
    cost,
    otherCost,
    saved: otherCost - cost,
    reduceMicros: 300 + ((index * 37) % 2500),
    firstByteMs: 800,
    ms: 4200,
    ...(index % 5 === 1 ? { why: text("The newest 8 tool turns stay as they are, and there are only 6.") } : {}),
    cache:
      index % 13 === 3
        ? {
            cause: "our_move",
            message: text("More results were masked, so 61,200 tokens were written again."),
            lostTokens: 61_200,
          }
        : { cause: "hit", message: text("It had what was sent before."), lostTokens: 0 },
    hasBody: index < 40,
  };
}

function sumOf(rows) {
  const sum = (key) => rows.reduce((all, row) => all + (row[key] ?? 0), 0);
  const [input, cached] = [sum("input"), sum("cached")];
  return {
    requests: rows.length,
    refused: rows.filter(({ refused }) => refused !== undefined).length,
    recovered: rows.length === 0 ? 0 : 1,
    renewals: 0,
    renewalCost: 0,
    unbilled: 2,
    unpriced: rows.length === 0 ? [] : [{ what: rows[0].model, requests: 3 }],
    lacks: [],
    reduced: rows.filter(({ stage }) => stage !== undefined).length,
    failedOpen: rows.filter(({ skipped }) => skipped !== undefined).length,
    input,
    cached,
    written: sum("written"),
    output: sum("output"),
    otherInput: sum("tokensBefore"),
    cost: sum("cost"),
    costWith: sum("cost"),
    costWithout: sum("otherCost"),
    saved: sum("saved"),
    cacheDiscount: input * 2e-6,
    tokensBefore: sum("tokensBefore"),
    tokensAfter: sum("tokensAfter"),
    moves: rows.filter(({ moved }) => moved).length,
    waitingTokens: 12_400,
    ...(input > 0 ? { hitRate: cached / input } : {}),
  };
}

function dashboardOf(rows, text) {
  const total = sumOf(rows);
  const points = Array.from({ length: 24 }, (_, step) => ({
    at: NOW - (24 - step) * 3_600_000,
    ...sumOf(rows.filter((_, index) => index % 24 === step)),
  }));
  const group = (key) => {
    const names = [...new Set(rows.map((row) => row[key]))];
    return names.map((name) => ({ key: String(name), ...sumOf(rows.filter((row) => row[key] === name)) }));
  };
  return {
    from: NOW - 86_400_000,
    to: NOW,
    headline: text(`Today $${total.cost.toFixed(2)} instead of $${total.costWithout.toFixed(2)}`),
    total,
    limits: [{ login: "claude", fiveHours: 41.4, week: 9 }],
    series: { stepMs: 3_600_000, points },
    byModel: group("model"),
    byPolicy: group("policy"),
    byAgent: group("agent"),
    byProject: [{ key: text("/srv/app"), ...total }],
    stages: [
      { stage: "masking", requests: total.reduced },
      { stage: "none", requests: total.failedOpen + total.refused },
    ],
    condensations: [{ provider: "smart", requests: 12, tokensBefore: 820_000, tokensAfter: 410_000 }],
    tools: ["Read", "Bash", "Grep", "WebFetch"].map((tool, index) => ({
      tool: text(tool),
      charsBefore: 900_000 / (index + 1),
      charsRemoved: (900_000 / (index + 1)) * (0.7 - index * 0.15),
      results: 120,
      reduced: 90 - index * 20,
    })),
    latency: {
      reduceMicros: { count: 60, p50: 640, p90: 1900, p99: 2700, most: 3100 },
      firstByteMs: { count: 60, p50: 820, p90: 1400, p99: 3100, most: 5200 },
      totalMs: { count: 60, p50: 4200, p90: 9000, p99: 21_000, most: 44_000 },
    },
    problems: [
      { kind: "skipped", reason: text("server_side_editing"), requests: 3, lastAt: NOW - 60_000 },
      { kind: "refused", reason: "status_429", requests: 1, lastAt: NOW - 600_000 },
    ],
    cacheBreaks: [
      { cause: "our_move", requests: 5, lostTokens: 306_000 },
      { cause: "timeout", requests: 2, lostTokens: 140_000 },
      { cause: "client_edit", requests: 1, lostTokens: 88_000 },
    ],
    unread: 12,
    choices: {
      models: [...new Set(rows.map(({ model }) => model))],
      policies: [text("default")],
      agents: ["claude", "codex"],
    },
  };
}

function sessionRow(index, text) {
  return {
    id: `s${index}`,
    source: index % 2 === 0 ? "ledger" : "log",
    name: text(`Session ${index}: repair the parser`),
    agent: "claude",
    project: text("/srv/app"),
    model: MODELS[index],
    startedAt: NOW - index * 7_200_000,
    requests: 42 + index,
    cost: 1.84 + index,
    saved: index === 3 ? -0.04 : 0.62,
  };
}

function sessionDetail(text) {
  const turns = Array.from({ length: 42 }, (_, step) => ({
    step,
    at: NOW + step * 30_000,
    tokens: 18_000 + step * 3100,
    reduced: 18_000 + (step % 14) * 3100 + Math.floor(step / 14) * 9000,
    unread: 3100,
    reducedUnread: step % 14 === 0 ? 24_000 : 3100,
    cost: 0.02 + step * 0.0004,
    otherCost: 0.02 + step * 0.001,
    gone: step % 14 === 0 && step > 0 ? [{ tool: text("Read"), from: 3, tokens: 4100 }] : [],
    missed: step === 17 ? [text("src/parser.ts")] : [],
    ...(step % 14 === 0 && step > 0
      ? { cache: { cause: "our_move", message: text("More results were masked."), lostTokens: 21_000 } }
      : {}),
    requestId: `r${step}`,
  }));
  return { session: sessionRow(0, text), policy: "balanced", turns };
}

function tuneOf(text) {
  const point = (name, ratio, grounding, more = {}) => ({
    name: text(name),
    ...{ ratio, grounding, dearer: 0, isChosen: false },
    aside: { ratio: ratio + 0.03, grounding: grounding - 0.02, dearer: 1 },
    ...more,
  });
  return {
    at: NOW,
    policies: [
      point("tuned", 0.66, 0.88, { isChosen: true, changes: [{ key: "preset", value: "strong" }] }),
      point("default", 0.74, 0.93),
      point("safe", 0.83, 0.97, { changes: [{ key: "preset", value: "safe" }] }),
      point("balanced", 0.74, 0.93, { changes: [{ key: "preset", value: "balanced" }] }),
    ],
    front: [point("1", 0.66, 0.88), point("2", 0.7, 0.92), point("3", 0.83, 0.97)],
    nearest: { preset: "strong", settings: 2 },
    beatsDefault: true,
    ...{ minGrounding: 0.85, trials: 42, sessions: { seen: 24, aside: 27 }, problems: [] },
  };
}

function savingsOf(text) {
  const policy = (name, ratio, grounding, more = {}) => ({
    name: text(name),
    about: `about ${name}`,
    saved: 41.2 * (1 - ratio),
    ratio,
    grounding,
    dearer: ratio > 1 ? 12 : 1,
    isChosen: false,
    ...more,
  });
  const row = (key, share) => ({
    key: text(key),
    sessions: 12,
    requests: 640,
    dollars: 50 * share,
    saved: 12 * share,
    unpriced: 0,
  });
  return {
    at: NOW,
    requests: 3120,
    sessions: 49,
    dollars: { total: 61.4, fresh: 3.1, cacheRead: 22.4, cacheWrite: 15.7, output: 20.2 },
    content: {
      "tool results": 24.1,
      "system prompt and tools": 9.4,
      "the model's own words": 5.2,
      "the user's words": 2.5,
    },
    policies: [
      policy("send everything", 1, 1),
      policy("safe", 0.93, 0.99),
      policy("balanced", 0.74, 0.93, { isChosen: true, changes: [{ key: "preset", value: "balanced" }] }),
      policy("strong", 0.61, 0.82, { changes: [{ key: "preset", value: "strong" }] }),
      policy("window 8, every turn", 1.31, 0.78),
    ],
    recommendation: {
      policy: "balanced",
      reason: text("balanced saves most of those with a grounding of 0.85 or more."),
      saved: 10.7,
      share: 0.26,
    },
    byDay: [row("2026-11-25", 0.6), row("2026-11-26", 0.4)],
    byProject: [row("/srv/app", 0.7), row("/srv/other", 0.3)],
    byAgent: [row("claude", 1)],
    byModel: [row("claude-sonnet-4-5", 1)],
    bySession: [row("s1", 0.2)],
    unpriced: [],
    logins: 0,
    problems: [],
  };
}

function reductionAnswer(path, query, list, text, bigChars) {
  const [, id, part] = path.split("/").map(decodeURIComponent);
  if (part === "block") {
    return { status: 200, body: wholeBlock(Number(query.get("message")), Number(query.get("block")), text, bigChars) };
  }
  if (part === "original") {
    const body = {
      text: text("export function parse(input: string) {\n  return input;\n}"),
      messageIndex: 3,
      isVerified: true,
    };
    return { status: 200, body };
  }
  const row = list.find((one) => one.id === id);
  if (row === undefined && !id.startsWith("try")) {
    return { status: 404, body: { error: { code: "not_found", message: text("This request is not kept any more.") } } };
  }
  return { status: 200, body: createDetail({ id, row, text, bigChars, strategy: row?.policy ?? "smart" }) };
}

function compareOf({ strategies }, text, bigChars) {
  const columns = strategies.map((strategy, index) => {
    if (strategy === "strong")
      return { strategy, label: text(strategy), problem: text("The preset needs policy version 2.") };
    const detail = createDetail({ id: `try-${index}`, text, bigChars: 0, strategy });
    const numbers = { ...detail.numbers, tokensAfter: detail.numbers.tokensAfter - index * 4000 };
    return {
      strategy,
      label: text(strategy),
      id: `try-${index}`,
      numbers,
      feedback: detail.feedback,
      userMessagesChanged: index,
    };
  });
  return { columns, bigChars };
}

function tryAnswer(body, query, text, bigChars) {
  if (body.startsWith("{") && body.includes("messages")) {
    const strategy = query.get("strategy") ?? "configured";
    return {
      status: 200,
      body: { kind: "request", reduction: createDetail({ id: "try-1", text, bigChars, strategy }) },
    };
  }
  if (body.includes("sessionId")) {
    return {
      status: 200,
      body: { kind: "log", agent: text("Claude Code"), sessions: [sessionRow(1, text)], problems: [] },
    };
  }
  const message = text("This is neither the JSON of a request nor a log of an agent: byte 0.");
  return {
    status: 422,
    body: { error: { code: "invalid", message, issues: [{ path: text("line 1"), message: "no JSON" }] } },
  };
}
