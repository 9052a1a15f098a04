import type { Backend, ReduceOptions } from "./backend.js";
import { LIMITS } from "./limits.js";
import type { CompiledPolicy, Engine } from "./native/binding.js";
import { type Addon, loadAddon } from "./native-addon.js";
import { nativePolicyJson } from "./native-policy.js";
import { decodeEdits, NativeReport, type PlannedRequest, readSummary, SUMMARY_WORDS } from "./native-report.js";
import type { Policy } from "./policy.js";
import type { Plan, Reduction, Report, SkipReason, Wire } from "./report.js";
import {
  DISABLED_DETAIL,
  guarded,
  isDisabled,
  NO_CONVERSATION_DETAIL,
  skipReport,
  unsupportedWireDetail,
} from "./report-basis.js";

/** The native backend, or why it cannot be had here. */
export function loadNative(): { backend: Backend } | { reason: string } {
  const loaded = loadAddon();
  return "addon" in loaded ? { backend: createNative(loaded.addon) } : loaded;
}

/** @param level Instruction set: one that this CPU has, by name; default: the fastest. */
export function createNative(addon: Addon, level?: string): Backend {
  const engine = new addon.Engine(level);
  const policies = new WeakMap<Policy, CompiledPolicy>();
  const compiled = (policy: Policy): CompiledPolicy => {
    let handle = policies.get(policy);
    if (handle === undefined) {
      handle = new addon.CompiledPolicy(nativePolicyJson(policy));
      policies.set(policy, handle);
    }
    return handle;
  };
  const run = (body: Uint8Array, policy: Policy, options: ReduceOptions, flags: number, startedAt: number): Outcome => {
    if (isDisabled(policy)) return { skipped: skipped(body, policy, startedAt, "disabled", DISABLED_DETAIL) };
    const bytes = unshared(body);
    const wireCode = options.wire === undefined ? 0 : WIRES.indexOf(options.wire) + 1;
    engine.plan(bytes, compiled(policy), wireCode, flags | optionFlags(options), NUMBERS);
    // By index: taking an array apart goes through its iterator, which costs as much as a small reduction's report.
    const status = NUMBERS[0] ?? 0;
    const wire = WIRES[(NUMBERS[2] ?? 0) - 1];
    if (status !== 0) {
      const reason = STATUS[status] ?? "internal_error";
      return { skipped: skipped(body, policy, startedAt, reason, skipDetail(reason, NUMBERS[1] ?? 0, wire), wire) };
    }
    const summary = readSummary(NUMBERS, HEAD_WORDS);
    return { addon, body: bytes, summary, rows: Buffer.allocUnsafe(NUMBERS[3] ?? 0), wire, policy, options, startedAt };
  };
  return {
    name: "native",
    cpu: engine.cpu,
    reduceBody: (body, policy, options) => {
      const startedAt = performance.now();
      return guarded<Reduction<Uint8Array>>(
        "native",
        () => reduceBody(engine, body, run(body, policy, options, 0, startedAt)),
        ({ reason, detail }) => ({ body, changed: false, report: skipped(body, policy, startedAt, reason, detail) }),
      );
    },
    planBody: (body, policy, options) => {
      const startedAt = performance.now();
      return guarded<Plan>(
        "native",
        () => planBody(engine, run(body, policy, options, FLAG.replacements, startedAt)),
        ({ reason, detail }) => ({ edits: [], report: skipped(body, policy, startedAt, reason, detail) }),
      );
    },
    detectWire: (body) => WIRES[engine.detectWire(unshared(body)) - 1],
  };
}

const WIRES: readonly Wire[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];
const FLAG = { measure: 1, explain: 2, replacements: 4 } as const;

/** By the status that the engine reports. */
const STATUS: readonly (SkipReason | undefined)[] = [
  undefined,
  "empty",
  "invalid_utf8",
  "invalid_json",
  "no_conversation",
  "unsupported_wire",
  "duplicate_key",
  "too_large",
  "too_many_messages",
  "internal_error",
];

/** Status, offset, wire and bytes of the rows stand before the summary. */
const HEAD_WORDS = 4;
/** What the engine fills at each call; calls are synchronous, so one is enough. */
const NUMBERS = new Uint32Array(HEAD_WORDS + SUMMARY_WORDS);

type Outcome = PlannedRequest | { skipped: Report };

function reduceBody(engine: Engine, body: Uint8Array, outcome: Outcome): Reduction<Uint8Array> {
  if ("skipped" in outcome) return { body, changed: false, report: outcome.skipped };
  const changed = outcome.summary.editCount > 0 && outcome.policy.settings.mode === "reduce";
  const out = changed ? allocate(outcome.summary.outputBytes) : NOTHING;
  write(engine, outcome, out);
  return { body: changed ? out : body, changed, report: new NativeReport(outcome, changed) };
}

function planBody(engine: Engine, outcome: Outcome): Plan {
  if ("skipped" in outcome) return { edits: [], report: outcome.skipped };
  write(engine, outcome, NOTHING);
  const changed = outcome.summary.editCount > 0 && outcome.policy.settings.mode === "reduce";
  return { edits: decodeEdits(outcome), report: new NativeReport(outcome, changed) };
}

const NOTHING = new Uint8Array(0);

/** Never from Node's shared pool: the caller may transfer the buffer. Every byte is written. */
function allocate(bytes: number): Uint8Array {
  return bytes === 0 ? NOTHING : Buffer.allocUnsafeSlow(bytes);
}

function write(engine: Engine, { body, rows }: PlannedRequest, out: Uint8Array): void {
  if (rows.length === 0) return;
  if (!engine.write(body, out, rows)) throw new Error("tamis: the engine refused to write what it planned");
}

function optionFlags({ tokens, explain }: ReduceOptions): number {
  return (tokens === true ? FLAG.measure : 0) | (explain === true ? FLAG.explain : 0);
}

/** Memory that another thread may write to, or that may shrink, is copied before native code looks at it. */
function unshared(body: Uint8Array): Uint8Array {
  const { buffer } = body as { buffer: ArrayBufferLike & { resizable?: boolean } };
  return buffer instanceof SharedArrayBuffer || buffer.resizable === true ? body.slice() : body;
}

function skipped(
  body: Uint8Array,
  policy: Policy,
  startedAt: number,
  reason: SkipReason,
  detail: string,
  wire?: Wire,
): Report {
  const bytes = { before: body.length, after: body.length };
  return skipReport({ backend: "native", policy, startedAt, bytes }, { reason, detail, wire });
}

function skipDetail(reason: SkipReason, offset: number, wire: Wire | undefined): string {
  switch (reason) {
    case "empty":
      return "the body has no bytes; send a JSON request";
    case "invalid_utf8":
      return `the bytes at offset ${offset} are not UTF-8; send the request as uncompressed UTF-8`;
    case "invalid_json":
      return `the body is not JSON at byte ${offset}; it was passed on as it is`;
    case "no_conversation":
      return NO_CONVERSATION_DETAIL;
    case "unsupported_wire":
      return unsupportedWireDetail(wire);
    case "duplicate_key":
      return "the key `messages` occurs twice, and readers differ in which one counts; send it once";
    case "too_large":
      return `the body is larger than the limit of ${LIMITS.bodyBytes} bytes`;
    case "too_many_messages":
      return `the request has more messages than the limit of ${LIMITS.messages}`;
    default:
      return "a defect in the native backend; the request is untouched; please report it";
  }
}
