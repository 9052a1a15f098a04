import { TamisError } from "../base/errors.js";
import type { CompiledPolicy, Engine, BodyIntake as Memory } from "../binding/binding.js";
import type { BackendOptions, BodyIntake, BriefReduction } from "../contract/backend.js";
import { defect } from "../contract/report-basis.js";
import type { Policy } from "../policy/policy.js";
import type { Addon } from "./addon.js";
import { codeOfWire, type Outcome, optionFlags, readNumbers, skippedCall } from "./outcome.js";
import { FLAG_OUTPUT, SLOT_COUNT } from "./protocol.js";
import { briefReport } from "./report.js";
import type { Call, PlannedRequest } from "./request.js";

/** Above this, in bytes, a reduction keeps other requests waiting for longer than handing it over takes. */
const TASK_ABOVE_BYTES = 256 * 1024;

/** The same where there are no other requests: some milliseconds, for those that might come meanwhile. */
const TASK_ABOVE_BYTES_ALONE = 1536 * 1024;

/**
 * Tasks at one time. The JavaScript thread has a processor of its own where there is more than one: with all threads of
 * the pool at work it would wait for them, and every connection with it. Asked for at the first task: importing the package
 * loads no module of Node that it can do without.
 */
let tasksAtOnce = 0;

function mostTasks(): number {
  tasksAtOnce ||= Math.max(1, process.getBuiltinModule("node:os").availableParallelism() - 1);
  return tasksAtOnce;
}

/** A text crosses in slices of as many units, which stay in the processor's cache. */
const SLICE_UNITS = 32 * 1024;

const NUMBERS = new Uint32Array(SLOT_COUNT);
const NO_BYTES = new Uint8Array(0);

/** What an intake needs of its backend. */
export interface IntakeHost {
  addon: Addon;
  engine: Engine;
  cpu: string;
  compiled(policy: Policy): CompiledPolicy;
  start(bodyBytes: number, policy: Policy, options: BackendOptions): Call;
}

/** A body in the addon's memory: read there, and given back there, so that V8 has nothing to collect. */
export class NativeIntake implements BodyIntake {
  readonly #host: IntakeHost;
  readonly #memory: Memory;
  #bytes = 0;

  /** @throws Error where there is no memory. */
  constructor(host: IntakeHost, bytes: number) {
    this.#host = host;
    this.#memory = new host.addon.BodyIntake(bytes);
  }

  push(piece: Uint8Array): void {
    this.#memory.push(piece);
    this.#bytes += piece.length;
  }

  absorb(piece: Uint8Array): void {
    const { buffer, byteLength } = piece;
    // Of a pool only this part is the piece's own.
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) {
      this.push(piece);
      return;
    }
    this.#memory.absorb(buffer);
    this.#bytes += byteLength;
  }

  pushText(text: string): void {
    for (let from = 0; from < text.length; ) {
      let to = Math.min(text.length, from + SLICE_UNITS);
      while (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to++;
      this.#bytes += this.#memory.pushText(text.slice(from, to));
      from = to;
    }
  }

  take(): Uint8Array {
    return this.#memory.take();
  }

  release(): void {
    this.#memory.release();
  }

  async reduce(policy: Policy, options: BackendOptions, isAlone: boolean): Promise<BriefReduction> {
    const call = this.#host.start(this.#bytes, policy, options);
    const isWanted = policy.settings.mode === "reduce";
    const inTask = this.#bytes > (isAlone ? TASK_ABOVE_BYTES_ALONE : TASK_ABOVE_BYTES);
    try {
      if (inTask) return await this.#inTask(call, isWanted);
      const reduction = this.#onTheSpot(call, isWanted);
      // Not before all is there: until then these bytes are the only ones.
      this.#memory.release();
      return reduction;
    } catch (error) {
      return this.#asItCame(call, error);
    }
  }

  #asItCame(call: Call, error: unknown): BriefReduction {
    if (error instanceof TamisError && error.code === "POLICY_INVALID") throw error;
    const body = this.#memory.take();
    if (body.length !== this.#bytes) throw error;
    return { body, changed: false, report: skippedCall(call, defect(call.backend, error)) };
  }

  async #inTask(call: Call, isWanted: boolean): Promise<BriefReduction> {
    const { addon, cpu, compiled } = this.#host;
    const { policy, options } = call;
    const [wire, flags] = [codeOfWire(options.wire), optionFlags(options) | (isWanted ? FLAG_OUTPUT : 0)];
    const { numbers, out } = await inTurn(() =>
      this.#memory.reduceTask(compiled(policy), cpu, wire, flags, options.model, options.host, options.tenant),
    );
    return briefly(readNumbers(numbers, addon, call, NO_BYTES, NO_BYTES), isWanted, () => out);
  }

  #onTheSpot(call: Call, isWanted: boolean): BriefReduction {
    const { addon, engine, compiled } = this.#host;
    const { policy, options } = call;
    const memory = this.#memory;
    const wire = codeOfWire(options.wire);
    const { model, host, tenant } = options;
    engine.planIntake(memory, compiled(policy), wire, optionFlags(options), NUMBERS, model, host, tenant);
    return briefly(readNumbers(NUMBERS, addon, call, NO_BYTES, NO_BYTES), isWanted, (bytes) => {
      if (bytes === undefined) return memory.take();
      const out = Buffer.allocUnsafeSlow(bytes);
      if (!engine.writeIntake(memory, out)) throw new Error("tamis: the engine refused to write what it planned");
      return out;
    });
  }
}

/** @param bodyOf What is sent: a reduced body of that many bytes, or what came. */
function briefly(
  outcome: Outcome,
  isWanted: boolean,
  bodyOf: (reducedBytes: number | undefined) => Uint8Array,
): BriefReduction {
  if ("skipped" in outcome) return { body: bodyOf(undefined), changed: false, report: outcome.skipped };
  const changed = isWanted && hasEdits(outcome);
  const body = bodyOf(changed ? outcome.summary.outputBytes : undefined);
  return { body, changed, report: briefReport(outcome, changed) };
}

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;
const hasEdits = ({ summary }: PlannedRequest) => summary.editCount + summary.repairCount > 0;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running >= mostTasks()) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await task();
  } finally {
    // The next waiting task gets the place directly, so that no new one comes between.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
