import { isUint8Array } from "node:util/types";
import type { ReduceAsyncOptions, ReduceOptions, TooSmall } from "./backend.js";
import { detectObjectWire, locateInObject, reduceObject } from "./baseline/index.js";
import { validateObject } from "./baseline/validate/index.js";
import { checkLimits, prepareCall } from "./budget.js";
import { checkBody, checkOptions, checkOut, checkRequest, checkSignal } from "./check-input.js";
import { TamisError } from "./errors.js";
import { loadBackend } from "./load-backend.js";
import { firstBytes } from "./memory.js";
import { DEFAULT_POLICY, type Policy, type PolicyInput, resolvePolicy } from "./policy.js";
import type { IntoReduction, Plan, Reduction, Report, Violation, Wire } from "./report.js";
import { noteCost } from "./report-cost.js";
import { isMeasured, noted, noteTokens, reducing } from "./report-tokens.js";
import { packageVersion } from "./version.js";
import { withSession } from "./with-session.js";

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
  const { backend } = loadBackend();
  const call = prepareCall(resolvePolicy(policy), options, () => modelOf(body, options));
  const { run, asked } = noted((others) => backend.reduceBody(body, call.policy, others));
  const reduction = checkLimits(
    withSession(
      call.policy,
      call.options,
      (step) => backend.locateSession(body, options, step),
      run,
      isSent(call.policy),
    ),
    call,
  );
  noteViolations(reduction.report, () => backend.validateBody(body, wireOf(options)));
  const pair = { before: body, after: reduction.body, report: reduction.report };
  noteTokens(pair, options, () => backend.reduceBody(body, reducing(call.policy), asked()).body);
  noteCost(pair, options);
  return reduction;
}

/**
 * {@link reduceBody} into a buffer of the caller's, which can be used again and again: no memory is allocated for the
 * output. Nothing is written where nothing changes (`bytesWritten: 0`): send `body` then. Bytes of `out` behind
 * `bytesWritten` stay as they were.
 *
 * @param out Plain memory (neither shared nor resizable) apart from the body's. `body.length` bytes are always enough.
 * @throws TamisError as {@link reduceBody}; `OPTION_INVALID` for an unfit `out`; `BUFFER_TOO_SMALL` with `bytesNeeded`,
 * nothing written.
 */
export function reduceBodyInto(
  body: Uint8Array,
  out: Uint8Array,
  policy?: PolicyInput | Policy,
  options: ReduceOptions = {},
): IntoReduction {
  checkBody(body);
  checkOut(out, body);
  checkOptions(options);
  const { backend } = loadBackend();
  const call = prepareCall(resolvePolicy(policy), options, () => modelOf(body, options));
  const { run, asked } = noted((others) => backend.reduceBodyInto(body, out, call.policy, others));
  const result = withSession<IntoReduction | TooSmall>(
    call.policy,
    call.options,
    (step) => backend.locateSession(body, options, step),
    run,
    isSent(call.policy),
  );
  if (!("bytesNeeded" in result)) {
    checkLimits(result, call);
    noteViolations(result.report, () => backend.validateBody(body, wireOf(options)));
    const after = result.changed ? firstBytes(out, result.bytesWritten) : body;
    const pair = { before: body, after, report: result.report };
    noteTokens(pair, options, () => backend.reduceBody(body, reducing(call.policy), asked()).body);
    noteCost(pair, options);
    return result;
  }
  const { bytesNeeded } = result;
  const message = `out: the reduced body takes ${bytesNeeded} bytes, and it has ${out.length}; give a larger buffer`;
  throw new TamisError("BUFFER_TOO_SMALL", message, { bytesNeeded, issues: [{ path: "out", message }] });
}

