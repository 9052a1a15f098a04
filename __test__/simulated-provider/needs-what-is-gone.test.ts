// An agent that at every step needs all that the request no longer has, and fetches that first: by the same call again, or as
// an original. What it fetched stays. Two fetches within 20 steps stop moves for the next 20, and two of what came clipped stop
// clips, too.
import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { reduceBody } from "../../ts/index.js";
import { PRESETS } from "../../ts/policy/presets.js";
import { type Called, writeCalls } from "../support/called.js";
import { cases } from "../support/cases.js";
import { type Json, SCRIPTED_WIRES } from "../support/scripted-provider/wires.js";

const MODELS = {
  anthropic: "claude-sonnet-4-5",
  "openai-chat": "gpt-5.4",
  "openai-responses": "gpt-5.4",
  gemini: "gemini-3-pro",
} satisfies Record<Wire, string>;
/** Steps of the work itself. */
const WORK = 90;
/** Steps within which two fetches count, and those of the while. */
const STEPS = 20;
const PROMPT = Array.from({ length: 600 }, (_, at) => `Rule ${at}: keep part ${at * 7} of the work as it was.`).join(
  "\n",
);

const textOf = (at: number) =>
  Array.from(
    { length: 180 },
    (_, line) => `  const part_${at}_${line} = compute(${line * 31 + at}, "${at}:${line}");`,
  ).join("\n");
/** A line in the middle of a text, by which a model has it or not. */
const markOf = (at: number) => `part_${at}_90 = compute(`;

const TOOLS = {
  read: (at: number): Called => ({ tool: "Read", args: { file_path: `src/${at}.ts` }, result: textOf(at) }),
  lookup: (at: number): Called => ({ tool: "lookup", args: { entry: at }, result: textOf(at) }),
} as const;
const FETCHES = {
  "does the same again": (tool: keyof typeof TOOLS, at: number) => TOOLS[tool](at),
  "asks for the original": (_: keyof typeof TOOLS, at: number): Called => ({
    tool: "tamis_retrieve",
    args: { handle: at.toString(16).padStart(32, "0") },
    result: textOf(at),
  }),
};

/** Something that was fetched, or that a request lacks and the one before did not. */
interface Event {
  step: number;
  /** It came clipped, of a fetch at most 20 steps before; else a move took it. */
  isClip: boolean;
}

interface Run {
  /** By the work's number: how often it was fetched. */
  times: Map<number, number>;
  fetches: Event[];
  losses: Event[];
}

/** With the breakpoints that clients set on Anthropic's wire: on the two newest messages of the user. */
function marked(request: { messages?: { role: string; content: unknown }[] }): object {
  const newest = request.messages?.filter(({ role }) => role === "user").slice(-2) ?? [];
  for (const message of "max_tokens" in request ? newest : []) {
    const blocks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
    message.content = (blocks as object[]).map((block) => ({ ...block, cache_control: { type: "ephemeral" } }));
  }
  return request;
}

interface Agent {
  wire: Wire;
  model: string;
  tool: keyof typeof TOOLS;
  fetch: keyof typeof FETCHES;
  preset: (typeof PRESETS)[number];
}

function run({ wire, model, tool, fetch, preset }: Agent): Run {
  const calls: Called[] = [];
  const done: Run = { times: new Map(), fetches: [], losses: [] };
  const [clipped, seen] = [new Map<number, number>(), new Set<number>()];
  let gone: number[] = [];
  for (let [work, step] = [0, 0]; work < WORK; step++) {
    const body = Buffer.from(JSON.stringify(marked(writeCalls(wire, { model, prompt: PROMPT, calls }))));
    const reduced = reduceBody(body, { preset }, { wire }).body;
    const sent = JSON.parse(new TextDecoder().decode(reduced)) as Json;
    const parts = SCRIPTED_WIRES[wire].parts(sent);
    const text = parts.map((part) => part.text).join("\n");
    const isThere = (at: number) => text.includes(markOf(at));
    const now = Array.from({ length: work }, (_, at) => at).filter((at) => !isThere(at));
    for (const at of now.filter((at) => !gone.includes(at))) {
      const isClip = !seen.has(at);
      if (isClip) clipped.set(at, step);
      done.losses.push({ step, isClip });
    }
    for (let at = 0; at < work; at++) seen.add(at);
    gone = now;
    const [needed] = now;
    if (needed === undefined) calls.push(TOOLS[tool](work++));
    else {
      done.times.set(needed, (done.times.get(needed) ?? 0) + 1);
      done.fetches.push({ step, isClip: step - (clipped.get(needed) ?? -STEPS) < STEPS });
      calls.push(FETCHES[fetch](tool, needed));
    }
  }
  return done;
}

const PAIRS = Object.keys(TOOLS).flatMap((tool) => Object.keys(FETCHES).map((fetch) => ({ tool, fetch }))) as Pick<
  Agent,
  "tool" | "fetch"
>[];

describe("an agent that needs what is gone", () => {
  // Every wire with two presets, every preset on two wires, and each pair; in a long run every wire with every preset.
  const agents = WIRE_NAMES.flatMap((wire, row) =>
    PRESETS.map((preset, column) => {
      const pair = PAIRS[Math.floor((row + column) / 2) % PAIRS.length] as (typeof PAIRS)[number];
      return { wire, model: MODELS[wire], preset, ...pair, isShort: (row + column) % 2 === 0 };
    }),
  );
  it.each(agents.filter(({ isShort }) => isShort || cases(2) > 2))(
    "$fetch after $tool, once each, and loses nothing more for a while: $wire, $preset",
    (agent) => {
      const { times, fetches, losses } = run(agent);
      expect(fetches.length).toBeGreaterThan(0);
      expect(Math.max(...times.values())).toBe(1);
      for (const [at, { step, isClip }] of fetches.entries()) {
        const before = fetches[at - 1];
        if (before === undefined || step - before.step >= STEPS) continue;
        const stops = (loss: Event) => !loss.isClip || (isClip && before.isClip);
        expect(losses.filter((loss) => stops(loss) && loss.step > step && loss.step <= step + STEPS)).toEqual([]);
      }
    },
  );

  it.each(PAIRS)("$fetch after $tool at most four times in 90 steps of today's model, by default", (pair) => {
    const { fetches } = run({ wire: "anthropic", model: "claude-opus-5-5", preset: "balanced", ...pair });
    expect(fetches.length).toBeLessThanOrEqual(4);
  });

  it("is believed after one burst where reads are dearer", () => {
    const [tool, fetch] = ["read", "does the same again"] as const;
    const { fetches } = run({ wire: "anthropic", model: MODELS.anthropic, preset: "balanced", tool, fetch });
    expect(fetches.filter(({ step }, at) => step - (fetches[at - 1]?.step ?? 0) > 1)).toHaveLength(1);
  });
});
