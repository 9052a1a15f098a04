// Sessions that do not begin with us, or whose rules change: no request is refused, whatever was sent before.
import { describe, expect, it } from "vitest";
import { createSessionState, type SessionState } from "../../ts/contract/session-state.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { reduceBody, reduceRequest } from "../../ts/reduce/reduce.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import type { MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { markedRequest, runSession, scripted } from "./session.js";

const POLICY: PolicyInput = {
  mask: { windowTurns: 2, minChars: 100, keepErrors: false },
  // Each request reads another file.
  experimental: { mask: { workingSetFiles: 1 } },
};
const OTHER: PolicyInput = written({
  mask: { windowTurns: 1, minChars: 50, placeholder: { family: "observation" } },
  experimental: POLICY.experimental,
});

const ROUNDS = 40;
const RESULT_TOKENS = 2_000;

interface Seen {
  statuses: number[];
  starts: (number | undefined)[];
  edited: boolean[];
  cost: number;
}

type Step = (turn: number) => { policy?: PolicyInput | null; model?: string; ttl?: "1h"; forgets?: boolean };

/** Runs a session; `step` says how each request is sent, null: as it came. */
function run(step: Step, backend: "bytes" | "object" = "object", given: SessionState = createSessionState()): Seen {
  const provider = new SimulatedProvider({ answer: scripted });
  const seen: Seen = { statuses: [], starts: [], edited: [], cost: 0 };
  let turn = 0;
  let session = given;
  runSession(provider, ROUNDS, {
    resultTokens: RESULT_TOKENS,
    reduce: (request) => {
      const { policy = POLICY, model = "claude-fable-5-2", ttl, forgets } = step(turn++);
      if (forgets === true) session = createSessionState();
      const asked = withModel(request, model, ttl);
      if (policy === null) {
        seen.starts.push(undefined);
        seen.edited.push(false);
        return asked;
      }
      session = JSON.parse(JSON.stringify(session)) as SessionState;
      const { body, report } = reduce(asked, policy, session, backend);
      seen.starts.push(report.cache.startStep);
      seen.edited.push(report.maskedCount > 0);
      return body;
    },
  });
  seen.statuses = provider.exchanges.map(({ status }) => status);
  seen.cost = provider.exchanges.reduce((sum, { cost }) => sum + cost, 0);
  return seen;
}

function reduce(request: MessagesRequest, policy: PolicyInput, session: SessionState, backend: "bytes" | "object") {
  if (backend === "object") return reduceRequest(request, policy, { session });
  const { body, report } = reduceBody(Buffer.from(JSON.stringify(request)), policy, { session });
  return { body: JSON.parse(Buffer.from(body).toString()) as MessagesRequest, report };
}

function withModel(request: MessagesRequest, model: string, ttl: "1h" | undefined): MessagesRequest {
  const text = JSON.stringify({ ...request, model });
  return JSON.parse(ttl === undefined ? text : text.replaceAll('"ephemeral"', '"ephemeral","ttl":"1h"'));
}

const FINE = new Array(ROUNDS).fill(200);

describe.each(["bytes", "object"] as const)("a session of the library, %s", (backend) => {
  it("that begins with us is edited from its first step on", () => {
    const { statuses, starts, edited } = run(() => ({}), backend);
    expect(statuses).toEqual(FINE);
    expect(new Set(starts)).toEqual(new Set([1]));
    expect(edited.some(Boolean)).toBe(true);
  });

  it.each([7, 12, 18, 23, 25])(
    "is not edited before a move of its own if it was sent otherwise for %i steps",
    (first) => {
      const { statuses, starts, edited } = run((turn) => (turn < first ? { policy: null } : {}), backend);
      expect(statuses).toEqual(FINE);
      const start = starts.find((step) => step !== undefined) ?? 0;
      expect(start).toBeGreaterThan(first);
      // Each fifth answer ends a turn.
      expect(start % 5).toBe(1);
      expect(starts.filter((step) => step !== undefined)).toEqual(new Array(ROUNDS - start + 1).fill(start));
      expect(edited.indexOf(true)).toBe(start - 1);
    },
  );

  it.each([13, 17, 20, 22])("goes on by its old policy until a move of that, after step %i", (change) => {
    const { statuses, starts, edited } = run((turn) => ({ policy: turn < change ? POLICY : OTHER }), backend);
    expect(statuses).toEqual(FINE);
    expect(edited.slice(edited.indexOf(true)).every(Boolean)).toBe(true);
    const start = starts.at(-1) ?? 0;
    expect(start).toBeGreaterThan(change);
    expect(start % 5).toBe(1);
  });

  it.each([
    ["claude-fable-5-2", "claude-opus-5-5"],
    ["claude-fable-5-2", "claude-sonnet-4-5"],
    ["claude-fable-5-2", "claude-opus-4-6"],
  ])("survives a change of the model and back: %s, %s", (one, other) => {
    for (const change of [13, 20, 27]) {
      const { statuses } = run((turn) => ({ model: turn >= change && turn < change + 6 ? other : one }), backend);
      expect(statuses).toEqual(FINE);
    }
  });

  it("survives another lifetime of its cache", () => {
    for (const change of [13, 20, 27]) {
      expect(run((turn) => (turn < change ? {} : { ttl: "1h" }), backend).statuses).toEqual(FINE);
      expect(run((turn) => (turn % 7 === 0 ? { ttl: "1h" } : {}), backend).statuses).toEqual(FINE);
    }
  });
});

describe("a move that the dead cache allows", () => {
  it.each([6, 11])("is replayed after one that follows in a loop, and after the user went back to step %i", (back) => {
    const PROMPT = 5;
    const answer = (turn: number) => {
      const thinking = turn <= PROMPT ? [{ type: "thinking", thinking: `thought ${turn}` }] : [];
      // The newest result in front of the user's words stays, so that none waits in front of thinking.
      const name = turn === PROMPT - 2 ? "ask" : "read";
      const call = { type: "tool_use", id: `call_${turn}`, name, input: {} };
      return [...thinking, turn === PROMPT - 1 ? { type: "text", text: "done" } : call];
    };
    const provider = new SimulatedProvider({ answer });
    const session = createSessionState();
    const policy: PolicyInput = written({
      preset: "none",
      mask: { windowTurns: 1, minChars: 0, tools: { ask: { never: true } } },
      cache: { strategy: "rent", rent: 8, prices: { read: 0.3, write: 0.6 } },
    });
    const moves: string[] = [];
    let step = 0;
    const reduce = (request: MessagesRequest) => {
      const now = step++ < PROMPT ? 0 : 3_600_000;
      const { body, report } = reduceRequest(request, policy, { session, now });
      if (report.cache.moved) moves.push(`${step} ${report.cache.session}`);
      return body;
    };
    const history = runSession(provider, 16, { resultTokens: 600, reduce });
    expect(moves).toContain(`${PROMPT + 1} dead-cache`);
    expect(moves.length).toBeGreaterThan(1);
    provider.handle(reduce(markedRequest(history.slice(0, 2 * back - 1))));
    expect(provider.exchanges.map(({ status }) => status)).toEqual(new Array(17).fill(200));
  });
});

/** As a state of a later version has it, whose policy this one cannot read, nor remembers to have read. */
function forgetPolicy({ start }: SessionState): void {
  if (start) Object.assign(start, { fingerprint: "f", policy: { version: 9 } });
}

/** Moves early. */
const EAGER: PolicyInput = written({
  ...POLICY,
  cache: { strategy: "rent", rent: 0.1, prices: { read: 0.5, write: 0.6 } },
});

describe("a state", () => {
  it("whose policy cannot be read any more is left, and the session starts anew when the user speaks", () => {
    const session = createSessionState();
    let turn = 0;
    const reports: unknown[] = [];
    const provider = new SimulatedProvider({ answer: scripted });
    runSession(provider, ROUNDS, {
      resultTokens: RESULT_TOKENS,
      reduce: (request) => {
        if (turn === 25) forgetPolicy(session);
        const { body, report } = reduceRequest(request, turn < 25 ? EAGER : OTHER, { session });
        if (turn === 24) expect(report.maskedCount).toBeGreaterThan(0);
        reports.push(report.cache.startStep);
        turn++;
        return body;
      },
    });
    expect(provider.exchanges.map(({ status }) => status)).toEqual(FINE);
    expect([reports[24], reports[25]]).toEqual([1, 26]);
  });

  it.each<[string, PolicyInput]>([["keeps thinking", { ...POLICY, cache: { thinking: "keep" } }]])(
    "whose policy cannot be read any more is left for good where the new one %s",
    (_, other) => {
      const session = createSessionState();
      const provider = new SimulatedProvider({ answer: scripted });
      let turn = 0;
      runSession(provider, ROUNDS, {
        resultTokens: RESULT_TOKENS,
        reduce: (request) => {
          if (turn === 25) forgetPolicy(session);
          const { body, report } = reduceRequest(request, turn < 25 ? EAGER : other, { session });
          if (turn++ === 24) expect(report.maskedCount).toBeGreaterThan(0);
          return body;
        },
      });
      expect(provider.exchanges.map(({ status }) => status)).toEqual(FINE);
      expect(session.isLeft).toBe(true);
    },
  );
});
