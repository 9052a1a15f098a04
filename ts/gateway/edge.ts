import type { Readable } from "node:stream";

/** A request as it came in. What decides about it sees no server: `server.ts` alone knows `node:http`. */
export interface Incoming {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Names and values in turns, as sent: names keep their case, nothing is joined. */
  readonly rawHeaders: readonly string[];
  readonly body: Readable;
  /** Whether a body follows, by its framing. */
  readonly hasBody: boolean;
  /** `performance.now()` at the arrival. */
  readonly startedAt: number;
}

/** Where the answer goes. */
export interface Outgoing {
  /** True once a status has been sent: nothing can be taken back. */
  readonly started: boolean;
  /** Status and headers, names and values in turns. `flush` sends them even where no body follows yet. */
  start(status: number, headers: readonly string[], flush: boolean): void;
  /** False where the reader is slower than the writer: wait for `onDrain`. */
  write(chunk: Uint8Array): boolean;
  end(chunk?: Uint8Array | string): void;
  /** Cuts the connection, so that nobody takes what was sent for all there is. */
  cut(): void;
  onDrain(callback: () => void): void;
  /** Called once if the client goes away before the answer's end. */
  onGone(callback: () => void): void;
}

/** The value of a header that may occur once; the first where it occurs more often. `name` in lower case. */
export function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const key = rawHeaders[at] as string;
    if (key.length === name.length && key.toLowerCase() === name) return rawHeaders[at + 1];
  }
  return undefined;
}
