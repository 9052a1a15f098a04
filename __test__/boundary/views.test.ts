import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { masksAlone } from "../support/masks-alone.js";
import { thrownBy } from "../support/thrown.js";
import { BACKENDS, EAGER, growable, LARGE_CHARS, loadTamis, makeBody, resizable } from "./build.js";

const SMALL = makeBody();
const LARGE = makeBody(LARGE_CHARS);

function filled<T extends Uint8Array>(view: T, body: Uint8Array): T {
  view.set(body);
  return view;
}

/** Views of memory of every kind, made to hold a body. */
const KINDS: readonly [title: string, make: (body: Uint8Array) => Uint8Array][] = [
  ["a Uint8Array", (body) => Uint8Array.from(body)],
  ["a Buffer of Node's pool", (body) => Buffer.from(body)],
  ["the middle of a buffer", (body) => filled(new Uint8Array(body.length + 9).subarray(5, 5 + body.length), body)],
  ["shared memory", (body) => filled(new Uint8Array(new SharedArrayBuffer(body.length)), body)],
  ["a Buffer over shared memory", (body) => filled(Buffer.from(new SharedArrayBuffer(body.length)), body)],
  [
    "the middle of shared memory",
    (body) => filled(new Uint8Array(new SharedArrayBuffer(body.length + 9), 5, body.length), body),
  ],
  ["a view that follows growable shared memory", (body) => filled(new Uint8Array(growable(body.length)), body)],
  ["a view that follows resizable memory", (body) => filled(new Uint8Array(resizable(body.length)), body)],
  ["a Buffer over resizable memory", (body) => filled(Buffer.from(resizable(body.length), 0, body.length), body)],
  ["a part of resizable memory", (body) => filled(new Uint8Array(resizable(body.length + 9), 9, body.length), body)],
  ["memory of WebAssembly", (body) => filled(new Uint8Array(wasmMemory(body.length)).subarray(0, body.length), body)],
  [
    "shared memory of another realm",
    (body) => filled(new Uint8Array(otherRealm("SharedArrayBuffer", body.length)), body),
  ],
  ["memory of another realm", (body) => filled(new Uint8Array(otherRealm("ArrayBuffer", body.length)), body)],
];

function wasmMemory(bytes: number): ArrayBuffer {
  type Memory = new (limits: { initial: number }) => { buffer: ArrayBuffer };
  const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: Memory } }).WebAssembly;
  return new Memory({ initial: Math.ceil(bytes / 65_536) }).buffer;
}

function otherRealm(name: string, bytes: number): ArrayBuffer {
  return runInContext(`new ${name}(${bytes})`, createContext({})) as ArrayBuffer;
}

it.skipIf(!BACKENDS.includes("native"))(
  "reports of shared memory what was reduced, whatever another thread writes there meanwhile",
  async () => {
    const { reduceBody, reduceBodyAsync } = await loadTamis("native");
    const expected = reduceBody(Buffer.from(LARGE), EAGER).report.decisions;
    const shared = filled(new Uint8Array(new SharedArrayBuffer(LARGE.length)), LARGE);
    const pending = reduceBodyAsync(shared, EAGER);
    shared.fill(0x41);
    expect((await pending).report.decisions).toEqual(expected);
  },
);

