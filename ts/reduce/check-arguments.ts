import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { movableMemory, overlap } from "../base/memory.js";
import { NO_OPTIONS, type ReduceOptions } from "../contract/backend.js";
import { sessionProblem } from "../contract/session-state.js";
import { WIRE_NAMES } from "../contract/wires.js";
import { checkDay } from "../models/day.js";

/** @throws TamisError `OPTION_INVALID` for anything but a `Uint8Array`. */
export function checkBody(body: unknown): void {
  if (isUint8Array(body)) return;
  const hint = typeof body === "string" ? "; encode it, or use reduceRequest for a parsed request" : "";
  throw invalid("body", `expected a Uint8Array, got ${kindOf(body)}${hint}`);
}

/** @throws TamisError `OPTION_INVALID` for anything but an object. */
export function checkRequest(request: unknown): void {
  if (typeof request === "object" && request !== null) return;
  throw invalid("request", `expected an object, got ${kindOf(request)}`);
}

/**
 * Checks memory for a reduced body. Memory that another thread reads, or that may shrink during a write, is refused,
 * because no copy would help.
 *
 * @throws TamisError `OPTION_INVALID`
 */
export function checkOut(out: unknown, body: Uint8Array): void {
  if (!isUint8Array(out)) throw invalid("out", `expected a Uint8Array, got ${kindOf(out)}`);
  const movable = movableMemory(out);
  if (movable !== undefined) {
    const what = movable === "shared" ? "a SharedArrayBuffer" : "a resizable ArrayBuffer";
    throw invalid("out", `expected plain memory, got a view of ${what}; write to a plain buffer and copy it there`);
  }
  if (overlap(body, out)) throw invalid("out", "must not overlap the body; give it other memory");
}

const OPTION_KEYS: readonly string[] = [
  "wire",
  "model",
  "host",
  "contextTokens",
  "tokens",
  "explain",
  "cost",
  "prices",
  "session",
  "tenant",
  "now",
  "asOf",
] satisfies (keyof ReduceOptions)[];

const TOKENS: readonly unknown[] = [true, false, "chars4", "estimate", "exact"];

/**
 * @param alsoValid Names of further options, which the caller checks.
 * @throws TamisError `OPTION_INVALID` for an unknown option or a bad value.
 */
export function checkOptions(options: ReduceOptions, alsoValid: readonly string[] = []): void {
  if (options === NO_OPTIONS) return;
  if (typeof options !== "object" || options === null) {
    throw invalid("options", `expected an object, got ${kindOf(options)}`);
  }
  for (const key of Object.keys(options)) {
    if (OPTION_KEYS.includes(key) || alsoValid.includes(key)) continue;
    const valid = [...OPTION_KEYS, ...alsoValid].join(", ");
    throw optionInvalid(key, `unknown option; valid options: ${valid}`);
  }
  checkSession(options);
  checkDay("options.asOf", options.asOf);
  const { wire, model, host, contextTokens, tokens, explain, cost, prices } = options;
  if (wire !== undefined && !WIRE_NAMES.includes(wire))
    throw optionInvalid("wire", `expected one of ${WIRE_NAMES.join(", ")}`);
  if (model !== undefined && (typeof model !== "string" || model === ""))
    throw optionInvalid("model", "expected the name of a model");
  if (host !== undefined && (typeof host !== "string" || host === ""))
    throw optionInvalid("host", "expected the name of a host, such as api.anthropic.com");
  if (contextTokens !== undefined && !(Number.isSafeInteger(contextTokens) && contextTokens > 0))
    throw optionInvalid("contextTokens", "expected a whole number of tokens, 1 or more");
  if (tokens !== undefined && !TOKENS.includes(tokens))
    throw optionInvalid("tokens", 'expected true, false, "chars4", "estimate" or "exact"');
  if (explain !== undefined && typeof explain !== "boolean") throw optionInvalid("explain", "expected true or false");
  if (cost !== undefined && typeof cost !== "boolean") throw optionInvalid("cost", "expected true or false");
  if (prices !== undefined && (typeof prices !== "object" || prices === null || Array.isArray(prices)))
    throw optionInvalid("prices", "expected an object of prices by model");
}

function checkSession({ session, tenant, now }: ReduceOptions): void {
  if (tenant !== undefined && typeof tenant !== "string") throw optionInvalid("tenant", "expected a text");
  if (session === undefined) {
    if (now !== undefined) throw optionInvalid("now", "needs options.session");
    return;
  }
  const problem = sessionProblem(session);
  if (problem !== undefined) throw optionInvalid("session", problem);
  if (now !== undefined && !Number.isFinite(now)) throw optionInvalid("now", "expected a time in milliseconds");
}

/** @throws TamisError `OPTION_INVALID` for an object that does not work like an `AbortSignal`, whoever created it. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined) return;
  const { aborted, addEventListener, removeEventListener } = (signal ?? {}) as Partial<AbortSignal>;
  const works = [addEventListener, removeEventListener].every((method) => typeof method === "function");
  if (typeof aborted === "boolean" && works) return;
  throw optionInvalid("signal", `expected an AbortSignal, got ${kindOf(signal)}`);
}

function optionInvalid(key: string, message: string): TamisError {
  return invalid(`options.${key}`, message);
}

function invalid(path: string, message: string): TamisError {
  return new TamisError("OPTION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? (value.constructor?.name ?? "an object") : typeof value;
}
