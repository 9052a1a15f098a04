import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, it } from "vitest";
import { threadMicros } from "../../benches/thread-time.js";
import { RULE_IDS } from "../../ts/contract/rule-texts.js";
import type { Violation } from "../../ts/contract/violations.js";
import { createNative } from "../../ts/native/backend.js";
import { validateRequest } from "../../ts/validate/index.js";
import { arbitraryWireRequest } from "../support/arbitrary-request.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative, otherBackend } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { recordings as allRecordings, readRecording } from "../support/recordings.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const withoutOffset = (violations: readonly Violation[]) => violations.map(({ byteOffset: _, ...rest }) => rest);
const other = otherBackend();

/**
 * What is wrong with recordings, looked at one by one: cut off in the middle of calls or thinking, begun in the middle,
 * messages lost to compaction, an answer of white space, and logs that never were requests.
 */
const WRONG_IN_RECORDINGS = {
  "anthropic/blank-text": 1,
  "anthropic/first-role": 1,
  "anthropic/missing-result": 5,
  "anthropic/missing-result-at-end": 7,
  "anthropic/orphan-result": 1,
  "anthropic/thinking-at-end": 2,
  "chat/content-missing": 3,
  "responses/call-unanswered-at-end": 3,
  "responses/reasoning-without-item": 1,
};

it.skipIf(allRecordings === undefined)("reports only the known faults of recordings", () => {
  const counts: Record<string, number> = {};
  let clean = 0;
  for (const recording of allRecordings ?? []) {
    const found = other.validateBody(readRecording(recording), {});
    if (found.length === 0) clean++;
    for (const { rule } of found) counts[rule] = (counts[rule] ?? 0) + 1;
  }
  expect([allRecordings?.length, clean]).toEqual([359, 342]);
  expect(counts).toEqual(WRONG_IN_RECORDINGS);
});

/** Rules that only large requests break, which the cases of the rules have. */
const NEEDS_SIZE = new Set([
  "request-too-large",
  "too-many-images",
  "image-too-large",
  "string-too-long",
  "too-many-tools",
]);

/** Values that no reader takes where the last value counts. */
const HIDDEN = [
  "0",
  "null",
  '"x"',
  "[]",
  "{}",
  '["y"]',
  '[{"type":"text","text":""}]',
  '{"name":"x","id":"x"}',
  '"\\ud800"',
];
const SPELLED =
  /^(?:function_?(?:call|response)|thought_?signature|cached_?content|tool_?config|system_?instruction)$/i;

