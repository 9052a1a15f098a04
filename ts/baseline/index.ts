import type { Backend, ReduceOptions } from "../backend.js";
import { LIMITS } from "../limits.js";
import type { Policy } from "../policy.js";
import type { BeforeAfter, Plan, Reduction, Wire } from "../report.js";
import {
  DISABLED_DETAIL,
  guarded,
  isDisabled,
  NO_CONVERSATION_DETAIL,
  type ReportBasis,
  type Skip,
  skipReport,
  unsupportedWireDetail,
} from "../report-basis.js";
import { applyEdits, describeEdits } from "./apply.js";
import { type Outcome, outcomeReport } from "./build-report.js";
import { compilePolicy } from "./compile-policy.js";
import { detectShape, type Shape } from "./detect.js";
import { parseBody } from "./parse-body.js";
import { planResults } from "./plan.js";
import { measureOpenAiChat, readOpenAiChat } from "./read-openai-chat.js";
import { isRecord, type JsonRecord } from "./value.js";

/** The implementation in TypeScript: parses the body, edits shallow copies, serialises anew. */
export function createBaseline(): Backend {
  return {
    name: "baseline",
    cpu: "",
    reduceBody: (body, policy, options) => reduceParsedBody(body, policy, options),
    planBody,
    detectWire: (body) => {
      const parsed = parseBody(body, false);
      return parsed.ok ? wireOf(detectShape(parsed.value)) : undefined;
    },
  };
}

/**
 * `reduceBody` of the baseline.
 *
 * @param internal.checkRoundTrip False leaves out the scan for what serialising would lose. Only a benchmark may: its
 * rival is plain `JSON.parse`, mask, `JSON.stringify`.
 */
export function reduceParsedBody(
  body: Uint8Array,
  policy: Policy,
  options: ReduceOptions,
  internal: { checkRoundTrip: boolean } = { checkRoundTrip: true },
): Reduction<Uint8Array> {
  const basis = startReport(policy, sameBytes(body));
  return guarded<Reduction<Uint8Array>>(
    "baseline",
    () => {
      const read = readBody(body, policy, options, internal.checkRoundTrip);
      if ("skip" in read) return passThrough(body, basis, read.skip);
      const { changed, edits } = read.outcome;
      if (edits.length === 0) return { body, changed, report: outcomeReport(basis, read.outcome) };
      const next = toOwnBytes(JSON.stringify(applyEdits(read.request, read.messages, edits)));
      basis.bytes = { before: body.length, after: next.length };
      return { body: changed ? next : body, changed, report: outcomeReport(basis, read.outcome) };
    },
    (skip) => passThrough(body, basis, skip),
  );
}

/** UTF-8 in memory of its own, never in Node's shared pool: the caller may transfer the buffer. */
function toOwnBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

function planBody(body: Uint8Array, policy: Policy, options: ReduceOptions): Plan {
  const basis = startReport(policy, sameBytes(body));
  return guarded<Plan>(
    "baseline",
    () => {
      const read = readBody(body, policy, options, true);
      if ("skip" in read) return { edits: [], report: skipReport(basis, read.skip) };
      const { edits } = read.outcome;
      if (edits.length > 0) {
        // The size after the edits is only known by serialising.
        const after = Buffer.byteLength(JSON.stringify(applyEdits(read.request, read.messages, edits)));
        basis.bytes = { before: body.length, after };
      }
      return { edits: describeEdits(edits), report: outcomeReport(basis, read.outcome) };
    },
    (skip) => ({ edits: [], report: skipReport(basis, skip) }),
  );
}

/**
 * Reduces a request that is already parsed. The object that comes back shares everything unchanged with the original,
 * which is never written to.
 */
export function reduceObject<T extends object>(request: T, policy: Policy, options: ReduceOptions): Reduction<T> {
  const basis = startReport(policy, undefined);
  return guarded<Reduction<T>>(
    "baseline",
    () => {
      const read = isDisabled(policy) ? DISABLED : readValue(request, policy, options);
      if ("skip" in read) return passThrough(request, basis, read.skip);
      const { changed, edits } = read.outcome;
      // The copy has every property of the original; only tool results' contents differ.
      const body = changed ? (applyEdits(read.request, read.messages, edits) as T) : request;
      return { body, changed, report: outcomeReport(basis, read.outcome) };
    },
    (skip) => passThrough(request, basis, skip),
  );
}

/** The wire of a parsed request. */
export function detectObjectWire(request: object): Wire | undefined {
  return wireOf(detectShape(request));
}

interface ReadRequest {
  request: JsonRecord;
  messages: readonly unknown[];
  outcome: Outcome;
}

const DISABLED = { skip: { reason: "disabled", detail: DISABLED_DETAIL } satisfies Skip };

function readBody(
  body: Uint8Array,
  policy: Policy,
  options: ReduceOptions,
  checkRoundTrip: boolean,
): ReadRequest | { skip: Skip } {
  if (isDisabled(policy)) return DISABLED;
  const parsed = parseBody(body, checkRoundTrip);
  return parsed.ok ? readValue(parsed.value, policy, options) : { skip: parsed.skip };
}

function readValue(value: unknown, policy: Policy, options: ReduceOptions): ReadRequest | { skip: Skip } {
  const shape = options.wire ?? detectShape(value);
  if (shape !== "openai-chat") return { skip: unreadShape(shape) };
  const messages = isRecord(value) ? value.messages : undefined;
  if (!isRecord(value) || !Array.isArray(messages)) return { skip: unreadShape("none", shape) };
  if (messages.length > LIMITS.messages) return { skip: tooManyMessages(messages.length, shape) };
  const transcript = readOpenAiChat(messages);
  const plans = planResults(transcript, compilePolicy(policy));
  const edits = plans.filter((plan) => plan.replacement !== undefined);
  const outcome: Outcome = {
    wire: shape,
    transcript,
    plans,
    edits,
    changed: edits.length > 0 && policy.settings.mode === "reduce",
    explain: options.explain ?? false,
    charsBefore: options.tokens ? measureOpenAiChat(messages) : undefined,
  };
  return { request: value, messages, outcome };
}

function unreadShape(shape: Shape, wire = wireOf(shape)): Skip {
  if (shape === "none") return { reason: "no_conversation", detail: NO_CONVERSATION_DETAIL, wire };
  return { reason: "unsupported_wire", detail: unsupportedWireDetail(wire), wire };
}

function tooManyMessages(count: number, wire: Wire): Skip {
  const detail = `the request has ${count} messages; at most ${LIMITS.messages} are read`;
  return { reason: "too_many_messages", detail, wire };
}

function wireOf(shape: Shape): Wire | undefined {
  return shape === "mixed" || shape === "none" ? undefined : shape;
}

function startReport(policy: Policy, bytes: BeforeAfter | undefined): ReportBasis {
  return { backend: "baseline", policy, startedAt: performance.now(), bytes };
}

function sameBytes(body: Uint8Array): BeforeAfter {
  return { before: body.length, after: body.length };
}

function passThrough<T>(body: T, basis: ReportBasis, skip: Skip): Reduction<T> {
  return { body, changed: false, report: skipReport(basis, skip) };
}
