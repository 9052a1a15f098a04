// Requests whose reduced bytes a policy version pins: generated, of all four wires, with what agents send.

import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { argumentsConversation, cutAt, repeatingResult } from "./arguments-conversation.js";
import { FEATURES } from "./conversation.js";
import { createRandom } from "./random.js";
import { makeRepeatingConversation } from "./repeating-conversation.js";
import { WIRE_NAMES, WRITERS } from "./wire-shapes.js";

/** A request of the corpus, under a name that tells how it was made. */
export interface FrozenRequest {
  name: string;
  wire: (typeof WIRE_NAMES)[number];
  body: Buffer;
}

const TURNS = [4, 12, 24];

/** Every request of the corpus. The same in every process. */
export function frozenCorpus(): FrozenRequest[] {
  return WIRE_NAMES.flatMap((wire) =>
    TURNS.flatMap((turns) => [
      ...[1, 2].map((seed) => repeating(wire, turns, seed)),
      ...[1, 2].flatMap((seed) => writing(wire, turns, seed)),
    ]),
  );
}

/** Reads, terminal output and JSON that repeat each other, with thinking, images, errors and cache markers. */
function repeating(wire: FrozenRequest["wire"], turns: number, seed: number): FrozenRequest {
  const request = WRITERS[wire](makeRepeatingConversation({ seed, turns, features: FEATURES }));
  return { name: `repeating, ${wire}, ${turns} turns, seed ${seed}`, wire, body: Buffer.from(JSON.stringify(request)) };
}

/** Files that are written, whole and at the middle step, so that a move is early or late. */
function writing(wire: FrozenRequest["wire"], turns: number, seed: number): FrozenRequest[] {
  const made = argumentsConversation(wire, turns, createRandom(seed), repeatingResult);
  const { cuts } = readSteps(WIRES.of(wire), made.list);
  const middle = cuts[cuts.length >> 1] ?? made.list.length;
  return [middle, made.list.length].map((cut) => ({
    name: `writing, ${wire}, ${turns} turns, seed ${seed}, ${cut} messages`,
    wire,
    body: Buffer.from(JSON.stringify(cutAt(made, cut))),
  }));
}
