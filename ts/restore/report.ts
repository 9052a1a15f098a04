// A record of a reduction from which its body can be put back without a store.

import { createHash } from "node:crypto";
import { TamisError } from "../base/errors.js";
import type { Reduction } from "../contract/report.js";

/** One replaced stretch of bytes. */
export interface RestoreEdit {
  /** JSON Pointer (RFC 6901) of the replaced value in the input; `""` where several edits are one stretch. */
  path: string;
  /** First byte of the stretch in the reduced body, 0-based. */
  at: number;
  /** The stretch in the reduced body. */
  replacement: string;
  /** The stretch in the input. */
  original: string;
}

/** What a reduction replaced. It is plain data, and has everything that the reduction took out of the request. */
export interface RestoreReport {
  /** The version of this form. */
  version: 1;
  /** Bytes of the reduced body up to the end of the last edit. Behind them, messages may have been added since. */
  prefixBytes: number;
  /** SHA-256 of these bytes, 64 hex digits. */
  prefixHash: string;
  /** In order, none overlapping another. */
  edits: readonly RestoreEdit[];
}

/**
 * Records what a reduction replaced, for {@link restoreBody}. With the native backend there is one stretch for each edit;
 * else one from the first difference to the last. Linear.
 *
 * @param original The body that was reduced.
 */
export function createRestoreReport(original: Uint8Array, reduction: Reduction<Uint8Array>): RestoreReport {
  const stretches = bySpans(original, reduction) ?? byDifference(original, reduction.body);
  const edits = stretches.map(({ path, at, bytes, from, to }) => ({
    path,
    at,
    replacement: textOf(reduction.body, at, at + bytes),
    original: textOf(original, from, to),
  }));
  const last = stretches.at(-1);
  const prefixBytes = last === undefined ? 0 : last.at + last.bytes;
  return { version: 1, prefixBytes, prefixHash: hashOf(reduction.body, prefixBytes), edits };
}

interface Stretch {
  path: string;
  /** First byte and number of bytes in the reduced body. */
  at: number;
  bytes: number;
  /** Bytes in the input. */
  from: number;
  to: number;
}

function bySpans(original: Uint8Array, reduction: Reduction<Uint8Array>): Stretch[] | undefined {
  const stretches: Stretch[] = [];
  let grown = 0;
  for (const { edit } of reduction.changed ? reduction.originals() : []) {
    const { path, span, replacement } = edit;
    if (span === undefined) return undefined;
    const bytes = Buffer.byteLength(replacement);
    stretches.push({ path, at: span.start + grown, bytes, from: span.start, to: span.end });
    grown += bytes - (span.end - span.start);
  }
  return original.length + grown === reduction.body.length ? stretches : undefined;
}

function byDifference(original: Uint8Array, reduced: Uint8Array): Stretch[] {
  const shorter = Math.min(original.length, reduced.length);
  let start = 0;
  while (start < shorter && original[start] === reduced[start]) start++;
  let end = 0;
  while (end < shorter - start && original.at(-1 - end) === reduced.at(-1 - end)) end++;
  if (start === original.length && start === reduced.length) return [];
  // No stretch begins or ends inside a char.
  const isInside = (at: number) => ((original[at] ?? 0) & 0xc0) === 0x80 || ((reduced[at] ?? 0) & 0xc0) === 0x80;
  while (isInside(start)) start--;
  while (end > 0 && ((original[original.length - end] ?? 0) & 0xc0) === 0x80) end--;
  return [{ path: "", at: start, bytes: reduced.length - end - start, from: start, to: original.length - end }];
}

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");

/** SHA-256 of the first bytes. */
export const hashOf = (bytes: Uint8Array, count: number): string =>
  createHash("sha256").update(bytes.subarray(0, count)).digest("hex");

/**
 * Reads a report that was written as JSON.
 *
 * @throws TamisError `OPTION_INVALID`, saying what is wrong and where.
 */
export function parseRestoreReport(json: string): RestoreReport {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw invalid("it is no JSON text", cause);
  }
  const report = value as RestoreReport;
  if (!isObject(value) || report.version !== 1 || !Array.isArray(report.edits)) {
    throw invalid("it has no originals; `tamis reduce --originals FILE` and createRestoreReport write such a report");
  }
  if (!isPlace(report.prefixBytes) || typeof report.prefixHash !== "string")
    throw invalid("it has no hash of the body");
  let next = 0;
  for (const [index, edit] of report.edits.entries()) {
    if (!isEdit(edit)) throw invalid(`edits[${index}]: expected path, at, replacement and original`);
    if (edit.at < next) throw invalid(`edits[${index}].at: expected ${next} or more, got ${edit.at}`);
    next = edit.at + Buffer.byteLength(edit.replacement);
  }
  if (next > report.prefixBytes) throw invalid(`prefixBytes: expected ${next} or more, got ${report.prefixBytes}`);
  return report;
}

const invalid = (reason: string, cause?: unknown) =>
  new TamisError("OPTION_INVALID", `the restore report cannot be read: ${reason}`, { cause });

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function isEdit(value: unknown): value is RestoreEdit {
  if (!isObject(value)) return false;
  const { path, at, replacement, original } = value as Partial<RestoreEdit>;
  return isPlace(at) && [path, replacement, original].every((text) => typeof text === "string");
}
