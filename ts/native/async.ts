import { LIMITS } from "../base/limits.js";
import { inPlainMemory } from "../base/memory.js";
import type { CompiledPolicy, TaskResult } from "../binding/binding.js";
import type { TaskOptions } from "../contract/backend.js";
import type { Reduction } from "../contract/report.js";
import { Untouched } from "../contract/report-basis.js";
import type { Addon } from "./addon.js";
import { NativeReduction } from "./edits.js";
import { codeOfWire, knownMoves, optionFlags, readNumbers } from "./outcome.js";
import { FLAG_OUTPUT } from "./protocol.js";
import { createReport } from "./report.js";
import type { Call } from "./request.js";

/** Below this, in bytes, copying and handing over cost the JavaScript thread more than the reduction itself. */
const TASK_FROM_BYTES = 512 * 1024;

/** Bytes of all copies that tasks of this thread hold. */
let heldBytes = 0;

/**
 * Whether a body is worth a task: large enough, not beyond what is read at all, and within what all tasks together may
 * hold. Else the call is made on the spot, which also keeps a caller who never waits from filling the memory.
 */
export function wantsTask({ length }: Uint8Array): boolean {
  if (length < TASK_FROM_BYTES || length > LIMITS.bodyBytes) return false;
  return heldBytes === 0 || heldBytes + length <= LIMITS.asyncBytes;
}

/**
 * Reduces a copy of the body on Node's thread pool, or one that is lent itself. Rejects with the signal's reason as soon as it
 * is aborted; what the task gives afterwards is dropped.
 */
export function runTask(
  addon: Addon,
  level: string,
  policy: CompiledPolicy,
  call: Call,
  { signal, isLent = false }: TaskOptions,
): Promise<Reduction<Uint8Array>> {
  const { body, options } = call;
  const copiedBytes = isLent ? 0 : call.bodyBytes;
  // The addon takes the `onabort` of the signal it is given: never the caller's.
  const own = signal === undefined ? undefined : new AbortController();
  const flags = optionFlags(options) | (call.policy.settings.mode === "reduce" ? FLAG_OUTPUT : 0);
  const wire = codeOfWire(options.wire);
  // What the report tells of the body is read when somebody asks: from this copy, where another thread may write to the body.
  const bytes = inPlainMemory(body);
  const task = addon.reduceTask(
    bytes,
    policy,
    level,
    wire,
    flags,
    options.model,
    own?.signal,
    options.host,
    options.tenant,
    isLent,
    options.memory?.lastStep,
    options.memory?.startStep,
    knownMoves(options),
  );
  heldBytes += copiedBytes;
  const done = task.finally(() => {
    heldBytes -= copiedBytes;
  });
  const reduction = done.then((result) => toReduction(addon, call, bytes, result));
  return signal === undefined || own === undefined ? reduction : abortable(reduction, signal, own);
}

function toReduction(
  addon: Addon,
  call: Call,
  bytes: Uint8Array,
  { numbers, rows, model, out }: TaskResult,
): Reduction<Uint8Array> {
  const outcome = readNumbers(numbers, addon, call, bytes, rows, model);
  if ("skipped" in outcome) return new Untouched(call.body, outcome.skipped);
  const changed = out.length > 0;
  return new NativeReduction(changed ? out : call.body, changed, createReport(outcome, changed), outcome);
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal, own: AbortController): Promise<T> {
  return new Promise((resolve, reject) => {
    const undo = onAbort(signal, () => {
      own.abort();
      reject(signal.reason);
    });
    promise.then(resolve, reject).finally(undo);
  });
}

/** The callbacks for each signal. Each signal gets one listener, because Node warns of a leak from the eleventh on. */
const waiting = new WeakMap<AbortSignal, Waiters>();

interface Waiters {
  callbacks: Set<() => void>;
  listener: () => void;
}

/**
 * Calls `callback` once when the signal aborts. The signal must not be aborted yet. Returns a function that cancels
 * this.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, listener } = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0 || waiting.get(signal)?.listener !== listener) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function listen(signal: AbortSignal): Waiters {
  const callbacks = new Set<() => void>();
  const listener = () => {
    waiting.delete(signal);
    for (const callback of callbacks) callback();
  };
  const waiters = { callbacks, listener };
  waiting.set(signal, waiters);
  signal.addEventListener("abort", listener, { once: true });
  return waiters;
}
