import type { Engine } from "../binding/binding.js";
import type { BackendOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import type { SessionFacts } from "../contract/session-facts.js";
import { modelAt } from "./model.js";
import { codeOfWire } from "./outcome.js";
import {
  LANDMARK_BY_HAND,
  LANDMARK_CALL_END,
  LANDMARK_CALL_START,
  LANDMARK_CONTROLS,
  LANDMARK_COUNT,
  LANDMARK_FIRST_CALL_END,
  LANDMARK_FIRST_CALL_START,
  LANDMARK_HOURLY,
  LANDMARK_MARKED,
  LANDMARK_MODEL_END,
  LANDMARK_MODEL_START,
  LANDMARK_NEWEST_CALL_END,
  LANDMARK_NEWEST_CALL_START,
  LANDMARK_OPENING_END,
  LANDMARK_OPENING_START,
  LANDMARK_PROMPT,
  LANDMARK_SIGNED,
  LANDMARK_STEPS,
  LANDMARK_SYSTEM_END,
  LANDMARK_SYSTEM_START,
  LANDMARK_THINKING,
  LANDMARK_THINKING_BEFORE,
  LANDMARK_THINKING_END,
} from "./protocol.js";

/** What `Engine.locate` fills. */
const NUMBERS = new Uint32Array(LANDMARK_COUNT);

/** The facts that identify a body's conversation, and the step of that number; undefined if there is none. */
export function locateInBody(
  engine: Engine,
  body: Uint8Array,
  { wire }: BackendOptions,
  detectWire: (body: Uint8Array) => Wire | undefined,
  step: number,
): SessionFacts | undefined {
  const known = wire ?? detectWire(body);
  if (known === undefined || !engine.locate(body, codeOfWire(known), step, NUMBERS)) return undefined;
  const textFrom = (startAt: number, endAt: number) => {
    const [start, end] = [NUMBERS[startAt] ?? 0, NUMBERS[endAt] ?? 0];
    return Buffer.from(body.buffer, body.byteOffset + start, end - start).toString("utf8");
  };
  const idFrom = (startAt: number, endAt: number) => {
    const id = textFrom(startAt, endAt);
    return id === "" ? null : (JSON.parse(`"${id}"`) as string);
  };
  const system = textFrom(LANDMARK_SYSTEM_START, LANDMARK_SYSTEM_END) || "null";
  return {
    steps: NUMBERS[LANDMARK_STEPS] ?? 0,
    callId: idFrom(LANDMARK_CALL_START, LANDMARK_CALL_END),
    newestCallId: idFrom(LANDMARK_NEWEST_CALL_START, LANDMARK_NEWEST_CALL_END),
    firstCallId: idFrom(LANDMARK_FIRST_CALL_START, LANDMARK_FIRST_CALL_END),
    opening: JSON.parse(`[${system},[${textFrom(LANDMARK_OPENING_START, LANDMARK_OPENING_END)}]]`),
    hourly: NUMBERS[LANDMARK_HOURLY] === 1,
    wire: known,
    model: modelAt(body, NUMBERS[LANDMARK_MODEL_START] ?? 0, NUMBERS[LANDMARK_MODEL_END] ?? 0) ?? null,
    marked: NUMBERS[LANDMARK_MARKED] === 1,
    controls: NUMBERS[LANDMARK_CONTROLS] === 1,
    isPrompt: NUMBERS[LANDMARK_PROMPT] === 1,
    byHand: NUMBERS[LANDMARK_BY_HAND] === 1,
    signed: NUMBERS[LANDMARK_SIGNED] === 1,
    thinking: NUMBERS[LANDMARK_THINKING] ?? 0,
    thinkingEnd: NUMBERS[LANDMARK_THINKING_END] ?? 0,
    thinkingBefore: NUMBERS[LANDMARK_THINKING_BEFORE] ?? 0,
  };
}
