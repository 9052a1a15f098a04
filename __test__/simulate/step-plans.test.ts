// The replay makes about one plan a move. It must send what `reduceBody` makes of every single request. `npm run test:long` takes
// all recordings and logs with all of their steps.

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Edit } from "../../ts/contract/report.js";
import { loadBackend } from "../../ts/load/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { cacheRuleFor } from "../../ts/simulate/cache-rule.js";
import { findLogs, namedPlace } from "../../ts/simulate/logs/find-logs.js";
import { readLogFile } from "../../ts/simulate/logs/read-file.js";
import { ruleOfRequests } from "../../ts/simulate/policies.js";
import type { Stretch } from "../../ts/simulate/schedule.js";
import { SessionBody } from "../../ts/simulate/session-body.js";
import { EditReader, planBackwards, stretchesOf } from "../../ts/simulate/step-plans.js";
import { readSession, type Session, type Trace } from "../../ts/simulate/trace.js";
import { WIRES } from "../../ts/wires/index.js";
import { type ToolResult, textsOf } from "../../ts/wires/transcript.js";
import { readRecording, recordings } from "../support/recordings.js";

const PRESETS = ["none", "safe", "balanced", "strong"] as const;
/** Sessions have many steps, and each is planned. */
const MOST_STEPS = Number(process.env.TAMIS_STEPS ?? 30);

/** Steps whose request has other edits of its messages than the replay says. */
function stepsThatDiffer(session: Session, preset: (typeof PRESETS)[number]): { compared: number; differ: number[] } {
  const rule = cacheRuleFor(session.wire, session.model, session.longLived);
  const { policy, model = session.model } = ruleOfRequests(session, resolvePolicy({ preset }), rule);
  const body = new SessionBody(session);
  const stretches = stretchesOf(session, planBackwards(session, policy, { body, model }));
  const options = { wire: session.wire, ...(model !== undefined && { model }) };
  const { cuts } = session.steps;
  const every = Math.max(1, Math.ceil(cuts.length / MOST_STEPS));
  const steps = cuts.flatMap((_, step) => (step % every === 0 ? [step] : []));
  const replayed: Sent = { ids: [...session.ids], said: new Map(), shown: new Map() };
  const differ = steps.filter((step) => {
    while ((stretches[0]?.fromStep ?? Number.POSITIVE_INFINITY) <= step) carryOut(replayed, stretches.shift());
    const cut = cuts[step] ?? 0;
    const { edits } = loadBackend().backend.planBody(body.at(cut), policy, options);
    const alone: Sent = { ids: [...session.ids], said: new Map(), shown: new Map() };
    const units = new EditReader(session).read(byMessage(session, edits));
    carryOut(alone, stretchesOf(session, [{ fromStep: step, messages: cut, units, cache: { strategy: "off" } }])[0]);
    const [own, said] = [alone, replayed].map((sent) => partOf(session, sent, cut));
    return JSON.stringify(own) !== JSON.stringify(said);
  });
  return { compared: steps.length, differ };
}

/** What is sent at a step. */
interface Sent {
  ids: number[];
  said: Map<number, unknown>;
  shown: Map<ToolResult, string>;
}

function carryOut(sent: Sent, stretch: Stretch | undefined): void {
  const { changes = [], said = [], shown = [] } = stretch ?? {};
  for (const [unit, id] of changes) sent.ids[unit] = id;
  for (const [unit, texts] of said) sent.said.set(unit, texts);
  for (const [result, text] of shown) sent.shown.set(result, text);
}

/** What a request of so many messages has of it. */
function partOf({ messageStarts, transcript }: Session, { ids, said, shown }: Sent, cut: number): unknown {
  const end = messageStarts[cut] ?? 0;
  const spoken = [...said].filter(([unit, texts]) => unit < end && texts !== undefined);
  const results = transcript.results.filter(({ messageIndex }) => messageIndex < cut);
  const texts = results.map((result) => shown.get(result) ?? textsOf(result.content).join("\n"));
  return [ids.slice(0, end), spoken.sort(([a], [b]) => a - b), texts];
}

function byMessage({ wire }: Session, edits: readonly Edit[]): Map<number, Edit[]> {
  const inMessages = edits.filter(({ path }) => path.split("/")[1] === WIRES.of(wire).listKey);
  const messages = new Map<number, Edit[]>();
  for (const edit of inMessages) {
    const message = Number(edit.path.split("/")[2]);
    messages.set(message, [...(messages.get(message) ?? []), edit]);
  }
  return messages;
}

/** Recorded requests and agents' logs, with what reads their sessions. */
function conversations(): [name: string, read: () => Promise<Session[]>][] {
  const requests = (recordings ?? []).map((one): [string, () => Promise<Session[]>] => [
    one.file,
    async () => readable([{ name: one.file, request: JSON.parse(readRecording(one).toString()) as object }]),
  ]);
  const folder = join(process.env.TAMIS_SHARED ?? "", "logs");
  const { files } = existsSync(folder) ? findLogs([namedPlace(folder)], true) : { files: [] };
  const logs = files.map(({ path }): [string, () => Promise<Session[]>] => [
    basename(path),
    async () => {
      const traces: Trace[] = [];
      for await (const entry of readLogFile(path, new Set())) if ("trace" in entry) traces.push(entry.trace);
      return readable(traces);
    },
  ]);
  return [...requests, ...logs];
}

const readable = (traces: readonly Trace[]): Session[] =>
  traces.map((trace) => readSession(trace)).filter((session): session is Session => !("reason" in session));

describe.runIf(recordings !== undefined)("the replay of recordings and logs", () => {
  const every = Number(process.env.TAMIS_EVERY ?? 18);
  let compared = 0;
  it.each(conversations().filter((_, index) => index % every === 0))(
    "decides as reduceBody does: %s",
    async (_, read) => {
      for (const session of await read()) {
        for (const preset of PRESETS) {
          const result = stepsThatDiffer(session, preset);
          compared += result.compared;
          expect(result.differ, preset).toEqual([]);
        }
      }
      console.log(`${compared} steps compared`);
    },
    1_200_000,
  );
});
