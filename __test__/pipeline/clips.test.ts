// Results that a budget cannot hold are clipped in the middle, before any turn is dropped.

import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { createReducer, type ReducerOptions } from "../../ts/pipeline/create-reducer.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { renderClip } from "../../ts/text/clip-middle.js";
import { wellFormed } from "../../ts/text/surrogates.js";
import { anthropic, at, chat, gemini, type Json, pair, responses, type Speller } from "../contract/wires-build.js";
import { masksAlone } from "../support/masks-alone.js";
import { written } from "../support/written.js";
import { parse, tokensOf, violationsOf } from "./build.js";

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, row) => `${name} row ${row} alpha beta gamma delta`).join("\n");

const BUDGET = 6_000;
const HUGE = lines("log", 4_000);

/** Some turns, and a newest one with these results. */
function messagesOf(speller: Speller, newest: readonly (string | readonly string[])[], older = 3): Json[] {
  const turns = Array.from({ length: older }, (_, index) => speller.turn(pair(`t${index}`, lines(`old${index}`, 40))));
  const last = speller.turn(...newest.map((content, index) => pair(`n${index}`, content, "bash")));
  return [speller.user("Find the fault. Keep the tables."), ...turns.flat(), ...last];
}

type Clipping = Omit<ReducerOptions, "policy"> & { policy?: PolicyInput };

const requestOf = (speller: Speller, messages: readonly Json[]): Json => speller.request(messages);

/** Reduces as bytes and as an object, which have to agree. Nothing is clipped when it is first sent. */
async function reduce(request: Json, wire: Wire, { policy = masksAlone(), ...options }: Clipping = {}) {
  const whole = { ...policy, experimental: { ...policy.experimental, arrival: { clip: null } } };
  const reducer = createReducer({ budget: { tokens: BUDGET }, policy: whole, ...options });
  const bytes = Buffer.from(JSON.stringify(request));
  const [asBytes, asObject] = [await reducer.reduce(bytes, { wire }), await reducer.reduce(request, { wire })];
  expect(parse(asBytes.body)).toEqual(asObject.body);
  expect(asBytes.report.decisions.map(({ reason }) => reason)).toEqual(
    asObject.report.decisions.map(({ reason }) => reason),
  );
  return { ...asObject, originals: () => asObject.originals(), asBytes };
}

/** The request with the originals put back. */
function restored(body: object, originals: Iterable<{ edit: { path: string }; bytes: Uint8Array }>): unknown {
  const copy = structuredClone(body);
  for (const { edit, bytes } of originals) {
    const slash = edit.path.lastIndexOf("/");
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    Reflect.set(Object(at(copy, edit.path.slice(0, slash))), edit.path.slice(slash + 1), value);
  }
  return copy;
}

