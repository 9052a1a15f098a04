import { nowMillis } from "../base/clock.js";
import type { Backend, BackendOptions, RequestHead, TooSmall } from "../contract/backend.js";
import type { BeforeAfter, IntoReduction, Original, Plan, Reduction, Report, Wire } from "../contract/report.js";
import {
  DISABLED_DETAIL,
  defect,
  isDisabled,
  type ReportBasis,
  type Skip,
  skipReport,
  Untouched,
} from "../contract/report-basis.js";
import { applyEdits } from "../masking/apply.js";
import { outcomeReport } from "../masking/build-report.js";
import { locateInObject } from "../masking/locate-session.js";
import { describeEdits, readOriginals } from "../masking/originals.js";
import { findConversation, type PlannedRequest, planRequest } from "../masking/plan-request.js";
import type { Policy } from "../policy/policy.js";
import { findFaults, KNOWN_WIRES, type KnownWires, validateBody } from "../rules/index.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { detectShape } from "../wires/detect.js";
import { WIRES } from "../wires/index.js";
import { parseBody } from "../wires/parse-body.js";
import type { WireTable } from "../wires/wire-table.js";

/**
 * Creates the implementation in TypeScript: it parses the body, edits shallow copies, serialises anew.
 *
 * @param known The wires that it reads, and their rules. @default those of this package
 */
export function createBaseline(known: KnownWires = KNOWN_WIRES): Backend {
  const internal = { checkRoundTrip: true, known };
  return {
    name: "baseline",
    cpu: "",
    reduceBody: (body, policy, options) => reduceParsedBody(body, policy, options, internal),
    reduceBodyInto: (body, out, policy, options) => reduceBodyInto(body, out, policy, options, internal),
    // Synchronous: a later call would need a copy, and would use the JavaScript thread all the same.
    reduceBodyAsync: async (body, policy, options) => reduceParsedBody(body, policy, options, internal),
    planBody: (body, policy, options) => planBody(body, policy, options, known),
    describe: (body, options) => describeBody(body, options, known),
    detectWire: (body) => {
      const parsed = parseBody(body, false);
      return parsed.ok ? known.wires.find(detectShape(parsed.value, undefined, known.wires))?.key : undefined;
    },
    locateSession: (body, options, step) => {
      const parsed = parseBody(body, false);
      return parsed.ok ? locateInObject(parsed.value, options, step, known.wires) : undefined;
    },
    validateBody: (body, options) => validateBody(body, options, known),
    findFaults: (body, options) => findFaults(body, options, known),
  };
}

/** What callers outside of this package cannot choose. */
interface Internal {
  /**
   * False skips the scan for what serialising would lose. Only a benchmark may: its rival is plain `JSON.parse`, mask,
   * `JSON.stringify`.
   */
  checkRoundTrip: boolean;
  known?: KnownWires;
}

/** `reduceBody` of the baseline. */
export function reduceParsedBody(
  body: Uint8Array,
  policy: Policy,
  options: BackendOptions,
  internal: Internal = { checkRoundTrip: true },
): Reduction<Uint8Array> {
  const basis = startReport(policy, sameBytes(body));
  try {
    const read = readBody(body, policy, options, internal);
    if ("skip" in read) return passThrough(body, basis, read.skip);
    const { changed } = read.outcome;
    if (!hasEdits(read)) return new Untouched(body, outcomeReport(basis, read.outcome));
    const next = toOwnBytes(JSON.stringify(editedRequest(read)));
    basis.bytes = { before: body.length, after: next.length };
    return new BaselineReduction(changed ? next : body, outcomeReport(basis, read.outcome), read);
  } catch (error) {
    return passThrough(body, basis, defect("baseline", error));
  }
}

/** A request that was read, with what is needed to tell of its edits. */
class BaselineReduction<T> implements Reduction<T> {
  readonly changed: boolean;
  readonly #read: PlannedRequest;

  constructor(
    readonly body: T,
    readonly report: Report,
    read: PlannedRequest,
  ) {
    this.changed = read.outcome.changed;
    this.#read = read;
  }

  originals(): Iterable<Original> {
    const { original, outcome } = this.#read;
    return { [Symbol.iterator]: () => readOriginals({ ...outcome, original }) };
  }
}

function reduceBodyInto(
  body: Uint8Array,
  out: Uint8Array,
  policy: Policy,
  options: BackendOptions,
  internal: Internal,
): IntoReduction | TooSmall {
  const { body: reduced, changed, report } = reduceParsedBody(body, policy, options, internal);
  if (!changed) return { bytesWritten: 0, changed, report };
  if (reduced.length > out.length) return { bytesNeeded: reduced.length };
  out.set(reduced);
  return { bytesWritten: reduced.length, changed, report };
}

/** UTF-8 in memory of its own, never in Node's shared pool: the caller may transfer the buffer. */
function toOwnBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

