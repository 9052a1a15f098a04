// The addon's own interface over WebAssembly, so that one adapter (`ts/native`) serves both.
import { OUTPUT_BYTES } from "../native/protocol.js";
import { classesOf } from "./classes.js";
import { countersOf } from "./counters.js";
import { type Exports, Instance, MISSING, type Numbered, numberOf } from "./instance.js";
import { ByNumber, ExactCounts, FEW_UNITS, ownBytes, type Shared, type WasmAddon } from "./shared.js";

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
    // WebAssembly gives the 32 bits as a signed number.
    PROTOCOL_VERSION: instance.exports.protocol_version() >>> 0,
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
    ...textsOf(shared),
    ...countersOf(shared),
  };
}

/** What reads single texts and outlines. */
function textsOf({ instance }: Shared) {
  return {
    hashTexts(body, spans) {
      return instance.call((exports) => {
        instance.putBody(body);
        instance.putWords(spans);
        exports.hash_texts();
        return instance.outText();
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
  } satisfies Partial<WasmAddon>;
}
