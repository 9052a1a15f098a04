import { isUint8Array } from "node:util/types";
import { finished } from "../base/answers.js";
import { TamisError } from "../base/errors.js";
import { packageVersion } from "../base/version.js";
import {
  type BackendName,
  type BackendOptions,
  NO_OPTIONS,
  type ReduceAsyncOptions,
  type ReduceOptions,
  type RequestHead,
  type TaskOptions,
} from "../contract/backend.js";
import type { IntoReduction, Plan, Reduction, Wire } from "../contract/report.js";
import { loadBackend } from "../load/backend.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../policy/policy.js";
import { detectObjectWire } from "../wires/wire-of.js";
import { prepareCall } from "./budget.js";
import { IntoCall, LentCall, ObjectCall, PlanCall, ReduceCall } from "./calls.js";
import { checkBody, checkOptions, checkOut, checkRequest, checkSignal } from "./check-arguments.js";
import { jsonOf, type RequestJson } from "./object-json.js";
import { finish, runCall } from "./run-call.js";
import { withSession } from "./session/with-session.js";
import { isMeasured } from "./token-counts.js";

/**
 * Makes a request body smaller: old tool results become short placeholders. Synchronous, deterministic, linear in the
 * body; calls no model. An unreadable body is returned unchanged, with `report.skipped`.
 *
 * @param body The request as it would be sent, uncompressed. It never changes.
 * @param policy A policy or its settings; default: the library's.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`; never because of the content of `body`.
 */
export function reduceBody(
  body: Uint8Array,
  policy?: PolicyInput | Policy,
  options: ReduceOptions = NO_OPTIONS,
): Reduction<Uint8Array> {
  checkBody(body);
  checkOptions(options);
  return runCall(new ReduceCall(loadBackend().backend, body, resolvePolicy(policy), options));
}

/**
 * Works like {@link reduceBody} with a reusable buffer of the caller: no memory is allocated for the output. If nothing
 * changes, nothing is written (`bytesWritten: 0`); send `body` then. Bytes of `out` after `bytesWritten` do not change.
 *
 * @param out Plain memory (neither shared nor resizable) that does not overlap the body's. `body.length` bytes are
 * always enough.
 * @throws TamisError like {@link reduceBody}; `OPTION_INVALID` for an unfit `out`; `BUFFER_TOO_SMALL` with
 * `bytesNeeded`, with nothing written.
 */
export function reduceBodyInto(
  body: Uint8Array,
  out: Uint8Array,
  policy?: PolicyInput | Policy,
  options: ReduceOptions = NO_OPTIONS,
): IntoReduction {
  checkBody(body);
  checkOut(out, body);
  checkOptions(options);
  const result = runCall(new IntoCall(loadBackend().backend, body, out, resolvePolicy(policy), options));
  if (!("bytesNeeded" in result)) return result;
  const { bytesNeeded } = result;
  const message = `out: the reduced body takes ${bytesNeeded} bytes, and it has ${out.length}; give a larger buffer`;
  throw new TamisError("BUFFER_TOO_SMALL", message, { bytesNeeded, issues: [{ path: "out", message }] });
}

/**
 * Works like {@link reduceBody}, off the JavaScript thread. The native backend copies the body before this returns and
 * reduces the copy on Node's thread pool, so later changes of the body have no effect. Small bodies, and those beyond
 * `LIMITS.asyncBytes` in flight, are reduced on the JavaScript thread, as are all bodies by WebAssembly.
 *
 * @param options.signal If it is aborted before, nothing is done. If it aborts meanwhile, the promise rejects at once
 * and the work's result is dropped. The reason is the signal's, by default an `AbortError`.
 * @returns Rejects with the errors of {@link reduceBody}; it never throws by itself. If nothing changes, `body` is the
 * input object.
 */
export async function reduceBodyAsync(
  body: Uint8Array,
  policy?: PolicyInput | Policy,
  options: ReduceAsyncOptions = NO_OPTIONS,
): Promise<Reduction<Uint8Array>> {
  checkBody(body);
  checkOptions(options, ["signal"]);
  checkSignal(options.signal);
  return reduceChecked(body, resolvePolicy(policy), options);
}

/**
 * Works like {@link reduceBodyAsync} and {@link reduceRequest} for arguments that were checked.
 *
 * @param options.memory What the caller knows of earlier requests; only without `session`.
 * @param options.margins Whether `marginsOf` the report are asked for.
 * @param json The JSON of a request that is an object. @default it is written
 */
export async function reduceChecked<T extends Uint8Array | object>(
  request: T,
  policy: Policy,
  { signal, ...options }: ReduceAsyncOptions & Pick<BackendOptions, "memory" | "margins">,
  json?: RequestJson,
): Promise<Reduction<T>> {
  if (signal?.aborted) throw signal.reason;
  if (!isUint8Array(request)) return runCall(new ObjectCall(loadBackend().backend, request, policy, options, json));
  return (await reduceBytes(request, policy, options, { signal })) as Reduction<T>;
}

