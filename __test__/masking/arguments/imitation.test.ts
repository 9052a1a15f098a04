import { describe, expect, it } from "vitest";
import type { Backend } from "../../../ts/contract/backend.js";
import { type Policy, resolvePolicy } from "../../../ts/policy/policy.js";
import { bothBackends } from "../../support/native.js";
import { chatOf } from "../../support/on-wire.js";
import { written } from "../../support/written.js";

const MARK = "text [argument shortened: 900 chars left out]";
const text = (turn: number) => `file ${turn} ${"const x = 1;\n".repeat(80)}`;

function request(turns: number, marks: readonly number[], errors: readonly number[] = []): object[] {
  const made = Array.from({ length: turns }, (_, turn) =>
    chatOf([
      {
        calls: [
          {
            id: `c${turn}`,
            tool: "write",
            args: { path: `${turn}.ts`, text: marks.includes(turn) ? MARK : text(turn) },
            result: errors.includes(turn) ? "Error: disk full" : "ok",
          },
        ],
      },
    ]),
  );
  return [{ role: "user", content: "write" }, ...made.flat()];
}

function reduce(backend: Backend, messages: object[], policy: Policy) {
  const body = Buffer.from(JSON.stringify({ model: "gpt-5.1", messages }));
  const { body: out, report } = backend.reduceBody(body, policy, { explain: true });
  const sent = (JSON.parse(Buffer.from(out).toString()) as { messages: object[] }).messages;
  const shortened = sent.flatMap((message, index) =>
    index % 2 === 1 && JSON.stringify(message).includes("[argument shortened: 9") ? [(index - 1) / 2] : [],
  );
  return { shortened, report };
}

const EVERY_TURN = resolvePolicy(
  written({
    mask: { windowTurns: 3 },
    args: { digest: null },
    cache: { strategy: "every-turn" },
  }),
);
const RENT = resolvePolicy(
  written({
    mask: { windowTurns: 3 },
    args: { digest: null },
    cache: { strategy: "rent", rent: 0.2 },
  }),
);

describe.each(bothBackends())("%s", (_, backend) => {
  it.each([
    ["every-turn", EVERY_TURN],
    ["rent", RENT],
  ])("a model that writes the mark itself stops more from being shortened (%s)", (_, policy) => {
    const without = reduce(backend, request(14, []), policy);
    expect(without.report.argsImitated).toBeUndefined();
    expect(without.shortened.length).toBeGreaterThan(8);
    const before = reduce(backend, request(8, [8]), policy);
    for (const turns of [9, 12, 14]) {
      const { shortened, report } = reduce(backend, request(turns, [8]), policy);
      expect(report.argsImitated).toBe(true);
      expect(shortened.filter((turn) => turn !== 8)).toEqual(before.shortened);
      const waits = report.decisions.filter(({ reason }) => reason === "imitated");
      expect(waits.length, `${turns} turns`).toBe(turns > 11 ? turns - 3 - 1 - before.shortened.length : waits.length);
    }
  });

  it("a mark from before anything was shortened stops nothing", () => {
    const { shortened, report } = reduce(backend, request(12, [0, 1]), EVERY_TURN);
    expect(report.argsImitated).toBeUndefined();
    expect(shortened).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("a history that comes back reduced is no imitation, and goes on", () => {
    const body = Buffer.from(JSON.stringify({ model: "gpt-5.1", messages: request(10, []) }));
    const { messages } = JSON.parse(Buffer.from(backend.reduceBody(body, EVERY_TURN, {}).body).toString());
    const more = request(12, []).slice(messages.length);
    const { shortened, report } = reduce(backend, [...messages, ...more], EVERY_TURN);
    expect(report.argsImitated).toBeUndefined();
    expect(report.shortenedArgsCount).toBe(2);
    expect(shortened).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("calls whose results are errors keep their arguments", () => {
    const { shortened } = reduce(backend, request(8, [], [1, 3]), EVERY_TURN);
    expect(shortened).toEqual([0, 2, 4]);
  });
});
