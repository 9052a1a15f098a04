import type { Engine } from "../binding/binding.js";
import type { BackendOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import type { SessionFacts } from "../contract/session-state.js";
import { WIRES } from "../wires/index.js";
import { codeOfWire } from "./outcome.js";

/** What `Engine.locate` fills. */
const NUMBERS = new Uint32Array(9);

/** What tells the conversation of a body, and the step of that number; undefined for what is none. */
export function locateInBody(
  engine: Engine,
  body: Uint8Array,
  { wire }: BackendOptions,
  detectWire: (body: Uint8Array) => Wire | undefined,
  step: number,
): SessionFacts | undefined {
  const known = wire ?? detectWire(body);
  if (known === undefined || !engine.locate(body, codeOfWire(known), step, NUMBERS)) return undefined;
  const [, steps = 0, hourly = 0, callStart = 0, callEnd = 0, start = 0, end = 0, systemStart = 0, systemEnd = 0] =
    NUMBERS;
  const text = (from: number, to: number) =>
    Buffer.from(body.buffer, body.byteOffset + from, to - from).toString("utf8");
  return {
    steps,
    callId: callEnd > callStart ? (JSON.parse(`"${text(callStart, callEnd)}"`) as string) : null,
    opening: JSON.parse(`[${systemEnd > systemStart ? text(systemStart, systemEnd) : "null"},[${text(start, end)}]]`),
    hourly: hourly !== 0,
    cacheByClient: WIRES.of(known).cache.byClient,
  };
}
