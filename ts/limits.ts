/** Hard limits; a request beyond them passes through with a reason. */
export const LIMITS = {
  /** Largest body in bytes: V8's longest string, so that both backends take the same requests. */
  bodyBytes: 2 ** 29 - 24,
  messages: 1_000_000,
} as const;
