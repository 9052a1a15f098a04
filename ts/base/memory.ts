import { isSharedArrayBuffer } from "node:util/types";

/** The intrinsic accessors: an own property of a caller's object cannot lie to them, and runs no code of its own. */
const bufferOf = accessor(Object.getPrototypeOf(Uint8Array.prototype) as object, "buffer");
const byteOffsetOf = accessor(Object.getPrototypeOf(Uint8Array.prototype) as object, "byteOffset");
const lengthOf = accessor(Object.getPrototypeOf(Uint8Array.prototype) as object, "length");
const resizableOf = accessor(ArrayBuffer.prototype, "resizable");

function accessor(prototype: object, name: string): ((this: unknown) => unknown) | undefined {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get;
}

/** Memory that is not fixed to one thread and one size, so that it must not be looked at by native code as it is. */
export type Movable = "shared" | "resizable";

/** Whether another thread may write to the memory behind `view`, or its size may change; undefined for plain memory. */
export function movableMemory(view: Uint8Array): Movable | undefined {
  const buffer = bufferOf?.call(view);
  try {
    // Of shared memory the accessor throws, which is found out faster than by asking Node's own code each time.
    if (resizableOf?.call(buffer) === false) return undefined;
  } catch {}
  if (isSharedArrayBuffer(buffer)) return "shared";
  return resizableOf?.call(buffer) === true ? "resizable" : undefined;
}

/**
 * `view` itself where its memory is plain, else a copy in plain memory. (Not by `slice`: of a `Buffer` that is another
 * view of the same memory.)
 */
export function inPlainMemory(view: Uint8Array): Uint8Array {
  if (movableMemory(view) === undefined) return view;
  // A view whose memory is gone has no bytes, but cannot be copied.
  return view.length === 0 ? new Uint8Array(0) : new Uint8Array(view);
}

/** The bytes of a view, whatever a property of its own says; 0 where its memory is gone. */
export function bytesIn(view: Uint8Array): number {
  return lengthOf?.call(view) as number;
}

/** The first `bytes` of a view, as a view of the same memory. */
export function firstBytes(view: Uint8Array, bytes: number): Uint8Array {
  return new Uint8Array(bufferOf?.call(view) as ArrayBuffer, byteOffsetOf?.call(view) as number, bytes);
}

/** Whether two views have a byte in common. */
export function overlap(a: Uint8Array, b: Uint8Array): boolean {
  if (bufferOf?.call(a) !== bufferOf?.call(b)) return false;
  return a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;
}
