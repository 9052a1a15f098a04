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
  readonly #head: Buffer;
  readonly #list: Buffer;
  /** By number of messages: where they end in the list. */
  readonly #ends: readonly number[];

  constructor({ request, wire, list, hiddenPrefixTokens, hiddenTokens }: Session) {
    const { listKey } = WIRES.of(wire);
    const rest = Object.fromEntries(Object.entries(request).filter(([key]) => key !== listKey));
    const front = JSON.stringify({ ...rest, ...fillerOf(hiddenPrefixTokens), [listKey]: [] });
    this.#head = Buffer.from(front.slice(0, -2));
    const parts: string[] = [];
    const ends = [0];
    let length = 0;
    for (const message of list) {
      const tokens = hiddenTokens?.get(message) ?? 0;
      const whole = tokens > 0 && isRecord(message) ? { ...message, ...fillerOf(tokens) } : message;
      const text = `${parts.length === 0 ? "" : ","}${JSON.stringify(whole) ?? "null"}`;
      parts.push(text);
      length += Buffer.byteLength(text);
      ends.push(length);
    }
    this.#list = Buffer.from(parts.join(""));
    this.#ends = ends;
  }

  /** The request with the first `messages` of the session. */
  at(messages: number): Uint8Array {
    return Buffer.concat([this.#head, this.#list.subarray(0, this.#ends[messages]), END]);
  }
}

const END = Buffer.from("]}");

function fillerOf(tokens: number): Record<string, string> {
  if (tokens <= 0) return {};
  const sample = 1000;
  const weight = quickWeight(FILLER.repeat(sample)) / sample / 1024;
  return { [FILLER_KEY]: FILLER.repeat(Math.max(1, Math.round(tokens / weight))) };
}
