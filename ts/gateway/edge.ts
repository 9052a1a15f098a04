import type { Readable } from "node:stream";

/** A request as it came in. The deciding code sees no server: only `server.ts` uses `node:http`. */
export interface Incoming {
  /** The method, in upper case. */
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Alternating names and values, as sent: names keep their case, and nothing is joined. */
  readonly rawHeaders: readonly string[];
  /** The body; empty without one. */
  readonly body: Readable;
  /** To be called before the body is read: a client may be waiting for that. */
  wantBody(): void;
  /** Whether a body follows, by its framing. */
  readonly hasBody: boolean;
  /** `performance.now()` at the arrival. */
  readonly startedAt: number;
}

/** The way back to the client. */
export interface Outgoing {
  /** True once a status has been sent and cannot be changed. */
  readonly started: boolean;
  /** Sends status and headers (alternating names and values). `flush` sends them before any body. */
  start(status: number, headers: readonly string[], flush: boolean): void;
  /** False if the reader is slower than the writer: wait for `onDrain`. */
  write(chunk: Uint8Array): boolean;
  /** Ends the answer, with a last piece of its body. */
  end(chunk?: Uint8Array | string): void;
  /** Cuts the connection, so that the client does not mistake a partial answer for a whole one. */
  cut(): void;
  /** Registers what is called once the reader has caught up. */
  onDrain(callback: () => void): void;
  /** Registers a callback that is called once if the client leaves before the answer's end. */
  onGone(callback: () => void): void;
}

/** A text, and its media type. */
export interface OwnText {
  type: string;
  text: string;
}

/** Headers that say what a text is, and how long. */
export const textHeaders = ({ type, text }: OwnText): string[] => [
  ...["content-type", type],
  ...["content-length", String(Buffer.byteLength(text))],
];

/** Headers in which providers' credentials come. */
export const CREDENTIALS = ["authorization", "x-api-key", "x-goog-api-key", "api-key"] as const;

/** The value of a header, or the first of several. `name` in lower case. */
export function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const key = rawHeaders[at] as string;
    if (key.length === name.length && key.toLowerCase() === name) return rawHeaders[at + 1];
  }
  return undefined;
}
