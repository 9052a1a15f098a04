// Keeps the originals of a reduced request before it is sent. What could not be kept goes back into the request, and stays
// in all later ones: the provider's cache stays as it is.

import { messageOf } from "../../base/errors.js";
import { setNewest } from "../../base/maps.js";
import { Pauses } from "../../base/steps.js";
import type { BeforeAfter, Decision, Original, Reduction, Report } from "../../contract/report.js";
import type { PausingReduction } from "../../contract/report-basis.js";
import { handleOf } from "../../restore/handle.js";
import type { StoreSource } from "../../restore/read-value.js";
import { type ByteSplice, spliceBytes } from "../../text/json-bytes.js";
import { fromPointer } from "../../text/json-pointer.js";
import { valueAt } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";

/** What is known of values, by tenant and handle. */
export interface KeptValues {
  /** Values that the store has, as far as is known. */
  kept: RecentSet;
  /** Values that could not be kept when they were to be replaced first: they are sent whole. */
  whole: RecentSet;
  /** How many these were so far, and why the newest one could not be kept; undefined: all were kept. */
  failure: StoreFailure | undefined;
}

/** Values that could not be kept. */
export interface StoreFailure {
  count: number;
  reason: string;
}

/** Handles that are remembered of each kind. */
const MOST_HANDLES = 100_000;

export const newKeptValues = (): KeptValues => ({
  kept: new RecentSet(MOST_HANDLES),
  whole: new RecentSet(MOST_HANDLES),
  failure: undefined,
});

/** A request to send. */
interface KeptReduction {
  body: Uint8Array;
  /** Values that went back into it. */
  back: readonly Original[];
  /** Handles of those that are kept, in document order. */
  handles: readonly string[];
}

/**
 * Puts the values that a reduction's markers name into a store. Never rejects because of the store.
 *
 * @param maxAgeMs Values that were kept so long ago are kept anew: the request still has them.
 */
export async function keepOriginals(
  came: Uint8Array,
  reduction: Pick<PausingReduction, "body" | "originals" | "pausingOriginals">,
  source: StoreSource,
  values: KeptValues,
  maxAgeMs: number,
): Promise<KeptReduction> {
  const back: Original[] = [];
  const handles: string[] = [];
  const pauses = new Pauses();
  for (const original of reduction.pausingOriginals?.() ?? reduction.originals()) {
    await pauses.due;
    if (original === undefined || !MARK.test(original.edit.replacement)) continue;
    const handle = handleOf(original.bytes, source);
    if (!original.edit.replacement.includes(handle)) continue;
    if (await isKept(handle, original, source, values, maxAgeMs)) handles.push(handle);
    else back.push(original);
  }
  return { body: back.length === 0 ? reduction.body : withBack(came, reduction, back), back, handles };
}

/** What is in front of a handle or of a file with one. */
const MARK = /ref=|original: /;

async function isKept(
  handle: string,
  { bytes }: Original,
  source: StoreSource,
  values: KeptValues,
  maxAgeMs: number,
): Promise<boolean> {
  const { kept, whole } = values;
  const key = `${source.tenant}\0${handle}`;
  if (whole.has(key)) return false;
  if (kept.has(key, maxAgeMs)) return true;
  try {
    await source.store.put(handle, bytes, { tenant: source.tenant });
    kept.add(key);
    return true;
  } catch (error) {
    // Bytes that were sent already stay as they are.
    if (kept.has(key)) return true;
    whole.add(key);
    const reason = messageOf(error);
    values.failure = { count: (values.failure?.count ?? 0) + 1, reason };
    return false;
  }
}

/** The reduced body with the values of `back` as they came. */
function withBack(
  came: Uint8Array,
  reduction: Pick<Reduction<Uint8Array>, "body" | "originals">,
  back: readonly Original[],
): Uint8Array {
  const paths = new Set(back.map(({ edit }) => edit.path));
  const splices: ByteSplice[] = [];
  for (const { edit } of reduction.originals()) {
    const { span, path, replacement } = edit;
    if (span === undefined) return withValues(reduction.body, back);
    if (!paths.has(path)) splices.push({ ...span, bytes: replacement });
  }
  return spliceBytes(came, splices);
}

/** The same where edits have no place in the bytes. */
function withValues(body: Uint8Array, back: readonly Original[]): Uint8Array {
  const request: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
  for (const { edit, bytes } of back) {
    const keys = fromPointer(edit.path);
    Reflect.set(
      Object(valueAt(request, keys.slice(0, -1))),
      keys.at(-1) ?? "",
      JSON.parse(Buffer.from(bytes).toString("utf8")),
    );
  }
  return Buffer.from(JSON.stringify(request));
}

/** The report of a reduction, some of whose values went back into the request. Chars and tokens of it by its bytes. */
export function reportWithout(report: Report, back: readonly Original[], sent: Uint8Array): Report {
  if (back.length === 0) return report;
  const places = new Set(back.map(({ edit }) => placeOf(edit.path, report.wire)));
  const isBack = ({ messageIndex, blockIndex }: Decision) => places.has(`${messageIndex}/${blockIndex}`);
  const went = report.decisions.filter(isBack);
  const masked = went.filter(({ action }) => action === "mask");
  const { before = 0, after = 0 } = report.bytes ?? {};
  const share = before === after ? 0 : (before - sent.length) / (before - after);
  const part = <T extends BeforeAfter>(one: T): T => ({
    ...one,
    after: Math.round(one.before - share * (one.before - one.after)),
  });
  return {
    ...report,
    decisions: report.decisions.filter((decision) => !isBack(decision)),
    maskedCount: report.maskedCount - masked.length,
    maskedChars: report.maskedChars - masked.reduce((sum, one) => sum + one.charsBefore - one.charsAfter, 0),
    bytes: { before, after: sent.length },
    ...(report.chars === undefined ? {} : { chars: part(report.chars) }),
    ...(report.tokens === undefined ? {} : { tokens: part(report.tokens) }),
  };
}

/** The message and block of a value by its JSON Pointer, as decisions have them. */
function placeOf(path: string, wire: Report["wire"]): string {
  const [, , message, , block] = path.split("/");
  const hasBlocks = wire !== undefined && WIRES.of(wire).blocks.holdResults;
  return `${message}/${hasBlocks ? (block ?? 0) : 0}`;
}

/** A set of texts that remembers so many, those that were added last, and when. */
class RecentSet {
  readonly #addedAt = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @param maxAgeMs Only if it was added less long ago. @default at any time */
  has(text: string, maxAgeMs = Number.POSITIVE_INFINITY): boolean {
    const at = this.#addedAt.get(text);
    return at !== undefined && Date.now() - at < maxAgeMs;
  }

  add(text: string): void {
    setNewest(this.#addedAt, text, Date.now(), this.most);
  }
}
