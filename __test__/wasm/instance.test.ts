import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { createNative } from "../../ts/native/backend.js";
import { ENCODINGS } from "../../ts/native/protocol.js";
import { createNativeTokens } from "../../ts/native/tokens.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { createWasmAddon } from "../../ts/wasm/addon.js";
import type { Exports } from "../../ts/wasm/instance.js";
import { laterTurns, plainText, toBytes } from "../contract/build.js";
import { native } from "../support/native.js";
import { readRecording, recordings } from "../support/recordings.js";
import { describeWasm } from "../support/wasm.js";

interface Platform {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
  RuntimeError: new (message: string) => Error;
}
const { WebAssembly: platform } = globalThis as unknown as { WebAssembly: Platform };

const POLICY = resolvePolicy({ preset: "balanced" });
const BODY = toBytes({ messages: laterTurns(40) });

/** What a user sees of a reduction, apart from the time and the backend's name. */
function outcomeOf(backend: Backend, body: Uint8Array) {
  const { body: reduced, report } = backend.reduceBody(body, POLICY, { tokens: true, explain: true });
  const { violations: _, ...shown } = report;
  return { reduced, report: { ...shown, elapsedMicros: 0, backend: "" } };
}

/** Instances whose number is counted, and whose calls can be made to trap. */
function countingInstances() {
  const module = new platform.Module(readFileSync(new URL("../../ts/binding/tamis.wasm", import.meta.url)));
  const made: Exports[] = [];
  const traps = { next: false };
  const make = () => {
    const exports = new platform.Instance(module, {}).exports as unknown as Exports;
    const plan: Exports["plan"] = (...args) => {
      if (!traps.next) return exports.plan(...args);
      traps.next = false;
      throw new platform.RuntimeError("unreachable");
    };
    made.push(exports);
    return { ...exports, plan };
  };
  return { made, traps, make };
}

describeWasm("an instance of WebAssembly", (addon) => {
  it("decides as the addon does, on recordings", (test) => {
    if (recordings === undefined || !("addon" in native)) return test.skip("no recordings, or no addon");
    const [one, other] = [createNative(native.addon), createNative(addon, undefined, "wasm")];
    const some = recordings.filter((_, index) => index % 12 === 0);
    for (const recording of some) {
      const body = readRecording(recording);
      expect(outcomeOf(other, body), recording.file).toEqual(outcomeOf(one, body));
    }
    console.log(`compared ${some.length} recordings`);
  }, 120_000);

  it("is replaced after a trap, and the next call works", () => {
    const { made, traps, make } = countingInstances();
    const backend = createNative(createWasmAddon(make, () => undefined) as never, undefined, "wasm");
    const whole = outcomeOf(backend, BODY);
    traps.next = true;
    const trapped = backend.reduceBody(BODY, POLICY, {});
    expect([trapped.body, trapped.report.skipped]).toEqual([BODY, "internal_error"]);
    expect(outcomeOf(backend, BODY)).toEqual(whole);
    expect(made).toHaveLength(2);
  });

  it("is replaced once its memory has grown beyond 64 MB, after the call's work is done", () => {
    const { made, make } = countingInstances();
    const backend = createNative(createWasmAddon(make, () => undefined) as never, undefined, "wasm");
    const long = toBytes({
      messages: laterTurns(40).concat({ role: "user", content: plainText(40_000_000) } as never),
    });
    const { report, body } = backend.reduceBody(long, POLICY, {});
    expect(report.skipped).toBeUndefined();
    const kept = Buffer.from(body);
    backend.reduceBody(BODY, POLICY, {});
    expect(made).toHaveLength(2);
    expect(Buffer.compare(kept, Buffer.from(body))).toBe(0);
  });

  it("counts exactly as the addon does, and says what is missing without the vocabularies", () => {
    if (!("addon" in native)) return;
    const texts = ["", "some text, twice", "日本語 и ещё", "\ud800 half", "a".repeat(50_000)];
    const [one, other] = [createNativeTokens(native.addon), createNativeTokens(addon, "wasm")];
    for (const encoding of ENCODINGS)
      for (const exact of [true, false])
        for (const text of texts)
          expect(other.tokens(text, { encoding, exact }), text.slice(0, 20)).toBe(
            one.tokens(text, { encoding, exact }),
          );
    const bare = createNativeTokens(createWasmAddon(countingInstances().make, () => undefined) as never, "wasm");
    const count = () => bare.tokens("some text", { encoding: ENCODINGS[0], exact: true });
    expect(count).toThrow("an exact count needs the vocabularies");
  });
});
