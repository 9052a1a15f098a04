import { isUint8Array } from "node:util/types";
import type { ReduceOptions } from "./backend.js";
import { detectObjectWire, reduceObject } from "./baseline/index.js";
import { TamisError } from "./errors.js";
import { loadBackend } from "./load-backend.js";
import { type Policy, type PolicyInput, resolvePolicy } from "./policy.js";
import type { Plan, Reduction, Wire } from "./report.js";
import { packageVersion } from "./version.js";

/**
 * Makes a request body smaller: old tool results become short placeholders. Sync, deterministic, linear in the body;
 * calls no model. A body that cannot be read comes back as it is, with `report.skipped`.
 *
 * @param body The request as it would be sent, uncompressed. It is never written to.
 * @param policy A policy or its settings; default: the library's.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`; never because of what is in `body`.
 */
export function reduceBody(
  body: Uint8Array,
  policy?: PolicyInput | Policy,
  options: ReduceOptions = {},
): Reduction<Uint8Array> {
  checkBody(body);
  checkOptions(options);
  return loadBackend().backend.reduceBody(body, resolvePolicy(policy), options);
}

/** What {@link reduceBody} would change, as a list of edits, without the changed bytes. Same errors. */
export function planBody(body: Uint8Array, policy?: PolicyInput | Policy, options: ReduceOptions = {}): Plan {
  checkBody(body);
  checkOptions(options);
  return loadBackend().backend.planBody(body, resolvePolicy(policy), options);
}

/**
 * {@link reduceBody} for a request that is already an object: same decisions, edits on shallow copies, nothing is
 * serialised. The original is never written to, and comes back itself where nothing changes.
 */
export function reduceRequest<T extends object>(
  request: T,
  policy?: PolicyInput | Policy,
  options: ReduceOptions = {},
): Reduction<T> {
  if (typeof request !== "object" || request === null) {
    throw new TamisError("OPTION_INVALID", `request: expected an object, got ${kindOf(request)}`);
  }
  checkOptions(options);
  return reduceObject(request, resolvePolicy(policy), options);
}

/** The wire of a request by its shape; undefined for what is no request, and for a mix of wires. */
export function detectWire(request: Uint8Array | object): Wire | undefined {
  if (isUint8Array(request)) return loadBackend().backend.detectWire(request);
  return detectObjectWire(request);
}

/** Which implementation is in use, and why. */
export interface BackendInfo {
  readonly name: "native" | "baseline";
  /** Why it is not the native one. */
  readonly reason?: string | undefined;
  /** Version of this package. */
  readonly version: string;
  /** CPU features in use, or `""`. */
  readonly cpu: string;
}

/** What was loaded; reading it loads the backend. */
export const backend: BackendInfo = Object.freeze({
  get name() {
    return loadBackend().backend.name;
  },
  get reason() {
    return loadBackend().reason;
  },
  get version() {
    return packageVersion();
  },
  get cpu() {
    return loadBackend().backend.cpu;
  },
});

const WIRES: readonly string[] = ["openai-chat", "openai-responses", "anthropic", "gemini"] satisfies Wire[];
const OPTION_KEYS: readonly string[] = ["wire", "tokens", "explain"] satisfies (keyof ReduceOptions)[];

function checkBody(body: unknown): void {
  if (isUint8Array(body)) return;
  const hint = typeof body === "string" ? "; encode it, or use reduceRequest for a parsed request" : "";
  throw new TamisError("OPTION_INVALID", `body: expected a Uint8Array, got ${kindOf(body)}${hint}`);
}

function checkOptions(options: ReduceOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TamisError("OPTION_INVALID", `options: expected an object, got ${kindOf(options)}`);
  }
  for (const key of Object.keys(options)) {
    if (!OPTION_KEYS.includes(key))
      throw optionInvalid(key, `unknown option; valid options: ${OPTION_KEYS.join(", ")}`);
  }
  const { wire, tokens, explain } = options;
  if (wire !== undefined && !WIRES.includes(wire)) throw optionInvalid("wire", `expected one of ${WIRES.join(", ")}`);
  if (tokens !== undefined && typeof tokens !== "boolean") throw optionInvalid("tokens", "expected true or false");
  if (explain !== undefined && typeof explain !== "boolean") throw optionInvalid("explain", "expected true or false");
}

function optionInvalid(key: string, message: string): TamisError {
  const path = `options.${key}`;
  return new TamisError("OPTION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? (value.constructor?.name ?? "an object") : typeof value;
}
