// What a session's next answers take from results that the default policy has removed or shortened: the needs of
// `test:long -- --only reader`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "./simulated-holdout.mjs";

/** Of the package, for the rest of this file. */
export const MODULES = [
  ...["simulate/index", "simulate/trace", "simulate/said-texts", "simulate/session-units", "simulate/kept/needs"],
  ...["simulate/kept/failures", "simulate/kept/value-finder", "simulate/kept/line-finder", "text/edit-texts"],
  ...["load/text-backend", "wires/transcript", "wires/index", "reduce/reduce"],
];
export const ROLES = ["file", "search", "shell", "record", "failure"];

/** Requests of a session that are looked at. */
const STEPS_PER_SESSION = 300;
const NEEDS_PER_ROLE = 4;
/** A result that keeps more of its text is whole: what it lost are numbers of lines and blanks. */
const WHOLE = 0.8;
const LEAST_CHARS = 4;
/** Of a result's text, around the need: about 550 tokens. */
export const WINDOW_CHARS = 1_600;
/** Of the call, and of the answer in front of the need. */
const CALL_CHARS = 240;
const LEAD_CHARS = 360;
const TARGET_CHARS = 96;
const SEARCHES = /grep|glob|search|find|list|^ls$|tree/i;
const SHELLS = /bash|shell|exec|terminal|command|run/i;

