import { isSharedArrayBuffer } from "node:util/types";

/**
 * The intrinsic accessors. An own property of a caller's object cannot falsify them, and they run no code of the
 * caller.
 */
const bufferOf = accessor(Object.getPrototypeOf(Uint8Array.prototype) as object, "buffer");
const byteOffsetOf = accessor(Object.getPrototypeOf(Uint8Array.prototype) as object, "byteOffset");
const resizableOf = accessor(ArrayBuffer.prototype, "resizable");

function accessor(prototype: object, name: string): ((this: unknown) => unknown) | undefined {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get;
}

/** Memory that is shared between threads or may change its size. Native code must not read it directly. */
export type Movable = "shared" | "resizable";

/** Whether another thread may write to the memory of `view`, or its size may change; undefined for plain memory. */
export function movableMemory(view: Uint8Array): Movable | undefined {
  const buffer = bufferOf?.call(view);
  try {
    // For shared memory this accessor throws, which is faster than asking Node's own functions each time.
    if (resizableOf?.call(buffer) === false) return undefined;
  } catch {}
  if (isSharedArrayBuffer(buffer)) return "shared";
  return resizableOf?.call(buffer) === true ? "resizable" : undefined;
}

/**
 * Returns `view` itself if its memory is plain, else a copy in plain memory. (`slice` would not copy: on a `Buffer` it
 * returns another view of the same memory.)
 */
export function inPlainMemory(view: Uint8Array): Uint8Array {
  if (movableMemory(view) === undefined) return view;
  // A view of detached memory has no bytes, but cannot be copied.
  return view.length === 0 ? new Uint8Array(0) : new Uint8Array(view);
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
