import { describe, expect, it, vi } from "vitest";
import type { Reduction } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { generateChatBody } from "../support/generate.js";
import { describeNative } from "../support/native.js";
import { BACKENDS, EAGER, LARGE_CHARS, loadTamis, makeBody, SETTLED } from "./build.js";

const SMALL = makeBody();
const LARGE = makeBody(LARGE_CHARS);

/** Originals as text: comparing bytes one by one takes seconds. */
function readable(reduction: Reduction<Uint8Array>): unknown[] {
  return Array.from(reduction.originals(), ({ edit, bytes }) => [edit, Buffer.from(bytes).toString()]);
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not reject");
}

describe.each(BACKENDS)("reduceBodyAsync: %s", async (name) => {
  const { reduceBody, reduceBodyAsync, definePolicy } = await loadTamis(name);

  it.each([
    ["a small body", SMALL],
    ["a large body", LARGE],
    ["a generated body", generateChatBody({ seed: 5, targetBytes: 700_000 })],
  ])("gives what reduceBody gives: %s", async (_, body) => {
    for (const options of [{}, { tokens: true, explain: true }]) {
      const expected = reduceBody(body, EAGER, options);
      const reduction = await reduceBodyAsync(body, EAGER, options);
      expect(reduction.changed).toBe(true);
      expect(Buffer.compare(reduction.body, expected.body)).toBe(0);
      expect(Buffer.isBuffer(reduction.body)).toBe(true);
      expect({ ...reduction.report, elapsedMicros: 0 }).toEqual({ ...expected.report, elapsedMicros: 0 });
      expect(reduction.report.decisions).toEqual(expected.report.decisions);
      expect(reduction.report.decisions.map(({ hash }) => hash)).toEqual(
        expected.report.decisions.map(({ hash }) => hash),
      );
      expect(readable(reduction)).toEqual(readable(expected));
    }
  });

  it.each([
    ["nothing to mask", SETTLED, EAGER],
    ["nothing to mask, large", makeBody(LARGE_CHARS), { preset: "none", mask: { windowTurns: 8 } }],
    ["not JSON, large", LARGE.subarray(0, LARGE.length - 1), EAGER],
    ["not UTF-8, large", Buffer.concat([LARGE, Buffer.from([0xff])]), EAGER],
    ["empty", Buffer.alloc(0), EAGER],
    ["mode observe", LARGE, { ...EAGER, mode: "observe" }],
    ["disabled", LARGE, { mode: "off" }],
  ] as const)("returns the input object itself if nothing changes: %s", async (_, body, policy) => {
    const expected = reduceBody(body, policy);
    const reduction = await reduceBodyAsync(body, policy);
    expect(reduction.body).toBe(body);
    expect({ ...reduction.report, elapsedMicros: 0 }).toEqual({ ...expected.report, elapsedMicros: 0 });
    expect(readable(reduction)).toEqual(readable(expected));
  });

  it.each([
    ["small", SMALL],
    ["large", LARGE],
  ])("reads the body and the options as they are at the call: %s", async (_, original) => {
    const body = Buffer.from(original);
    const options = { explain: true };
    const expected = reduceBody(original, EAGER, options);
    const promise = reduceBodyAsync(body, EAGER, options);
    body.fill(0x20);
    options.explain = false;
    const reduction = await promise;
    expect(Buffer.compare(reduction.body, expected.body)).toBe(0);
    expect(reduction.report.decisions.length).toBe(expected.report.decisions.length);
  });

  it.each([
    ["small", SMALL],
    ["large", LARGE],
  ])("reports the model and the cost of the body as it was at the call: %s", async (_, original) => {
    const options = { cost: true, prices: { m: { input: 1, output: 1 } } };
    const expected = reduceBody(original, EAGER, options).report;
    const atOnce = Buffer.from(original);
    const promise = reduceBodyAsync(atOnce, EAGER, options);
    atOnce.fill(0x20);
    const { report } = await promise;
    expect(expected.cost).toBeDefined();
    expect([report.model, report.cost]).toEqual(["m", expected.cost]);
    const later = Uint8Array.from(original);
    const reduction = await reduceBodyAsync(later, EAGER, options);
    later.fill(0x20);
    structuredClone(later.buffer, { transfer: [later.buffer] });
    expect([reduction.report.model, reduction.report.cost]).toEqual(["m", expected.cost]);
  });

  it("accepts a compiled policy, and many calls at once", async () => {
    const policy = definePolicy(EAGER);
    const bodies = Array.from({ length: 40 }, (_, index) => makeBody(index % 2 ? 300 : LARGE_CHARS, 3 + (index % 5)));
    const reductions = await Promise.all(bodies.map((body) => reduceBodyAsync(body, policy)));
    bodies.forEach((body, index) => {
      expect(Buffer.compare(reductions[index]?.body ?? SETTLED, reduceBody(body, policy).body)).toBe(0);
    });
  });

  describe("rejects, and never throws:", () => {
    it.each<[title: string, call: () => Promise<unknown>, code: string, path: string]>([
      ["a body of another type", () => reduceBodyAsync("{}" as never), "OPTION_INVALID", "body"],
      [
        "an unknown option",
        () => reduceBodyAsync(SMALL, EAGER, { sign: 1 } as never),
        "OPTION_INVALID",
        "options.sign",
      ],
      ["a bad option", () => reduceBodyAsync(SMALL, EAGER, { tokens: 1 } as never), "OPTION_INVALID", "options.tokens"],
      ["options of another type", () => reduceBodyAsync(SMALL, EAGER, 3 as never), "OPTION_INVALID", "options"],
      ["a bad policy", () => reduceBodyAsync(SMALL, { mask: { window: 1 } } as never), "POLICY_INVALID", "mask.window"],
      ...[null, {}, "abort", new AbortController(), { aborted: false }].map(
        (signal): [string, () => Promise<unknown>, string, string] => [
          `${JSON.stringify(signal)} as signal`,
          () => reduceBodyAsync(SMALL, EAGER, { signal } as never),
          "OPTION_INVALID",
          "options.signal",
        ],
      ),
    ])("%s", async (_, call, code, path) => {
      const error = await rejection(call());
      expect(error).toMatchObject({ name: "TamisError", code, issues: [{ path }] });
    });
  });

  it("ignores a signal if there is no work to abort", () => {
    const { signal } = new AbortController();
    expect(() => reduceBody(SMALL, EAGER, { signal } as never)).toThrow("options.signal: unknown option");
  });

  describe("a signal", () => {
    it("rejects with the reason of a signal that is already aborted, and does nothing", async () => {
      const body = Buffer.from(LARGE);
      const error = (await rejection(reduceBodyAsync(body, EAGER, { signal: AbortSignal.abort() }))) as Error;
      expect(error.name).toBe("AbortError");
      const reason = new Error("no longer wanted");
      expect(await rejection(reduceBodyAsync(body, EAGER, { signal: AbortSignal.abort(reason) }))).toBe(reason);
      expect(body.equals(LARGE)).toBe(true);
    });

    it("changes nothing for a signal that never aborts, and keeps no reference to it", async () => {
      const { signal } = new AbortController();
      const added = vi.spyOn(signal, "addEventListener");
      const removed = vi.spyOn(signal, "removeEventListener");
      const warnings = vi.spyOn(process, "emitWarning");
      const reductions = await Promise.all(Array.from({ length: 30 }, () => reduceBodyAsync(LARGE, EAGER, { signal })));
      expect(reductions.every(({ changed }) => changed)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
      expect(removed.mock.calls.length).toBe(added.mock.calls.length);
      expect(added.mock.calls.length).toBe(name === "native" ? 1 : 0);
      expect(warnings).not.toHaveBeenCalled();
      expect(signal.onabort).toBe(null);
      warnings.mockRestore();
    });

    it("changes nothing for a signal that aborts afterwards", async () => {
      const controller = new AbortController();
      const { changed } = await reduceBodyAsync(LARGE, EAGER, { signal: controller.signal });
      controller.abort();
      expect(changed).toBe(true);
    });
  });
});

describe.runIf(BACKENDS.includes("native"))("giving up tasks of the native backend", async () => {
  const { reduceBody, reduceBodyAsync, LIMITS } = await loadTamis("native");
  const expected = reduceBody(LARGE, EAGER).body;

  it("runs calls beyond the limit of copies on the JavaScript thread, with the same result", async () => {
    const body = makeBody(15_000_000);
    const count = Math.ceil(LIMITS.asyncBytes / body.length) + 2;
    const expected = reduceBody(body, EAGER).body;
    const reductions = await Promise.all(Array.from({ length: count }, () => reduceBodyAsync(body, EAGER)));
    expect(reductions.every((reduction) => Buffer.compare(reduction.body, expected) === 0)).toBe(true);
  });

  it.each([1, 4, 40])("rejects at once with an AbortError, queued or running: %i tasks", async (count) => {
    const controller = new AbortController();
    const { signal } = controller;
    const promises = Array.from({ length: count }, () => rejection(reduceBodyAsync(LARGE, EAGER, { signal })));
    const other = reduceBodyAsync(LARGE, EAGER);
    controller.abort();
    const order: string[] = [];
    const errors = Promise.all(promises).then((all) => {
      order.push("rejected");
      return all as Error[];
    });
    setImmediate(() => order.push("loop"));
    expect((await errors).map((error) => error.name)).toEqual(Array(count).fill("AbortError"));
    expect(order).toEqual(["rejected"]);
    expect(Buffer.compare((await other).body, expected)).toBe(0);
  });

  it("aborts every call by its own signal, at any moment", async () => {
    const outcomes = { given: 0, rejected: 0 };
    for (let round = 0; round < 300; round++) {
      const controller = new AbortController();
      const promise = reduceBodyAsync(LARGE, EAGER, { signal: controller.signal });
      const delay = round % 6;
      if (delay < 3) for (let turn = 0; turn < delay; turn++) await new Promise((resolve) => setImmediate(resolve));
      else await new Promise((resolve) => setTimeout(resolve, delay - 3));
      controller.abort(round);
      await promise.then(
        ({ body }) => {
          outcomes.given++;
          expect(Buffer.compare(body, expected)).toBe(0);
        },
        (reason) => {
          outcomes.rejected++;
          expect(reason).toBe(round);
        },
      );
    }
    expect(outcomes.given + outcomes.rejected).toBe(300);
    expect(outcomes.rejected).toBeGreaterThan(49);
  });

  it("resolves only after the event loop has turned", async () => {
    let hasTurned = false;
    setImmediate(() => {
      hasTurned = true;
    });
    await reduceBodyAsync(makeBody(3_000_000, 6), EAGER);
    expect(hasTurned).toBe(true);
  });
});

describeNative("a body that is lent", ({ addon }) => {
  const native = createNative(addon);
  const policy = resolvePolicy(EAGER);
  const large = makeBody(16_000_000, 4);

  it("is read where it is: the thread that gives it away makes no copy", async () => {
    const times = { lent: Number.POSITIVE_INFINITY, copied: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 4; round++)
      for (const isLent of [true, false]) {
        const startedAt = performance.now();
        const reducing = native.reduceBodyAsync(large, policy, {}, { isLent });
        const name = isLent ? "lent" : "copied";
        times[name] = Math.min(times[name], performance.now() - startedAt);
        await reducing;
      }
    expect(times.lent).toBeLessThan(times.copied / 5);
  });

  it("gives what a copy gives, and stays as it is", async () => {
    const before = Buffer.from(large);
    const reduction = await native.reduceBodyAsync(large, policy, {}, { isLent: true });
    const expected = native.reduceBody(large, policy, {});
    expect(Buffer.compare(reduction.body, expected.body)).toBe(0);
    expect(readable(reduction)).toEqual(readable(expected));
    expect(Buffer.compare(large, before)).toBe(0);
  });
});