function planBody(body: Uint8Array, policy: Policy, options: BackendOptions, known: KnownWires): Plan {
  const basis = startReport(policy, sameBytes(body));
  try {
    const read = readBody(body, policy, options, { checkRoundTrip: true, known });
    if ("skip" in read) return { edits: [], report: skipReport(basis, read.skip) };
    const { original, outcome } = read;
    if (hasEdits(read)) {
      // The size after the edits is only known by serialising.
      const after = Buffer.byteLength(JSON.stringify(editedRequest(read)));
      basis.bytes = { before: body.length, after };
    }
    return {
      edits: describeEdits({ ...outcome, original }),
      report: outcomeReport(basis, outcome),
    };
  } catch (error) {
    return { edits: [], report: skipReport(basis, defect("baseline", error)) };
  }
}

/**
 * Reduces a request that is already parsed. The object that comes back shares everything unchanged with the original,
 * which is never written to.
 */
export function reduceObject<T extends object>(request: T, policy: Policy, options: BackendOptions): Reduction<T> {
  const basis = startReport(policy, undefined);
  try {
    const read = isDisabled(policy) ? DISABLED : planRequest(request, policy, options);
    if ("skip" in read) return passThrough(request, basis, read.skip);
    const { changed } = read.outcome;
    // The copy has every property of the original; only tool results' contents differ.
    const body = changed ? (editedRequest(read) as T) : request;
    return new BaselineReduction(body, outcomeReport(basis, read.outcome), read);
  } catch (error) {
    return passThrough(request, basis, defect("baseline", error));
  }
}

/** A request's head with the value that it was read from, for as long as the caller keeps it. */
class ParsedHead implements RequestHead {
  readonly wire: Wire;
  readonly model: string | undefined;
  readonly messages: number;
  readonly #body: Uint8Array;
  readonly #value: object;

  constructor(body: Uint8Array, value: object, { wire, model, messages }: RequestHead) {
    this.wire = wire;
    this.model = model;
    this.messages = messages;
    this.#body = body;
    this.#value = value;
  }

  /** The value of `body`, if that is the one that was parsed. */
  static valueOf(head: RequestHead | undefined, body: Uint8Array): object | undefined {
    return head instanceof ParsedHead && head.#body === body ? head.#value : undefined;
  }
}

function describeBody(body: Uint8Array, options: BackendOptions, known: KnownWires): RequestHead | undefined {
  const parsed = parseBody(body, true);
  const head = parsed.ok ? describeObject(parsed.value, options, known.wires) : undefined;
  return parsed.ok && head !== undefined ? new ParsedHead(body, parsed.value as object, head) : undefined;
}

/** `Backend.describe` of a request that is already parsed. */
export function describeObject(
  request: unknown,
  options: BackendOptions,
  wires: WireTable<WireDefinition> = WIRES,
): RequestHead | undefined {
  const found = findConversation(request, options, wires);
  if ("skip" in found) return undefined;
  const { wire, model, list } = found;
  return { wire: wire.key, model, messages: list.length };
}

const DISABLED = { skip: { reason: "disabled", detail: DISABLED_DETAIL } satisfies Skip };

function readBody(
  body: Uint8Array,
  policy: Policy,
  options: BackendOptions,
  { checkRoundTrip, known = KNOWN_WIRES }: Internal,
): PlannedRequest | { skip: Skip } {
  if (isDisabled(policy)) return DISABLED;
  // What a repair would lose was not looked for.
  const value = policy.settings.repairSurrogates ? undefined : ParsedHead.valueOf(options.head, body);
  if (value !== undefined) return planRequest(value, policy, options, known.wires);
  const parsed = parseBody(body, checkRoundTrip, policy.settings.repairSurrogates);
  return parsed.ok ? planRequest(parsed.value, policy, options, known.wires) : { skip: parsed.skip };
}

function hasEdits({ outcome }: PlannedRequest): boolean {
  const { edits, anchors, clears, definitions, deferral, repairs = [] } = outcome;
  const count = edits.length + anchors.edits.length + definitions.length + repairs.length;
  return clears !== undefined || deferral !== undefined || count > 0;
}

function editedRequest({ request, outcome }: PlannedRequest): object {
  const { wire, edits, anchors, clears, definitions, deferral } = outcome;
  return applyEdits(wire, request, edits, anchors, clears, definitions, deferral);
}

function startReport(policy: Policy, bytes: BeforeAfter | undefined): ReportBasis {
  return { backend: "baseline", policy, startedAt: nowMillis(), bytes };
}

function sameBytes(body: Uint8Array): BeforeAfter {
  return { before: body.length, after: body.length };
}

function passThrough<T>(body: T, basis: ReportBasis, skip: Skip): Reduction<T> {
  return new Untouched(body, skipReport(basis, skip));
}

export { locateInObject } from "../masking/locate-session.js";
export { validateObject } from "../rules/index.js";
