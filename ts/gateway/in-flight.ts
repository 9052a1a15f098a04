/** Limits the bytes of all bodies in memory at one time, because memory is what a gateway runs out of first. */
export class InFlight {
  #bytes = 0;
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
    if (bytes > 0 && this.#bytes + bytes > this.maxBytes && this.#bytes > held) return false;
    this.#bytes += bytes;
    return true;
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

  /** Whether no other request has an account. */
  get isAlone(): boolean {
    return this.all.openCount === 1;
  }

  close(): void {
    this.resize(0);
    this.all.openCount--;
  }
}
