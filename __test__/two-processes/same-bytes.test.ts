// The same requests reduced in processes of their own, in other surroundings: the same bytes, with no state between them
// but what the caller carries.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { createSessionState, type SessionState } from "../../ts/contract/session-state.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { clientStyles, type Json, markAsClient, withoutMarkers } from "../support/client-markers.js";
import { FEATURES, makeConversation } from "../support/conversation.js";
import { wasm } from "../support/wasm.js";
import { WIRE_NAMES, WRITERS } from "../support/wire-shapes.js";
import { written } from "../support/written.js";
import { type Done, Reducer, type Surroundings } from "./reducer.js";

const mask = { windowTurns: 1, minChars: 0, keepErrors: false } as const;
const prices = { read: 0.1, write: 1.25 };
/** Every strategy, and other settings that affect a decision. */
const POLICIES: Record<string, PolicyInput> = {
  "the defaults": {},
  rent: written({ mask, cache: { strategy: "rent", rent: 0.2, prices } }),
  "rent, keeping": written({
    mask: { ...mask, keepErrors: true, keepLastKPerTool: 1, tools: { "*a*": { windowTurns: 2 } } },
    cache: { strategy: "rent", rent: 0, prices },
  }),
  "rent, over a budget": written({
    mask,
    cache: { strategy: "rent", rent: 50, prices },
    budget: { tokens: 500, clearAtLeast: 30 },
  }),
  "every turn": { mask, cache: { strategy: "every-turn" } },
  off: { mask, cache: { strategy: "off" } },
};

const HERE: Surroundings = {
  backend: "addon" in wasm ? "wasm" : "native",
  env: { TZ: "UTC", LC_ALL: "C", LANG: "C" },
  flags: [],
};
/** Turkish has its own small i, Kathmandu a quarter of an hour; hashes are seeded otherwise, memory is short. */
const THERE: Surroundings = {
  backend: "native",
  env: { TZ: "Asia/Kathmandu", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", NO_COLOR: "1" },
  flags: ["--hash-seed=4711", "--stack-size=600"],
};
const ELSEWHERE: Surroundings = {
  ...THERE,
  env: { TZ: "America/St_Johns", LC_ALL: "ar_EG.UTF-8" },
  flags: ["--jitless"],
};

/** The request of each step, marked as one kind of client does. */
function requestsOf(wire: Wire, seed: number): Json[] {
  const made = WRITERS[wire](makeConversation({ seed, turns: 6 + (seed % 3), features: FEATURES }));
  const bare = withoutMarkers(
    wire === "gemini" ? made : { ...made, model: wire === "anthropic" ? "claude-sonnet-4-5" : "gpt-5.6" },
  );
  const list = bare[WIRES.of(wire).listKey];
  if (!Array.isArray(list)) throw new Error("no conversation was made");
  const style = clientStyles(wire) === 0 ? 0 : seed % clientStyles(wire);
  return readSteps(WIRES.of(wire), list).cuts.map((cut) =>
    markAsClient(wire, { ...bare, [WIRES.of(wire).listKey]: list.slice(0, cut) }, style),
  );
}

const SEEDS = [1, 2, 3, 4];
const bytesOf = (request: Json): Buffer => Buffer.from(JSON.stringify(request));

describe("the same requests in other processes", () => {
  let here: Reducer;
  let there: Reducer;
  let elsewhere: Reducer;
  beforeAll(async () => {
    [here, there, elsewhere] = await Promise.all([Reducer.start(HERE), Reducer.start(THERE), Reducer.start(ELSEWHERE)]);
  });
  afterAll(() => {
    for (const one of [here, there, elsewhere]) one.stop();
  });

  describe.each(WIRE_NAMES)("%s", (wire) => {
    it.each(Object.entries(POLICIES))("come back as the same bytes: %s", async (name, policy) => {
      let masked = 0;
      for (const body of SEEDS.flatMap((seed) => requestsOf(wire, seed)).map(bytesOf)) {
        const job = { body, policy, options: { wire } };
        const [one, two, three] = await Promise.all([here.reduce(job), there.reduce(job), elsewhere.reduce(job)]);
        expect(two.body.equals(one.body), `${body}`).toBe(true);
        expect(three.body.equals(one.body)).toBe(true);
        expect(two.report.cache).toEqual(one.report.cache);
        expect(three.report.decisions).toEqual(two.report.decisions);
        masked += one.report.maskedCount;
      }
      if (name === "off") expect(masked).toBe(0);
      else if (name !== "the defaults" && name !== "frozen") expect(masked).toBeGreaterThan(0);
    });

    it("continues in another process with a stored session state", async () => {
      const policy: PolicyInput = written({ mask, cache: { strategy: "rent", rent: 1000, prices } });
      let dead = 0;
      for (const seed of SEEDS) {
        const requests = requestsOf(wire, seed);
        // Days pass in the middle, by the caller's clock: no cache lives so long.
        const times = requests.map((_, step) => step * 1000 + (step > requests.length / 2 ? 2 * 86_400_000 : 0));
        const run = async (processes: readonly Reducer[]): Promise<Done[]> => {
          const all: Done[] = [];
          let stored = JSON.stringify(createSessionState());
          for (const [step, request] of requests.entries()) {
            const session = JSON.parse(stored) as SessionState;
            const options = { wire, tenant: "t", now: times[step] ?? 0 };
            const process = processes[step % processes.length] ?? here;
            const done = await process.reduce({ body: bytesOf(request), policy, options, session });
            stored = JSON.stringify(done.session);
            all.push(done);
          }
          return all;
        };
        const [alone, together] = [await run([here]), await run([here, there, elsewhere])];
        expect(together.map(({ body }) => `${body}`)).toEqual(alone.map(({ body }) => `${body}`));
        expect(together.map(({ session }) => session)).toEqual(alone.map(({ session }) => session));
        dead += alone.filter(({ report }) => report.cache.session === "dead-cache").length;
        expect(alone.slice(1).every(({ report }) => report.cache.firstSight === false)).toBe(true);
      }
      expect(dead).toBe(SEEDS.length);
    });
  });
});
