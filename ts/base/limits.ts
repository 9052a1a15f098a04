/** Hard limits; a request beyond them passes through with a reason. */
export const LIMITS = {
  /** Largest body in bytes: V8's longest string, so that both backends take the same requests. */
  bodyBytes: 2 ** 29 - 24,
  messages: 1_000_000,
  /**
   * Bytes that bodies copied by `reduceBodyAsync` may take together, in one thread, while they are worked on; one body
   * alone may be larger. Calls beyond are made at once, on the JavaScript thread.
   */
  asyncBytes: 2 ** 28,
} as const;
