import fc from "fast-check";
import type { Wire } from "../../ts/contract/report.js";
import type { Reduction } from "../../ts/index.js";
import { createReducer, type ReducerOptions } from "../../ts/pipeline/create-reducer.js";
import { measureRequest, tokenMeasure } from "../../ts/pipeline/sizes.js";
import { validateRequest } from "../../ts/validate/validate.js";
import { WIRES } from "../../ts/wires/index.js";
import { FEATURES } from "../support/conversation.js";
import { LIST_KEYS, makeConversation, WIRE_NAMES, WRITERS } from "../support/wire-shapes.js";

export type Json = Record<string, unknown>;

/** A valid request of a wire, as an object and as bytes. */
export interface Case {
  wire: Wire;
  request: Json;
  body: Buffer;
}

/** Features that make requests whose list is not the whole conversation, or results that are longer than the rest. */
const OTHERS = new Set(["delta"]);

export function makeCase(wire: Wire, seed: number, turns: number, features: readonly string[] = []): Case {
  const wanted = FEATURES.filter((feature) => features.includes(feature));
  const request = WRITERS[wire](makeConversation({ seed, turns, features: wanted }));
  return { wire, request, body: Buffer.from(JSON.stringify(request)) };
}

/** Valid requests of any wire. */
export function arbitraryCase(maxTurns = 12): fc.Arbitrary<Case> {
  return fc
    .record({
      wire: fc.constantFrom(...WIRE_NAMES),
      seed: fc.noShrink(fc.nat()),
      turns: fc.integer({ min: 0, max: maxTurns }),
      features: fc.subarray(FEATURES.filter((feature) => !OTHERS.has(feature))),
    })
    .map(({ wire, seed, turns, features }) => makeCase(wire, seed, turns, features));
}

export const listOf = ({ wire }: Pick<Case, "wire">, request: object): Json[] =>
  Reflect.get(request, LIST_KEYS[wire]) as Json[];

export const tokensOf = (wire: Wire, request: object): number =>
  measureRequest(WIRES.of(wire), request as Json, tokenMeasure(WIRES.of(wire), "estimate"));

export const parse = (body: Uint8Array): Json => JSON.parse(Buffer.from(body).toString("utf8")) as Json;

/** What a provider would reject it for. */
export const violationsOf = (wire: Wire, request: Uint8Array | object): string[] =>
  validateRequest(request, { wire }).map(({ rule, path }) => `${rule} ${path}`);

/** One request through one reducer. */
export function reduceWith<T extends object>(options: ReducerOptions, request: T, wire?: Wire): Promise<Reduction<T>> {
  return createReducer(options).reduce(request, wire === undefined ? {} : { wire });
}

/**
 * The smallest budget in tokens that a reducer meets for a body, by bisection.
 *
 * @param reduce What a budget makes of the body.
 */
export async function leastBudget(
  wire: Wire,
  body: Uint8Array,
  reduce: (tokens: number) => Promise<{ report: { fits?: boolean } }>,
): Promise<number> {
  let [low, high] = [0, tokensOf(wire, parse(body))];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((await reduce(middle)).report.fits === true) high = middle;
    else low = middle;
  }
  return high;
}
