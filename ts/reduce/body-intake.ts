import { isAscii } from "node:buffer";
import type { BodyIntake, BriefReduction, ReduceOptions } from "../contract/backend.js";
import { isDisabled } from "../contract/report-basis.js";
import { loadBackend } from "../load/backend.js";
import type { Policy } from "../policy/policy.js";
import { needsContext } from "./budget.js";
import { reduceLent } from "./reduce.js";

/**
 * Opens a buffer for a body that arrives in pieces. With the native backend the whole body is never in JavaScript's
 * memory unless `take` is called, because many large bodies would burden the garbage collector.
 *
 * @param bytes The likely size; more may come.
 * @throws Error if there is no memory.
 */
export function openIntake(bytes: number): BodyIntake {
  return loadBackend().backend.openIntake?.(bytes) ?? new Joined();
}

/** An intake in JavaScript's memory. */
class Joined implements BodyIntake {
  #pieces: Uint8Array[] = [];

  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
  }

  absorb(piece: Uint8Array): void {
    this.push(piece);
  }

  pushText(text: string): void {
    this.#pieces.push(Buffer.from(text));
  }

  take(): Uint8Array {
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return whole;
  }

  release(): void {
    this.#pieces = [];
  }

  reduce(policy: Policy, options: ReduceOptions): Promise<BriefReduction> {
    return reduceLent(this.take(), policy, options);
  }
}

/**
 * Reduces the pushed bytes like `reduceBodyAsync`. The intake is empty afterwards.
 *
 * @param isAlone See {@link BodyIntake.reduce}.
 */
export function reduceIntake(
  intake: BodyIntake,
  policy: Policy,
  options: ReduceOptions,
  isAlone: boolean,
): Promise<BriefReduction> {
  // A budget's share, and whether it is met, are computed outside the backend.
  const isWhole = policy.settings.budget !== undefined || needsContext(policy) || isDisabled(policy);
  return isWhole ? reduceLent(intake.take(), policy, options) : intake.reduce(policy, options, isAlone);
}

/** Below this size, in UTF-16 units or bytes, Node's own coding is as fast. */
const LONG = 16 * 1024;

/** Encodes a text as UTF-8, like `Buffer.from`. */
export function encodeText(text: string): Uint8Array {
  if (text.length < LONG) return Buffer.from(text);
  const intake = openIntake(text.length);
  intake.pushText(text);
  return intake.take();
}

/** The text of bytes in UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString(isAscii(buffer) ? "latin1" : "utf8");
}
