import { describe, expect, it } from "vitest";
import { everyBackend } from "../support/native.js";
import { bodyOf, reduce, replaced, turnJson } from "./build.js";

const OLD = "x".repeat(300);
const BODY = bodyOf([turnJson("a", OLD), turnJson("later", "done")]);
const REDUCED = replaced(BODY, OLD, "[observation masked — 300 chars]");

/** The body in memory of another kind. */
const KINDS: [title: string, make: () => Uint8Array][] = [
  ["a Uint8Array", () => Uint8Array.from(BODY)],
  ["a part of Node's pool", () => Buffer.from(BODY)],
  ["shared memory", () => filled(new Uint8Array(new SharedArrayBuffer(BODY.length)))],
  ["memory that can be resized", () => filled(new Uint8Array(resizable(BODY.length)))],
  ["the middle of a larger buffer", () => filled(new Uint8Array(BODY.length + 9).subarray(5, 5 + BODY.length))],
];

function resizable(bytes: number): ArrayBuffer {
  const Resizable = ArrayBuffer as unknown as new (length: number, options: { maxByteLength: number }) => ArrayBuffer;
  return new Resizable(bytes, { maxByteLength: 2 * bytes });
}

function filled(view: Uint8Array): Uint8Array {
  view.set(BODY);
  return view;
}

describe.each(everyBackend())("bodies in memory of every kind: %s", (_, backend) => {
  it.each(KINDS)("%s", (_, make) => {
    const body = make();
    const { changed, body: out } = reduce(backend, body);
    expect(changed).toBe(true);
    expect(Buffer.from(out).toString()).toBe(REDUCED);
    expect(Buffer.from(body).equals(BODY)).toBe(true);
  });

  it("returns memory of its own, not a view of the input or of the pool", () => {
    const body = Buffer.from(BODY);
    const { body: out } = reduce(backend, body);
    expect(out.buffer).not.toBe(body.buffer);
    const { body: another } = reduce(backend, body);
    another.fill(0);
    expect(Buffer.from(out).toString()).toBe(REDUCED);
  });

  it("reads a view of transferred memory as an empty body", () => {
    const body = Uint8Array.from(BODY);
    structuredClone(body.buffer, { transfer: [body.buffer] });
    expect(reduce(backend, body).report.skipped).toBe("empty");
  });
});
