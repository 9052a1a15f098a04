// `cache.freezeThrough: "lastBreakpoint"`: everything up to the client's last cache breakpoint is left as it came.
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Reduction, Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { definePolicy, type PolicyInput } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { conversation } from "../simulate/conversations.js";
import type { Json } from "../support/client-markers.js";
import { native, wasmBackends } from "../support/native.js";

const TURNS = 6;
const mask = { windowTurns: 1, minChars: 0, keepErrors: false } as const;
const FREEZE = { freezeThrough: "lastBreakpoint", prices: { read: 0.1, write: 1.25 } } as const;
const EVERY_TURN: PolicyInput = { mask, cache: { ...FREEZE, strategy: "every-turn" } };
const FIVE = { cache_control: { type: "ephemeral" } };
const EXPLICIT = { prompt_cache_breakpoint: { mode: "explicit" } };

/** A user message, then a call and a result for each turn. The results' texts grow, so that all differ. */
function request(wire: Wire, turns = TURNS): { body: Json; list: Json[] } {
  const made = conversation(
    wire,
    Array.from({ length: turns }, (_, turn) => ({ calls: [{ tool: "read", chars: 300 + turn }] })),
  );
  const body = structuredClone(made) as Json;
  return { body, list: body[WIRES.of(wire).listKey] as Json[] };
}

/** Index of the message with the result of a turn. */
const resultAt = (wire: Wire, turn: number): number => (wire === "openai-responses" ? 3 : 2) * (turn + 1);

const blocksOf = (message: Json | undefined): Json[] => message?.content as Json[];

/** Puts a breakpoint on the result of a turn, as the wire's clients do. */
function markResult(wire: Wire, list: Json[], turn: number, place: "block" | "part" = "block"): void {
  const message = list[resultAt(wire, turn)] ?? {};
  const asParts = (text: unknown, type: string, marker: Json) => [{ type, text, ...marker }];
  if (wire === "openai-chat") message.content = asParts(message.content, "text", EXPLICIT);
  if (wire === "openai-responses") message.output = asParts(message.output, "input_text", EXPLICIT);
  const [block = {}] = wire === "anthropic" ? blocksOf(message) : [];
  if (wire === "anthropic" && place === "block") Object.assign(block, FIVE);
  if (wire === "anthropic" && place === "part") block.content = asParts(block.content, "text", FIVE);
}

const backends: [string, Backend][] = wasmBackends();
if ("addon" in native) backends.push(["native", createNative(native.addon)]);

const MARKED: readonly Wire[] = ["anthropic", "openai-chat", "openai-responses"];

