import { describe, expect, it } from "vitest";
import { createSessionState, type SessionState, sessionProblem } from "../../ts/contract/session-state.js";
import { DEFAULT_POLICY, resolvePolicy } from "../../ts/policy/policy.js";
import { policyAt } from "../../ts/reduce/as-of.js";
import { reduceBody, reduceBodyAsync } from "../../ts/reduce/reduce.js";
import { thrownBy } from "../support/thrown.js";
import { written } from "../support/written.js";

/** Claude Sonnet 5.5 reads at 0.05 since 7 October 2026, and at 0.1 before. */
const [BEFORE, AFTER] = ["2026-10-06", "2026-10-07"];

function conversation(turns: number, { model = "claude-sonnet-5-5", first = "fix it" } = {}): Buffer {
  const steps = Array.from({ length: turns }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `c${at}`, name: "read", input: { at } }] },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `c${at}`, content: `line ${at} of it\n`.repeat(150) }],
    },
  ]);
  return Buffer.from(
    JSON.stringify({
      model,
      max_tokens: 100,
      system: [{ type: "text", text: "be brief", cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: first }, ...steps.flat()],
    }),
  );
}

const TURNS = Array.from({ length: 40 }, (_, at) => at + 1);
const settings = (prices?: { read: number; write: number }) =>
  written({ mask: { windowTurns: 2, minChars: 0 }, cache: prices === undefined ? {} : { prices } });
const maskedAt = (policy: ReturnType<typeof settings>, asOf?: string) =>
  TURNS.map((turns) => reduceBody(conversation(turns), policy, { asOf }).report.maskedCount);

describe("the day of a call", () => {
  it("decides by the prices of that day", () => {
    const [old, now] = [0.1, 0.05].map((read) => maskedAt(settings({ read, write: 1.25 })));
    expect(old).not.toEqual(now);
    expect(maskedAt(settings(), BEFORE)).toEqual(old);
    expect(maskedAt(settings(), AFTER)).toEqual(now);
    expect(maskedAt(settings())).toEqual(now);
    expect(maskedAt(settings(), "2099-12-31")).toEqual(now);
  });

  it("decides alike in promises", async () => {
    const masked = async (asOf: string) =>
      (await reduceBodyAsync(conversation(12), settings(), { asOf })).report.maskedCount;
    for (const asOf of [BEFORE, AFTER])
      expect(await masked(asOf)).toBe(reduceBody(conversation(12), settings(), { asOf }).report.maskedCount);
  });

  it("changes no model that had the same facts, and not the policy itself where nothing has changed", () => {
    const policy = resolvePolicy(settings());
    expect(policyAt(policy, AFTER)).toBe(policyAt(policy, "2026-10-20"));
    expect(policyAt(policy, "2026-11-28")).toBe(policy);
    expect(policyAt(DEFAULT_POLICY, undefined)).toBe(DEFAULT_POLICY);
    const body = conversation(20, { model: "claude-opus-5-5" });
    const [old, now] = [BEFORE, AFTER].map((asOf) => reduceBody(body, settings(), { asOf }));
    expect(old?.body).toEqual(now?.body);
  });

  it("is told as the installed facts, not as the policy's own", () => {
    const { rule } = reduceBody(conversation(3), settings(), { asOf: BEFORE }).report.cache;
    expect(rule).toMatchObject({ row: "claude-sonnet-5-5", by: "model" });
  });

  it.each([["yesterday"], ["2026-02-30"], [""], [20_261_006], [null], [new Date(0)]])("may not be %s", (asOf) => {
    const error = thrownBy(() => reduceBody(conversation(1), settings(), { asOf: asOf as never }));
    expect(error).toMatchObject({ code: "OPTION_INVALID" });
    expect(error.message).toMatch(/^options\.asOf: expected a day such as 2026-11-28/);
  });
});

describe("the day of a session", () => {
  const run = (state: SessionState, from: number, to: number, asOf?: string) => {
    for (let turns = from; turns <= to; turns++)
      reduceBody(conversation(turns), settings(), { session: state, now: turns * 1000, asOf });
    return state;
  };

  it("is that of its first request", () => {
    const state = run(createSessionState(), 1, 20, BEFORE);
    expect([state.asOf, state.start?.prices]).toEqual([BEFORE, { read: 0.1, write: 1.25 }]);
    const next = JSON.parse(JSON.stringify(state)) as SessionState;
    run(next, 21, 40, AFTER);
    expect([next.asOf, next.start?.prices]).toEqual([BEFORE, { read: 0.1, write: 1.25 }]);
  });

  it("is that of the release for one that began without a day", () => {
    const state = run(createSessionState(), 1, 5);
    run(state, 6, 40, BEFORE);
    expect([state.asOf, state.start?.prices?.read]).toEqual([null, 0.05]);
  });

  it("begins anew with another conversation", () => {
    const state = run(createSessionState(), 1, 5, BEFORE);
    reduceBody(conversation(3, { first: "another" }), settings(), { session: state, asOf: AFTER });
    expect(state.asOf).toBe(AFTER);
  });

  it("may be missing in a state, and may be no other text", () => {
    const { asOf: _, ...old } = createSessionState();
    expect(sessionProblem(old)).toBe(undefined);
    expect(sessionProblem({ ...old, asOf: "2026-10-07" })).toBe(undefined);
    expect(sessionProblem({ ...old, asOf: "today" })).toMatch(/^expected {/);
  });
});
