import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MIB = 1024 * 1024;
/** Smaller bodies are young garbage, which goes by itself. */
const LEAST_LEFT_BYTES = 32 * 1024;
/** While many bodies are in memory the process needs more beside them; a smaller limit than this is of bodies alone. */
const LEAST_OWN_BYTES = 36 * MIB;
const LEAST_BODIES_BYTES = 64 * MIB;
/** A collection of what is young takes a millisecond. */
const MOST_DROPPED_BYTES = 8 * MIB;
/** A collection of everything takes the thread for some milliseconds: it comes so often, or where that part of the limit was left. */
const MOST_OFTEN_MS = 100;
const WORTH_IT = 1 / 8;

/** Limits the bytes of all bodies in memory at one time, because memory is what a gateway runs out of first. */
export class InFlight {
  #bytes = 0;
  /** Bodies of requests that are over: their memory is free after a garbage collection, unless somebody shows them. */
  #left: { memory: WeakRef<ArrayBufferLike>; bytes: number }[] = [];
  readonly #known = new WeakSet<ArrayBufferLike>();
  #leftBytes = 0;
  #leftSince = 0;
  #collectedAt = Number.NEGATIVE_INFINITY;
  #droppedBytes = 0;
  /** The number of open accounts. */
  openCount = 0;

  /**
   * @param maxBytes may change while bodies are in memory
   * @param relieve Gives up bodies that others keep for later. @default nobody keeps any
   */
  constructor(
    public maxBytes: number,
    private readonly relieve: () => void = () => {},
  ) {
    grownBytes();
  }

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
    if (bytes > 0 && !this.#hasRoom(bytes) && this.#bytes > held) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Goes on counting a body whose request no longer needs it, until its memory is free. */
  leave({ buffer, byteLength: bytes }: Uint8Array): void {
    if (bytes < LEAST_LEFT_BYTES || this.#known.has(buffer)) return;
    this.#known.add(buffer);
    this.#left.push({ memory: new WeakRef(buffer), bytes });
    this.#leftBytes += bytes;
    this.#leftSince += bytes;
    // So that the list is no longer than what fits.
    if (this.#leftBytes > this.maxBytes) this.#forgetFreed();
  }

  /** Received bytes that nobody has, and a collection frees. V8 would wait for 64 MB of them. */
  drop(bytes: number): void {
    this.#droppedBytes += bytes;
    if (this.#droppedBytes < MOST_DROPPED_BYTES) return;
    this.#droppedBytes = 0;
    collectGarbage(YOUNG);
  }

  #hasRoom(bytes: number): boolean {
    const sum = this.#bytes + bytes;
    // Half of the limit is theirs, whatever the process needs.
    if (sum + this.#leftBytes <= this.maxBytes / 2) return true;
    const room = this.maxBytes - this.#ownBytes();
    const fits = (left: number) => sum + left <= room;
    if (fits(this.#leftBytes)) return true;
    if (this.#left.length === 0) return false;
    const now = performance.now();
    const isWorthIt = now - this.#collectedAt >= MOST_OFTEN_MS || this.#leftSince >= WORTH_IT * this.maxBytes;
    if (fits(0) && isWorthIt) {
      this.#collectedAt = now;
      this.#leftSince = 0;
      this.relieve();
      collectGarbage();
    }
    this.#forgetFreed();
    return fits(this.#leftBytes);
  }

  /** What the process needs beside the bodies. */
  #ownBytes(): number {
    return Math.max(0, Math.min(grownBytes() + LEAST_OWN_BYTES, this.maxBytes - LEAST_BODIES_BYTES));
  }

  #forgetFreed(): void {
    this.#left = this.#left.filter(({ memory }) => memory.deref() !== undefined);
    this.#leftBytes = this.#left.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

let leastHeapBytes = Number.POSITIVE_INFINITY;

/** What V8's own heap has grown by: many requests at once need more of it, however small their bodies. */
function grownBytes(): number {
  const { total_heap_size: now } = getHeapStatistics();
  leastHeapBytes = Math.min(now, leastHeapBytes);
  return now - leastHeapBytes;
}

let gc: ((young?: typeof YOUNG) => void) | undefined;
const YOUNG = { type: "minor" } as const;

/** V8 waits for 64 MB that it may free; whoever would be refused for them should not. */
function collectGarbage(young?: typeof YOUNG): void {
  try {
    if (gc === undefined) {
      setFlagsFromString("--expose-gc");
      gc = runInNewContext("gc") as NonNullable<typeof gc>;
    }
    gc(young);
  } catch {
    // A runtime that has none collects when it likes.
    gc = () => {};
  }
}

/** A body whose memory somebody else has to give back. */
export interface Releasable {
  /** Frees what can be freed now. Returns what is in JavaScript's memory, which its garbage collection frees. */
  release(): Uint8Array | undefined;
}

/** The account of one request. */
export class Hold {
  #bytes = 0;
  readonly #owned: Releasable[] = [];

  constructor(private readonly all: InFlight) {}

  /**
   * Changes the sum to `bytes` and returns true, or changes nothing and returns false. A smaller sum is always allowed.
   */
  resize(bytes: number): boolean {
    if (!this.all.take(bytes - this.#bytes, this.#bytes)) return false;
    this.#bytes = bytes;
    return true;
  }

  /** Releases a body once the account is closed, and goes on counting it while it is not free. */
  owns(body: Releasable): void {
    this.#owned.push(body);
  }

  /** Bytes that came, and that this request does not keep. */
  drop(bytes: number): void {
    this.all.drop(bytes);
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
    // A connection that waits for its next request has this one still.
    for (const body of this.#owned.splice(0)) this.leave(body.release());
    this.resize(0);
    this.all.openCount--;
  }
}
