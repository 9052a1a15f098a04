import { describe, expect, it } from "vitest";
import { createReducer, reduceBody, reduceRequest } from "../../ts/index.js";
import { maskStage, type Stage, summariseStage, truncateStage } from "../../ts/pipeline/index.js";
import { cases, timeLimit } from "../support/cases.js";
import { generateWireBody } from "../support/generate-wire.js";
import { createRandom } from "../support/random.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";
import { type Json, leastBudget, listOf, makeCase, parse, tokensOf, violationsOf } from "./build.js";

const COUNT = cases(400);
const PIN = "Never deploy on Fridays";

/** Puts the pinned text into one of the request's texts. */
function withPin(wire: (typeof WIRE_NAMES)[number], request: Json, at: number): boolean {
  const places: { holder: Json; key: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === "string" && TEXT_KEYS.has(key)) places.push({ holder: value as Json, key });
      else visit(child);
    }
  };
  visit(listOf({ wire }, request));
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return false;
  // Long enough to be masked, were it not pinned.
  place.holder[place.key] = `${place.holder[place.key]} ${PIN}. ${"and so on ".repeat(40)}`;
  return true;
}

const TEXT_KEYS = new Set(["text", "content", "output"]);

const mask = { windowTurns: 1, minChars: 0, keepErrors: false };
const policy = { pin: [PIN.toUpperCase()], mask };
const summarising = { ...policy, summarize: { enabled: true } };
/** What the stages must fit a request into, as a share of its tokens: little enough for most to lose turns. */
const SHARE = 0.75;

/** The same stage; what it makes is looked at whether the pipeline takes it or not. */
const watched = (stage: Stage): Stage => ({
  name: stage.name,
  async run(draft, context) {
    const outcome = await stage.run(draft, context);
    if ("draft" in outcome && !hasPin(outcome.draft.request)) throw new Error(`lost by ${stage.name} after others`);
    return outcome;
  },
});
const hasPin = (request: object) => JSON.stringify(request).includes(PIN);

/** Each stage alone, then all of them, one after the other. */
const REDUCERS = {
  mask: { policy, stages: [maskStage] },
  summarise: { policy: summarising, stages: [summariseStage] },
  truncate: { policy, stages: [truncateStage] },
  all: { policy: summarising, stages: [maskStage, summariseStage, truncateStage].map(watched) },
};

describe(`pinned text in ${COUNT} generated conversations`, () => {
  it.each(WIRE_NAMES)(
    "is there after every stage, alone and in turn: %s",
    async (wire) => {
      const changed = new Map<string, number>();
      for (let seed = WIRE_NAMES.indexOf(wire); seed < COUNT; seed += WIRE_NAMES.length) {
        const random = createRandom(seed);
        const { request } = makeCase(wire, seed, 2 + random.below(2));
        if (!withPin(wire, request, random.below(1_000))) throw new Error("a conversation without text");
        const budget = { tokens: Math.ceil(tokensOf(wire, request) * SHARE) };
        for (const [name, options] of Object.entries(REDUCERS)) {
          const reducer = createReducer({ ...options, budget });
          const { body, changed: isChanged, report } = await reducer.reduce(request, { wire });
          const failed = report.notes?.find(({ reason }) => reason === "internal_error");
          if (!hasPin(body) || failed) throw new Error(`${name}, ${seed}: ${failed?.detail ?? "lost"}`);
          if (isChanged) changed.set(name, (changed.get(name) ?? 0) + 1);
        }
      }
      expect([...changed.keys()].sort()).toEqual(Object.keys(REDUCERS).sort());
      // A stage that left most conversations alone would prove little.
      for (const count of changed.values()) expect(count).toBeGreaterThan(COUNT / WIRE_NAMES.length / 20);
    },
    timeLimit(240_000),
  );
});

describe("pinned text", () => {
  it("keeps a tool result whole in reduceBody and reduceRequest, alike in both backends", () => {
    for (const wire of WIRE_NAMES) {
      const body = generateWireBody(wire, { seed: 6, targetBytes: 40_000 });
      const mask = { windowTurns: 1, minChars: 0, keepErrors: false };
      const of = (pin: object[]) => {
        const policy = { mask, pin } as object;
        const bytes = reduceBody(body, policy, { explain: true });
        const object = reduceRequest(parse(body), policy, { explain: true });
        expect(parse(bytes.body)).toEqual(object.body);
        expect(bytes.report.decisions.map(({ reason }) => reason)).toEqual(
          object.report.decisions.map(({ reason }) => reason),
        );
        return bytes.report.decisions.filter(({ reason }) => reason === "pinned").length;
      };
      expect(of([])).toBe(0);
      const pinned = of([{ text: "CONST ", role: "tool" }]);
      expect(pinned).toBeGreaterThan(0);
      expect(of([{ text: "const " }])).toBe(pinned);
      expect(of([{ text: "const ", role: "user" }])).toBe(0);
    }
  });

  it("stays where it is in bytes, too, and only in the roles asked for", async () => {
    for (const wire of WIRE_NAMES) {
      const { request } = makeCase(wire, 3, 6);
      const call = { wire };
      const keeps = async (pin: readonly object[]) => {
        const body = Buffer.from(JSON.stringify(pinnedAnswer));
        const policy = { pin, mask: { windowTurns: 1, minChars: 0 } } as object;
        const reduce = (tokens: number) => createReducer({ budget: { tokens }, policy }).reduce(body, call);
        const { body: out } = await reduce(await leastBudget(wire, body, reduce));
        expect(violationsOf(wire, out)).toEqual([]);
        return JSON.stringify(parse(out)).includes(PIN);
      };
      const pinnedAnswer = structuredClone(request);
      const list = listOf({ wire }, pinnedAnswer);
      const text = `We agreed: ${PIN}.`;
      const answer: Record<string, Json> = {
        "openai-chat": { role: "assistant", content: text },
        "openai-responses": { role: "assistant", content: [{ type: "output_text", text }] },
        anthropic: { role: "assistant", content: text },
        gemini: { role: "model", parts: [{ text }] },
      };
      list.splice(list.findIndex(({ role }) => role === "user") + 1, 0, answer[wire] as Json, {
        ...list.find(({ role }) => role === "user"),
      });
      expect(await keeps([{ text: "nothing that is there" }])).toBe(false);
      expect(await keeps([{ text: PIN }])).toBe(true);
      expect(await keeps([{ text: PIN, role: "assistant" }])).toBe(true);
      expect(await keeps([{ text: PIN, role: "user" }])).toBe(false);
    }
  });
});
