import { describe, expect, it } from "vitest";
import { TamisError } from "../../ts/base/errors.js";
import { generateChatBody } from "../support/generate.js";
import { thrownBy } from "../support/thrown.js";
import { BACKENDS, EAGER, growable, loadTamis, makeBody, resizable, SETTLED } from "./build.js";

describe.each(BACKENDS)("reduceBodyInto: %s", async (name) => {
  const { reduceBody, reduceBodyInto } = await loadTamis(name);
  const body = makeBody();
  const { body: expected } = reduceBody(body, EAGER);

  it.each([0, 1, 1000])("writes the result of reduceBody, with %i bytes to spare, and nothing after it", (spare) => {
    const out = Buffer.alloc(expected.length + spare, 7);
    const { bytesWritten, changed, report } = reduceBodyInto(body, out, EAGER);
    expect({ bytesWritten, changed }).toEqual({ bytesWritten: expected.length, changed: true });
    expect(out.subarray(0, bytesWritten).equals(expected)).toBe(true);
    expect([...out.subarray(bytesWritten)].every((byte) => byte === 7)).toBe(true);
    expect(report.bytes).toEqual({ before: body.length, after: bytesWritten });
  });

  it("reports like reduceBody", () => {
    const big = generateChatBody({ seed: 3, targetBytes: 60_000 });
    const options = { tokens: true, explain: true };
    const ours = reduceBodyInto(big, Buffer.alloc(big.length), EAGER, options).report;
    const { report } = reduceBody(big, EAGER, options);
    expect({ ...ours, elapsedMicros: 0 }).toEqual({ ...report, elapsedMicros: 0 });
    expect(ours.decisions).toEqual(report.decisions);
  });

  it("says how many bytes are needed if they do not fit, and writes nothing", () => {
    for (const length of [0, 1, expected.length - 1]) {
      const out = Buffer.alloc(length, 7);
      const error = thrownBy(() => reduceBodyInto(body, out, EAGER));
      expect(error).toMatchObject({ code: "BUFFER_TOO_SMALL", bytesNeeded: expected.length });
      expect(error.issues[0]?.path).toBe("out");
      expect([...out].every((byte) => byte === 7)).toBe(true);
    }
    expect("bytesNeeded" in new TamisError("INTERNAL", "another error")).toBe(false);
  });

  it("never needs more bytes than the body has", () => {
    const out = Buffer.alloc(body.length);
    expect(reduceBodyInto(body, out, EAGER).changed).toBe(true);
  });

  it.each([
    ["nothing to mask", SETTLED, EAGER],
    ["a body that is no request", Buffer.from("[1,2]"), EAGER],
    ["a body that is not JSON", Buffer.from("{"), EAGER],
    ["mode observe", body, { ...EAGER, mode: "observe" }],
    ["a policy that masks nothing", body, { mode: "off" }],
  ] as const)("writes nothing for %s, however small the buffer is", (_, bytes, policy) => {
    const out = Buffer.alloc(3, 7);
    const result = reduceBodyInto(bytes, out, policy);
    expect(result).toMatchObject({ bytesWritten: 0, changed: false });
    expect(result.report.skipped).toBe(reduceBody(bytes, policy).report.skipped);
    expect(result.report.maskedCount).toBe(reduceBody(bytes, policy).report.maskedCount);
    expect(out).toEqual(Buffer.alloc(3, 7));
  });

  it("writes into a part of a larger buffer, and only there", () => {
    const whole = Buffer.alloc(expected.length + 20, 7);
    const { bytesWritten } = reduceBodyInto(body, whole.subarray(10, 10 + expected.length), EAGER);
    expect(whole.subarray(10, 10 + bytesWritten).equals(expected)).toBe(true);
    expect([...whole.subarray(0, 10), ...whole.subarray(-10)].every((byte) => byte === 7)).toBe(true);
  });

  it("accepts separate ranges of one buffer, and refuses any overlap", () => {
    const whole = Buffer.alloc(3 * body.length);
    body.copy(whole, body.length);
    const part = whole.subarray(body.length, 2 * body.length);
    expect(reduceBodyInto(part, whole.subarray(0, body.length), EAGER).changed).toBe(true);
    expect(reduceBodyInto(part, whole.subarray(2 * body.length), EAGER).changed).toBe(true);
    const overlaps = [part, whole, whole.subarray(1, body.length + 1), whole.subarray(2 * body.length - 1)];
    for (const out of overlaps) {
      expect(thrownBy(() => reduceBodyInto(part, out, EAGER)).message).toBe(
        "out: must not overlap the body; give it other memory",
      );
    }
    expect(part.equals(body)).toBe(true);
  });

  it.each([
    ["shared memory", () => new Uint8Array(new SharedArrayBuffer(4000)), "a view of a SharedArrayBuffer"],
    ["a Buffer over shared memory", () => Buffer.from(new SharedArrayBuffer(4000)), "a view of a SharedArrayBuffer"],
    ["growable shared memory", () => new Uint8Array(growable(4000)), "a view of a SharedArrayBuffer"],
    ["resizable memory", () => new Uint8Array(resizable(4000)), "a view of a resizable ArrayBuffer"],
    ["a DataView", () => new DataView(new ArrayBuffer(4000)), "got DataView"],
    ["an ArrayBuffer", () => new ArrayBuffer(4000), "got ArrayBuffer"],
    ["other elements", () => new Uint16Array(4000), "got Uint16Array"],
    ["clamped elements", () => new Uint8ClampedArray(4000), "got Uint8ClampedArray"],
    ["a list", () => [1], "got an array"],
    ["nothing", () => undefined, "got undefined"],
  ])("refuses %s", (_, make, message) => {
    const error = thrownBy(() => reduceBodyInto(body, make() as Uint8Array, EAGER));
    expect(error).toMatchObject({ code: "OPTION_INVALID", issues: [{ path: "out" }] });
    expect(error.message).toContain(message);
  });

  it("treats a buffer with transferred memory as one of no bytes", () => {
    const out = new Uint8Array(4000);
    structuredClone(out.buffer, { transfer: [out.buffer] });
    expect(thrownBy(() => reduceBodyInto(body, out, EAGER)).code).toBe("BUFFER_TOO_SMALL");
  });

  it("ignores overridden properties of a subclass", () => {
    class Odd extends Uint8Array {
      static get [Symbol.species](): Uint8ArrayConstructor {
        throw new Error("asked");
      }
      override subarray(): never {
        throw new Error("asked");
      }
    }
    const out = new Odd(4000);
    const { bytesWritten } = reduceBodyInto(body, out, EAGER);
    expect(Buffer.from(out.buffer, 0, bytesWritten).equals(expected)).toBe(true);
  });
});
