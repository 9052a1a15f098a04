// The addon's own interface over WebAssembly, so that one adapter (`ts/native`) serves both.
import type * as binding from "../binding/binding.js";
import { GROWTH_COUNT, LEDGER_COUNT, METHOD_EXACT, OUTPUT_BYTES } from "../native/protocol.js";
import { type Exports, Instance, MISSING, Numbered, numberOf, Refused } from "./instance.js";

/** What the adapter uses of an addon. Tasks and bodies in pieces need threads of the addon's own. */
export type WasmAddon = Omit<
  typeof binding,
  "BodyIntake" | "protocolSource" | "ruleDocsSource" | "ruleTextsSource" | "reduceTask" | "zstdDecode" | "vocabulary"
>;

const FEW_UNITS = "there are not so many units";
const EXACT_MISSING = "an exact count needs the vocabularies; give their bytes to useVocabulary";

/**
 * An addon over instances that `make` makes.
 *
 * @param vocabulary Finds the packed vocabularies at the first exact count; undefined where there are none.
 */
export function createWasmAddon(make: () => Exports, vocabulary: () => Uint8Array | undefined): WasmAddon {
  const instance = new Instance(make);
  const policies = new ByNumber<Numbered>();
  const exact = new ExactCounts(instance, vocabulary);
  const shared = { instance, policies, exact };
  const planned: { body?: Uint8Array } = {};

  return {
    PROTOCOL_VERSION: instance.exports.protocol_version(),
    ...classesOf(shared),
    plan(_, body, policy, wire, flags, numbers, model, lastStep, startStep, host, tenant, known) {
      const settings = policies.of(policy);
      delete planned.body;
      instance.call((exports) => {
        const number = settings.number;
        instance.putBody(body);
        const [modelBytes, hostBytes, tenantBytes] = instance.putTexts([model, host, tenant]) as [
          number,
          number,
          number,
        ];
        instance.putWords(known ?? []);
        const steps = [lastStep ?? MISSING, startStep ?? MISSING] as const;
        const result = exports.plan(number, wire, flags, ...steps, modelBytes, hostBytes, tenantBytes);
        numberOf(result, "no policy has that number");
        instance.takeNumbers(numbers);
      }, true);
      planned.body = body;
    },
    write(_, body, out, rows) {
      if (planned.body !== body) return false;
      return instance.call((exports) => {
        if (exports.write(out.length, rows.length) !== 1) return false;
        const written = instance.out();
        out.set(written.subarray(0, out.length));
        rows.set(written.subarray(out.length));
        return true;
      });
    },
    shortenOutput(_, policy, request, wire, text, numbers) {
      const settings = policies.of(policy);
      return instance.call((exports) => {
        const number = settings.number;
        instance.putBody(request);
        instance.putBytes(text);
        numberOf(exports.shorten_output(number, wire, text.length), "no policy has that number");
        instance.takeNumbers(numbers);
        const shorter = instance.out();
        if (shorter.length === 0) return null;
        if (shorter.some((byte) => byte >= 0x80)) return instance.outText();
        text.set(shorter.subarray(0, numbers[OUTPUT_BYTES] ?? 0));
        return null;
      });
    },
    hashTexts(body, spans) {
      return instance.call((exports) => {
        instance.putBody(body);
        instance.putWords(spans);
        exports.hash_texts();
        return instance.outText();
      });
    },
    arrivedForm(units, kinds, longLines, clip, numbers) {
      return instance.call((exports) => {
        instance.putUnits(units);
        const hasText = exports.arrived_form(kinds, longLines, clip) === 1;
        instance.takeNumbers(numbers);
        return hasText ? instance.outText() : null;
      });
    },
    rankedWords(units, out) {
      return instance.call((exports) => {
        instance.putUnits(units);
        const count = numberOf(exports.ranked_words(out.length), "no text");
        out.set(instance.rows());
        return count;
      });
    },
    digest(units, seen, maxWords, maxChars) {
      return instance.call((exports) => {
        instance.putUnits(units);
        numberOf(exports.digest(seen, maxWords, maxChars), FEW_UNITS);
        return instance.outText();
      });
    },
    shownByCall(units, tool, numbers) {
      return instance.call((exports) => {
        instance.putUnits(units);
        const hasPath = numberOf(exports.shown_by_call(tool), FEW_UNITS) === 1;
        instance.takeNumbers(numbers);
        return hasPath ? instance.outText() : null;
      });
    },
    losslessChanges(bytes, words) {
      return instance.call((exports) => {
        instance.putBody(bytes);
        instance.putWords(words);
        numberOf(exports.lossless(), "the words do not fit the bytes, or these are no UTF-8");
        return { words: instance.rows(), bytes: ownBytes(instance.out()) };
      });
    },
    outlineBody(body, minChars) {
      return instance.call((exports) => {
        instance.putBody(body);
        if (exports.outline(minChars) !== 1) return null;
        return { json: ownBytes(instance.out()), strings: instance.rows() };
      });
    },
    ...countersOf(shared),
  };
}

