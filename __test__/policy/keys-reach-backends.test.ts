// Every key of the policy's schema, changed alone, changes what both backends make of some request.

import { describe, expect, it } from "vitest";
import { nativePolicyJson } from "../../ts/native/policy.js";
import { definePolicy, type Policy, type PolicyInput, policyJsonSchema } from "../../ts/policy/policy.js";
import { ReduceCall } from "../../ts/reduce/calls.js";
import { runCall } from "../../ts/reduce/run-call.js";
import { bothBackends } from "../support/native.js";
import { keysOf, type SchemaKey, withValue } from "../support/policy-keys.js";
import { BODIES, SITUATIONS } from "../support/policy-situations.js";

const ONLY_PIPELINE = "createReducer alone reads it, in TypeScript; the tests of pipeline/ show what it does";
const NOT_AN_ENGINE_KEY = "TypeScript decides it around both backends";

/** Keys that never cross to the engine, and why. */
const TYPESCRIPT_ALONE: Record<string, string> = {
  "budget.chars": NOT_AN_ENGINE_KEY,
  "budget.fraction": "TypeScript makes tokens of it before the engine sees the policy",
  "budget.model": "names the model that TypeScript looks up for budget.fraction",
  "budget.lowWatermark": ONLY_PIPELINE,
  "summarize.enabled": ONLY_PIPELINE,
  "summarize.maxChars": ONLY_PIPELINE,
  "summarize.maxCalls": ONLY_PIPELINE,
  "summarize.maxCost": ONLY_PIPELINE,
  "summarize.prompt": ONLY_PIPELINE,
  "summarize.timeoutMs": ONLY_PIPELINE,
  "truncate.enabled": ONLY_PIPELINE,
  "truncate.keepFirst": ONLY_PIPELINE,
  "truncate.afterRefusal": ONLY_PIPELINE,
  "tokens.method": ONLY_PIPELINE,
};

const keys = keysOf(policyJsonSchema());
/** The reason why a key does not cross, wherever the key is written. */
const aloneFor = (name: string): string | undefined => TYPESCRIPT_ALONE[name.replace("experimental.", "")];
const backends = bothBackends();

/** A policy before and after one key was changed. */
interface Pair {
  before: Policy;
  after: Policy;
}

const defined = new Map<string, Policy | undefined>();

function tryDefine(input: PolicyInput): Policy | undefined {
  const key = JSON.stringify(input);
  if (!defined.has(key)) defined.set(key, defineOrNot(input));
  return defined.get(key);
}

function defineOrNot(input: PolicyInput): Policy | undefined {
  try {
    return definePolicy(input);
  } catch {
    return undefined;
  }
}

/** The key changed to every valid value that is worth a try, in every situation that has a place for it. */
function* pairsOf(key: SchemaKey): Generator<Pair> {
  for (const situation of SITUATIONS) {
    const before = tryDefine(situation);
    if (before === undefined) throw new Error(`a situation is no policy: ${JSON.stringify(situation)}`);
    for (const value of key.values) {
      const changed = withValue(situation, key.path, value);
      const after = changed === undefined ? undefined : tryDefine(changed);
      if (after !== undefined && JSON.stringify(after.settings) !== JSON.stringify(before.settings)) {
        yield { before, after };
      }
    }
  }
}

const outcomes = new Map<Policy, Map<string, string>>();

/** What a backend makes of a body: bytes and report, without what differs from run to run. */
function outcomeOf(backendAt: number, bodyAt: number, policy: Policy): string {
  const known = outcomes.get(policy) ?? new Map<string, string>();
  outcomes.set(policy, known);
  const at = `${backendAt} ${bodyAt}`;
  let outcome = known.get(at);
  if (outcome === undefined) {
    outcome = compute(backendAt, bodyAt, policy);
    known.set(at, outcome);
  }
  return outcome;
}

function compute(backendAt: number, bodyAt: number, policy: Policy): string {
  const [backend, body] = [backends[backendAt]?.[1], BODIES[bodyAt]];
  if (backend === undefined || body === undefined) throw new Error("no such backend or body");
  const { body: out, report } = runCall(new ReduceCall(backend, body, policy, { explain: true }));
  const { elapsedMicros: _, ...rest } = JSON.parse(JSON.stringify(report)) as { elapsedMicros: number };
  return JSON.stringify([Buffer.from(out).toString(), rest]);
}

const changes = (backendAt: number, { before, after }: Pair) =>
  BODIES.some((_, bodyAt) => outcomeOf(backendAt, bodyAt, before) !== outcomeOf(backendAt, bodyAt, after));

describe("every key of the policy's schema", () => {
  it("is found by walking the schema", () => {
    expect(keys.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "mask.windowTurns",
        "experimental.mask.tools.*.keepLastK",
        "experimental.cache.prices.read",
        "pin[].role",
      ]),
    );
    expect(keys.length).toBeGreaterThan(50);
  });

  it.each(keys.map((key) => [key.name, key] as const))("has a place in some situation: %s", (_name, key) => {
    expect([...pairsOf(key)].length).toBeGreaterThan(0);
  });

  it.each(keys.map((key) => [key.name, key] as const))("crosses to the engine, or says why not: %s", (name, key) => {
    const crosses = [...pairsOf(key)].some(({ before, after }) => nativePolicyJson(before) !== nativePolicyJson(after));
    // An entry that crosses after all is wrong, too.
    expect(crosses).toBe(aloneFor(name) === undefined);
  });

  const deciding = keys.filter(({ name }) => aloneFor(name) !== ONLY_PIPELINE);
  describe.each(backends.map(([name], at) => [name, at] as const))("%s", (_name, backendAt) => {
    it.each(deciding.map((key) => [key.name, key] as const))("decides by %s", (_key, key) => {
      expect([...pairsOf(key)].some((pair) => changes(backendAt, pair))).toBe(true);
    });
  });

  it("is named in no exception that the schema does not have", () => {
    const names = new Set(keys.map(({ name }) => name.replace("experimental.", "")));
    expect(Object.keys(TYPESCRIPT_ALONE).filter((name) => !names.has(name))).toEqual([]);
  });
});
