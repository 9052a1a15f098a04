// Case 24: an agent reads one file again and again, and the file does not change.
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Wire } from "../../ts/contract/report.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createRestoreReport, restoreBody } from "../../ts/restore/index.js";
import { WIRES } from "../../ts/wires/index.js";
import { textsOf } from "../../ts/wires/transcript.js";
import { makeConversation } from "../support/conversation.js";
import { bothBackends } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { bodyOf, listOf, parsed, stepRequests } from "../support/step-requests.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";

const READS = 10;
const PATH = "/srv/shop/src/basket.ts";
const ABOVE = "[see above: same file, unchanged]";
const REFERENCE = /^\[see (?:above|below): .+ that (?:begins|has) `.+`\]$/;
const MODELS: Record<Wire, string> = {
  "openai-chat": "gpt-5.6",
  "openai-responses": "gpt-5.6",
  anthropic: "claude-sonnet-4-5",
  gemini: "gemini-3-pro",
};
const ARRIVAL_ALONE: PolicyInput = { arrival: { lineNumbers: false }, cache: { strategy: "off" } };

/** A file as a tool shows it; the same seed has the same lines. */
function fileOf(seed: number): string {
  const random = createRandom(seed);
  const lines = Array.from({ length: 60 + random.below(60) }, (_, at) => {
    return `${String(at + 1).padStart(6)}→export const price${at} = fee(${random.below(10_000)}, "${random.below(10_000)}");`;
  });
  return lines.join("\n");
}

/** The requests of a session in which each turn reads the file; `textAt` says what the read of a turn shows. */
function requestsOf(wire: Wire, seed: number, textAt: (read: number) => string) {
  const draft = makeConversation({ seed, turns: READS, features: [] });
  const calls = draft.conversation.rounds.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
  for (const [read, call] of calls.entries()) {
    call.name = "Read";
    call.args = { file_path: PATH };
    call.result = { kind: "text", texts: [textAt(read)], media: [], isError: false };
  }
  return stepRequests(wire, MODELS[wire], draft);
}

const resultsOf = (wire: Wire, request: Record<string, unknown>) =>
  WIRES.of(wire)
    .read(listOf(wire, request))
    .results.map(({ content }) => textsOf(content).join());

function reduced(backend: Backend, wire: Wire, request: Record<string, unknown>, policy: PolicyInput) {
  const body = bodyOf(request);
  const reduction = backend.reduceBody(body, resolvePolicy(policy), { wire });
  return { body, reduction, texts: resultsOf(wire, parsed(reduction.body)) };
}

const isPointer = (text: string) => text === ABOVE || REFERENCE.test(text);
const cases = bothBackends().flatMap(([name, backend]) => WIRE_NAMES.map((wire) => [name, wire, backend] as const));

describe.each(cases)("one file that is read ten times, %s, %s", (_, wire, backend) => {
  const seeds = [1, 2, 3];

  it("is sent once, and all its reads come back byte for byte", async () => {
    for (const seed of seeds) {
      const file = fileOf(seed);
      const last = requestsOf(wire, seed, () => file).at(-1) ?? {};
      const { body, reduction, texts } = reduced(backend, wire, last, ARRIVAL_ALONE);
      expect(texts).toEqual([file, ...Array(READS - 1).fill(ABOVE)]);
      expect(reduction.report.dedupedCount).toBe(READS - 1);
      const restored = await restoreBody(reduction.body, createRestoreReport(body, reduction));
      expect(Buffer.from(restored.body).equals(body)).toBe(true);
    }
  });

  it("is the same bytes in every later request", () => {
    const file = fileOf(4);
    const sent = requestsOf(wire, 4, () => file).map((one) => reduced(backend, wire, one, ARRIVAL_ALONE).texts);
    for (const [step, texts] of sent.entries())
      expect(sent.at(-1)?.slice(0, texts.length), `step ${step}`).toEqual(texts);
  });

  it("is whole above every pointer to it, also where masks take older reads", () => {
    let [pointers, masks] = [0, 0];
    for (const seed of seeds) {
      const file = fileOf(seed);
      const policy: PolicyInput = {
        arrival: { lineNumbers: false },
        mask: { windowTurns: 3, minChars: 0 },
        cache: { strategy: "every-turn" },
      };
      for (const request of requestsOf(wire, seed, () => file)) {
        const { texts } = reduced(backend, wire, request, policy);
        const whole = texts.indexOf(file);
        for (const [at, text] of texts.entries()) {
          if (text === file) expect(at).toBe(whole);
          else if (isPointer(text)) expect([whole >= 0, whole < at]).toEqual([true, true]);
          else expect(text).toMatch(/^\[old result left out: /);
          pointers += isPointer(text) ? 1 : 0;
          masks += text.startsWith("[old result left out: ") ? 1 : 0;
        }
      }
    }
    expect(pointers).toBeGreaterThan(seeds.length * READS);
    expect(masks).toBeGreaterThan(seeds.length * READS);
  });

  it("is whole where it was read last, if the newest shall stay", () => {
    const file = fileOf(5);
    const last = requestsOf(wire, 5, () => file).at(-1) ?? {};
    const newest: PolicyInput = {
      preset: "none",
      arrival: { dedupe: "newest" },
      mask: { windowTurns: READS },
      cache: { strategy: "every-turn" },
    };
    const { texts } = reduced(backend, wire, last, newest);
    expect(texts.at(-1)).toBe(file);
    expect(texts.slice(0, -1).filter((text) => !isPointer(text))).toEqual([]);
  });

  it("is told apart from a version of it that was read in between", () => {
    const [first, second] = [fileOf(6), fileOf(7)];
    const last = requestsOf(wire, 6, (read) => (read === 4 ? second : first)).at(-1) ?? {};
    const { texts } = reduced(backend, wire, last, ARRIVAL_ALONE);
    expect(texts.slice(0, 5)).toEqual([first, ABOVE, ABOVE, ABOVE, second]);
    for (const text of texts.slice(5)) expect(text).toMatch(REFERENCE);
  });
});
