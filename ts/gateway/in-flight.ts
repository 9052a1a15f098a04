/** Bytes of all bodies that are held at one time, bounded: memory is what a gateway runs out of first. */
export class InFlight {
  #bytes = 0;
  /** Accounts that are not closed. */
  openCount = 0;

  /** @param maxBytes may change while bodies are held */
  constructor(public maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** A new account; close it in the end. */
  open(): Hold {
    this.openCount++;
    return new Hold(this);
  }

  /** Takes `bytes` more, or nothing. A single body is always let in where nothing else is held. */
  take(bytes: number, held: number): boolean {
    if (bytes > 0 && this.#bytes + bytes > this.maxBytes && this.#bytes > held) return false;
    this.#bytes += bytes;
    return true;
  }
}

/** What one request holds. */
export class Hold {
  #bytes = 0;

  constructor(private readonly all: InFlight) {}

  /** Whether `bytes` in sum may be held; false changes nothing. Holding less always may. */
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