describe.each(BACKENDS)("views of memory of every kind: %s", async (name) => {
  const { reduceBody, reduceBodyAsync, reduceBodyInto, planBody, detectWire } = await loadTamis(name);

  it.each(KINDS)("%s", async (_, make) => {
    for (const body of [SMALL, LARGE]) {
      const expected = Buffer.from(reduceBody(body, EAGER).body);
      const view = make(body);
      expect(expected.equals(reduceBody(view, EAGER).body)).toBe(true);
      expect(expected.equals((await reduceBodyAsync(view, EAGER)).body)).toBe(true);
      const out = Buffer.alloc(body.length);
      expect(expected.equals(out.subarray(0, reduceBodyInto(view, out, EAGER).bytesWritten))).toBe(true);
      expect(planBody(view, EAGER).edits).toEqual(planBody(body, EAGER).edits);
      expect(detectWire(view)).toBe("openai-chat");
      expect(body.equals(view)).toBe(true);
    }
  });

  it("returns every kind of view itself if nothing changes", async () => {
    for (const [, make] of KINDS) {
      const view = make(SMALL);
      expect(reduceBody(view, masksAlone()).body).toBe(view);
      expect((await reduceBodyAsync(view, masksAlone())).body).toBe(view);
    }
  });

  it.each([
    ["no bytes", () => new Uint8Array(0)],
    ["no bytes at the end of a buffer", () => new Uint8Array(9).subarray(9)],
    ["no bytes of shared memory", () => new Uint8Array(new SharedArrayBuffer(0))],
    ["memory that was transferred away", () => detached()],
    ["a part of resizable memory that is no longer there", () => outOfBounds()],
  ])("treats as empty: %s", async (_, make) => {
    const view = make();
    const { body, changed, report } = reduceBody(view);
    expect(body === view).toBe(true);
    expect({ changed, skipped: report.skipped }).toEqual({ changed: false, skipped: "empty" });
    expect((await reduceBodyAsync(view)).report.skipped).toBe("empty");
    expect(reduceBodyInto(view, Buffer.alloc(1)).report.skipped).toBe("empty");
    expect(planBody(view).report.skipped).toBe("empty");
    expect(detectWire(view)).toBe(undefined);
  });

  it("follows a view to the current size of its memory", () => {
    const memory = resizable(SMALL.length, 4 * SMALL.length);
    const view = filled(new Uint8Array(memory), SMALL);
    const expected = reduceBody(SMALL, EAGER).body;
    memory.resize(SMALL.length - 1);
    expect(reduceBody(view, EAGER).report.skipped).toBe("invalid_json");
    memory.resize(SMALL.length + 3);
    view.set(Buffer.from("}   "), SMALL.length - 1);
    expect(Buffer.from(reduceBody(view, EAGER).body).toString().trimEnd()).toBe(expected.toString());
  });

  it.each([
    ["a DataView", () => new DataView(new ArrayBuffer(8)), "DataView"],
    ["an ArrayBuffer", () => new ArrayBuffer(8), "ArrayBuffer"],
    ["a SharedArrayBuffer", () => new SharedArrayBuffer(8), "SharedArrayBuffer"],
    ["signed elements", () => new Int8Array(8), "Int8Array"],
    ["clamped elements", () => new Uint8ClampedArray(8), "Uint8ClampedArray"],
    ["wide elements", () => new Float64Array(8), "Float64Array"],
    ["what only looks like one", () => Object.create(Uint8Array.prototype) as unknown, "Uint8Array"],
    ["a string", () => "{}", "string; encode it"],
  ])("refuses %s", (_, make, kind) => {
    for (const call of [reduceBody, planBody]) {
      const error = thrownBy(() => call(make() as Uint8Array));
      expect(error).toMatchObject({ code: "OPTION_INVALID", issues: [{ path: "body" }] });
      expect(error.message).toContain(`body: expected a Uint8Array, got ${kind}`);
    }
  });

  it("reads the memory, not overridden properties of an object", () => {
    const view = filled(new Uint8Array(new SharedArrayBuffer(SMALL.length)), SMALL);
    Object.defineProperty(view, "buffer", { value: new ArrayBuffer(8) });
    Object.defineProperty(view, "slice", { value: () => view });
    expect(Buffer.from(reduceBody(view, EAGER).body).equals(reduceBody(SMALL, EAGER).body)).toBe(true);
  });
});

function detached(): Uint8Array {
  const view = Uint8Array.from(SMALL);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

function outOfBounds(): Uint8Array {
  const memory = resizable(100);
  const view = new Uint8Array(memory, 50, 50);
  memory.resize(60);
  return view;
}
