// One instance of the core over WebAssembly. Its memory never shrinks, and a trap leaves it in no known state: then a new
// one takes its place, and whoever has a number in the old one makes it again (`Numbered`).

/** What the module exports (`crates/wasm`). */
export interface Exports {
  memory: { readonly buffer: ArrayBuffer };
  protocol_version(): number;
  bytes(place: number, length: number): number;
  words(length: number): number;
  units(length: number): number;
  reset(): void;
  policy(length: number): number;
  drop_policy(number: number): void;
  plan(
    policy: number,
    wire: number,
    flags: number,
    lastStep: number,
    startStep: number,
    model: number,
    host: number,
    tenant: number,
  ): number;
  write(output: number, rows: number): number;
  shorten_output(policy: number, wire: number, length: number): number;
  locate(wire: number, lastStep: number): number;
  describe(wire: number): number;
  detect_wire(): number;
  hash_texts(): void;
  validate(wire: number, model: number, most: number): void;
  tokens_of_bytes(method: number): number;
  tokens_of_units(method: number): number;
  weigh_units(method: number): number;
  tokens_of_spans(method: number): number;
  tokens_of_joined(method: number): number;
  outline(minChars: number): number;
  ranked_words(room: number): number;
  digest(seen: number, maxWords: number, maxChars: number): number;
  shown_by_call(tool: number): number;
  lossless(): number;
  use_vocabulary(): number;
  numbers(): number;
  out_at(): number;
  out_length(): number;
  rows_at(): number;
  rows_length(): number;
}

/** Says that a text is missing. */
export const MISSING = 0xffff_ffff;
const FAILED = -1;
/** An instance with more memory is not kept for the next call. */
const MOST_KEPT_BYTES = 64 << 20;

/** Makes instances of a compiled module, one at a time. */
export class Instance {
  /** Changes with each new instance. */
  generation = 0;
  readonly #make: () => Exports;
  #exports: Exports | undefined;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(make: () => Exports) {
    this.#make = make;
  }

  get exports(): Exports {
    if (this.#exports === undefined) {
      this.#exports = this.#make();
      this.generation++;
    }
    return this.#exports;
  }

  /**
   * Runs a call, whose result must hold nothing of the instance's memory.
   *
   * @param isHalf Whether another call goes on with what this one left in the instance
   */
  call<T>(work: (exports: Exports) => T, isHalf = false): T {
    try {
      const result = work(this.exports);
      const bytes = this.#exports?.memory.buffer.byteLength ?? 0;
      if (!isHalf && bytes > MOST_KEPT_BYTES) this.#exports = undefined;
      return result;
    } catch (error) {
      if (!(error instanceof Refused)) this.#exports = undefined;
      throw error;
    }
  }

  /** Writes the bytes that a call reads as the body. */
  putBody(body: Uint8Array): void {
    const at = this.exports.bytes(0, body.length);
    // A view of memory that was given away has no bytes, and cannot be copied.
    if (body.length > 0) new Uint8Array(this.exports.memory.buffer, at, body.length).set(body);
  }

  /** Writes texts one behind the other. Returns their lengths in bytes. */
  putTexts(texts: readonly (string | null | undefined)[]): number[] {
    const encoded = texts.map((text) => (text == null ? undefined : this.#encoder.encode(text)));
    let at = this.exports.bytes(
      1,
      encoded.reduce((sum, text) => sum + (text?.length ?? 0), 0),
    );
    for (const text of encoded) {
      if (text === undefined) continue;
      new Uint8Array(this.exports.memory.buffer, at, text.length).set(text);
      at += text.length;
    }
    return encoded.map((text) => text?.length ?? MISSING);
  }

  putBytes(bytes: Uint8Array): void {
    const at = this.exports.bytes(1, bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  putWords(words: ArrayLike<number>): void {
    const at = this.exports.words(words.length);
    new Uint32Array(this.exports.memory.buffer, at, words.length).set(words);
  }

  putUnits(units: Uint16Array): void {
    const at = this.exports.units(units.length);
    new Uint16Array(this.exports.memory.buffer, at, units.length).set(units);
  }

  /** Copies what a call told by place into `numbers`. */
  takeNumbers(numbers: Uint32Array): void {
    const { memory, numbers: at } = this.exports;
    numbers.set(new Uint32Array(memory.buffer, at(), numbers.length));
  }

  /** A view of the bytes that came out; the next call changes them. */
  out(): Uint8Array {
    const { memory, out_at, out_length } = this.exports;
    return new Uint8Array(memory.buffer, out_at(), out_length());
  }

  outText(): string {
    return this.#decoder.decode(this.out());
  }

  /** A copy of the words that came out. */
  rows(): Uint32Array<ArrayBuffer> {
    const { memory, rows_at, rows_length } = this.exports;
    return new Uint32Array(new Uint32Array(memory.buffer, rows_at(), rows_length()));
  }
}

/** What a call refused, with its arguments read: the instance is as good as before. */
export class Refused extends Error {
  readonly code = "InvalidArg";
}

export function numberOf(result: number, message: string): number {
  if (result === FAILED) throw new Refused(message);
  return result;
}

/** Something that lives in the instance by number, made again in each new one. */
export class Numbered {
  readonly #instance: Instance;
  readonly #make: (exports: Exports) => number;
  #generation = -1;
  #number = 0;

  constructor(instance: Instance, make: (exports: Exports) => number) {
    this.#instance = instance;
    this.#make = make;
  }

  get number(): number {
    const { exports } = this.#instance;
    if (this.#generation !== this.#instance.generation) {
      this.#number = this.#make(exports);
      this.#generation = this.#instance.generation;
    }
    return this.#number;
  }

  /** Its number for whoever frees it; undefined where its instance is gone. */
  get living(): number | undefined {
    return this.#generation === this.#instance.generation ? this.#number : undefined;
  }
}