/**
 * {@link reduceBody} off the JavaScript thread: the native backend copies the body before this returns and reduces the
 * copy on Node's thread pool, so the result is that of the body as it was at the call, whatever happens to it meanwhile.
 * Small bodies, and those beyond `LIMITS.asyncBytes` in flight, are reduced on the spot; so are all in the baseline.
 *
 * @param options.signal Aborted before: nothing is done. Aborted meanwhile: the promise rejects at once and what comes
 * of the work is dropped. The reason is the signal's, by default an `AbortError`.
 * @returns Rejects with what {@link reduceBody} throws; it never throws itself. Where nothing changes `body` is the very
 * object that came in.
 */
export async function reduceBodyAsync(
  body: Uint8Array,
  policy?: PolicyInput | Policy,
  options: ReduceAsyncOptions = {},
): Promise<Reduction<Uint8Array>> {
  checkBody(body);
  checkOptions(options, ["signal"]);
  const { signal, ...others } = options;
  checkSignal(signal);
  const resolved = resolvePolicy(policy);
  if (signal?.aborted) throw signal.reason;
  // The state must know this request before the next one asks.
  if (options.session !== undefined) return reduceBody(body, resolved, others);
  const { backend } = loadBackend();
  const call = prepareCall(resolved, others, () => modelOf(body, others));
  // Who measures it later has to measure what was reduced.
  const before = isMeasured(others) ? new Uint8Array(body) : body;
  const reduction = checkLimits(await backend.reduceBodyAsync(body, call.policy, call.options, signal), call);
  noteViolations(reduction.report, () => backend.validateBody(body, wireOf(others)));
  const pair = { before, after: reduction.changed ? reduction.body : before, report: reduction.report };
  noteTokens(pair, others, () => backend.reduceBody(before, reducing(call.policy), call.options).body);
  noteCost(pair, others);
  return reduction;
}

/** What {@link reduceBody} would change, as a list of edits, without the changed bytes. Same errors. */
export function planBody(body: Uint8Array, policy?: PolicyInput | Policy, options: ReduceOptions = {}): Plan {
  checkBody(body);
  checkOptions(options);
  const { backend } = loadBackend();
  const call = prepareCall(resolvePolicy(policy), options, () => modelOf(body, options));
  const { run, asked } = noted((others) => backend.planBody(body, call.policy, others));
  const plan = checkLimits(
    withSession(call.policy, call.options, (step) => backend.locateSession(body, options, step), run, false),
    call,
  );
  noteViolations(plan.report, () => backend.validateBody(body, wireOf(options)));
  const pair = { before: body, after: undefined, report: plan.report };
  noteTokens(pair, options, () => backend.reduceBody(body, reducing(call.policy), asked()).body);
  noteCost(pair, options);
  return plan;
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
  checkRequest(request);
  checkOptions(options);
  const call = prepareCall(resolvePolicy(policy), options, () => (request as { model?: unknown }).model);
  const { run, asked } = noted((others) => reduceObject(request, call.policy, others));
  const reduction = checkLimits(
    withSession(call.policy, call.options, (step) => locateInObject(request, options, step), run, isSent(call.policy)),
    call,
  );
  noteViolations(reduction.report, () => validateObject(request, wireOf(options)));
  const pair = { before: request, after: reduction.body, report: reduction.report };
  noteTokens(pair, options, () => reduceObject(request, reducing(call.policy), asked()).body);
  noteCost(pair, options);
  return reduction;
}

/** Whether what comes out is what is sent, so that a session has to remember it. */
function isSent({ settings }: Policy): boolean {
  return settings.mode === "reduce";
}

/** The name of a body's model, read with nothing masked. */
function modelOf(body: Uint8Array, options: ReduceOptions): string | undefined {
  return loadBackend().backend.planBody(body, DEFAULT_POLICY, options).report.model;
}

const wireOf = ({ wire }: ReduceOptions) => (wire === undefined ? {} : { wire });

/** Adds `report.violations`, which are looked for when they are first read. */
function noteViolations(report: Report, find: () => Violation[]): void {
  // The native report has an accessor of its class: defining one takes longer than reading a small request.
  if ("violations" in report) return;
  let found: Violation[] | undefined;
  const get = () => {
    found ??= find();
    return found;
  };
  Object.defineProperty(report, "violations", { enumerable: false, configurable: true, get });
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
