import { headerOf, type Outgoing } from "../edge.js";

/** A longer answer is forwarded as it comes, and its calls are the client's. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A way back to the client on which an answer waits until it is whole. */
export class HeldOutgoing implements Outgoing {
  readonly #out: Outgoing;
  #head: Parameters<Outgoing["start"]> | undefined;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isForwarded = false;
  /** Whether the answer has ended as it should. */
  isWhole = false;

  constructor(out: Outgoing) {
    this.#out = out;
  }

  get started(): boolean {
    return this.#isForwarded && this.#out.started;
  }

  get status(): number | undefined {
    return this.#head?.[0];
  }

  header(name: string): string | undefined {
    return headerOf(this.#head?.[1] ?? [], name);
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  start(...head: Parameters<Outgoing["start"]>): void {
    this.#head = head;
  }

  write(chunk: Uint8Array): boolean {
    if (this.#isForwarded) return this.#out.write(chunk);
    // What comes is the upstream's memory, which may be used again.
    this.#chunks.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes > MOST_BYTES) this.forward();
    return true;
  }

  end(chunk?: Uint8Array | string): void {
    if (chunk !== undefined) this.write(Buffer.from(chunk as string));
    if (this.#isForwarded) this.#out.end();
    this.isWhole = true;
  }

  cut(): void {
    this.forward();
    this.#out.cut();
  }

  onDrain(callback: () => void): void {
    this.#out.onDrain(callback);
  }

  onGone(callback: () => void): void {
    this.#out.onGone(callback);
  }

  /** Gives the client what has come, and from now on what comes. */
  forward(): void {
    if (this.#isForwarded || this.#head === undefined) return;
    this.#isForwarded = true;
    this.#out.start(...this.#head);
    for (const chunk of this.#chunks) this.#out.write(chunk);
    this.#chunks = [];
    if (this.isWhole) this.#out.end();
  }
}
