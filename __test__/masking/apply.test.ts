import { describe, expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { anthropic, gemini, LONG, later, pair, SPELLERS } from "../contract/wires-build.js";
import { everyTurn } from "../support/every-turn.js";
import { masksAlone } from "../support/masks-alone.js";

const POLICY = resolvePolicy(everyTurn({ mask: { windowTurns: 1, minChars: 0 } }));

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

describe("reduceRequest", () => {
  it.each(SPELLERS.map((speller) => [speller.wire, speller] as const))(
    "shares what it does not edit: %s",
    (_, speller) => {
      const turn = speller.turn(pair("a"), pair("b", ["x", LONG]));
      const request = freeze(speller.request([speller.user("go"), ...turn, ...later(speller)]));
      const copy = structuredClone(request);
      const { body, report } = reduceRequest(request, POLICY);
      expect(report.maskedCount).toBe(2);
      expect(request).toEqual(copy);
      const [before, after] = [speller.messagesOf(request), speller.messagesOf(body)];
      const edited = new Set(report.decisions.map(({ messageIndex }) => messageIndex));
      before.forEach((message, index) => {
        if (edited.has(index)) expect(after[index]).not.toBe(message);
        else expect(after[index]).toBe(message);
      });
    },
  );

  it("copies a message with many results only once", () => {
    const pairs = Array.from({ length: 5_000 }, (_, index) => pair(`c${index}`));
    for (const speller of [anthropic, gemini]) {
      const started = performance.now();
      const { report } = reduceRequest(speller.request([...speller.turn(...pairs), ...later(speller)]), POLICY);
      expect(report.maskedCount).toBe(5_000);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });

  it("keeps keys that look like prototypes", () => {
    const contents = JSON.parse(
      `[{"role":"model","parts":[{"functionCall":{"name":"f"}}]},{"parts":[{"functionResponse":{"name":"f","response":{"__proto__":{"error":"no"},"error":1}}}]}]`,
    );
    const long = JSON.parse(JSON.stringify(contents).replace('"no"', JSON.stringify(LONG)));
    const request = gemini.request([...long, ...later(gemini)]);
    const { body, report } = reduceRequest(
      request,
      masksAlone({ mask: { windowTurns: 1, minChars: 0, keepErrorsMaxChars: 200 } }),
    );
    expect(report.clippedCount).toBe(1);
    expect(JSON.stringify(body)).toMatch(/"response":\{"__proto__":\{"error":"some plain text.*error clipped/);
    expect(Reflect.get({}, "error")).toBeUndefined();
  });

  it("passes on an object that refers to itself", () => {
    const response: Record<string, unknown> = { x: LONG };
    response.self = response;
    const request = { contents: [{ parts: [{ functionResponse: { name: "f", response } }] }] };
    expect(reduceRequest(request, POLICY)).toMatchObject({ body: request, report: { skipped: "internal_error" } });
  });
});
