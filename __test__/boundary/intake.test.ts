import { describe, expect, it } from "vitest";
import type { Backend, BodyIntake } from "../../ts/contract/backend.js";
import type { Report } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { generateChatBody } from "../support/generate.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";

const MASK = definePolicy({ mask: { windowTurns: 2, minChars: 0 } });
const NOTHING = definePolicy({ preset: "none", mask: { windowTurns: 1_000_000 } });
const OBSERVE = definePolicy({ mask: { windowTurns: 2, minChars: 0 }, mode: "observe" });
const OPTIONS = { wire: "openai-chat", tokens: true } as const;

/** On the spot, on the spot where it is alone, in a task. */
const BODIES = [20_000, 700_000, 2_000_000].map((targetBytes) => generateChatBody({ seed: 3, targetBytes }));

function open(backend: Backend, room: number): BodyIntake {
  const intake = backend.openIntake?.(room);
  if (intake === undefined) throw new Error("the native backend has intakes");
  return intake;
}

/** `body` in pieces of random sizes, some of them empty. */
function filled(backend: Backend, body: Buffer, room = body.length): BodyIntake {
  const random = createRandom(body.length);
  const intake = open(backend, room);
  for (let at = 0; at < body.length; ) {
    const to = Math.min(body.length, at + random.below(65_536));
    intake.push(body.subarray(at, to));
    at = to;
  }
  return intake;
}

/** A report without the time, and without what only the whole body shows. */
function briefOf(report: object): object {
  const { elapsedMicros: _, decisions: __, violations: ___, model: ____, cache, ...brief } = report as Partial<Report>;
  const { rule: _____, ...decided } = { ...cache };
  return { ...brief, cache: decided };
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

describeNative("a body that arrives in pieces", ({ addon }) => {
  const backend = createNative(addon);

  describe.each(BODIES.map((body) => [body.length, body] as const))("of %i bytes", (_, body) => {
    it.each([true, false])("reduces pieces like one whole body, alone: %s", async (isAlone) => {
      const expected = backend.reduceBody(body, MASK, OPTIONS);
      const { body: sent, changed, report } = await filled(backend, body).reduce(MASK, OPTIONS, isAlone);
      expect(changed).toBe(true);
      expect(isSame(sent, expected.body)).toBe(true);
      expect(briefOf(report)).toEqual(briefOf(expected.report));
    });

    it.each([
      ["nothing to mask", NOTHING],
      ["mode observe", OBSERVE],
    ])("returns the body byte for byte: %s", async (_, policy) => {
      const expected = backend.reduceBody(body, policy, OPTIONS);
      const { body: sent, changed, report } = await filled(backend, body, 0).reduce(policy, OPTIONS, false);
      expect(changed).toBe(false);
      expect(isSame(sent, body)).toBe(true);
      expect(briefOf(report)).toEqual(briefOf(expected.report));
    });

    it("returns an unreadable body byte for byte", async () => {
      const cut = body.subarray(0, body.length - 1);
      const { body: sent, changed, report } = await filled(backend, cut).reduce(MASK, OPTIONS, false);
      expect([changed, report.skipped]).toEqual([false, "invalid_json"]);
      expect(isSame(sent, cut)).toBe(true);
    });

    it.each([true, false])("is empty after reducing, alone: %s", async (isAlone) => {
      const intake = filled(backend, body);
      await intake.reduce(MASK, OPTIONS, isAlone);
      expect(intake.take()).toHaveLength(0);
    });

    it("returns the whole body on take", () => {
      const intake = filled(backend, body);
      expect(isSame(intake.take(), body)).toBe(true);
      expect(intake.take()).toHaveLength(0);
    });
  });

  it("copies the pieces, which may be overwritten at once", async () => {
    const [body] = BODIES as [Buffer];
    const piece = Buffer.from(body);
    const intake = open(backend, 0);
    intake.push(piece);
    piece.fill(0);
    expect(isSame(intake.take(), body)).toBe(true);
  });

  it("releases the memory of absorbed pieces, but not that of a pool", () => {
    const [body] = BODIES as [Buffer];
    const own = new Uint8Array(body);
    const pool = new Uint8Array([0, ...body]);
    const intake = open(backend, 0);
    intake.absorb(own);
    intake.absorb(pool.subarray(1));
    expect([own.byteLength, own.buffer.byteLength, pool.byteLength]).toEqual([0, 0, body.length + 1]);
    expect(isSame(intake.take(), Buffer.concat([body, body]))).toBe(true);
  });

  it("queues many reductions, and returns each its own result", async () => {
    const bodies = Array.from({ length: 12 }, (_, seed) => generateChatBody({ seed, targetBytes: 400_000 }));
    const sent = await Promise.all(bodies.map((body) => filled(backend, body).reduce(MASK, OPTIONS, false)));
    const right = bodies.filter((body, at) =>
      isSame(backend.reduceBody(body, MASK, OPTIONS).body, sent[at]?.body ?? body),
    );
    expect(right).toHaveLength(bodies.length);
  });
});

describeNative("a text", ({ addon }) => {
  const backend = createNative(addon);
  const PIECES: readonly [string, ...string[]] = [
    "plain ascii, and more of it. ",
    "é",
    "漢字",
    "😀",
    "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}",
    "\ud83d",
    "\ude00",
  ];

  it("encodes text like Buffer.from, wherever slices and blocks end", () => {
    const random = createRandom(7);
    for (let round = 0; round < 300; round++) {
      const fill = "x".repeat(random.below(3) * 32_768 + random.below(40));
      const text = fill + Array.from({ length: 30 }, () => random.pick(PIECES)).join("");
      const intake = open(backend, text.length);
      intake.pushText(text);
      expect(isSame(intake.take(), Buffer.from(text))).toBe(true);
    }
  });

  it("splits no surrogate pair at a slice end, however many halves are there", () => {
    for (const halves of ["\ud83d\ude00", "\ud83d\ud83d\ude00", "\ude00\ud83d\ude00", "\ud83d"]) {
      for (let before = 32_760; before <= 32_768; before++) {
        const text = "x".repeat(before) + halves + "y".repeat(9);
        const intake = open(backend, 0);
        intake.pushText(text);
        expect(isSame(intake.take(), Buffer.from(text))).toBe(true);
      }
    }
  });
});
