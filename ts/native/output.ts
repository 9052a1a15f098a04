import { isAscii } from "node:buffer";
import type { OutputForm, OutputRequest } from "../contract/backend.js";
import type { Addon } from "./addon.js";
import { codeOfWire } from "./outcome.js";
import { OUTPUT_BYTES, OUTPUT_COUNT, OUTPUT_KIND, OUTPUT_SAME, OUTPUT_STATUS, OUTPUT_UNKNOWN, REASONS } from "./protocol.js";

/** What the addon fills; calls are synchronous, so one is enough. */
const NUMBERS = new Uint32Array(OUTPUT_COUNT);

/** Above so many bytes a text is a request's affair, whose limit is known. */
const MOST_BYTES = 64 << 20;

/** UTF-8 of U+FFFD, which halves of surrogate pairs become. */
const REPLACEMENT = Buffer.from("\ufffd");

/** What a request sends of an output, by the engine and the policy of those numbers; undefined if only a plan tells. */
export function formOfOutput(
  addon: Addon,
  { engine, policy }: { engine: number; policy: number },
  { request, wire, text }: OutputRequest,
): OutputForm | undefined {
  const bytes = toBytes(addon, text);
  if (bytes === undefined) return undefined;
  addon.shortenOutput(engine, policy, request, codeOfWire(wire), bytes, NUMBERS);
  const status = NUMBERS[OUTPUT_STATUS] ?? OUTPUT_UNKNOWN;
  if (status === OUTPUT_UNKNOWN) return undefined;
  if (status === OUTPUT_SAME) return { text, kind: undefined };
  const shorter = bytes.subarray(0, NUMBERS[OUTPUT_BYTES] ?? 0);
  return { text: shorter.toString(isAscii(shorter) ? "latin1" : "utf8"), kind: REASONS[NUMBERS[OUTPUT_KIND] ?? 0] };
}

/** The text in UTF-8, in memory of its own; undefined for one that is too long, or has half a surrogate pair. */
function toBytes(addon: Addon, text: string): Buffer | undefined {
  if (text.length > MOST_BYTES) return undefined;
  if (Buffer.byteLength(text) === text.length) return Buffer.from(text, "latin1");
  // The addon converts other texts several times as fast as Node does.
  const memory = new addon.BodyIntake(0);
  memory.pushText(text);
  const bytes = memory.take();
  return bytes.includes(REPLACEMENT) ? undefined : bytes;
}
