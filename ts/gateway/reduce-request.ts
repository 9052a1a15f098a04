import { definePolicy } from "../policy.js";
import { planBody, reduceBodyAsync } from "../reduce.js";
import type { Report, SkipReason, Wire } from "../report.js";
import type { PolicyChooser, ReadyPolicy } from "./choose-policy.js";
import type { Control } from "./control.js";
import { decodeBody } from "./decode-body.js";
import { headerOf } from "./edge.js";
import { tooLarge } from "./read-body.js";
import type { Refusal } from "./refusal.js";

/** Why a request went on as it came, beside what a report says. */
export type PassReason =
  | SkipReason
  | "bypass"
  | "observe"
  | "dry_run"
  | "count_tokens"
  | "unsupported_encoding"
  | "broken_encoding"
  | "deadline"
  | "reducer_failed";

/** The bytes to send, and what is to be told about them. */
export interface Prepared {
  body: Uint8Array;
  /** Whether `body` is not the one that came: neither its length nor its encoding hold any more. */
  replaced: boolean;
  report?: Report | undefined;
  skipped?: PassReason | undefined;
  /** Time of decoding and reducing, in milliseconds. */
  reduceMs: number;
}

/** A request that may be reduced. */
export interface Reducible {
  body: Buffer;
  rawHeaders: readonly string[];
  wire: Wire;
  path: string;
  /** The model, where the path names it. */
  model?: string | undefined;
  control: Control;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** What of a configuration matters here. */
export interface ReduceSettings {
  chooser: PolicyChooser;
  observe: boolean;
  maxBytes: number;
}

/**
 * Reduces one request. Whatever goes wrong with reducing, the bytes that came go on, with a reason; only a body that
 * would be too large to look at, and a policy that does not exist, are refused.
 */
export async function prepare(request: Reducible, settings: ReduceSettings): Promise<Prepared | Refusal> {
  const startedAt = performance.now();
  const asItCame = (skipped: PassReason): Prepared => ({
    body: request.body,
    replaced: false,
    skipped,
    reduceMs: performance.now() - startedAt,
  });
  const { control } = request;
  const named = control.policy === undefined ? undefined : settings.chooser.byName(control.policy);
  if (control.policy !== undefined && named === undefined) {
    return { reason: "bad_control_header", message: "x-tamis-policy names no policy of this gateway's configuration" };
  }
  if (control.bypass) return asItCame("bypass");
  const encoding = (headerOf(request.rawHeaders, "content-encoding") ?? "identity").trim().toLowerCase();
  let { body } = request;
  if (encoding !== "identity" && encoding !== "") {
    const decoded = await decodeBody(body, encoding, settings.maxBytes);
    if ("problem" in decoded)
      return decoded.problem === "too_large" ? tooLarge(settings.maxBytes) : asItCame(decoded.problem);
    ({ body } = decoded);
  }
  const { path, rawHeaders } = request;
  const ready =
    named ?? settings.chooser.choose({ path, rawHeaders, model: () => request.model ?? modelOf(body, request) });
  const observe = control.dryRun ? "dry_run" : settings.observe ? "observe" : undefined;
  const outcome = await reduce(body, ready, request, observe !== undefined);
  if (typeof outcome === "string") return asItCame(outcome);
  const { report, changed } = outcome;
  const sent = changed ? { body: outcome.body, replaced: true } : { body: request.body, replaced: false };
  return { ...sent, report, skipped: report.skipped ?? observe, reduceMs: performance.now() - startedAt };
}

/** Reading for the model alone: a window that nothing is older than. */
const READ_ONLY = definePolicy({ mask: { windowTurns: 1_000_000 } });

function modelOf(body: Buffer, { wire }: Reducible): string | undefined {
  return planBody(body, READ_ONLY, { wire }).report.model;
}

async function reduce(body: Buffer, ready: ReadyPolicy, request: Reducible, observe: boolean) {
  const { wire, model, signal } = request;
  const options = { wire, tokens: true, ...(model === undefined ? {} : { model }) };
  try {
    if (ready.pipeline === undefined || observe) {
      return await reduceBodyAsync(body, observe ? ready.observing : ready.policy, options);
    }
    return await withDeadline(ready.pipeline, body, options, signal);
  } catch {
    return "reducer_failed" as const;
  }
}

/** The pipeline may wait for a model: not longer than the deadline, whether or not it heeds the signal. */
async function withDeadline(
  { reducer, deadlineMs }: NonNullable<ReadyPolicy["pipeline"]>,
  body: Buffer,
  options: { wire: Wire; tokens: boolean; model?: string },
  gone: AbortSignal,
) {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<"deadline">((resolve) => {
    timer = setTimeout(() => {
      resolve("deadline");
      late.abort();
    }, deadlineMs);
  });
  const call = { ...options, signal: AbortSignal.any([gone, late.signal]) };
  const reduced = reducer.reduce<Uint8Array>(body, call);
  reduced.catch(() => {});
  try {
    return await Promise.race([reduced, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
