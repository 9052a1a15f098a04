/** A kind of reduction at arrival, in the order in which they are applied. */
export type ArrivalKind = "terminal" | "json" | "paths" | "line_numbers" | "long_lines" | "clip";

/** Which of several equal contents stays: the first, or the newest for callers without a prompt cache. */
export type Keep = "first" | "newest";

/** Which kinds are applied: the policy's `arrival`. */
export interface ArrivalSettings {
  readonly terminal: boolean;
  readonly json: boolean;
  readonly paths: boolean;
  readonly lineNumbers: false | "padding" | "tenth";
  /** Chars of the longest line that stays whole; null: all do. */
  readonly longLines: number | null;
  /** Chars of the longest text that stays whole; null: all do. */
  readonly clip: number | null;
  /** Which of several equal contents stays while the others point to it; false: all stay. */
  readonly dedupe: false | Keep;
}

/** No kind. */
export const NO_ARRIVAL: ArrivalSettings = Object.freeze({
  terminal: false,
  json: false,
  paths: false,
  lineNumbers: false,
  longLines: null,
  clip: null,
  dedupe: false,
});

/** Every kind that loses nothing that a model reads. */
export const LOSSLESS_ARRIVAL: ArrivalSettings = Object.freeze({
  ...NO_ARRIVAL,
  terminal: true,
  json: true,
  paths: true,
  lineNumbers: "padding",
});

/** Whether any kind is applied. */
export function isArrivalOn(settings: ArrivalSettings): boolean {
  return Object.values(settings).some((value) => value !== false && value !== null);
}
