import { nowMillis } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import { firstBytes, inPlainMemory } from "../base/memory.js";
import { messageOf } from "../base/system-errors.js";
import type { CompiledPolicy, Engine, RequestValidator } from "../binding/binding.js";
import type {
  Backend,
  BackendOptions,
  BodyIntake,
  OutputForm,
  OutputRequest,
  RequestHead,
  TaskOptions,
  TooSmall,
} from "../contract/backend.js";
import type { IntoReduction, Plan, Reduction, Report, Violation } from "../contract/report.js";
import { DISABLED_DETAIL, defect, isDisabled, Untouched } from "../contract/report-basis.js";
import type { SessionFacts } from "../contract/session-facts.js";
import { nothingPlanned, type PlanOfStep } from "../contract/step-plan.js";
import type { Faults, ValidateOptions } from "../contract/violations.js";
import type { Policy } from "../policy/policy.js";
import { type Addon, loadAddon } from "./addon.js";
import { runTask, wantsTask } from "./async.js";
import { decodeEdits, NativeReduction } from "./edits.js";
import { type IntakeHost, NativeIntake } from "./intake.js";
import { modelAt } from "./model.js";
import {
  codeOfWire,
  knownMoves,
  type Outcome,
  optionFlags,
  readNumbers,
  rowsBytes,
  skippedCall,
  wireOfCode,
} from "./outcome.js";
import { formOfOutput } from "./output.js";
import { compileNative } from "./policy.js";
import { HEAD_COUNT, HEAD_MESSAGES, HEAD_MODEL_END, HEAD_MODEL_START, HEAD_WIRE, SLOT_COUNT } from "./protocol.js";
import { createReport } from "./report.js";
import type { Call, PlannedRequest } from "./request.js";
import { locateInBody, locateLent } from "./session.js";
import { StepRows } from "./step-rows.js";
import { createValidator, findNative, validateNative } from "./validate.js";

/** The native backend, or why it cannot be had here. */
export function loadNative(): { backend: Backend; addon: Addon } | { reason: string } {
  const loaded = loadAddon();
  if (!("addon" in loaded)) return loaded;
  try {
    return { backend: createNative(loaded.addon), addon: loaded.addon };
  } catch (error) {
    return { reason: `the addon cannot start: ${messageOf(error)}` };
  }
}

/** @param level Instruction set: one that this CPU has, by name; default: the fastest. */
export function createNative(addon: Addon, level?: string, name: "native" | "wasm" = "native"): Backend {
  return new NativeBackend(addon, level, name);
}

/** The global is an accessor, which costs a small request 1 % of its time. */
const Bytes = Buffer;

/** What the engine fills at each call; calls are synchronous, so one is enough. */
const NUMBERS = new Uint32Array(SLOT_COUNT);

/** A policy for the engine; its number is the engine's as long as this is kept. */
interface Numbered {
  compiled: CompiledPolicy;
  number: number;
}

class NativeBackend implements Backend {
  readonly name: "native" | "wasm";
  readonly cpu: string;
  readonly #addon: Addon;
  readonly #engine: Engine;
  readonly #engineNumber: number;
  readonly #host: IntakeHost;
  #validator: RequestValidator | undefined;
  readonly #policies = new WeakMap<Policy, Numbered>();

  constructor(addon: Addon, level: string | undefined, name: "native" | "wasm") {
    this.name = name;
    this.#addon = addon;
    this.#engine = new addon.Engine(level);
    this.cpu = this.#engine.cpu;
    this.#engineNumber = this.#engine.number;
    const { cpu } = this;
    const start: IntakeHost["start"] = (bodyBytes, policy, options) => ({
      ...this.#start(NOTHING, policy, options),
      bodyBytes,
    });
    this.#host = { addon, engine: this.#engine, cpu, compiled: (policy) => this.#compiled(policy).compiled, start };
  }

  reduceBody(body: Uint8Array, policy: Policy, options: BackendOptions): Reduction<Uint8Array> {
    const call = this.#start(body, policy, options);
    try {
      return this.#reduce(this.#plan(call), call);
    } catch (error) {
      return untouched(call, error);
    }
  }

  reduceBodyInto(body: Uint8Array, out: Uint8Array, policy: Policy, options: BackendOptions): IntoReduction | TooSmall {
    const call = this.#start(body, policy, options);
    try {
      return this.#reduceInto(this.#plan(call), out);
    } catch (error) {
      return { bytesWritten: 0, changed: false, report: skippedDefect(call, error) };
    }
  }

