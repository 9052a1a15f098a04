// Counts and weighs texts.
import { type Exports, type Instance, numberOf, Refused } from "./instance.js";
import type { ExactCounts, Shared } from "./shared.js";

export const SPANS = "as many numbers as spans are needed, and each span in the body";

/** The functions of an addon that count texts. */
export function countersOf({ instance, exact }: Shared) {
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
      tokensOfTexts(instance, exact, texts, method, out),
    tokensOfSpans(body: Uint8Array, spans: Uint32Array, method: number, out: Uint32Array): void {
      exact.need(method);
      instance.call((exports) => {
        instance.putBody(body);
        instance.putWords(spans);
        numberOf(exports.tokens_of_spans(method), SPANS);
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
export function tokensOfTexts(
  instance: Instance,
  exact: ExactCounts,
  texts: readonly (string | Uint8Array)[],
  method: number,
  out: Uint32Array,
): void {
  if (texts.length !== out.length) throw new Refused("as many numbers as texts are needed");
  exact.need(method);
  const encoder = new TextEncoder();
  const parts = texts.map((text) => (typeof text === "string" ? encoder.encode(text) : text));
  instance.call((exports) => {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    let at = exports.bytes(0, bytes);
    for (const part of parts) {
      new Uint8Array(exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    instance.putWords(parts.map((part) => part.length));
    numberOf(exports.tokens_of_joined(method), `no such method: ${method}`);
    out.set(instance.rows());
  });
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}