describe.each([chat, anthropic, responses, gemini])("a newest result over the budget: $wire", (speller) => {
  const { wire } = speller;
  const request = requestOf(speller, messagesOf(speller, [HUGE]));

  it("is clipped in the middle, with a line that says so, and no turn is dropped", async () => {
    const { body, report } = await reduce(request, wire);
    expect(report).toMatchObject({ reductionStage: "clipping", fits: true, droppedCount: 0, clippedCount: 1 });
    expect(tokensOf(wire, body)).toBeLessThanOrEqual(BUDGET);
    expect(speller.messagesOf(body as Json).length).toBe(speller.messagesOf(request).length);
    expect(violationsOf(wire, body)).toEqual(violationsOf(wire, request));
    const text = JSON.stringify(body);
    expect(text).toContain("log row 0 alpha");
    expect(text).toContain("log row 3999 alpha");
    expect(text).toMatch(/\[clipped — \d+ chars left out\]/);
  });

  it("is announced in the decisions, and restored by the originals", async () => {
    const { body, report, originals, asBytes } = await reduce(request, wire);
    const decision = report.decisions.find(({ action }) => action === "clip");
    expect(decision).toMatchObject({ callId: "n0", toolName: "bash", reason: "budget", charsBefore: HUGE.length });
    expect((decision?.charsBefore ?? 0) - (decision?.charsAfter ?? 0)).toBe(report.clippedChars);
    expect(restored(body, originals())).toEqual(request);
    expect(restored(parse(asBytes.body), asBytes.originals())).toEqual(request);
    expect([...originals()].map(({ edit }) => [edit.action, edit.reason])).toEqual([["clip", "budget"]]);
  });

  it("is clipped after older results were masked, and both are restored", async () => {
    const policy = { mask: { windowTurns: 1, minChars: 0 } };
    const { body, report, originals, asBytes } = await reduce(request, wire, { policy });
    expect(report).toMatchObject({ reductionStage: "clipping", fits: true, maskedCount: 3, clippedCount: 1 });
    expect(restored(body, originals())).toEqual(request);
    expect(restored(parse(asBytes.body), asBytes.originals())).toEqual(request);
    const [before, after] = [Buffer.from(JSON.stringify(request)), Buffer.from(asBytes.body)];
    const first = asBytes.report.firstChangedByte ?? -1;
    if (asBytes.report.backend === "native") expect(after.subarray(0, first)).toEqual(before.subarray(0, first));
  });

  it("stays as it is when it comes back, and is clipped in the same way by later requests", async () => {
    const first = await reduce(request, wire);
    expect((await reduce(first.body as Json, wire)).changed).toBe(false);
    const more = [...speller.messagesOf(request), ...speller.turn(pair("later", "ok"))];
    const next = await reduce(requestOf(speller, more), wire);
    const before = speller.messagesOf(first.body as Json);
    expect(speller.messagesOf(next.body as Json).slice(0, before.length)).toEqual(before);
  });

  it("keeps every other byte of a body", async () => {
    const spaced = Buffer.from(JSON.stringify(request, null, 1));
    const { body } = await createReducer({ budget: { tokens: BUDGET }, policy: masksAlone() }).reduce(spaced, { wire });
    const [head = "", tail = ""] = Buffer.from(body)
      .toString()
      .split(/log row.*alpha beta gamma delta/);
    expect(spaced.toString().startsWith(head)).toBe(true);
    expect(spaced.toString().endsWith(tail)).toBe(true);
  });

  it("stays whole where a tool's rule, or a pin, protects it", async () => {
    const policies: PolicyInput[] = [
      { mask: { tools: { bash: { never: true } } } },
      { mask: { tools: { bash: { never: true } } } },
      written({ mask: { keepLastKPerTool: 1 } }),
      { pin: ["log row 17 "] },
    ];
    for (const policy of policies) {
      const { body, report } = await reduce(request, wire, { policy });
      expect(report).toMatchObject({ fits: false, clippedCount: 0 });
      expect(JSON.stringify(body)).toContain("log row 2000 alpha");
      expect(report.notes?.at(-1)).toMatchObject({ stage: "fallback", reason: "over_budget" });
    }
  });

  it("stays whole where clipping is not enough, and nothing is dropped", async () => {
    const tools = Array.from({ length: 80 }, (_, index) => ({ name: `t${index}`, description: "long ".repeat(200) }));
    const { body, report } = await reduce({ ...request, tools }, wire);
    expect(report).toMatchObject({ fits: false, clippedCount: 0 });
    expect(speller.messagesOf(body as Json)).toEqual(speller.messagesOf(request));
  });

  it("is clipped further where several are there, or the rest is large", async () => {
    const two = await reduce(requestOf(speller, messagesOf(speller, [HUGE, HUGE], 2)), wire);
    expect(two.report).toMatchObject({ reductionStage: "clipping", fits: true, clippedCount: 2 });
    const full = await reduce(requestOf(speller, messagesOf(speller, [HUGE], 6)), wire);
    expect(full.report).toMatchObject({ reductionStage: "clipping", fits: true, droppedCount: 0 });
  });

  it("is clipped around its error lines, where the policy keeps errors", async () => {
    const rows = HUGE.split("\n");
    const log = [...rows.slice(0, 2_000), "src/a.ts(3,5): error TS2322: x", ...rows.slice(2_000)].join("\n");
    const failed = requestOf(speller, messagesOf(speller, [log]));
    const { body, report, originals } = await reduce(failed, wire);
    expect(report).toMatchObject({ reductionStage: "clipping", fits: true, clippedCount: 1 });
    expect(JSON.stringify(body)).toContain("left out]\\nsrc/a.ts(3,5): error TS2322: x\\n[clipped");
    expect(restored(body, originals())).toEqual(failed);
    const without = await reduce(failed, wire, {
      policy: written({ mask: { tools: { bash: { keepErrors: false } } } }),
    });
    expect(JSON.stringify(without.body)).not.toContain("TS2322");
  });

  it("is clipped, and old turns are dropped, where neither alone is enough", async () => {
    const turns = messagesOf(speller, [HUGE], 30);
    const large = requestOf(speller, turns);
    const policy = { mask: { windowTurns: 40 } };
    const { body, report, originals, asBytes } = await reduce(large, wire, { policy });
    expect(report).toMatchObject({ reductionStage: "fallback", fits: true, clippedCount: 1 });
    expect(report.droppedCount).toBeGreaterThan(0);
    expect(report.invariantStatus).toBe("fallback");
    expect(tokensOf(wire, body)).toBeLessThanOrEqual(BUDGET);
    expect(tokensOf(wire, body)).toBeGreaterThan(BUDGET / 2);
    expect(violationsOf(wire, body)).toEqual(violationsOf(wire, large));
    const found = [...originals()].map(({ edit }) => edit.action);
    expect([found.filter((action) => action === "clip").length, found.at(-1)]).toEqual([1, "clip"]);
    expect(found.filter((action) => action === "drop").length).toBe(report.droppedCount);
    const [before, after] = [Buffer.from(JSON.stringify(large)), Buffer.from(asBytes.body)];
    const first = asBytes.report.firstChangedByte ?? 0;
    expect(after.subarray(0, first)).toEqual(before.subarray(0, first));
    expect((await reduce(body as Json, wire, { policy })).changed).toBe(false);
    const rule = { ...policy, mask: { ...policy.mask, tools: { bash: { never: true } } } };
    const kept = await reduce(large, wire, { policy: rule });
    expect(kept.report).toMatchObject({ fits: false, clippedCount: 0 });
  });

  it("counts chars like tokens", async () => {
    const { report } = await reduce(request, wire, { budget: { chars: 24_000 } });
    expect(report).toMatchObject({ reductionStage: "clipping", fits: true });
    expect(report.clippedChars).toBeGreaterThan(0);
  });

  it("leaves a request alone in which dropping turns is enough", async () => {
    const turns = messagesOf(speller, [lines("log", 60)], 30);
    const many = requestOf(speller, [...turns.slice(0, -2), speller.user("go on"), ...turns.slice(-2)]);
    const { report } = await reduce(many, wire, { policy: { mask: { windowTurns: 40 } } });
    expect(report).toMatchObject({ reductionStage: "fallback", fits: true, clippedCount: 0 });
  });
});

