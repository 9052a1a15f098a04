// The stream of events. A reader that does not read is dropped: what it misses it asks for when it comes again.
import type { Outgoing } from "../../gateway/edge.js";
import type { PageEvent } from "../api.js";
import { ApiError, startAnswer } from "./answers.js";

export interface HubLimits {
  /** Readers at one time. @default 16 */
  readers?: number;
  /** Bytes that wait for one reader. @default 262144 */
  waitingBytes?: number;
  /** Time that a reader may take for what waits, in milliseconds. @default 10000 */
  stallMs?: number;
  /** Time between comments that keep connections open, in milliseconds. @default 15000 */
  pulseMs?: number;
}

/** Sends events to every page that listens. */
export class EventHub {
  readonly #readers = new Set<Reader>();
  readonly #limits: Required<HubLimits>;
  #pulse: NodeJS.Timeout | undefined;

  constructor({ readers = 16, waitingBytes = 262_144, stallMs = 10_000, pulseMs = 15_000 }: HubLimits = {}) {
    this.#limits = { readers, waitingBytes, stallMs, pulseMs };
  }

  get size(): number {
    return this.#readers.size;
  }

  /** Begins a stream. @throws ApiError if too many listen */
  open(out: Outgoing, hello: PageEvent): void {
    if (this.#readers.size >= this.#limits.readers)
      throw new ApiError("busy", `${this.#limits.readers} pages listen already: close one`);
    startAnswer(out, 200, ["content-type", "text/event-stream", "cache-control", "no-store"], true);
    const reader = new Reader(out, this.#limits, () => this.#readers.delete(reader));
    this.#readers.add(reader);
    reader.write(textOf(hello));
    this.#pulse ??= setInterval(() => this.#write(": still here\n\n"), this.#limits.pulseMs).unref();
  }

  send(...events: PageEvent[]): void {
    if (this.#readers.size > 0) this.#write(events.map(textOf).join(""));
  }

  /** Ends all streams. */
  close(): void {
    clearInterval(this.#pulse);
    this.#pulse = undefined;
    for (const reader of this.#readers) reader.end(textOf({ event: "bye", data: {} }));
    this.#readers.clear();
  }

  #write(text: string): void {
    for (const reader of this.#readers) reader.write(text);
  }
}

const textOf = ({ event, data }: PageEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

class Reader {
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #fullSince: number | undefined;
  #isGone = false;

  constructor(
    private readonly out: Outgoing,
    private readonly limits: Required<HubLimits>,
    private readonly leave: () => void,
  ) {
    out.onGone(() => this.#drop());
    out.onDrain(() => this.#flush());
  }

  write(text: string): void {
    if (this.#isGone) return;
    const bytes = Buffer.from(text);
    if (this.#fullSince === undefined) {
      if (!this.out.write(bytes)) this.#fullSince = performance.now();
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    const isStalled = performance.now() - this.#fullSince > this.limits.stallMs;
    if (!isStalled && this.#waitingBytes <= this.limits.waitingBytes) return;
    this.#drop();
    this.out.cut();
  }

  end(text: string): void {
    if (!this.#isGone) this.out.end(text);
    this.#isGone = true;
  }

  #flush(): void {
    this.#fullSince = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const bytes of waiting) this.write(bytes.toString());
  }

  #drop(): void {
    this.#isGone = true;
    this.#waiting = [];
    this.leave();
  }
}