interface Shared {
  instance: Instance;
  policies: ByNumber<Numbered>;
  exact: ExactCounts;
}

function classesOf({ instance, policies, exact }: Shared) {
  class CompiledPolicy {
    readonly number: number;

    constructor(settings: string) {
      const made = new Numbered(instance, (exports) => {
        const [length = 0] = instance.putTexts([settings]);
        const number = exports.policy(length);
        if (number < 0) throw new Refused(instance.outText());
        return number;
      });
      // A policy that the core does not know is refused here, and not at its first request.
      made.number;
      this.number = policies.add(made);
      freed.register(this, () => {
        policies.remove(this_number);
        drop(instance, made, (exports, number) => exports.drop_policy(number));
      });
      const this_number = this.number;
    }
  }

  class Engine {
    readonly number = 0;
    readonly cpu: string;

    constructor(level?: string | null) {
      if (level != null && level !== "scalar") throw new Refused(`no such instruction set here: ${level}`);
      this.cpu = "simd128";
    }

    locate(body: Uint8Array, wire: number, lastStep: number, numbers: Uint32Array): boolean {
      return found(body, numbers, (exports) => exports.locate(wire, lastStep));
    }

    describe(body: Uint8Array, wire: number, numbers: Uint32Array): boolean {
      return found(body, numbers, (exports) => exports.describe(wire));
    }

    detectWire(body: Uint8Array): number {
      return instance.call((exports) => {
        instance.putBody(body);
        return exports.detect_wire();
      });
    }

    reset(): void {
      instance.call((exports) => exports.reset());
    }

    planIntake(): void {
      throw new Error("WebAssembly takes whole bodies");
    }

    writeIntake(): boolean {
      return false;
    }
  }

  function found(body: Uint8Array, numbers: Uint32Array, ask: (exports: Exports) => number): boolean {
    return instance.call((exports) => {
      instance.putBody(body);
      if (ask(exports) !== 1) return false;
      instance.takeNumbers(numbers);
      return true;
    });
  }

  class RequestValidator {
    validate(
      body: Uint8Array,
      wire: number,
      model: string | null | undefined,
      most: number,
      numbers: Uint32Array,
    ): Uint32Array | null {
      return instance.call((exports) => {
        instance.putBody(body);
        const [modelBytes = MISSING] = instance.putTexts([model]);
        exports.validate(wire, modelBytes, most);
        instance.takeNumbers(numbers);
        const rows = instance.rows();
        return rows.length > 0 ? rows : null;
      });
    }
  }

  class GrownBodies {
    readonly #bodies: Numbered;

    constructor(keys: readonly string[], most: number) {
      this.#bodies = new Numbered(instance, (exports) => {
        const [length = 0] = instance.putTexts([keys.map((key) => `${key}\n`).join("")]);
        return exports.grown(length, most);
      });
      const bodies = this.#bodies;
      freed.register(this, () => drop(instance, bodies, (exports, number) => exports.drop_grown(number)));
    }

    compare(body: Uint8Array): number[] | null {
      return instance.call((exports) => {
        const { number } = this.#bodies;
        instance.putBody(body);
        if (exports.compare_grown(number) !== 1) return null;
        const numbers = new Uint32Array(GROWTH_COUNT);
        instance.takeNumbers(numbers);
        return [...numbers];
      });
    }

    forget(slot: number): void {
      instance.call((exports) => exports.forget_grown(this.#bodies.number, slot));
    }

    clear(): void {
      instance.call((exports) => exports.clear_grown(this.#bodies.number));
    }
  }

  class TokenLedger {
    readonly #ledger: Numbered;

    constructor(maxEntries: number) {
      this.#ledger = new Numbered(instance, (exports) => exports.ledger(maxEntries));
      const ledger = this.#ledger;
      freed.register(this, () => drop(instance, ledger, (exports, number) => exports.drop_ledger(number)));
    }

    tokens(texts: readonly (string | Uint8Array)[], method: number, out: Uint32Array): void {
      tokensOfTexts(instance, exact, this.#ledger, texts, method, out);
    }

    tokensOfJoined(bytes: Uint8Array, lengths: Uint32Array, method: number, out: Uint32Array): void {
      exact.need(method);
      instance.call((exports) => {
        const { number } = this.#ledger;
        instance.putBody(bytes);
        instance.putWords(lengths);
        numberOf(
          exports.tokens_of_joined(method, number),
          "as many numbers as lengths, and all their bytes, are needed",
        );
        out.set(instance.rows());
      });
    }

    tokensOfSpans(body: Uint8Array, spans: Uint32Array, method: number, out: Uint32Array): void {
      exact.need(method);
      instance.call((exports) => {
        const { number } = this.#ledger;
        instance.putBody(body);
        instance.putWords(spans);
        numberOf(exports.tokens_of_spans(method, number), SPANS);
        out.set(instance.rows());
      });
    }

    stats(): number[] {
      return instance.call((exports) =>
        Array.from({ length: LEDGER_COUNT }, (_, place) => exports.ledger_stat(this.#ledger.number, place)),
      );
    }

    clear(): void {
      instance.call((exports) => exports.clear_ledger(this.#ledger.number));
    }
  }

  return { CompiledPolicy, Engine, RequestValidator, GrownBodies, TokenLedger };
}

const SPANS = "as many numbers as spans are needed, and each span in the body";

function countersOf({ instance, exact }: Shared) {
  const counted = (result: number, method: number): number => {
    if (result < 0) throw new Refused(`no such method: ${method}`);
    return result;
  };
  const ofUnits = (units: Uint16Array, ask: (exports: Exports) => number) =>
    instance.call((exports) => {
      instance.putUnits(units);
      return ask(exports);
    });
  return {
    tokensOfBytes(text: Uint8Array, method: number): number {
      exact.need(method);
      return instance.call((exports) => {
        instance.putBody(text);
        return counted(exports.tokens_of_bytes(method), method);
      });
    },
    tokensOfString(text: string, method: number): number {
      exact.need(method);
      return counted(
        ofUnits(unitsOf(text), (exports) => exports.tokens_of_units(method)),
        method,
      );
    },
    tokensOfUnits(units: Uint16Array, method: number): number {
      exact.need(method);
      return counted(
        ofUnits(units, (exports) => exports.tokens_of_units(method)),
        method,
      );
    },
    weighString: (text: string, method: number): number =>
      counted(
        ofUnits(unitsOf(text), (exports) => exports.weigh_units(method)),
        method,
      ),
    weighUnits: (units: Uint16Array, method: number): number =>
      counted(
        ofUnits(units, (exports) => exports.weigh_units(method)),
        method,
      ),
    tokensOfTexts: (texts: readonly (string | Uint8Array)[], method: number, out: Uint32Array): void =>
      tokensOfTexts(instance, exact, undefined, texts, method, out),
    tokensOfSpans(body: Uint8Array, spans: Uint32Array, method: number, out: Uint32Array): void {
      exact.need(method);
      instance.call((exports) => {
        instance.putBody(body);
        instance.putWords(spans);
        numberOf(exports.tokens_of_spans(method, MISSING), SPANS);
        out.set(instance.rows());
      });
    },
    estimateOn(text: Uint8Array, method: number, level: string): number {
      if (level !== "scalar") throw new Refused("no such instruction set here");
      return this.tokensOfBytes(text, method);
    },
  };
}

/** Strings cross as UTF-8 in which halves of surrogate pairs are what the core makes of them: so each crosses as units. */
function tokensOfTexts(
  instance: Instance,
  exact: ExactCounts,
  ledger: Numbered | undefined,
  texts: readonly (string | Uint8Array)[],
  method: number,
  out: Uint32Array,
): void {
  if (texts.length !== out.length) throw new Refused("as many numbers as texts are needed");
  exact.need(method);
  const encoder = new TextEncoder();
  const parts = texts.map((text) => (typeof text === "string" ? encoder.encode(text) : text));
  instance.call((exports) => {
    const number = ledger?.number ?? MISSING;
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    let at = exports.bytes(0, bytes);
    for (const part of parts) {
      new Uint8Array(exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    instance.putWords(parts.map((part) => part.length));
    numberOf(exports.tokens_of_joined(method, number), `no such method: ${method}`);
    out.set(instance.rows());
  });
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

/** The vocabularies, brought into each instance that counts. */
class ExactCounts {
  readonly #instance: Instance;
  readonly #find: () => Uint8Array | undefined;
  #generation = -1;

  constructor(instance: Instance, find: () => Uint8Array | undefined) {
    this.#instance = instance;
    this.#find = find;
  }

  /** @throws Error where a method counts, and there are no vocabularies */
  need(method: number): void {
    if ((method & METHOD_EXACT) === 0) return;
    const { exports } = this.#instance;
    if (this.#generation === this.#instance.generation) return;
    const packed = this.#find();
    if (packed === undefined) throw new Refused(EXACT_MISSING);
    this.#instance.putBody(packed);
    exports.use_vocabulary();
    this.#generation = this.#instance.generation;
  }
}

/** Frees what lives in an instance once nobody can ask for it. */
const freed = new FinalizationRegistry<() => void>((free) => free());

function drop(instance: Instance, made: Numbered, free: (exports: Exports, number: number) => void): void {
  const number = made.living;
  if (number !== undefined) instance.call((exports) => free(exports, number));
}

/** Values that the adapter names by number. */
class ByNumber<T> {
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
const ownBytes = (bytes: Uint8Array): Buffer => {
  const copy = bytes.slice();
  return Buffer.from(copy.buffer, copy.byteOffset, copy.length);
};
