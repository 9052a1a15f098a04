// Whether an hour instead of five minutes is worth it on an agent's own pauses.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hoursThatPay, type SavingsOptions } from "../../ts/simulate/index.js";
import { temporaryFolder } from "../support/folder.js";
import { type PausedSession, pausedLog } from "../support/paused-log.js";
import { savingsOfFiles } from "../support/savings.js";

const START = Date.parse("2026-11-20T08:00:00Z");
const DAY_MS = 86_400_000;
const MINUTES = 60;

/** Dollars for a million tokens. */
const prices = { "claude-opus-4-6": { input: 10, cacheRead: 1, cacheWrite: 12.5, hourWrite: 20, output: 50 } };

async function savingsOf(sessions: readonly PausedSession[], options: SavingsOptions = {}) {
  const folder = temporaryFolder();
  const files = sessions.map((session) => {
    const file = join(folder, `${session.id}.jsonl`);
    writeFileSync(file, pausedLog(session));
    return file;
  });
  return savingsOfFiles(files, { prices, replays: false, ...options });
}

const hoursOf = async (sessions: readonly PausedSession[]) => hoursThatPay(await savingsOf(sessions), "Claude Code");

/** So many sessions, one a day, with these pauses in seconds. */
const days = (count: number, pauses: readonly number[], more: Partial<PausedSession> = {}): PausedSession[] =>
  Array.from({ length: count }, (_, day) => ({ id: `s${day}`, start: START + day * DAY_MS, pauses, ...more }));

const IDLE = [60, 10 * MINUTES, 60, 10 * MINUTES];
const DENSE = [60, 60, 60, 60];

/** What five requests cost of input and output, with their cache for five minutes, and for an hour. */
const FIVE_MINUTES =
  (12.5 * 50_000 + (50_000 + 12.5 * 1_000) + 12.5 * 52_000 + (52_000 + 12.5 * 1_000) + 12.5 * 54_000 + 5 * 500) / 1e6;
const HOUR = (20 * 50_000 + (50 + 51 + 52 + 53) * 1_000 + 4 * 20 * 1_000 + 5 * 500) / 1e6;

describe("an hour instead of five minutes", () => {
  it("pays where pauses of ten minutes let entries expire, by the dollars of these requests", async () => {
    expect(await hoursOf(days(5, IDLE))).toEqual({
      main: {
        sessions: 5,
        saved: expect.closeTo(5 * (FIVE_MINUTES - HOUR), 9),
        paid: expect.closeTo(5 * FIVE_MINUTES, 9),
      },
    });
  });

  it("pays as much on logs whose requests had the hour already, so that it stays", async () => {
    const fresh = await hoursOf(days(5, IDLE));
    const kept = await hoursOf(days(5, IDLE, { isHourly: true }));
    expect(kept.main).toEqual({
      sessions: 5,
      saved: expect.closeTo(fresh.main?.saved ?? 0, 9),
      paid: expect.closeTo(fresh.main?.paid ?? 0, 9),
    });
  });

  it("does not pay where requests follow each other closely", async () => {
    expect(await hoursOf(days(8, DENSE))).toEqual({});
    expect(await hoursOf(days(8, DENSE, { isHourly: true }))).toEqual({});
  });

  it("is judged for sub-agents apart", async () => {
    const main = days(5, DENSE);
    const sub = days(5, IDLE, { isSubAgent: true }).map((one) => ({ ...one, id: `x${one.id}` }));
    expect(Object.keys(await hoursOf([...main, ...sub]))).toEqual(["subAgents"]);
  });

  it("needs five sessions with times", async () => {
    expect(await hoursOf(days(4, IDLE))).toEqual({});
    expect(await hoursOf([...days(4, IDLE), { id: "untimed", start: undefined, pauses: IDLE }])).toEqual({});
    expect(await hoursOf([...days(4, IDLE), { id: "single", start: START, pauses: [] }])).toEqual({});
    expect(await hoursOf(days(9, IDLE).map((one) => ({ ...one, start: undefined })))).toEqual({});
  });

  it("takes nothing from clocks that run back", async () => {
    expect(await hoursOf(days(6, [-60, -600, -60, -6_000]))).toEqual({});
  });

  it("must save 5 % of everything paid", async () => {
    const [savings, other] = await Promise.all([savingsOf(days(5, IDLE)), savingsOf(days(5, IDLE))]);
    const dollars = (total: number) => ({ ...savings.dollars, total });
    expect(hoursThatPay({ ...savings, dollars: dollars(90 * savings.dollars.total) }, "Claude Code")).toEqual({});
    expect(hoursThatPay(other, "Codex")).toEqual({});
    expect(hoursThatPay(other, "Claude Code")).toHaveProperty("main");
  });

  it("counts what was read until the reading had to end, within a log as well", async () => {
    let left = 3;
    const { sessions } = await savingsOf(days(9, IDLE), { isOver: () => left-- <= 0 });
    expect(sessions.length).toBeGreaterThan(0);
    expect(sessions.length).toBeLessThan(9);
  });
});