describe("lists of texts", () => {
  it("are clipped part by part, and short parts stay", async () => {
    const request = requestOf(anthropic, messagesOf(anthropic, [["short", HUGE, HUGE]]));
    const { body, report, originals } = await reduce(request, "anthropic");
    expect(report).toMatchObject({ reductionStage: "clipping", fits: true, clippedCount: 1 });
    const content = at(body, "/messages/8/content/0/content") as Json[];
    expect(content.map(({ text }) => String(text).includes("chars left out"))).toEqual([false, true, true]);
    expect(restored(body, originals())).toEqual(request);
  });
});

describe("the text of a clip", () => {
  it("has a head, a line and a tail within the limit, and says what is left out", () => {
    for (const limit of [60, 100, 401]) {
      const clip = renderClip("a".repeat(500) + "z".repeat(500), limit);
      const [, left = ""] = /\[clipped — (\d+) chars left out\]/.exec(clip) ?? [];
      const kept = clip.replace(/\n.*\n/, "").length;
      expect(clip.length).toBeLessThanOrEqual(limit);
      expect(kept + Number(left)).toBe(1000);
      expect([clip.at(0), clip.at(-1)]).toEqual(["a", "z"]);
    }
  });

  it("splits no surrogate pair", () => {
    for (let limit = 60; limit < 80; limit++) {
      const clip = renderClip("😀".repeat(300), limit);
      expect(clip).toBe(wellFormed(clip));
    }
  });
});
