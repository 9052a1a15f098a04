import fc from "fast-check";
import { type Policy, type PolicyInput, resolvePolicy } from "../../ts/policy.js";
import type { Wire } from "../../ts/report.js";
import { arbitraryPolicy } from "./arbitrary-chat.js";
import { FEATURES } from "./conversation.js";
import { everyTurn } from "./every-turn.js";
import { createRandom, type Random } from "./random.js";
import { type JsonStyle, renderJson } from "./render-json.js";
import type { WireCase } from "./wire-properties.js";
import { makeConversation, WRITERS } from "./wire-shapes.js";

interface Policies {
  policy: Policy;
  windows: readonly [Policy, Policy];
}

/** Whether images and documents in results can be masked. */
const MEDIA_MODES: readonly unknown[] = acceptsMedia() ? ["keep", "mask"] : ["keep"];

function acceptsMedia(): boolean {
  try {
    return resolvePolicy(everyTurn({ mask: { media: "mask" as never } })) !== undefined;
  } catch {
    return false;
  }
}

// A fixed set: compiling a policy takes longer than reducing a small request.
const POLICIES: readonly Policies[] = fc.sample(arbitraryPolicy, { numRuns: 64, seed: 11 }).map(({ mask }, index) => {
  const base = { ...mask, media: MEDIA_MODES[index % MEDIA_MODES.length] } as NonNullable<PolicyInput["mask"]>;
  const { tools: _tools, ...plain } = base;
  const windowTurns = 1 + (index % 4);
  const withWindow = (turns: number) => resolvePolicy(everyTurn({ mask: { ...plain, windowTurns: turns } }));
  return {
    policy: resolvePolicy(everyTurn({ mask: base })),
    windows: [withWindow(windowTurns), withWindow(windowTurns + 1)],
  };
});

/** One of a few dozen policies, images and documents in results masked in half of them. */
export const arbitraryWirePolicy: fc.Arbitrary<Policy> = fc.constantFrom(...POLICIES.map(({ policy }) => policy));

function makeStyle(random: Random): JsonStyle {
  return {
    gap: random.pick(["", "", " ", "\n\t", "\r\n    "]),
    escapeEvery: random.pick([0, 0, 0, 0, 0, 1, 3]),
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
  const { policy, windows } = POLICIES[random.below(POLICIES.length)] as Policies;
  // Without a system prompt or a tool, some requests could be of either wire with `messages`.
  const isPlain = turns === 0 && wire === "anthropic";
  return {
    wire,
    request,
    body,
    style: makeStyle(random),
    policy,
    windows,
    options: isPlain || random.chance(0.5) ? { wire } : {},
  };
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