/**
 * Works like {@link reduceBodyAsync}, without a copy: nobody may write to the body, transfer or resize it until the promise is
 * settled.
 */
export async function reduceLent(
  body: Uint8Array,
  policy: Policy,
  options: ReduceOptions,
): Promise<Reduction<Uint8Array>> {
  return reduceBytes(body, policy, options, { isLent: true });
}

/** From so many bytes on a request of a session is decided about off the JavaScript thread. */
const LENT_FROM_BYTES = 128 * 1024;

/** Whether a body is so large that {@link reduceOfSession} and {@link locateOfSession} work off the JavaScript thread. */
export const isLong = ({ length }: Uint8Array): boolean => length >= LENT_FROM_BYTES;

/**
 * Works like {@link reduceBody}, off the JavaScript thread where the body is long: nobody may write to it, transfer or resize
 * it until the promise is settled, nor change the session.
 *
 * @param signal Ends it, with the session as it was. @default nothing does
 */
export function reduceOfSession(
  body: Uint8Array,
  policy: Policy,
  options: ReduceOptions,
  signal?: AbortSignal,
): Reduction<Uint8Array> | Promise<Reduction<Uint8Array>> {
  const { backend } = loadBackend();
  const call = new ReduceCall(backend, body, policy, options);
  if (!isLong(body) || isMeasured(options)) return runCall(call);
  const prepared = prepareCall(call);
  const work = withSession(prepared.policy, prepared.options, new LentCall(backend, call));
  const reduced = finished(work, signal);
  return reduced instanceof Promise
    ? reduced.then((reduction) => finish(call, prepared, reduction))
    : finish(call, prepared, reduced);
}

/** What a body says of its conversation; off the JavaScript thread where the body is long. */
export function locateOfSession(body: Uint8Array, options: ReduceOptions) {
  const { backend } = loadBackend();
  return isLong(body) ? backend.locateLent(body, options, 0) : backend.locateSession(body, options, 0);
}

async function reduceBytes(body: Uint8Array, policy: Policy, options: ReduceOptions, task: TaskOptions) {
  const { backend } = loadBackend();
  // The state must record this request before the next one reads it.
  if (options.session !== undefined) return runCall(new ReduceCall(backend, body, policy, options));
  // Tokens and cost are measured later, and must be those of the bytes that were reduced.
  const before = isMeasured(options) && task.isLent !== true ? new Uint8Array(body) : body;
  const call = new ReduceCall(backend, before, policy, options);
  const prepared = prepareCall(call);
  return finish(
    call,
    prepared,
    await backend.reduceBodyAsync(body, prepared.policy, call.withHead(prepared.options), task),
  );
}

/** Lists the edits that {@link reduceBody} would make, without the changed bytes. Same errors. */
export function planBody(body: Uint8Array, policy?: PolicyInput | Policy, options: ReduceOptions = NO_OPTIONS): Plan {
  checkBody(body);
  checkOptions(options);
  return runCall(new PlanCall(loadBackend().backend, body, resolvePolicy(policy), options));
}

/**
 * Works like {@link reduceBody} for a request that is already an object. The backend plans the request's JSON, and the edits are
 * made on copies of what they touch; everything else stays the same object. The original never changes, and is returned itself
 * if nothing changes.
 *
 * Memory (typed arrays, buffers), `BigInt`, circles and objects with a `toJSON` are read as short texts and never edited;
 * `undefined` and functions are left out, as `JSON.stringify` does. An object whose getter throws is skipped as `invalid_json`.
 */
export function reduceRequest<T extends object>(
  request: T,
  policy?: PolicyInput | Policy,
  options: ReduceOptions = NO_OPTIONS,
): Reduction<T> {
  checkRequest(request);
  checkOptions(options);
  return runCall(new ObjectCall(loadBackend().backend, request, resolvePolicy(policy), options));
}

/** What a request says of itself; undefined where it would be passed through. */
export function describeRequest(
  request: Uint8Array | object,
  options: ReduceOptions = NO_OPTIONS,
): RequestHead | undefined {
  return loadBackend().backend.describe(isUint8Array(request) ? request : jsonOf(request).bytes, options);
}

/** The wire of a request by its shape; undefined for what is no request, and for a mix of wires. */
export function detectWire(request: Uint8Array | object): Wire | undefined {
  if (isUint8Array(request)) return loadBackend().backend.detectWire(request);
  return detectObjectWire(request);
}

/** The implementation in use, and the reason. */
export interface BackendInfo {
  /** The implementation in use. */
  readonly name: BackendName;
  /** Why it is not the native backend. */
  readonly reason?: string | undefined;
  /** Version of this package. */
  readonly version: string;
  /** CPU features in use, or `""`. */
  readonly cpu: string;
}

/** The loaded backend. Reading a property loads it. */
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
