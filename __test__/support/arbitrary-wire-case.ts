import fc from "fast-check";
import type { Wire } from "../../ts/contract/report.js";
import { type Policy, resolvePolicy, type SettingsInput } from "../../ts/policy/policy.js";
import { arbitraryPolicy } from "./arbitrary-chat.js";
import { FEATURES } from "./conversation.js";
import { everyTurn } from "./every-turn.js";
import { createRandom, type Random } from "./random.js";
import { type JsonStyle, renderJson } from "./render-json.js";
import type { WireCase } from "./wire-properties.js";
import { makeConversation, respelled, WRITERS } from "./wire-shapes.js";

interface Policies {
  policy: Policy;
  wider: Policy;
}

/** What becomes of images and documents in results. */
const MEDIA_MODES = [{ media: "keep" }, { media: "mask" }] as const;

// A fixed set: compiling a policy takes longer than reducing a small request.
const POLICIES: readonly Policies[] = fc.sample(arbitraryPolicy, { numRuns: 64, seed: 11 }).map(({ mask }, index) => {
  // Of age alone: what is fetched again while it is in the window is not kept for that, and roles have tests of their own.
  const modes = { ...MEDIA_MODES[index % MEDIA_MODES.length], roles: false };
  const base = { ...mask, ...modes } as NonNullable<SettingsInput["mask"]>;
  const windowTurns = (base.windowTurns ?? 1) + 1;
  return {
    policy: resolvePolicy(everyTurn({ mask: base })),
    wider: resolvePolicy(everyTurn({ mask: { ...base, windowTurns } })),
  };
});

/** One of a few dozen policies, images and documents in results masked in half of them. */
export const arbitraryWirePolicy: fc.Arbitrary<Policy> = fc.constantFrom(...POLICIES.map(({ policy }) => policy));

function makeStyle(random: Random): JsonStyle {
  return {
    // Most are short: what is six times as long is as much slower, and says no more.
    gap: random.pick(["", "", "", "", "", " ", "\n\t", "\r\n    "]),
    escapeEvery: random.pick([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 8]),
    escapeKeys: random.chance(0.2),
  };
}

/** The case of a seed; fewer turns and features make it smaller. */
export function makeWireCase(
  wire: Wire,
  seed: number,
  turns: number,
  features: readonly (typeof FEATURES)[number][],
): WireCase {
  const request = WRITERS[wire](makeConversation({ seed, turns, features }));
  const random = createRandom(seed ^ 0x5eed);
  const body = Buffer.from(renderJson(request, makeStyle(random)));
  const other = Buffer.from(renderJson(respelled(request, random), makeStyle(random)));
  const { policy, wider } = POLICIES[random.below(POLICIES.length)] as Policies;
  // Without a system prompt or a tool, some requests could be of either wire with `messages`.
  const isPlain = turns === 0 && wire === "anthropic";
  return { wire, body, other, policy, wider, options: isPlain || random.chance(0.5) ? { wire } : {} };
}

/**
 * Valid requests of a wire with everything to check them by. Made from a seed, thousands a second; a failing case loses
 * turns and features until it needs all that are left.
 */
export function arbitraryWireCase(wire: Wire): fc.Arbitrary<WireCase> {
  return fc
    .record({
      seed: fc.noShrink(fc.nat()),
      turns: fc.integer({ min: 0, max: 6 }),
      features: fc.subarray([...FEATURES]),
    })
    .map(({ seed, turns, features }) => makeWireCase(wire, seed, turns, features));
}
