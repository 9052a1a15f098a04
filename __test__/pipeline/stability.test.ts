import { describe, expect, it } from "vitest";
import { createReducer, reduceRequest } from "../../ts/index.js";
import { groupMoves } from "../../ts/pipeline/stages/summarise.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { generateWireBody } from "../support/generate-wire.js";
import { LIST_KEYS, WIRE_NAMES } from "../support/wire-shapes.js";
import { type Json, listOf, parse, tokensOf, violationsOf } from "./build.js";

/** The requests that led to this one, each at a step of the conversation. */
function requestsOf(wire: (typeof WIRE_NAMES)[number], request: Json): Json[] {
  const list = listOf({ wire }, request);
  return readSteps(WIRES.of(wire), list).cuts.map((cut) => ({ ...request, [LIST_KEYS[wire]]: list.slice(0, cut) }));
}

/** What was dropped, and what was put in, without what differs only because the conversation went on. */
const editsOf = (originals: Iterable<{ edit: { action: string; path: string; replacement: string } }>) =>
  [...originals].flatMap(({ edit: { action, path, replacement } }) =>
    action === "drop" || action === "summary" ? [`${action} ${path} ${replacement}`] : [],
  );

describe.each(WIRE_NAMES)("the cut and the extract over %s", (wire) => {
  const body = generateWireBody(wire, { seed: 9, targetBytes: 160_000 });
  const requests = requestsOf(wire, parse(body));
  const mask = { windowTurns: 2, minChars: 0, keepErrors: false };
  const masked = tokensOf(wire, reduceRequest(parse(body), { mask }).body);
  const budget = { tokens: Math.round(tokensOf(wire, parse(body)) * 0.6) };
  // Nothing is masked, so that there is much to summarise.
  const cache = { strategy: "off" as const };

  it.each([
    ["fallback", { policy: { mask }, budget: { tokens: Math.round(masked / 2) } }],
    ["fallback", { policy: { cache }, budget }],
    [
      "summarization",
      { policy: { cache, summarize: { enabled: true }, experimental: { summarize: { maxChars: 600 } } }, budget },
    ],
  ])("keeps the cut between moves: %s, %j", async (stage, options) => {
    const reducer = createReducer(options);
    let [before, moves, steps]: [string[], number, number] = [[], 0, 0];
    for (const request of requests) {
      const { report, body: out, originals } = await reducer.reduce(request, { wire });
      expect(violationsOf(wire, out)).toEqual([]);
      if (report.reductionStage !== stage) continue;
      steps++;
      const edits = editsOf(originals());
      const dropped = edits.filter((edit) => edit.startsWith("drop"));
      // What is gone stays gone: a message, or the results in one, of which all may go later.
      const isGone = (edit: string) => dropped.includes(edit) || dropped.includes(`${edit.split("/", 3).join("/")} `);
      expect(before.filter((edit) => edit.startsWith("drop") && !isGone(edit))).toEqual([]);
      if (JSON.stringify(edits) !== JSON.stringify(before)) moves++;
      before = edits;
    }
    expect(steps).toBeGreaterThan(5);
    // The low watermark: most requests find the cut of the one before.
    expect(moves).toBeLessThanOrEqual(steps / 2);
    expect(moves).toBeGreaterThan(1);
  });

  it("is the same whatever comes after, and in a fresh process", async () => {
    const policy = { cache, summarize: { enabled: true } };
    const reducer = createReducer({ budget, policy });
    for (const request of requests.slice(-6)) {
      const warm = await reducer.reduce(request, { wire });
      const cold = await createReducer({ budget, policy }).reduce(request, { wire });
      expect(cold.body).toEqual(warm.body);
    }
  });

  it("leaves at most the low watermark at a move", async () => {
    const lows = [0.5, 0.8, 1].map((lowWatermark) => ({ ...budget, lowWatermark }));
    const sizes: number[] = [];
    for (const limits of lows) {
      const { report } = await createReducer({ budget: limits, policy: { cache } }).reduce(body, { wire });
      expect(report.fits).toBe(true);
      sizes.push(report.droppedCount ?? 0);
    }
    // A lower watermark has dropped at least as much.
    expect(sizes[0]).toBeGreaterThanOrEqual(sizes[2] ?? 0);
    const clearing = { ...budget, clearAtLeast: budget.tokens };
    const { report } = await createReducer({ budget: clearing, policy: { cache } }).reduce(body, { wire });
    expect(report.droppedCount).toBeGreaterThanOrEqual(sizes[1] ?? 0);
  });

  it("keeps the pieces before the newest byte for byte", async () => {
    const policy = { cache, summarize: { enabled: true }, experimental: { summarize: { maxChars: 800 } } };
    const reducer = createReducer({ budget, policy });
    let before: string[] = [];
    let extended = 0;
    for (const request of requests) {
      const { report, originals } = await reducer.reduce(request, { wire });
      if (report.reductionStage !== "summarization") continue;
      const summary = [...originals()].find(({ edit }) => edit.action === "summary")?.edit.replacement ?? "";
      const pieces = (JSON.parse(`[${summary}]`) as object[]).map((piece) => JSON.stringify(piece));
      expect(pieces.length).toBe(report.summary?.pieces);
      if (pieces.length > before.length && before.length > 0) {
        expect(pieces.slice(0, before.length)).toEqual(before);
        extended++;
      }
      before = pieces;
    }
    expect(extended).toBeGreaterThan(0);
  });
});

describe("moves of a summary", () => {
  it("adds pieces, and the fourth move joins all into one", () => {
    const table: [number, [number, number][]][] = [
      [1, [[0, 1]]],
      [
        2,
        [
          [0, 1],
          [1, 2],
        ],
      ],
      [
        3,
        [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
      ],
      [4, [[0, 4]]],
      [
        6,
        [
          [0, 4],
          [4, 5],
          [5, 6],
        ],
      ],
      [7, [[0, 7]]],
    ];
    for (const [count, spans] of table) expect(groupMoves(count)).toEqual(spans);
  });
});
