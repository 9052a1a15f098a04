// One line, again and again, in results that differ in length: what no pointer can name is not looked at for ever.
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyBackend } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";

const policy = resolvePolicy({ cache: { strategy: "every-turn" } });

const bodyOf = (results: readonly string[]): Buffer => {
  const calls = results.map((result, at) => ({ id: `c${at}`, tool: "watch", args: {}, result }));
  const messages = [{ role: "user", content: "go on" }, ...calls.flatMap((call) => chatOf([{ calls: [call] }]))];
  return Buffer.from(JSON.stringify({ model: "gpt-5", messages }));
};

/** Six calls that say the same, each with ten lines more than the one before. */
const longer = (lines: number) => bodyOf([0, 1, 2, 3, 4, 5].map((at) => "waiting\n".repeat(lines + 10 * at)));

/** How many times the processor's time `other` takes. */
function ratio(backend: Backend, one: Buffer, other: Buffer): number {
  const timeOf = (request: Buffer) => {
    const before = process.cpuUsage();
    backend.reduceBody(request, policy, { wire: "openai-chat" });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const turns = Array.from({ length: 15 }, () => [timeOf(one), timeOf(other)] as const);
  const [first, second] = [0, 1].map((at) => Math.min(...turns.map((turn) => turn[at] ?? 0)));
  return (second ?? 0) / (first ?? 0);
}

describe.each(everyBackend())("one line again and again: %s", (_, backend) => {
  it("takes no more than ten times as long for five times as many", () => {
    expect(ratio(backend, longer(4_000), longer(20_000))).toBeLessThan(10);
  }, 60_000);

  it("takes in many results with other ends no more than five times as long as lines that are unlike", () => {
    const results = (line: (at: number) => string) =>
      Array.from(
        { length: 300 },
        (_, at) => `${Array.from({ length: 400 }, (_, of) => line(400 * at + of)).join("")}${at}`,
      );
    const [unlike, alike] = [
      results((at) => `${at + 1e6}\n`),
      results((at) => (at % 2 === 0 ? "waiting\n" : "working\n")),
    ];
    expect(ratio(backend, bodyOf(unlike), bodyOf(alike))).toBeLessThan(5);
  }, 60_000);
});
