import { nowMillis } from "../../base/clock.js";
import { TamisError } from "../../base/errors.js";
import { runNow } from "../../base/steps.js";
import { NO_OPTIONS, type ReduceOptions } from "../../contract/backend.js";
import type { BeforeAfter, Reduction, Report, SkipReason, Span } from "../../contract/report.js";
import { skipReport, Untouched } from "../../contract/report-basis.js";
import { createSessionState } from "../../contract/session-state.js";
import { loadBackend } from "../../load/backend.js";
import { sentOnce } from "../../policy/derived-policies.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../../policy/policy.js";
import { type ByteSplice, spliceBytes } from "../../text/json-bytes.js";
import { checkBody, checkOptions } from "../check-arguments.js";
import { reduceBody } from "../reduce.js";
import { type BatchItem, findRequests, type Problem } from "./find-requests.js";

/** Options of `reduceBatch`: those of `reduceBody`, for each request; none is part of a session. */
export type BatchOptions = Omit<ReduceOptions, "session" | "now">;

/** A request of a batch, and what became of it. */
export interface BatchRequest {
  /** Its place among the batch's requests, 0-based. */
  index: number;
  /** The caller's own id: `custom_id`, `key` or `recordId`. Undefined if it has none. */
  id?: string | undefined;
  /** Its bytes in the batch that was given. Where its record has no request that can be read, those of the record. */
  span: Span;
  /** The report of the one request; `skipped` says why it went as it came. */
  report: Report;
}

/** What became of a batch. */
export interface BatchReport {
  /** `list`: one JSON value with all requests; `lines`: one a line. Undefined for what is no batch. */
  form: "list" | "lines" | undefined;
  /** Whether the returned body differs from the input. */
  changed: boolean;
  /** Why nothing was read; missing where the body is a batch. */
  skipped?: Problem | "empty";
  /** UTF-8 bytes of the whole body. */
  bytes: BeforeAfter;
  /** Requests that are smaller. */
  reducedCount: number;
  /** Requests and lines that went as they came because they could not be read, or are not to be reduced. */
  skippedCount: number;
  /** Each request, in order. */
  requests: BatchRequest[];
}

/** A batch, and what became of it. */
export interface BatchReduction {
  /** What to send; the input itself where nothing changed. */
  body: Uint8Array;
  /** Whether `body` differs from the input. */
  changed: boolean;
  /** What became of the batch and of each request. */
  report: BatchReport;
}

/**
 * Makes each request of a batch smaller, as `reduceBody` does where nothing is cached: a batch sends each history once. Reads
 * Anthropic's `requests`, Gemini's inline requests, and files with one request a line (OpenAI's and others). All other bytes stay as
 * they are; a line or request that cannot be read does too. Synchronous, linear in the body.
 *
 * @param body The body or file, uncompressed. It never changes.
 * @param policy A policy or its settings; of `cache.strategy` only `off` counts. Default: the library's.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`; never because of the content of `body`.
 */
export function reduceBatch(
  body: Uint8Array,
  policy?: PolicyInput | Policy,
  options: BatchOptions = NO_OPTIONS,
): BatchReduction {
  checkBody(body);
  checkBatchOptions(options);
  const resolved = resolvePolicy(policy);
  const json = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const found = runNow(findRequests(json));
  const items = typeof found === "string" ? [] : found.items;
  const edits: ByteSplice[] = [];
  const requests = items.map((item, index) => {
    const { body: smaller, changed, report } = reduceItem(json, item, resolved, options);
    if (changed) edits.push({ ...item.span, bytes: smaller });
    return { index, ...(item.id === undefined ? {} : { id: item.id }), span: item.span, report };
  });
  const changed = edits.length > 0;
  const after = changed ? spliceBytes(json, edits) : body;
  const report: BatchReport = {
    form: typeof found === "string" ? undefined : found.form,
    changed,
    ...(typeof found === "string" ? { skipped: found } : {}),
    bytes: { before: body.length, after: after.length },
    reducedCount: edits.length,
    skippedCount: requests.filter((one) => one.report.skipped !== undefined).length,
    requests,
  };
  return { body: after, changed, report };
}

function checkBatchOptions(options: ReduceOptions): void {
  checkOptions(options);
  if (options.session === undefined) return;
  const message = "a batch has no session: each of its requests is sent once";
  const path = "options.session";
  throw new TamisError("OPTION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}

/** Reduces one request of a batch. */
export function reduceItem(
  json: Buffer,
  item: BatchItem,
  policy: Policy,
  options: ReduceOptions,
): Reduction<Uint8Array> {
  const bytes = json.subarray(item.span.start, item.span.end);
  if (item.problem !== undefined) return new Untouched(bytes, unread(bytes.length, item.problem, policy));
  // Thinking that its model checks was made over what nobody reduced: a new session leaves what is in front of it alone.
  const session = createSessionState();
  const { wire = item.wire, model = item.model } = options;
  const said = { ...(wire === undefined ? {} : { wire }), ...(model === undefined ? {} : { model }) };
  return reduceBody(bytes, sentOnce(policy), { ...options, ...said, session });
}

const DETAILS: Readonly<Record<Problem, string>> = {
  invalid_json: "the line or record is no JSON object",
  no_conversation: "the record has no request to a model under params, body, request or modelInput",
  duplicate_key: "the record has several requests, and readers differ in which one counts",
};

function unread(bytes: number, reason: Problem & SkipReason, policy: Policy): Report {
  const startedAt = nowMillis();
  const basis = { backend: loadBackend().backend.name, policy, startedAt, bytes: { before: bytes, after: bytes } };
  return skipReport(basis, { reason, detail: DETAILS[reason] });
}
