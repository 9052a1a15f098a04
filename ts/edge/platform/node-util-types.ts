/** As of `node:util/types`, which also knows the arrays of other realms. */
export const isUint8Array = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";

/** As of `node:util/types`. Browsers without isolation have no such buffers. */
export const isSharedArrayBuffer = (value: unknown): value is SharedArrayBuffer =>
  Object.prototype.toString.call(value) === "[object SharedArrayBuffer]";
