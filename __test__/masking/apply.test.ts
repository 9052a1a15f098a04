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
      masksAlone({
        mask: { windowTurns: 1, minChars: 0, keepErrorsMaxChars: 200 },
        cache: { strategy: "every-turn" },
      }),
    );
    expect(report.clippedCount).toBe(1);
    expect(JSON.stringify(body)).toMatch(/"response":\{"__proto__":\{"error":"some plain text.*error clipped/);
    expect(Reflect.get({}, "error")).toBeUndefined();
  });

  it("edits around values that are no JSON", () => {
    const circle: Record<string, unknown> = { name: "circle" };
    circle.self = circle;
    const picture = new Uint8Array(5_000_000);
    const odd = { circle, picture, big: 12n, nothing: undefined, call: () => 1, date: new Date(0) };
    const turn = anthropic.turn(pair("a"), pair("b", ["x", LONG]));
    const request = { ...anthropic.request([anthropic.user("go"), ...turn, ...later(anthropic)]), metadata: odd };
    const { body, report } = reduceRequest(request, POLICY);
    expect(report.maskedCount).toBe(2);
    expect(body.metadata).toBe(odd);
    expect(JSON.stringify(anthropic.messagesOf(body))).not.toContain(LONG);
  });

  it("sets members named __proto__ without a prototype", () => {
    const long = JSON.parse(`{"__proto__":{"text":${JSON.stringify(LONG)}},"text":${JSON.stringify(LONG)}}`);
    const answer = { parts: [{ functionResponse: { name: "f", response: long } }] };
    const request = gemini.request([
      { role: "model", parts: [{ functionCall: { name: "f" } }] },
      answer,
      ...later(gemini),
    ]);
    const { body, report } = reduceRequest(request, POLICY);
    expect(report.maskedCount).toBe(1);
    expect(JSON.stringify(body)).not.toContain(LONG);
    expect(Object.getPrototypeOf(long)).toBe(Object.prototype);
  });
});
