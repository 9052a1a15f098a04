// What the parts of the addon's interface have in common.
import { TamisError } from "../base/errors.js";
import type * as binding from "../binding/binding.js";
import { METHOD_EXACT } from "../native/protocol.js";
import { type Exports, type Instance, type Numbered, Refused } from "./instance.js";

/** What the adapter uses of an addon. Tasks and bodies in pieces need threads of the addon's own. */
export type WasmAddon = Omit<
  typeof binding,
  | ("BodyIntake" | "locateTask" | "reduceTask" | "returnLargeMemory" | "zstdDecode" | "vocabulary")
  | ("protocolSource" | "ruleDocsSource" | "ruleTextsSource")
>;

/** What the parts of one addon share. */
export interface Shared {
  instance: Instance;
  policies: ByNumber<Numbered>;
  exact: ExactCounts;
}

const EXACT_MISSING =
  "an exact count needs the vocabularies: give the bytes of tamis/vocabularies.bin to useVocabulary, or use estimateTokens";
export const FEW_UNITS = "there are not so many units";

/** The vocabularies, brought into each instance that counts. */
export class ExactCounts {
  readonly #instance: Instance;
  readonly #find: () => Uint8Array | undefined;
  #generation = -1;

  constructor(instance: Instance, find: () => Uint8Array | undefined) {
    this.#instance = instance;
    this.#find = find;
  }

  /** @throws TamisError `BACKEND_UNAVAILABLE` where a method counts, and there are no vocabularies */
  need(method: number): void {
    if ((method & METHOD_EXACT) === 0) return;
    const { exports } = this.#instance;
    if (this.#generation === this.#instance.generation) return;
    const packed = this.#find();
    if (packed === undefined) throw new TamisError("BACKEND_UNAVAILABLE", EXACT_MISSING);
    this.#instance.putBody(packed);
    exports.use_vocabulary();
    this.#generation = this.#instance.generation;
  }
}

/** Frees what lives in an instance once nobody can ask for it. */
export const freed = new FinalizationRegistry<() => void>((free) => free());

export function drop(instance: Instance, made: Numbered, free: (exports: Exports, number: number) => void): void {
  const number = made.living;
  if (number !== undefined) instance.call((exports) => free(exports, number));
}

/** Values that the adapter names by number. */
export class ByNumber<T> {
  readonly #values = new Map<number, T>();
  #next = 0;

  add(value: T): number {
    this.#values.set(this.#next, value);
    return this.#next++;
  }

  of(number: number): T {
    const value = this.#values.get(number);
    if (value === undefined) throw new Refused("no policy has that number");
    return value;
  }

  remove(number: number): void {
    this.#values.delete(number);
  }
}

/** Memory of its own: a view of the instance's would be detached when that grows. */
export const ownBytes = (bytes: Uint8Array): Buffer => {
  const copy = bytes.slice();
  return Buffer.from(copy.buffer, copy.byteOffset, copy.length);
};
