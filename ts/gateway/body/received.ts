import type { BodyIntake, BriefReduction, ReduceOptions } from "../../contract/backend.js";
import type { Policy } from "../../policy/policy.js";
import { openIntake, reduceIntake } from "../../reduce/body-intake.js";
import { Glimpse } from "../../reduce/glimpse.js";
import { reduceBody, reduceLent } from "../../reduce/reduce.js";

/** Most memory reserved for a declared length, so that a client that declares much and sends nothing costs no more. */
const MOST_AHEAD_BYTES = 2 * 1024 * 1024;

/** Smaller bodies are reduced at once: a backend would do the same with them. */
const MOST_AT_ONCE_BYTES = 64 * 1024;
/** The same where no other request waits: a thread would answer later. */
const MOST_ALONE_BYTES = 1536 * 1024;

/** A request's body. A body in one piece is used as it is; several pieces are joined outside of V8's memory. */
export class ReceivedBody {
  /** What was seen of it; empty unless asked for. */
  readonly glimpse: Glimpse;
  readonly #isWatched: boolean;
  #whole: Buffer | undefined;
  #intake: BodyIntake | undefined;
  #bytes = 0;

  /** @param callKey The member of a result with the id of its call; undefined if no `glimpse` is wanted */
  constructor(callKey?: string) {
    this.#isWatched = callKey !== undefined;
    this.glimpse = new Glimpse(callKey ?? "");
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a piece, or returns false where there is no memory.
   *
   * @param piece A buffer that no other code uses; its memory may be released.
   * @param declared Bytes of the whole body, if declared.
   */
  takes(piece: Buffer, declared = 0): boolean {
    try {
      this.#push(piece, declared);
      return true;
    } catch {
      return false;
    }
  }

  #push(piece: Buffer, declared: number): void {
    this.#bytes += piece.length;
    if (this.#isWatched) this.glimpse.see(piece);
    if (this.#intake === undefined && this.#whole === undefined) {
      this.#whole = piece;
      return;
    }
    if (this.#intake === undefined) {
      this.#intake = openIntake(Math.max(this.#bytes, Math.min(declared, MOST_AHEAD_BYTES)));
      this.#intake.absorb(this.#whole as Buffer);
      this.#whole = undefined;
    }
    this.#intake.absorb(piece);
  }

  /** Of bytes that are there. */
  static of(bytes: Uint8Array, callKey?: string): ReceivedBody {
    const body = new ReceivedBody(callKey);
    body.#push(asBuffer(bytes), bytes.length);
    return body;
  }

  /** Frees at once what nobody asked for: a body in pieces would else be in memory until a garbage collection. */
  release(): Buffer | undefined {
    this.#intake?.release();
    this.#intake = undefined;
    return this.#whole;
  }

  /** The body where it came in one piece; else undefined. */
  get small(): Buffer | undefined {
    return this.#intake === undefined ? this.#whole : undefined;
  }

  /** All bytes, exactly as they came. */
  whole(): Buffer {
    this.#whole ??= this.#take();
    return this.#whole;
  }

  /**
   * Reduces the body. Afterwards the original bytes remain only if nothing changed. `isAlone`: no other request is in
   * flight.
   */
  async reduce(policy: Policy, options: ReduceOptions, isAlone: boolean): Promise<BriefReduction> {
    const intake = this.#intake;
    if (intake === undefined) {
      const whole = this.whole();
      const isNow = whole.length <= (isAlone ? MOST_ALONE_BYTES : MOST_AT_ONCE_BYTES);
      return isNow ? reduceBody(whole, policy, options) : reduceLent(whole, policy, options);
    }
    this.#intake = undefined;
    const reduction = await reduceIntake(intake, policy, options, isAlone);
    if (!reduction.changed) this.#whole = asBuffer(reduction.body);
    return reduction;
  }

  #take(): Buffer {
    const intake = this.#intake;
    this.#intake = undefined;
    if (intake !== undefined) return asBuffer(intake.take());
    if (this.#bytes > 0) throw new Error("tamis: the body is gone");
    return Buffer.alloc(0);
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
