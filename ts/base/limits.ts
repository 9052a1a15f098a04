/** Hard limits. A request beyond them passes through with a reason. */
export const LIMITS = {
  /** Largest body in bytes. It is V8's longest string, so that both backends accept the same requests. */
  bodyBytes: 2 ** 29 - 24,
  messages: 1_000_000,
  /**
   * Most bytes of bodies that `reduceBodyAsync` copies and reduces at one time, in one thread. One body alone may be
   * larger. Further calls run at once, on the JavaScript thread.
   */
  asyncBytes: 2 ** 28,
} as const;
