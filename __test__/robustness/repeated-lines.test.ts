// One line, again and again, in results that differ in length: what no pointer can name is not looked at for ever.
import { expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyBackend } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";

const policy = resolvePolicy({ cache: { strategy: "every-turn" } });

/** Six calls that say the same, each with ten lines more than the one before. */
function body(lines: number): Buffer {
  const calls = [0, 1, 2, 3, 4, 5].map((at) => ({
    id: `c${at}`,
    tool: "watch",
    args: {},
    result: "waiting\n".repeat(lines + 10 * at),
  }));
  const messages = [{ role: "user", content: "go on" }, ...calls.flatMap((call) => chatOf([{ calls: [call] }]))];
  return Buffer.from(JSON.stringify({ model: "gpt-5", messages }));
}

it.each(everyBackend())(
  "five times as many take no more than ten times as long: %s",
  (_, backend) => {
    const [short, long] = [body(4_000), body(20_000)];
    const timeOf = (request: Buffer) => {
      const start = performance.now();
      backend.reduceBody(request, policy, { wire: "openai-chat" });
      return performance.now() - start;
    };
    const turns = [1, 2, 3].map(() => [timeOf(short), timeOf(long)] as const);
    const [least, most] = [0, 1].map((at) => Math.min(...turns.map((turn) => turn[at] ?? 0)));
    expect((most ?? 0) / (least ?? 0)).toBeLessThan(10);
  },
  60_000,
);