describe.each(backends)("freezeThrough, %s", (_, backend) => {
  const reduce = (body: Json, policy: PolicyInput = EVERY_TURN): Reduction<Uint8Array> =>
    backend.reduceBody(Buffer.from(JSON.stringify(body)), definePolicy(policy), { explain: true });

  /** The turns that are masked, and those that are frozen. */
  const outcome = (body: Json, policy?: PolicyInput) => {
    const { decisions } = reduce(body, policy).report;
    const turnsOf = (is: (one: (typeof decisions)[number]) => boolean) =>
      decisions.filter(is).map(({ charsBefore }) => charsBefore - 300);
    return {
      masked: turnsOf(({ action }) => action === "mask"),
      frozen: turnsOf(({ action, reason }) => action === "keep" && reason === "frozen"),
    };
  };

  describe.each(MARKED)("%s", (wire) => {
    it("masks all old results if no message has a breakpoint", () => {
      expect(outcome(request(wire).body)).toEqual({ masked: [0, 1, 2, 3, 4], frozen: [] });
    });

    it.each([
      [0, [1, 2, 3, 4], [0]],
      [2, [3, 4], [0, 1, 2]],
      [4, [], [0, 1, 2, 3, 4]],
      // The newest result is in the window: there is nothing left to mask.
      [5, [], [0, 1, 2, 3, 4]],
    ])("leaves everything up to a breakpoint on result %i unchanged", (turn, masked, frozen) => {
      const { body, list } = request(wire);
      markResult(wire, list, turn);
      expect(outcome(body)).toEqual({ masked, frozen });
    });

    it("freezes up to the last of several breakpoints, wherever the others are", () => {
      const { body, list } = request(wire);
      for (const turn of [0, 3, 1]) markResult(wire, list, turn);
      expect(outcome(body)).toEqual({ masked: [4], frozen: [0, 1, 2, 3] });
    });

    it("accepts a breakpoint on the user's text, and ignores a null one", () => {
      const { body, list } = request(wire);
      const marker = wire === "anthropic" ? FIVE : EXPLICIT;
      const said = {
        role: "user",
        content: [{ type: wire === "openai-responses" ? "input_text" : "text", text: "go", ...marker }],
      };
      list.splice(resultAt(wire, 1) + 1, 0, said);
      expect(outcome(body).frozen).toEqual([0, 1]);
      for (const name of Object.keys(marker)) Reflect.set(said.content[0] ?? {}, name, null);
      expect(outcome(body)).toEqual({ masked: [0, 1, 2, 3, 4], frozen: [] });
    });

    it("changes no byte up to the breakpoint, and removes no marker", () => {
      for (let turn = 0; turn < TURNS; turn++) {
        const { body, list } = request(wire);
        markResult(wire, list, turn);
        const came = JSON.stringify(body);
        const sent = Buffer.from(reduce(body).body).toString("utf8");
        const marker = wire === "anthropic" ? "cache_control" : "prompt_cache_breakpoint";
        const end = came.indexOf(marker);
        expect(sent.slice(0, end)).toBe(came.slice(0, end));
        expect(sent.split(marker).length).toBe(came.split(marker).length);
      }
    });

    it.each(["rent", "every-turn"] as const)("freezes with %s, moves and a budget", (strategy) => {
      const policy = { mask, cache: { ...FREEZE, strategy, rent: 0 } } as const;
      const { body, list } = request(wire);
      markResult(wire, list, 2);
      // In a request whose provider caches nothing all that may be masked is.
      const found = outcome(body, policy);
      expect(found.frozen).toEqual([0, 1, 2]);
      expect(found.masked.every((turn) => turn > 2)).toBe(true);
      expect(found.masked).toContain(4);
      const { report } = reduce(body, { ...policy, budget: { tokens: 50 } });
      expect(report.fits).toBe(false);
      expect(
        report.decisions.filter(({ action }) => action === "mask").every(({ charsBefore }) => charsBefore > 302),
      ).toBe(true);
    });

    it("puts no anchor before the breakpoint", () => {
      const model = wire === "anthropic" ? "claude-sonnet-4-5" : "gpt-5.6";
      const { body, list } = request(wire, 12);
      markResult(wire, list, 3);
      const { cache, decisions } = reduce(
        { ...body, model },
        { mask, cache: { ...FREEZE, strategy: "rent", rent: 0 } },
      ).report;
      expect(decisions.some(({ action }) => action === "mask")).toBe(true);
      expect(cache.anchors?.length).toBeGreaterThan(0);
      for (const { messageIndex } of cache.anchors ?? []) expect(messageIndex).toBeGreaterThan(resultAt(wire, 3));
    });

    it("leaves each request's frozen part as sent before, while the breakpoint moves on", () => {
      const frozenOf = (turns: number) => {
        const { body, list } = request(wire, turns);
        markResult(wire, list, turns - 3);
        const sent = JSON.parse(Buffer.from(reduce(body).body).toString("utf8")) as Json;
        return (sent[WIRES.of(wire).listKey] as Json[]).slice(0, resultAt(wire, turns - 3) + 1);
      };
      const text = (value: unknown) =>
        JSON.stringify(value, (key, child) =>
          key === "cache_control" || key === "prompt_cache_breakpoint" ? undefined : child,
        );
      for (let turns = 3; turns < 10; turns++) {
        const [before, after] = [frozenOf(turns), frozenOf(turns + 1)];
        // But the message that carried the marker, which is a list of parts only while it does.
        expect(text(after.slice(0, before.length - 1))).toBe(text(before.slice(0, -1)));
      }
    });

    it("reduces its own output alike", () => {
      const { body, list } = request(wire);
      markResult(wire, list, 1);
      const once = reduce(body);
      const again = backend.reduceBody(once.body, definePolicy(EVERY_TURN), {});
      expect([once.changed, again.changed]).toEqual([true, false]);
    });
  });

  it("freezes through a part of a result, by block, not by message", () => {
    const { body, list } = request("anthropic");
    markResult("anthropic", list, 1, "part");
    expect(outcome(body)).toEqual({ masked: [2, 3, 4], frozen: [0, 1] });
    const parallel = request("anthropic");
    const [first, second] = [parallel.list[2], parallel.list[4]];
    // Two results in one message, the first of them marked.
    blocksOf(parallel.list[1]).push(...blocksOf(parallel.list[3]));
    blocksOf(first).push(...blocksOf(second));
    parallel.list.splice(3, 2);
    Object.assign(blocksOf(first)[0] ?? {}, FIVE);
    expect(outcome(parallel.body)).toEqual({ masked: [1, 2, 3, 4], frozen: [0] });
  });

  it("freezes nothing for breakpoints before the messages, and everything for Anthropic's automatic one", () => {
    const { body } = request("anthropic");
    const system = [{ type: "text", text: "s", ...FIVE }];
    const tools = [{ name: "read", input_schema: { type: "object" }, ...FIVE }];
    expect(outcome({ ...body, system, tools }).frozen).toEqual([]);
    const automatic = reduce({ ...body, ...FIVE });
    expect([automatic.changed, automatic.report.maskedCount]).toEqual([false, 0]);
    expect(outcome({ ...body, ...FIVE }).frozen).toEqual([0, 1, 2, 3, 4]);
    expect(outcome({ ...body, cache_control: null }).frozen).toEqual([]);
    // OpenAI's implicit one is not the client's.
    expect(outcome({ ...request("openai-chat").body, model: "gpt-5.6" }).frozen).toEqual([]);
  });

  it("treats a breakpoint on one of its placeholders as its own", () => {
    const { body, list } = request("anthropic");
    const reduced = JSON.parse(Buffer.from(reduce(body).body).toString("utf8")) as Json;
    const placeholder = (reduced.messages as Json[])[resultAt("anthropic", 4)] ?? {};
    expect(String(blocksOf(placeholder)[0]?.content)).toMatch(/^\[Observation masked/);
    // A history that came back in part: the client's breakpoint is on result 0, ours on result 4.
    list[resultAt("anthropic", 4)] = { ...placeholder, content: [{ ...blocksOf(placeholder)[0], ...FIVE }] };
    markResult("anthropic", list, 0);
    expect(outcome(body)).toEqual({ masked: [1, 2, 3], frozen: [0] });
  });

  it("finds no breakpoints on Gemini", () => {
    const { body, list } = request("gemini");
    for (const message of list) Object.assign(message, FIVE, EXPLICIT);
    expect(outcome(body)).toEqual({ masked: [0, 1, 2, 3, 4], frozen: [] });
  });
});
