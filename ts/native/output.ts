import type { OutputForm, OutputRequest } from "../contract/backend.js";
import type { Addon } from "./addon.js";
import { codeOfWire } from "./outcome.js";
import {
  OUTPUT_BYTES,
  OUTPUT_COUNT,
  OUTPUT_KIND,
  OUTPUT_SAME,
  OUTPUT_STATUS,
  OUTPUT_UNKNOWN,
  REASONS,
} from "./protocol.js";

/** What the addon fills; calls are synchronous, so one is enough. */
const NUMBERS = new Uint32Array(OUTPUT_COUNT);

/** Of a longer text only a plan tells, which knows the limit of requests. */
const MOST_CHARS = 64 << 20;

/** UTF-8 bytes of a UTF-16 unit, at most. */
const MOST_BYTES_OF_CHAR = 3;

/** UTF-8 of U+FFFD, which halves of surrogate pairs become. */
const REPLACEMENT = Buffer.from("\ufffd");

const ENCODER = new TextEncoder();

/** Memory for texts of usual sizes; calls are synchronous, so one is enough. */
const KEPT_BYTES = 1 << 20;
let kept: Buffer | undefined;

/** What a request sends of an output, by the engine and the policy of those numbers; undefined if only a plan tells. */
export function formOfOutput(
  addon: Addon,
  { engine, policy }: { engine: number; policy: number },
  { request, wire, text }: OutputRequest,
): OutputForm | undefined {
  const bytes = toBytes(text);
  if (bytes === undefined) return undefined;
  const shorter = addon.shortenOutput(engine, policy, request, codeOfWire(wire), bytes, NUMBERS);
  const status = NUMBERS[OUTPUT_STATUS] ?? OUTPUT_UNKNOWN;
  if (status === OUTPUT_UNKNOWN) return undefined;
  if (status === OUTPUT_SAME) return { text, kind: undefined };
  const kind = REASONS[NUMBERS[OUTPUT_KIND] ?? 0];
  return { text: shorter ?? bytes.toString("latin1", 0, NUMBERS[OUTPUT_BYTES] ?? 0), kind };
}

/** The text in UTF-8, in memory that the next call uses again; undefined for one that is too long, or has half a pair. */
function toBytes(text: string): Buffer | undefined {
  if (text.length > MOST_CHARS) return undefined;
  // Nearly all long texts are ASCII. The system gives large memory page by page, so no more is asked for than that needs.
  const isLong = MOST_BYTES_OF_CHAR * text.length > KEPT_BYTES;
  const bytes = isLong ? encoded(text, text.length) : undefined;
  return bytes ?? encoded(text, MOST_BYTES_OF_CHAR * text.length);
}

/** Undefined where the text needs more bytes, or has half a pair. */
function encoded(text: string, mostBytes: number): Buffer | undefined {
  const memory = memoryOf(mostBytes);
  const { read, written } = ENCODER.encodeInto(text, memory);
  if (read < text.length) return undefined;
  const bytes = memory.subarray(0, written);
  return written > text.length && bytes.includes(REPLACEMENT) ? undefined : bytes;
}

function memoryOf(bytes: number): Buffer {
  if (bytes > KEPT_BYTES) return Buffer.allocUnsafeSlow(bytes);
  kept ??= Buffer.allocUnsafeSlow(KEPT_BYTES);
  return kept;
}
