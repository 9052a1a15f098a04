// Recorded results of tools, chosen by a rule, so that whoever has the recordings gets the same.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { loadTs } from "../../support/load-ts.mjs";

/** Results of each kind. */
export const RESULTS = 20;
/** Shorter ones are not worth making smaller, and longer ones would decide all sums. */
const [LEAST_CHARS, MOST_CHARS] = [2_000, 200_000];
/** Most results of one recording and kind. */
const MOST_OF_RECORDING = 3;

/**
 * @typedef {object} RecordedResult
 * @property {string} kind
 * @property {string} tool its name
 * @property {string} args those of its call, as JSON
 * @property {string} text
 */

/** The kinds, the first that fits; `shown` is what Tamis takes the call for (`ts/contract/text-backend.ts`). */
const KINDS = [
  ["diffs", ({ text }) => /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text) && /^(?:diff --git|---) /m.test(text)],
  ["JSON", ({ text }) => isJson(text)],
  ["file reads", ({ shown }) => shown.kind === "read" || (shown.kind === "shell" && shown.isFileText)],
  ["search hits", ({ shown }) => shown.isHits],
  ["logs and test runs", ({ text, shown }) => shown.kind !== "edit" && LOGS.test(text)],
  ["terminal output", ({ shown }) => shown.kind === "shell"],
];
/** Names of the kinds. */
export const KIND_NAMES = KINDS.map(([name]) => name);
/** What test runners and programs that keep a log print. */
const LOG_LINES = [
  "=+ .*(?:passed|failed|test session).* =+",
  "Tests?: .*\\d",
  "# (?:pass|fail) \\d",
  "test result: ",
  "Ran \\d+ tests?",
  "ok {1,4}\\S+\\s+[\\d.]+s",
  "(?:PASS|FAIL|FAILED)\\b",
  ".*\\b(?:INFO|DEBUG|WARN(?:ING)?|ERROR)\\b.*:",
  "\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d",
];
const LOGS = new RegExp(`^(?:${LOG_LINES.join("|")})`, "m");

/**
 * Chooses {@link RESULTS} of each kind: of all that fit, those whose hashes come first.
 *
 * @param {{ root: string, traces: string }} options folders of the checkout and of the recordings
 * @returns {Promise<RecordedResult[]>}
 */
export async function recordedResults({ root, traces }) {
  const { WIRES } = await loadTs(join(root, "ts/wires/index.ts"));
  const { createNativeTexts } = await loadTs(join(root, "ts/native/texts.ts"));
  const { platformTriple } = await loadTs(join(root, "ts/native/platform.ts"));
  const addon = createRequire(import.meta.url)(join(root, `ts/binding/tamis.${platformTriple()}.node`));
  const texts = createNativeTexts(addon);
  const known = new Map();
  for (const { file, format, primary } of JSON.parse(readFileSync(join(traces, "manifest.json"), "utf8"))) {
    if (!primary) continue;
    const wire = WIRES.of(format.replace("_", "-"));
    const list = JSON.parse(readFileSync(join(traces, file), "utf8"))[wire.listKey];
    for (const { content, toolName, args } of wire.read(list).results) {
      const text = content.kind === "text" ? content.text : "";
      if (toolName === undefined || text.length < LEAST_CHARS || text.length > MOST_CHARS) continue;
      const tool = { tool: toolName, args: typeof args === "string" ? args : JSON.stringify(args ?? {}), text };
      const shown = texts.shownByCall(tool.tool, tool.args);
      const kind = KINDS.find(([, fits]) => fits({ text, shown }))?.[0];
      if (kind !== undefined) known.set(text, { file, kind, ...tool });
    }
  }
  const hashed = [...known.values()].map((one) => ({
    ...one,
    hash: createHash("sha256").update(one.text).digest("hex"),
  }));
  return chosenOf(hashed.sort((one, other) => (one.hash < other.hash ? -1 : 1)));
}

function chosenOf(results) {
  return KIND_NAMES.flatMap((kind) => {
    const ofRecording = new Map();
    const chosen = results.filter((result) => {
      const count = ofRecording.get(result.file) ?? 0;
      if (result.kind !== kind || count === MOST_OF_RECORDING) return false;
      ofRecording.set(result.file, count + 1);
      return true;
    });
    return chosen.slice(0, RESULTS).map(({ tool, args, text }) => ({ kind, tool, args, text }));
  });
}

function isJson(text) {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
