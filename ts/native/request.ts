import { TamisError } from "../base/errors.js";
import type { Backend, BackendOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import type { Policy } from "../policy/policy.js";
import type { Addon } from "./addon.js";
import type { Summary } from "./summary.js";

/** One call, as it was made. */
export interface Call {
  /** Over which border the core is reached. */
  backend: "native" | "wasm";
  body: Uint8Array;
  bodyBytes: number;
  policy: Policy;
  options: BackendOptions;
  /** Finds what a provider would reject a body for. */
  validateBody: Backend["validateBody"];
  /** `nowMillis()` at the start. */
  startedAt: number;
}

/** One planned request and what the engine tells of it (`crates/core/src/report`). */
export interface PlannedRequest {
  addon: Addon;
  call: Call;
  /** The input bytes that offsets point into; may be empty where there are no edits. */
  body: Uint8Array;
  summary: Summary;
  /** The model's name in the body; undefined where there is none, or where it is not told. */
  model: string | undefined;
  /** What `native-rows.ts` reads; empty where there is nothing to tell. */
  rows: Uint8Array;
  wire: Wire | undefined;
}

/**
 * The bytes that offsets point into.
 *
 * @throws TamisError `OPTION_INVALID` where the caller has transferred or resized them since.
 */
export function bytesOf({ body, call }: PlannedRequest): Uint8Array {
  return ofLength(body, call.bodyBytes, "body");
}

/**
 * The reduced body that the addon wrote.
 *
 * @throws TamisError `OPTION_INVALID` where the caller has transferred or resized it since.
 */
export function outputOf({ summary }: PlannedRequest, output: Uint8Array): Uint8Array {
  return ofLength(output, summary.outputBytes, "the reduced body");
}

function ofLength(bytes: Uint8Array, length: number, path: string): Uint8Array {
  if (bytes.length === length) return bytes;
  const message = `${path}: its memory was transferred or resized after the call; read hashes and originals before that`;
  throw new TamisError("OPTION_INVALID", message, { issues: [{ path, message }] });
}
