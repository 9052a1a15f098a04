// What a provider refuses a request for, on ten thousand of them: more than four breakpoints, and one of an hour behind
// one of five minutes.
import { expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { cases, timeLimit } from "../support/cases.js";
import { clientStyles, type Json, markAsClient, withoutMarkers } from "../support/client-markers.js";
import { FEATURES, makeConversation } from "../support/conversation.js";
import { bothBackends } from "../support/native.js";
import { WRITERS } from "../support/wire-shapes.js";

const ANCHORED: readonly Wire[] = ["anthropic", "openai-chat", "openai-responses"];
const REQUESTS = cases(10_000);
const mask = { windowTurns: 1, minChars: 0, keepErrors: false } as const;
const POLICIES = [
  { mask, cache: { strategy: "rent", rent: 0 } },
  { mask, cache: { strategy: "rent", rent: 0.3 } },
  { mask, cache: { strategy: "stride", strideTurns: 2 } },
  {
    mask: { ...mask, media: "mask", userMedia: "mask" },
    cache: { strategy: "rent", rent: 2 },
    budget: { tokens: 500 },
  },
] satisfies PolicyInput[];
const COMPILED = POLICIES.map((policy) => resolvePolicy(policy));

/** The lifetimes of a request's breakpoints in the order in which the provider reads them, tools first. */
function lifetimesIn(wire: Wire, request: Json): ("1h" | "5m")[] {
  const found: ("1h" | "5m")[] = [];
  const name = wire === "anthropic" ? "cache_control" : "prompt_cache_breakpoint";
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const child of Array.isArray(value)
      ? value
      : Object.entries(value).flatMap(([key, one]) => (key === name ? [] : [one]))) {
      visit(child);
    }
    const marker: unknown = Reflect.get(value, name);
    if (typeof marker === "object" && marker !== null) found.push(Reflect.get(marker, "ttl") === "1h" ? "1h" : "5m");
  };
  const { tools, system, [WIRES.of(wire).listKey]: list, cache_control: automatic } = request;
  visit([tools, system, list]);
  visit({ cache_control: automatic });
  return found;
}

/** The request of each step, marked as one kind of client does; no marker but those. */
function requestsOf(wire: Wire, seed: number): Json[] {
  const model = wire === "anthropic" ? {} : { model: "gpt-5.6" };
  const made = WRITERS[wire](makeConversation({ seed, turns: 4 + (seed % 9), features: FEATURES }));
  const request: Json = withoutMarkers({ ...made, ...model });
  const list = request[WIRES.of(wire).listKey] as unknown[];
  const style = Math.floor(seed / ANCHORED.length) % clientStyles(wire);
  return readSteps(WIRES.of(wire), list).cuts.map((cut) => {
    const marked = markAsClient(wire, { ...request, [WIRES.of(wire).listKey]: list.slice(0, cut) }, style);
    return seed % 2 === 0 ? marked : { ...marked, ...withoutHours(marked, WIRES.of(wire).listKey) };
  });
}

/** Clients may ask for an hour in front, and for five minutes on messages. */
const withoutHours = (request: Json, key: string): Json => ({
  [key]: JSON.parse(JSON.stringify(request[key], (name, value) => (name === "ttl" ? undefined : value))),
});

it.each(bothBackends())(
  "no request gets a fifth breakpoint, or an hour behind five minutes: %s",
  (name, backend) => {
    const most = name === "baseline" ? REQUESTS / 10 : REQUESTS;
    const seen = { requests: 0, anchors: 0, full: 0, hours: 0 };
    for (let seed = 0; seen.requests < most; seed++) {
      const wire = ANCHORED[seed % ANCHORED.length] ?? "anthropic";
      const policy = COMPILED[Math.floor(seed / 19) % COMPILED.length];
      if (policy === undefined) throw new Error("there is a policy for every seed");
      for (const request of requestsOf(wire, seed)) {
        const body = Buffer.from(JSON.stringify(request));
        const { body: out, report } = backend.reduceBody(body, policy, { wire });
        const lifetimes = lifetimesIn(wire, JSON.parse(Buffer.from(out).toString("utf8")) as Json);
        // OpenAI's implicit breakpoint on the newest message is one of the four.
        const count = lifetimes.length + (wire === "anthropic" ? 0 : 1);
        const where = `${wire}, seed ${seed}`;
        expect(count, where).toBeLessThanOrEqual(4);
        expect(lifetimes.lastIndexOf("1h"), where).toBeLessThan(
          lifetimes.indexOf("5m") < 0 ? 5 : lifetimes.indexOf("5m"),
        );
        seen.requests++;
        seen.anchors += report.cache.anchors?.length ?? 0;
        seen.full += count === 4 ? 1 : 0;
        seen.hours += lifetimes.includes("1h") ? 1 : 0;
      }
    }
    // All that could go wrong was there to go wrong.
    expect(seen.anchors).toBeGreaterThan(most / 10);
    expect(seen.full).toBeGreaterThan(most / 10);
    expect(seen.hours).toBeGreaterThan(most / 20);
  },
  timeLimit(120_000),
);
