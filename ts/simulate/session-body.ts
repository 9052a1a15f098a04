// The bytes of a session's requests, as an agent sends them: each is the last one, cut behind its messages.
import { quickWeight } from "../load/quick-weight.js";
import { isRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import type { Session } from "./trace.js";

/** What stands for a text that the log does not have: many tokens in few bytes. */
const FILLER = "% ";
/** The member that holds it; no wire has one of this name. */
const FILLER_KEY = "not_in_the_log";

/** The requests of a session, written once. */
export class SessionBody {
  /** The last request. */
  readonly #whole: Buffer;
  /** By number of messages: where they end. */
  readonly #ends: readonly number[];
  /** What stood where the end of the request that was asked for last is written. */
  #covered = { at: 0, bytes: Buffer.alloc(0) };

  constructor({ request, wire, list, hiddenPrefixTokens, hiddenTokens }: Session) {
    const { listKey } = WIRES.of(wire);
    const rest = Object.fromEntries(Object.entries(request).filter(([key]) => key !== listKey));
    const front = JSON.stringify({ ...rest, ...fillerOf(hiddenPrefixTokens), [listKey]: [] }).slice(0, -END.length);
    const parts = [front];
    let length = Buffer.byteLength(front);
    const ends = [length];
    for (const message of list) {
      const tokens = hiddenTokens?.get(message) ?? 0;
      const whole = tokens > 0 && isRecord(message) ? { ...message, ...fillerOf(tokens) } : message;
      const text = `${parts.length === 1 ? "" : ","}${JSON.stringify(whole) ?? "null"}`;
      parts.push(text);
      length += Buffer.byteLength(text);
      ends.push(length);
    }
    this.#whole = Buffer.allocUnsafeSlow(length + END.length);
    let at = 0;
    for (const part of [...parts, END]) at += this.#whole.write(part, at);
    this.#ends = ends;
  }

  /** The byte at which a message begins; of the number behind the last, where the list ends. */
  startOf(message: number): number {
    const end = this.#ends[message] ?? this.#whole.length;
    return message > 0 && message + 1 < this.#ends.length ? end + 1 : end;
  }

  /** The request with the first `messages` of the session. Valid until the next one is asked for. */
  at(messages: number): Uint8Array {
    const end = this.#ends[messages] ?? 0;
    this.#covered.bytes.copy(this.#whole, this.#covered.at);
    this.#covered = { at: end, bytes: Buffer.from(this.#whole.subarray(end, end + END.length)) };
    return this.#whole.subarray(0, end + this.#whole.write(END, end));
  }
}

const END = "]}";

function fillerOf(tokens: number): Record<string, string> {
  if (tokens <= 0) return {};
  const sample = 1000;
  const weight = quickWeight(FILLER.repeat(sample)) / sample / 1024;
  return { [FILLER_KEY]: FILLER.repeat(Math.max(1, Math.round(tokens / weight))) };
}
