import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPrefix, createPrefixChecker, type PrefixViolation } from "../../../ts/validate/index.js";
import {
  isThinking,
  mapBlocks,
  placesOf,
  requestsOf,
  type ThinkingRequest,
  thinkingConversation,
  thinkingConversations,
  thoughtOf,
} from "../../support/thinking-conversation.js";

/** The violations of each request of a chain. */
function checkAll(requests: readonly object[]): PrefixViolation[][] {
  const checker = createPrefixChecker();
  return requests.map((request) => checker.check(request));
}

const failing = (violations: readonly PrefixViolation[]) => violations.map(({ path }) => path);
const pathOf = ([message, block]: readonly [number, number]) => `/messages/${message}/content/${block}`;
const isBehind = (one: readonly [number, number], other: readonly [number, number]) =>
  one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
const isAt = (place: readonly [number, number] | undefined, message: number, block: number) =>
  place?.[0] === message && place[1] === block;

/** Conversations, and a number that picks one of their blocks. */
const picks = fc.tuple(thinkingConversations, fc.nat());

describe("checkPrefix, on generated conversations", () => {
  it("finds nothing while an agent sends its whole history", () => {
    fc.assert(
      fc.property(thinkingConversations, (whole) => {
        const requests = requestsOf(whole);
        expect(checkAll(requests).flat()).toEqual([]);
        for (let at = 1; at < requests.length; at++) {
          expect(checkPrefix(requests[at - 1] as object, requests[at] as object)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("finds exactly the thinking behind a masked result", () => {
    fc.assert(
      fc.property(picks, ([whole, pick]) => {
        const requests = requestsOf(whole);
        const [previous, next] = requests.slice(-2) as [ThinkingRequest, ThinkingRequest];
        const results = placesOf(previous, ({ type }) => type === "tool_result");
        const place = results[pick % Math.max(1, results.length)];
        fc.pre(place !== undefined);
        const masked = mapBlocks(next, (block, ...at) =>
          isAt(place, ...at) ? { ...block, content: "[masked]" } : block,
        );
        const wanted = placesOf(next, isThinking).filter((one) => place !== undefined && isBehind(one, place));
        const found = checkPrefix(previous, masked);
        expect(failing(found)).toEqual(wanted.map(pathOf));
        expect(
          found.every(
            ({ rule, changed }) => rule === "prefix/changed" && changed === pathOf(place as [number, number]),
          ),
        ).toBe(true);
      }),
      { numRuns: 120 },
    );
  });

  it("finds nothing where thinking is missing oldest first, and one where it is missing in the middle", () => {
    fc.assert(
      fc.property(picks, ([whole, pick]) => {
        const [previous, next] = requestsOf(whole).slice(-2) as [ThinkingRequest, ThinkingRequest];
        const thoughts = placesOf(next, isThinking);
        const count = pick % (thoughts.length + 1);
        const without = (gone: readonly (readonly [number, number])[]) =>
          mapBlocks(next, (block, ...at) => (gone.some((place) => isAt(place, ...at)) ? undefined : block));
        expect(checkPrefix(previous, without(thoughts.slice(0, count)))).toEqual([]);
        // Of the newest answer only what comes back was ever seen.
        const seen = placesOf(previous, isThinking).length;
        fc.pre(seen >= 2 && thoughts.length > seen);
        const middle = 1 + (pick % (seen - 1));
        const found = checkPrefix(previous, without([thoughts[middle] as [number, number]]));
        expect(found.length).toBe(thoughts.length - middle - 1);
        expect(found.every(({ rule }) => rule === "prefix/thinking-missing")).toBe(true);
      }),
      { numRuns: 120 },
    );
  });

  it("finds nothing where cache markers move", () => {
    fc.assert(
      fc.property(picks, ([whole, pick]) => {
        const requests = requestsOf(whole).map((request, step) => {
          const blocks = placesOf(request, () => true);
          const place = blocks[(pick + step) % Math.max(1, blocks.length)];
          return mapBlocks(request, (block, ...at) =>
            isAt(place, ...at) ? { ...block, cache_control: { type: "ephemeral" } } : block,
          );
        });
        expect(checkAll(requests).flat()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("finds the same in a chain of two as between two", () => {
    fc.assert(
      fc.property(picks, ([whole, pick]) => {
        const [previous, next] = requestsOf(whole).slice(-2) as [ThinkingRequest, ThinkingRequest];
        const blocks = placesOf(next, () => true);
        const place = blocks[pick % Math.max(1, blocks.length)];
        const edited = mapBlocks(next, (block, ...at) => (isAt(place, ...at) ? undefined : block));
        expect(checkAll([previous, edited])[1]).toEqual(checkPrefix(previous, edited));
      }),
      { numRuns: 60 },
    );
  });
});

describe("createPrefixChecker", () => {
  const WHOLE = thinkingConversation(Array.from({ length: 6 }, () => ({ thoughts: 1, calls: 1 })));
  const REQUESTS = requestsOf(WHOLE);
  const masked = (request: ThinkingRequest, message: number) =>
    mapBlocks(request, (block, at) =>
      at === message && block.type === "tool_result" ? { ...block, content: "[x]" } : block,
    );

  it("remembers of each block what it was made after", () => {
    // From request 3 on the first result is masked: thinking made before stays invalid, thinking made after is valid.
    const found = checkAll(REQUESTS.map((request, step) => (step < 3 ? request : masked(request, 2))));
    expect(found.map(failing)).toEqual([
      [],
      [],
      [],
      ["/messages/3/content/0", "/messages/5/content/0"],
      ["/messages/3/content/0", "/messages/5/content/0"],
      ["/messages/3/content/0", "/messages/5/content/0"],
      ["/messages/3/content/0", "/messages/5/content/0"],
    ]);
    expect(found[6]?.map(({ madeAt }) => madeAt)).toEqual([1, 2]);
  });

  it("finds nothing where the thinking behind an edit goes with it", () => {
    const moved = REQUESTS.map((request, step) =>
      step < 3
        ? request
        : mapBlocks(masked(request, 2), (block, at) => (at <= 5 && isThinking(block) ? undefined : block)),
    );
    expect(checkAll(moved).flat()).toEqual([]);
  });

  it("finds an edit that is undone", () => {
    const found = checkAll(REQUESTS.map((request, step) => (step === 4 || step === 5 ? masked(request, 2) : request)));
    // Made in answer to requests 4 and 5, over the masked result.
    expect(failing(found[6] ?? [])).toEqual(["/messages/9/content/0", "/messages/11/content/0"]);
  });

  it("knows requests that were sent before another branch", () => {
    const [, , two = WHOLE, three = WHOLE] = REQUESTS;
    const branch = {
      ...two,
      messages: [
        ...two.messages.slice(0, 3),
        { role: "assistant", content: [thoughtOf("b"), { type: "text", text: "b" }] },
        { role: "user", content: "other" },
      ],
    };
    expect(checkAll([...REQUESTS.slice(0, 2), two, branch, three, branch]).flat()).toEqual([]);
  });

  it("goes on after thinking was switched off, or another model was asked", () => {
    const off = (request: ThinkingRequest) => ({ ...masked(request, 2), thinking: { type: "disabled" } });
    const other = (request: ThinkingRequest) => ({ ...masked(request, 2), model: "claude-opus-4-6" });
    for (const change of [off, other]) {
      const found = checkAll(REQUESTS.map((request, step) => (step === 3 ? change(request) : request)));
      expect(found.map((violations) => violations.length)).toEqual([0, 0, 0, 0, 1, 1, 1]);
    }
  });

  it("takes an answer of several messages and of several thoughts as one", () => {
    const first: ThinkingRequest = { ...WHOLE, messages: WHOLE.messages.slice(0, 1) };
    const answer = [
      { role: "assistant", content: [thoughtOf("a"), { type: "server_tool_use", id: "s", name: "web", input: {} }] },
      { role: "assistant", content: [thoughtOf("b"), { type: "text", text: "x" }, thoughtOf("c")] },
      { role: "user", content: "go on" },
    ];
    expect(checkPrefix(first, { ...first, messages: [...first.messages, ...answer] })).toEqual([]);
    const paused = { ...first, messages: [...first.messages, answer[0]] };
    const resumed = { ...first, messages: [...first.messages, ...answer] };
    expect(checkAll([first, paused, resumed]).flat()).toEqual([]);
  });

  it("is linear in a long session", () => {
    const long = requestsOf(thinkingConversation(Array.from({ length: 400 }, () => ({ thoughts: 1, calls: 1 }))));
    const checker = createPrefixChecker();
    expect(long.flatMap((request) => checker.check(request))).toEqual([]);
    expect(checker.check(masked(long.at(-1) as ThinkingRequest, 2))).toHaveLength(399);
  });
});