/** An order that the seed alone gives. */
export function shuffled(list, seed) {
  const next = random(seed);
  const placed = list.map((one) => ({ one, place: next() }));
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

/** `count` of the needs, each role as often as there are needs of it. */
export function pickNeeds(all, count, seed) {
  const waiting = ROLES.map((role) =>
    shuffled(
      all.filter((need) => need.role === role),
      seed,
    ),
  );
  const picked = [];
  while (picked.length < count && waiting.some((list) => list.length > 0))
    for (const list of waiting) if (list.length > 0 && picked.length < count) picked.push(list.shift());
  return picked;
}

/** The recorded sessions of the shared folder. */
export async function* sessionsIn(inside, shared) {
  const traces = join(shared, "traces");
  for (const { file } of JSON.parse(readFileSync(join(traces, "manifest.json"), "utf8")))
    yield { name: file, request: JSON.parse(readFileSync(join(traces, file), "utf8")) };
  const seen = new Set();
  for (const { path } of inside.findLogs([inside.namedPlace(join(shared, "logs"))], true).files)
    for await (const entry of inside.readLogFile(path, seen)) if ("trace" in entry) yield entry.trace;
}

/**
 * The needs of a session. Each is a piece of an answer (a line that an edit quotes; a name or a value) that only results
 * had, and none of them is whole in the request that Tamis sends. Of several the one counts that still has the piece.
 */
export function needsIn(inside, trace, seed) {
  const session = inside.readSession(trace, {});
  if ("reason" in session) return [];
  const { results } = session.transcript;
  const texts = results.map(({ content }) => inside.textsOf(content).join("\n"));
  const found = [];
  for (const step of shuffled([...session.steps.cuts.keys()].slice(4), seed).slice(0, STEPS_PER_SESSION)) {
    const open = ROLES.filter((role) => found.filter((one) => one.role === role).length < NEEDS_PER_ROLE);
    const reduced = reducedAt(inside, session, step);
    if (reduced !== undefined) found.push(...needsAt({ inside, session, texts, step, reduced, open }, seed + step));
  }
  return found;
}

/** What the request of a step has of each result, with its role; undefined where nothing is shorter. */
function reducedAt(inside, session, step) {
  const body = Buffer.from(JSON.stringify(inside.requestAt(session, session.steps.cuts[step])));
  const { body: sent, report } = inside.reduceBody(body);
  if (sent.length === body.length) return undefined;
  const wire = inside.WIRES.of(session.wire);
  const { results } = wire.read(JSON.parse(Buffer.from(sent).toString())[wire.listKey]);
  const roles = new Map(report.decisions.map((one) => [`${one.messageIndex}/${one.blockIndex}`, one.role]));
  return results.map(({ content, messageIndex, blockIndex }) => ({
    text: inside.textsOf(content).join("\n"),
    role: roles.get(`${messageIndex}/${blockIndex}`),
  }));
}

/** At most one of each open role. */
function needsAt({ inside, session, texts, step, reduced, open }, seed) {
  const gone = new Set(reduced.flatMap(({ text }, at) => (text.length < WHOLE * texts[at].length ? [at] : [])));
  if (gone.size === 0) return [];
  const said = [...inside.saidInFront(session.request)];
  for (let message = 0; message < session.steps.cuts[step]; message++) said.push(...inside.saidIn(session, message));
  const saidText = said.join("\n");
  const found = new Map();
  for (const call of shuffled(inside.needsOf(session).steps[step]?.calls ?? [], seed)) {
    const text = asText(call);
    for (const piece of shuffled(piecesOf(inside, call), seed)) {
      const from = text.indexOf(piece);
      if (from <= 0 || saidText.includes(piece)) continue;
      const sources = [...reduced.keys()].filter((at) => texts[at].includes(piece));
      if (sources.length === 0 || sources.some((at) => !gone.has(at))) continue;
      const at = sources.findLast((one) => reduced[one].text.includes(piece)) ?? sources.at(-1);
      const source = session.transcript.results[at];
      const role = roleOf(inside, source, reduced[at].role);
      if (found.has(role) || !open.includes(role)) continue;
      found.set(role, {
        ...{ id: `${session.name}#${step}`, session: session.name, wire: session.wire, role },
        call: asText({ result: source, args: inside.parsedArguments(source.args) }).slice(0, CALL_CHARS),
        ...{ lead: text.slice(Math.max(0, from - LEAD_CHARS), from), target: piece.slice(0, TARGET_CHARS) },
        ...{ full: texts[at], ours: reduced[at].text },
      });
    }
  }
  return [...found.values()];
}

/** A call, as its tool reads it. */
function asText({ result, args }) {
  const members = Object.entries(args !== null && typeof args === "object" ? args : { input: args });
  const texts = members.map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return `${result.toolName ?? "call"}\n${texts.join("\n")}`;
}

/** Of an edit the lines that it quotes; of another call names and values. */
function piecesOf(inside, { args }) {
  const edits = inside.editTextsOf(args);
  if (edits.length > 0) return edits.flatMap(({ old }) => [...inside.linesOf(old)]);
  const pieces = new Set();
  for (const text of inside.argumentTexts(args)) {
    inside.loadTextBackend()?.visitRanked(text, (word) => pieces.add(word));
    for (const value of inside.valuesOf(text)) pieces.add(value);
  }
  return [...pieces].filter((piece) => piece.length >= LEAST_CHARS);
}

function roleOf(inside, result, role) {
  if (role === "file") return "file";
  if (role === "failure" || inside.isFailing(result)) return "failure";
  const name = result.toolName ?? "";
  if (SHELLS.test(name)) return "shell";
  return SEARCHES.test(name) ? "search" : "record";
}

/**
 * What the reader sees of a text: all of it if it is short, else the part around `piece`, or around the place where that was.
 *
 * @param share where that is in the whole text, from 0 to 1
 */
export function windowOf(text, piece, share) {
  if (text.length <= WINDOW_CHARS) return text;
  const found = text.indexOf(piece);
  const middle = found < 0 ? Math.round(share * text.length) : found;
  const from = Math.max(0, Math.min(middle - WINDOW_CHARS / 2, text.length - WINDOW_CHARS));
  return text.slice(from, from + WINDOW_CHARS);
}

/** What the model reads of a need: what is in front, the three texts behind that, and the piece. */
export function promptOf({ call, lead, target, full, ours }) {
  const at = full.indexOf(target);
  const windows = [windowOf(full, target, 0), windowOf(ours, target, at / full.length), "(cleared)"];
  // A blank in front is a part of the piece's first token.
  const before = lead.trimEnd();
  return {
    front: `An agent called a tool:\n${call}\n\nThe result:\n`,
    texts: windows.map((text) => `${text}\n\nThe next call of the agent:\n${before}`),
    target: lead.slice(before.length) + target,
  };
}

/** The gap closed of each role and of all, with the interval of 95 % over sessions drawn anew. */
export function gapsOf(scored, seed) {
  const groups = ROLES.map((role) => [role, scored.filter((need) => need.role === role)]);
  const having = groups.filter(([, needs]) => needs.length > 0);
  return Object.fromEntries([...having, ["all", scored]].map(([role, needs]) => [role, gapOf(needs, seed)]));
}

const DRAWS = 2_000;

function gapOf(needs, seed) {
  const bySession = [...new Set(needs.map(({ session }) => session))].map((name) =>
    needs.filter(({ session }) => session === name),
  );
  const next = random(seed);
  const drawn = Array.from({ length: DRAWS }, () =>
    gapClosed(bySession.flatMap((_one, _at, all) => all[Math.floor(next() * all.length)] ?? [])),
  ).sort((a, b) => a - b);
  const rounded = (number) => Math.round(number * 1_000) / 1_000;
  const mean = (arm) => rounded(needs.reduce((sum, { scores }) => sum + scores[arm], 0) / needs.length);
  return {
    ...{
      needs: needs.length,
      sessions: bySession.length,
      full: mean("full"),
      ours: mean("ours"),
      cleared: mean("cleared"),
    },
    ...{
      gap: rounded(gapClosed(needs)),
      interval: [0.025, 0.975].map((share) => rounded(drawn[Math.floor(share * DRAWS)])),
    },
  };
}

function gapClosed(needs) {
  const sum = (arm) => needs.reduce((total, { scores }) => total + scores[arm] - scores.cleared, 0);
  return sum("ours") / sum("full");
}