  async reduceBodyAsync(
    body: Uint8Array,
    policy: Policy,
    options: BackendOptions,
    task: TaskOptions = {},
  ): Promise<Reduction<Uint8Array>> {
    const isTask = this.name !== "wasm" && !isDisabled(policy) && (task.isWorthIt === true || wantsTask(body));
    if (!isTask) return this.reduceBody(body, policy, options);
    const call = this.#start(body, policy, { ...options });
    try {
      return await runTask(this.#addon, this.cpu, this.#compiled(policy).compiled, call, task);
    } catch (error) {
      if (task.signal?.aborted) throw task.signal.reason;
      return untouched(call, error);
    }
  }

  /** Memory of its own is the addon's; WebAssembly gets a body once it is whole. */
  get openIntake(): ((bytes: number) => BodyIntake) | undefined {
    return this.name === "wasm" ? undefined : (bytes) => new NativeIntake(this.#host, bytes);
  }

  planBody(body: Uint8Array, policy: Policy, options: BackendOptions): Plan {
    const call = this.#start(body, policy, options);
    try {
      return this.#planEdits(this.#plan(call, true));
    } catch (error) {
      return { edits: [], report: skippedDefect(call, error) };
    }
  }

  planStep(body: Uint8Array, policy: Policy, options: BackendOptions): PlanOfStep {
    const call = this.#start(body, policy, options);
    try {
      const outcome = this.#plan(call, true);
      if ("skipped" in outcome) return nothingPlanned(outcome.skipped);
      this.#write(outcome, NOTHING);
      return new StepRows(outcome);
    } catch (error) {
      return nothingPlanned(skippedDefect(call, error));
    }
  }

  formOfOutput(output: OutputRequest, policy: Policy): OutputForm | undefined {
    if (isDisabled(policy)) return undefined;
    try {
      return formOfOutput(this.#addon, { engine: this.#engineNumber, policy: this.#compiled(policy).number }, output);
    } catch {
      // The plan that is made instead tells of the defect.
      return undefined;
    }
  }

  describe(body: Uint8Array, options: BackendOptions): RequestHead | undefined {
    try {
      return describeInBody(this.#engine, inPlainMemory(body), options);
    } catch {
      // Whoever reduces the body next learns of the defect from the report.
      return undefined;
    }
  }

  detectWire(body: Uint8Array) {
    try {
      return wireOfCode(this.#engine.detectWire(inPlainMemory(body)));
    } catch (cause) {
      throw new TamisError("INTERNAL", "a defect in the native backend: no wire; please report it", { cause });
    }
  }

  locateSession(body: Uint8Array, options: BackendOptions, step: number): SessionFacts | undefined {
    try {
      return locateInBody(this.#engine, inPlainMemory(body), options, (bytes) => this.detectWire(bytes), step);
    } catch {
      // Without a session a request is reduced all the same.
      return undefined;
    }
  }

  async locateLent(body: Uint8Array, options: BackendOptions, step: number): Promise<SessionFacts | undefined> {
    if (this.name === "wasm" || options.wire === undefined) return this.locateSession(body, options, step);
    return locateLent(this.#addon, this.cpu, inPlainMemory(body), options.wire, step).catch(() => undefined);
  }

  readonly validateBody = (body: Uint8Array, options: ValidateOptions): Violation[] => {
    this.#validator ??= createValidator(this.#addon, this.cpu);
    return validateNative(this.#validator, inPlainMemory(body), options);
  };

  findFaults(body: Uint8Array, options: ValidateOptions): Faults {
    this.#validator ??= createValidator(this.#addon, this.cpu);
    return findNative(this.#validator, inPlainMemory(body), options);
  }

  #start(body: Uint8Array, policy: Policy, options: BackendOptions): Call {
    const { name, validateBody } = this;
    return { backend: name, body, bodyBytes: body.length, validateBody, policy, options, startedAt: nowMillis() };
  }

  #compiled(policy: Policy): Numbered {
    let numbered = this.#policies.get(policy);
    if (numbered === undefined) {
      const compiled = compileNative(this.#addon, policy);
      numbered = { compiled, number: compiled.number };
      this.#policies.set(policy, numbered);
    }
    return numbered;
  }

  /** @param tellsEdits Whether the edits are told without a reduced body, in which the replacements would stand. */
  #plan(call: Call, tellsEdits = call.policy.settings.mode !== "reduce"): Outcome {
    const { body, policy, options } = call;
    if (isDisabled(policy)) return { skipped: skippedCall(call, { reason: "disabled", detail: DISABLED_DETAIL }) };
    const bytes = inPlainMemory(body);
    this.#addon.plan(
      this.#engineNumber,
      bytes,
      this.#compiled(policy).number,
      codeOfWire(options.wire),
      optionFlags(options),
      NUMBERS,
      options.model,
      options.memory?.lastStep,
      options.memory?.startStep,
      options.host,
      options.tenant,
      knownMoves(options),
    );
    return readNumbers(NUMBERS, this.#addon, call, bytes, allocateRows(rowsBytes(NUMBERS, tellsEdits)));
  }

  #reduce(outcome: Outcome, { body }: Call): Reduction<Uint8Array> {
    if ("skipped" in outcome) return new Untouched(body, outcome.skipped);
    const changed = changes(outcome);
    const out = changed ? allocate(outcome.summary.outputBytes) : NOTHING;
    this.#write(outcome, out);
    return new NativeReduction(changed ? out : body, changed, createReport(outcome, changed), outcome);
  }

  #reduceInto(outcome: Outcome, out: Uint8Array): IntoReduction | TooSmall {
    if ("skipped" in outcome) return { bytesWritten: 0, changed: false, report: outcome.skipped };
    const changed = changes(outcome);
    const bytesNeeded = changed ? outcome.summary.outputBytes : 0;
    if (bytesNeeded > out.length) return { bytesNeeded };
    this.#write(outcome, changed ? firstBytes(out, bytesNeeded) : NOTHING);
    return { bytesWritten: bytesNeeded, changed, report: createReport(outcome, changed) };
  }

  #planEdits(outcome: Outcome): Plan {
    if ("skipped" in outcome) return { edits: [], report: outcome.skipped };
    this.#write(outcome, NOTHING);
    return { edits: decodeEdits(outcome), report: createReport(outcome, changes(outcome)) };
  }

  #write({ body, rows }: PlannedRequest, out: Uint8Array): void {
    if (rows.length === 0) return;
    if (!this.#addon.write(this.#engineNumber, body, out, rows))
      throw new Error("tamis: the engine refused to write what it planned");
  }
}

const untouched = (call: Call, error: unknown) => new Untouched(call.body, skippedDefect(call, error));

/** @throws TamisError `POLICY_INVALID` as it is: that is the caller's to know, whatever the body. */
function skippedDefect(call: Call, error: unknown): Report {
  if (error instanceof TamisError && error.code === "POLICY_INVALID") throw error;
  return skippedCall(call, defect(call.backend, error));
}

function changes({ summary, call }: PlannedRequest): boolean {
  return summary.editCount + summary.repairCount > 0 && call.policy.settings.mode === "reduce";
}

const NOTHING = new Uint8Array(0);

/**
 * An output of up to so many bytes is cleared first, though every byte is written: clearing brings its memory, which has
 * long left the caches, back without reading it, and the copy does not wait then. A larger one would not stay there.
 */
const CLEARED_BYTES = 32 << 10;

/** Never from Node's shared pool: the caller may transfer the buffer. Every byte is written. */
function allocate(bytes: number): Uint8Array {
  if (bytes === 0) return NOTHING;
  return bytes <= CLEARED_BYTES ? Bytes.alloc(bytes) : Bytes.allocUnsafeSlow(bytes);
}

/** From Node's pool, because only this module sees it. An empty buffer of Node's takes as long as a small request's report. */
function allocateRows(bytes: number): Uint8Array {
  return bytes === 0 ? NOTHING : Bytes.allocUnsafe(bytes);
}

/** What `Engine.describe` fills. */
const HEAD = new Uint32Array(HEAD_COUNT);

/** What the request in `body` says of itself; undefined for a body that cannot be read. */
function describeInBody(engine: Engine, body: Uint8Array, { wire, model }: BackendOptions): RequestHead | undefined {
  if (!engine.describe(body, codeOfWire(wire), HEAD)) return undefined;
  const found = wireOfCode(HEAD[HEAD_WIRE] ?? 0);
  if (found === undefined) return undefined;
  const named = modelAt(body, HEAD[HEAD_MODEL_START] ?? 0, HEAD[HEAD_MODEL_END] ?? 0);
  return { wire: found, model: model ?? named, messages: HEAD[HEAD_MESSAGES] ?? 0 };
}
