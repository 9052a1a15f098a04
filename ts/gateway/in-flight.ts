import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Smaller bodies are young garbage, which goes by itself. */
const LEAST_LEFT_BYTES = 256 * 1024;
/** A collection takes the thread for some milliseconds. */
const MOST_OFTEN_MS = 100;

/** Limits the bytes of all bodies in memory at one time, because memory is what a gateway runs out of first. */
export class InFlight {
  #bytes = 0;
  /** Bodies of requests that are over: their memory is free after a garbage collection, unless somebody shows them. */
  #left: { memory: WeakRef<ArrayBufferLike>; bytes: number }[] = [];
  #leftBytes = 0;
  #collectedAt = Number.NEGATIVE_INFINITY;
  /** The number of open accounts. */
  openCount = 0;

  /** @param maxBytes may change while bodies are in memory */
  constructor(public maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Opens an account. Its user must close it. */
  open(): Hold {
    this.openCount++;
    return new Hold(this);
  }

  /** Reserves all of `bytes`, or nothing. Always admits a single body if nothing else is in memory. */
  take(bytes: number, held: number): boolean {
    if (bytes > 0 && this.#bytes > held && !this.#hasRoom(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Goes on counting a body whose request no longer needs it, until its memory is free. */
  leave({ buffer, byteLength: bytes }: Uint8Array): void {
    if (bytes < LEAST_LEFT_BYTES || this.#left.some(({ memory }) => memory.deref() === buffer)) return;
    this.#left.push({ memory: new WeakRef(buffer), bytes });
    this.#leftBytes += bytes;
    // So that the list is no longer than what fits.
    if (this.#leftBytes > this.maxBytes) this.#forgetFreed();
  }

  #hasRoom(bytes: number): boolean {
    const fits = () => this.#bytes + this.#leftBytes + bytes <= this.maxBytes;
    if (fits()) return true;
    if (this.#left.length === 0) return false;
    const now = performance.now();
    if (this.#bytes + bytes <= this.maxBytes && now - this.#collectedAt >= MOST_OFTEN_MS) {
      this.#collectedAt = now;
      collectGarbage();
    }
    this.#forgetFreed();
    return fits();
  }

  #forgetFreed(): void {
    this.#left = this.#left.filter(({ memory }) => memory.deref() !== undefined);
    this.#leftBytes = this.#left.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

let gc: (() => void) | undefined;

/** V8 waits for 64 MB that it may free; whoever would be refused for them should not. */
function collectGarbage(): void {
  try {
    if (gc === undefined) {
      setFlagsFromString("--expose-gc");
      gc = runInNewContext("gc") as () => void;
    }
    gc();
  } catch {
    // A runtime that has none collects when it likes.
    gc = () => {};
  }
}

/** The account of one request. */
export class Hold {
  #bytes = 0;

  constructor(private readonly all: InFlight) {}

  /**
   * Changes the sum to `bytes` and returns true, or changes nothing and returns false. A smaller sum is always allowed.
   */
  resize(bytes: number): boolean {
    if (!this.all.take(bytes - this.#bytes, this.#bytes)) return false;
    this.#bytes = bytes;
    return true;
  }

  /** A body that this request no longer needs. */
  leave(body: Uint8Array | undefined): void {
    if (body !== undefined) this.all.leave(body);
  }

  /** Whether no other request has an account. */
  get isAlone(): boolean {
    return this.all.openCount === 1;
  }

  close(): void {
    this.resize(0);
    this.all.openCount--;
  }
}