/** A value as JSON; in front of some members is another one of that key. */
function withRepeats(value: unknown, random: ReturnType<typeof createRandom>): string {
  if (Array.isArray(value)) return `[${value.map((one) => withRepeats(one, random)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.flatMap(([key, member]) => {
    const name = JSON.stringify(key);
    // Of two spellings the last one counts, so a third would change what is read.
    const isRepeated = random.below(20) === 0 && !SPELLED.test(key);
    const hidden = isRepeated ? [`${name}:${HIDDEN[random.below(HIDDEN.length)]}`] : [];
    return [...hidden, `${name}:${withRepeats(member, random)}`];
  });
  return `{${texts.join()}}`;
}

describeNative("both validators", ({ addon, levels }) => {
  const backends = levels.map((level) => createNative(addon, level));
  const native = createNative(addon);

  it(
    "say the same of requests of every wire, in any spelling, and of the object",
    () => {
      const seen = new Set<string>();
      fc.assert(
        fc.property(arbitraryWireRequest, arbitraryJsonStyle, ({ wire, request }, style) => {
          const body = Buffer.from(renderJson(request, style));
          const ofBytes = withoutOffset(other.validateBody(body, { wire }));
          for (const violation of ofBytes) seen.add(violation.rule);
          for (const backend of backends) {
            const ofNative = backend.validateBody(body, { wire });
            deepStrictEqual(withoutOffset(ofNative), ofBytes);
            for (const { rule, byteOffset } of ofNative) {
              const hasOffset = byteOffset !== undefined && byteOffset < body.length;
              deepStrictEqual(hasOffset || !rule.includes("-"), true, `${rule} has an offset`);
            }
          }
          deepStrictEqual(withoutOffset(validateRequest(request, { wire })), ofBytes);
        }),
        { numRuns: cases(4000), seed: 7 },
      );
      // The generator is worth something only if it meets nearly every rule.
      const missed = RULE_IDS.filter((rule) => !seen.has(rule) && !NEEDS_SIZE.has(rule));
      expect(missed).toEqual([]);
    },
    timeLimit(60_000),
  );

  it("finds the same repeated keys", () => {
    const bodies = [
      '{"messages":[],"messages":[{"role":"tool"}]}',
      '{"messages":[{"role":"user","content":"a","role":"tool"},{"role":"odd"}]}',
      '{"messages":[{"role":"user","content":[{"type":"text","text":"","text":"b"}]}]}',
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a","id":"b","function":{}}]}]}',
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"x","n\\u0061me":"y"}}]}]}',
      '{"messages":[{"role":"user","x":1,"x":2,"content":"","meta":{"role":1,"role":2}}]}',
      '{"messages":[1,{"role":"user","content":["x"]},{"role":"user","content":"","content":["x"]}]}',
      '{"contents":[{"parts":[{"functionCall":{"name":"f"},"function_call":{"name":"f"}}]}]}',
      '{"contents":[{"parts":[{"functionCall":{"name":"f","name":"g"}}]}]}',
      '{"messages":[{"role":"user","content":"x","meta":{"a":"\\ud800","a":""}}]}',
    ];
    for (const text of bodies) {
      const body = Buffer.from(text);
      const expected = withoutOffset(other.validateBody(body, {}));
      deepStrictEqual(withoutOffset(native.validateBody(body, {})), expected, text);
    }
    const rules = bodies.map((text) => other.validateBody(Buffer.from(text), {}).map(({ rule }) => rule));
    expect(rules.map((found) => found.filter((rule) => rule === "duplicate-key").length)).toEqual([
      ...[1, 1, 1, 1, 1, 0, 1, 1, 1, 0],
    ]);
    expect(rules[1]).toEqual(["duplicate-key", "chat/result-without-id", "chat/role"]);
    expect(rules[6]).toEqual(["message-not-object", "block-not-object", "duplicate-key", "block-not-object"]);
  });

  it("finds in a request with repeated keys what its last values have, and the keys", () => {
    const random = createRandom(11);
    const known = ({ rule, path, message }: Omit<Violation, "byteOffset">) =>
      rule === "duplicate-key" || rule === "lone-surrogate" ? [] : [{ rule, path, message }];
    let [repeated, others] = [0, 0];
    fc.assert(
      fc.property(arbitraryWireRequest, ({ wire, request }) => {
        const body = Buffer.from(withRepeats(request, random));
        const found = withoutOffset(other.validateBody(body, { wire }));
        deepStrictEqual(withoutOffset(native.validateBody(body, { wire })), found);
        deepStrictEqual(withoutOffset(native.validateBody(body, {})), withoutOffset(other.validateBody(body, {})));
        deepStrictEqual(
          found.flatMap(known),
          other.validateBody(Buffer.from(JSON.stringify(request)), { wire }).flatMap(known),
        );
        const rules = new Set(found.map(({ rule }) => rule));
        if (!rules.delete("duplicate-key")) return;
        repeated++;
        if (rules.size > 0) others++;
      }),
      { numRuns: cases(2000), seed: 12 },
    );
    expect(repeated).toBeGreaterThan(cases(2000) / 20);
    expect(others).toBeGreaterThan(cases(2000) / 40);
  });

  it("validates in linear time, whatever the ids are", { timeout: timeLimit(60_000) }, () => {
    const time = (body: Buffer) => {
      const times = [1, 2].map(() => {
        const start = threadMicros();
        native.validateBody(body, {});
        return (threadMicros() - start) / 1000;
      });
      return Math.min(...times);
    };
    for (const make of Object.values(ADVERSARIAL)) {
      const [small, large] = [make(2500), make(80_000)].map((text) => time(Buffer.from(text)));
      // 32 times as much: a square would take 1,024 times as long; the caches alone cost a factor of 2 to 4.
      expect(large ?? 0).toBeLessThan(32 * 8 * ((small ?? 0) + 0.5));
    }
  });
});

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join();

/** Bodies made to be slow. */
const ADVERSARIAL: Record<string, (count: number) => string> = {
  "calls of one message": (n) =>
    `{"messages":[{"role":"assistant","tool_calls":[${repeat(n, (i) => `{"id":"c${i}"}`)}]},${repeat(n, (i) => `{"role":"tool","tool_call_id":"c${n - i}","content":""}`)}]}`,
  "one id": (n) =>
    `{"messages":[${repeat(n, () => '{"role":"assistant","content":[{"type":"tool_use","id":"a"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"b"}]}')}]}`,
  outputs: (n) =>
    `{"input":[${repeat(n, (i) => `{"type":"function_call","call_id":"c${i}","id":"i${i}"}`)},${repeat(n, (i) => `{"type":"function_call_output","call_id":"x${i}","output":""}`)}]}`,
  "one large turn, then many small": (n) =>
    `{"messages":[{"role":"assistant","tool_calls":[${repeat(n, (i) => `{"id":"c${i}"}`)}]},${repeat(n, () => '{"role":"assistant","tool_calls":[{"id":"a"}]},{"role":"tool","tool_call_id":"a","content":""}')}]}`,
  backslashes: (n) => `{"messages":[{"role":"user","content":"${"\\\\".repeat(n)}${"\\ud800".repeat(n)}"}]}`,
  "function calls": (n) =>
    `{"contents":[{"role":"model","parts":[${repeat(n, (i) => `{"functionCall":{"id":"${i}","name":"f"}}`)}]},{"parts":[${repeat(n, (i) => `{"functionResponse":{"id":"${n - 1 - i}","name":"f"}}`)}]}]}`,
};
