// Sessions: what a turn costs in a long one, what a prompt costs, what it takes to load a large one from disk.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateChatRequest } from "../../__test__/support/generate.js";
import type { ContextSession } from "../../ts/session/index.js";
import { type Percentiles, percentiles } from "../measure.js";
import { ROOT } from "../package-under-test.js";
import { duration, type Part, type Target } from "../part.js";

type Package = typeof import("../../ts/session/index.js");

const TURN = "A turn of everyday length, some words about what is to be done next. ".repeat(6);
const WIRES = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;

export const measureSessions: Part = async ({ quick }) => {
  const tamis = (await import(pathToFileURL(join(ROOT, "dist/session/index.js")).href)) as Package;
  const rows = [
    { what: "add a turn to 100 turns, in memory", times: await addTurns(tamis, 100), limitMillis: 1 },
    { what: "add a turn to 10,000 turns, in memory", times: await addTurns(tamis, 10_000), limitMillis: 1 },
    { what: "add a turn of 1 MB (its estimate)", times: await addLargeTurns(tamis), limitMillis: 10 },
    ...(await prompts(tamis)),
    ...(await onDisk(tamis, quick ? 10 : 100)),
  ];
  const targets: Target[] = rows.flatMap(({ what, times, limitMillis }) =>
    limitMillis === undefined
      ? []
      : [{ what, reached: times.p50 / 1000, limit: limitMillis, good: "at most" as const, unit: "ms" as const }],
  );
  const table = {
    title: "Sessions",
    head: ["what", "p50", "p95", "p99", "target"],
    rows: rows.map(({ what, times, limitMillis }) => [
      ...[what, duration(times.p50), duration(times.p95), duration(times.p99)],
      limitMillis === undefined ? "" : `≤ ${limitMillis} ms`,
    ]),
  };
  return { tables: [table], targets, data: rows };
};

interface Row {
  what: string;
  /** Microseconds. */
  times: Percentiles;
  limitMillis?: number;
}

async function filled({ ContextSession }: Package, turns: number): Promise<ContextSession> {
  const session = new ContextSession({ maxTokens: 1e9 });
  for (let at = 0; at < turns; at++) await session.addTurn({ role: at % 2 ? "assistant" : "user", content: TURN });
  return session;
}

/** Microseconds of each of so many calls, one after the other. */
async function timeEach(calls: number, run: () => Promise<unknown>): Promise<Percentiles> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const start = performance.now();
    await run();
    times.push((performance.now() - start) * 1000);
  }
  return percentiles(times);
}

async function addTurns(tamis: Package, turns: number): Promise<Percentiles> {
  const session = await filled(tamis, turns);
  return timeEach(2_000, () => session.addTurn({ role: "user", content: TURN }));
}

async function addLargeTurns(tamis: Package): Promise<Percentiles> {
  const session = await filled(tamis, 10);
  const content = TURN.repeat(Math.ceil(1_000_000 / TURN.length));
  return timeEach(50, () => session.addTurn({ role: "user", content }));
}

async function prompts({ ContextSession }: Package): Promise<Row[]> {
  const session = new ContextSession({ maxTokens: 1e9 });
  await session.import(JSON.stringify(generateChatRequest({ seed: 1, targetBytes: 1_000_000 })));
  const rows: Row[] = [];
  for (const wire of WIRES) {
    const times = await timeEach(200, () => session.prompt(wire));
    rows.push({ what: `prompt of 1 MB, ${wire}`, times, limitMillis: 2 });
  }
  return rows;
}

async function onDisk(tamis: Package, megabytes: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-bench-session-"));
  const place = join(folder, "sessions.db");
  const store = await tamis.openStore(place);
  try {
    const session = await filled(tamis, 10);
    await session.save(store);
    const added = await timeEach(200, () => session.addTurn({ role: "user", content: TURN }));
    const content = TURN.repeat(24);
    const large = new tamis.ContextSession({ maxTokens: 1e9 });
    for (let size = 0; size < megabytes * 1e6; size += content.length) await large.addTurn({ role: "user", content });
    await large.save(store, { name: "large" });
    await large.close();
    const load = await timeEach(5, async () => {
      const other = new tamis.ContextSession({ maxTokens: 1e9 });
      await other.load(store, "large");
      if (other.tokens !== large.tokens) throw new Error("what was loaded is not what was saved");
      await other.close();
    });
    const bytes = statSync(place).size;
    return [
      { what: "add a turn, acknowledged on disk", times: added },
      {
        what: `load a session of ${megabytes} MB (file: ${Math.round(bytes / 1e6)} MB)`,
        times: load,
        ...(megabytes === 100 ? { limitMillis: 2_000 } : {}),
      },
    ];
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
