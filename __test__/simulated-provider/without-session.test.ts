// Agents whose requests alone decide: no session is kept, and the provider refuses no thinking.
import { describe, expect, it } from "vitest";
import { createReducer, type ReducerOptions } from "../../ts/pipeline/create-reducer.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { reduceBody } from "../../ts/reduce/reduce.js";
import { cases, timeLimit } from "../support/cases.js";
import { createRandom } from "../support/random.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import type { Block, MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { markedRequest, wordsOf } from "./session.js";

const mask = { windowTurns: 2, minChars: 0, keepErrors: false } as const;
const MODEL = "claude-opus-5-5";
const SESSIONS = cases(3);
const LIMIT = timeLimit(60_000);

type Json = Record<string, unknown>;
interface Script {
  seed: number;
  /** What is sent for a request. */
  reduce: (request: MessagesRequest) => Promise<MessagesRequest>;
  model?: string;
  extra?: Json;
  /** Answers before the first that thinks. @default none */
  thoughtless?: number;
  /** Requests. @default 40 */
  turns?: number;
  /** @default [100, 600, 2000] */
  resultTokens?: readonly number[];
}

/** Runs a session; returns the number of the first that is refused, else undefined. */
async function refusedAt(script: Script): Promise<number | undefined> {
  const { seed, reduce, model = MODEL, extra = {}, thoughtless = 0, resultTokens = [100, 600, 2000] } = script;
  const random = createRandom(seed);
  let calls = 0;
  const provider = new SimulatedProvider({
    answer: (turn): Block[] => {
      const thinks = turn >= thoughtless && (turn === thoughtless || random.chance(0.8));
      const count = random.chance(0.85) ? random.pick([1, 1, 2]) : 0;
      const asked = Array.from({ length: count }, () => {
        return { type: "tool_use", id: `c${calls++}`, name: "read", input: { path: `f${random.below(4)}` } };
      });
      return [
        ...(thinks ? [{ type: "thinking", thinking: `thought ${turn} ${"so ".repeat(random.below(80))}` }] : []),
        { type: "text", text: "words" },
        ...asked,
      ];
    },
  });
  const messages: MessagesRequest["messages"] = [{ role: "user", content: "please do it" }];
  for (let turn = 0; turn < (script.turns ?? 40); turn++) {
    const sent = await reduce(markedRequest(messages, { model, extra }));
    const { status, body } = provider.handle({ ...sent, model: MODEL });
    if (status !== 200) return turn;
    const content = body.content as Block[];
    const results = content.flatMap(({ type, id, input }) =>
      type === "tool_use"
        ? [result(String(id), String((input as Json).path), resultTokens[random.below(resultTokens.length)] ?? 100)]
        : [],
    );
    const reply = results.length === 0 ? [{ type: "text", text: `go on ${turn}` }] : results;
    messages.push({ role: "assistant", content }, { role: "user", content: reply });
  }
  return undefined;
}

/** What is read of a path repeats. */
function result(id: string, path: string, tokens: number): Block {
  return { type: "tool_result", tool_use_id: id, content: wordsOf(`${path} `, tokens) };
}

async function refusals(script: Omit<Script, "seed">): Promise<string[]> {
  const found: string[] = [];
  for (let seed = 0; seed < SESSIONS; seed++) {
    const turn = await refusedAt({ ...script, seed });
    if (turn !== undefined) found.push(`seed ${seed} at request ${turn}`);
  }
  return found;
}

describe("a reducer with a budget", () => {
  const budgets: [string, ReducerOptions][] = [
    ["in tokens", { budget: { tokens: 8000 } }],
    [
      "in tokens, for an uncached request",
      { budget: { tokens: 8000 }, policy: { mask, cache: { strategy: "every-turn" } } },
    ],
    ["in chars", { budget: { chars: 40_000 } }],
    ["that is reached late", { budget: { tokens: 20_000 } }],
    [
      "with protected results",
      { budget: { tokens: 8000 }, policy: written({ mask: { ...mask, keepLastKPerTool: 3 } }) },
    ],
  ];

  it.each(budgets)(
    "has no request refused: %s",
    async (_, options) => {
      let edited = 0;
      const reducer = createReducer({ policy: { mask }, ...options });
      const reduce = async (request: MessagesRequest) => {
        const { body, changed } = await reducer.reduce(request);
        edited += changed ? 1 : 0;
        return body;
      };
      expect(await refusals({ reduce })).toEqual([]);
      expect(edited).toBeGreaterThan(SESSIONS);
    },
    LIMIT,
  );

  it(
    "repeats the clip of a result that is over the budget by itself",
    async () => {
      let clipped = 0;
      const reducer = createReducer({ policy: { mask }, budget: { tokens: 8000 }, summarize: async () => "a summary" });
      const reduce = async (request: MessagesRequest) => {
        const { body, report } = await reducer.reduce(request);
        clipped += report.reductionStage === "clipping" ? 1 : 0;
        return body;
      };
      expect(await refusals({ reduce, turns: 20, resultTokens: [100, 600, 30_000] })).toEqual([]);
      expect(clipped).toBeGreaterThan(SESSIONS);
    },
    LIMIT,
  );

  it(
    "drops no message while a model that is asked to think has not thought yet",
    async () => {
      const reducer = createReducer({ policy: { mask }, budget: { tokens: 6000 } });
      const reduce = async (request: MessagesRequest) => (await reducer.reduce(request)).body;
      expect(await refusals({ reduce, thoughtless: 8 })).toEqual([]);
    },
    LIMIT,
  );
});

describe("edits from before the first thinking", () => {
  const policies: [string, PolicyInput][] = [
    ["that keep the newest of what repeats", { mask: { ...mask, windowTurns: 30 }, arrival: { dedupe: "newest" } }],
    ["that mask nothing", { mask, cache: { strategy: "off" }, arrival: { dedupe: "newest" } }],
    ["of a preset", { preset: "strong" }],
    ["of the default", {}],
  ];
  it.each(policies)(
    "are repeated by policies %s",
    async (_, policy) => {
      const reduce = async (request: MessagesRequest): Promise<MessagesRequest> =>
        JSON.parse(Buffer.from(reduceBody(Buffer.from(JSON.stringify(request)), policy).body).toString("utf8"));
      expect(await refusals({ reduce, thoughtless: 8 })).toEqual([]);
    },
    LIMIT,
  );
});

describe("a name that a host made up", () => {
  it(
    "has signed thinking treated as checked, without cache markers too",
    async () => {
      const seen = { masked: 0 };
      const reduce = async (request: MessagesRequest): Promise<MessagesRequest> => {
        const plain = JSON.stringify(request, (key, value) => (key === "cache_control" ? undefined : value));
        const { body, report } = reduceBody(Buffer.from(plain), { mask, cache: { strategy: "every-turn" } });
        seen.masked += report.maskedCount;
        return JSON.parse(Buffer.from(body).toString("utf8"));
      };
      expect(await refusals({ reduce, model: "smart" })).toEqual([]);
      expect(seen.masked).toBeGreaterThan(SESSIONS);
    },
    LIMIT,
  );
});
