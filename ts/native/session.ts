import type { Engine } from "../binding/binding.js";
import type { BackendOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import type { SessionFacts } from "../contract/session-facts.js";
import { stableWords } from "../contract/volatile-text.js";
import type { Addon } from "./addon.js";
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

/** A longer opening, of documents or images, is known by its beginning: to read it all would keep other requests waiting. */
const MOST_OPENING_BYTES = 2 * 1024 * 1024;
function beginningOf(json: string): string {
  const markers = /,\s*"(?:cache_control|prompt_cache_breakpoint)"\s*:\s*(?:\{[^{}]*\}|true)/g;
  return stableWords(json.replace(markers, ""));
}

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
  return factsFrom(NUMBERS, body, known);
}

/** The same on Node's thread pool: nobody may write to the body until the promise is settled. */
export async function locateLent(
  addon: Addon,
  level: string,
  body: Uint8Array,
  wire: Wire,
  step: number,
): Promise<SessionFacts | undefined> {
  const numbers = await addon.locateTask(body, level, codeOfWire(wire), step);
  return numbers === null ? undefined : factsFrom(numbers, body, wire);
}

function factsFrom(numbers: ArrayLike<number>, body: Uint8Array, wire: Wire): SessionFacts {
  const textFrom = (startAt: number, endAt: number, most = body.length) => {
    const [start, end] = [numbers[startAt] ?? 0, Math.min(most, numbers[endAt] ?? 0)];
    return Buffer.from(body.buffer, body.byteOffset + start, end - start).toString("utf8");
  };
  const idFrom = (startAt: number, endAt: number) => {
    const id = textFrom(startAt, endAt);
    return id === "" ? null : (JSON.parse(`"${id}"`) as string);
  };
  const valueFrom = (startAt: number, endAt: number, isList: boolean): unknown => {
    const start = numbers[startAt] ?? 0;
    const json = textFrom(startAt, endAt, start + MOST_OPENING_BYTES);
    if ((numbers[endAt] ?? 0) - start > MOST_OPENING_BYTES) return isList ? [beginningOf(json)] : beginningOf(json);
    return isList ? JSON.parse(`[${json}]`) : JSON.parse(json || "null");
  };
  return {
    steps: numbers[LANDMARK_STEPS] ?? 0,
    callId: idFrom(LANDMARK_CALL_START, LANDMARK_CALL_END),
    newestCallId: idFrom(LANDMARK_NEWEST_CALL_START, LANDMARK_NEWEST_CALL_END),
    firstCallId: idFrom(LANDMARK_FIRST_CALL_START, LANDMARK_FIRST_CALL_END),
    opening: [
      valueFrom(LANDMARK_SYSTEM_START, LANDMARK_SYSTEM_END, false),
      valueFrom(LANDMARK_OPENING_START, LANDMARK_OPENING_END, true),
    ],
    hourly: numbers[LANDMARK_HOURLY] === 1,
    wire,
    model: modelAt(body, numbers[LANDMARK_MODEL_START] ?? 0, numbers[LANDMARK_MODEL_END] ?? 0) ?? null,
    marked: numbers[LANDMARK_MARKED] === 1,
    controls: numbers[LANDMARK_CONTROLS] === 1,
    isPrompt: numbers[LANDMARK_PROMPT] === 1,
    byHand: numbers[LANDMARK_BY_HAND] === 1,
    signed: numbers[LANDMARK_SIGNED] === 1,
    thinking: numbers[LANDMARK_THINKING] ?? 0,
    thinkingEnd: numbers[LANDMARK_THINKING_END] ?? 0,
    thinkingBefore: numbers[LANDMARK_THINKING_BEFORE] ?? 0,
  };
}
