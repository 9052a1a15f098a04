// Sessions whose old results are left to the provider: it clears the same ones until the next move.
import { describe, expect, it } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { Report } from "../../ts/contract/report.js";
import type { PolicyInput, SettingsInput } from "../../ts/policy/policy.js";
import { reduceBody, reduceRequest } from "../../ts/reduce/reduce.js";
import { maskingPolicy, simulate } from "../../ts/simulate/index.js";
import { startGateway } from "../gateway/start.js";
import { CLEARED } from "../support/simulated-provider/context-management.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { respondWith, startSimulatedProvider } from "../support/simulated-provider/server.js";
import { type Block, blocksOf, type MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { markedRequest, replyTo, runSession, type SessionOptions, scripted } from "./session.js";

const MODELS = ["claude-fable-5-2", "claude-opus-5-5", "claude-opus-4-6", "claude-sonnet-4-5"];
const POLICY: PolicyInput = written({ mask: { windowTurns: 2 }, cache: { clearing: "provider" } });
const RESULT_TOKENS = 2_000;
const BETA = "context-management-2025-06-27";

const bill = ({ exchanges }: SimulatedProvider) => exchanges.reduce((sum, { cost }) => sum + cost, 0);
const statuses = ({ exchanges }: SimulatedProvider) => exchanges.map(({ status }) => status);

/** A session of 40 answers, and the report of each request. */
function runCleared(options: SessionOptions, policy = POLICY) {
  const provider = new SimulatedProvider({ answer: scripted });
  const reports: Report[] = [];
  let betas: string[] = [];
  const client = {
    handle: (request: MessagesRequest) => provider.handle(request, betas),
  };
  const history = runSession(client, 40, {
    resultTokens: RESULT_TOKENS,
    ...options,
    reduce: (request) => {
      const { body, report } = reduceRequest(request, policy);
      reports.push(report);
      betas = report.headers?.["anthropic-beta"]?.split(",") ?? [];
      return body;
    },
  });
  return { provider, reports, history };
}

const markersIn = (request: unknown): number => JSON.stringify(request).split('"cache_control"').length - 1;

/** The ids of the results that the model reads cleared. */
const clearedIn = (request: MessagesRequest | undefined) =>
  (request?.messages ?? []).flatMap(({ content }) =>
    blocksOf(content).flatMap((block) => (block.content === CLEARED ? [block.tool_use_id] : [])),
  );

describe("a session of 40 turns that leaves old results to the provider", () => {
  it.each(MODELS)("is never refused, and costs less: %s", (model) => {
    const plain = new SimulatedProvider({ answer: scripted });
    runSession(plain, 40, { model, resultTokens: RESULT_TOKENS });
    const { provider, reports } = runCleared({ model });
    expect(statuses(provider)).toEqual(new Array(40).fill(200));
    expect(bill(provider) / bill(plain)).toBeLessThan(0.97);
    expect(
      reports.every(({ thinkingRemoved, maskedCount }) => thinkingRemoved === undefined && maskedCount === 0),
    ).toBe(true);
  });

  it.each(MODELS)("clears the same results until the next move: %s", (model) => {
    const { provider, reports } = runCleared({ model });
    const cleared = provider.exchanges.map(({ prompt }) => clearedIn(prompt));
    let moves = 0;
    for (const [step, { cache, changed, headers }] of reports.entries()) {
      const before = cleared[step - 1] ?? [];
      if (cache.moved) moves++;
      if (cache.moved) expect(cleared[step]?.length).toBeGreaterThan(before.length);
      else expect(cleared[step]).toEqual(before);
      expect(cache.clearing?.clearedToolUses).toBe(cleared[step]?.length);
      // Nothing is sent before the first move.
      expect([changed, headers]).toEqual(moves > 0 ? [true, { "anthropic-beta": BETA }] : [false, undefined]);
    }
    expect(moves).toBeGreaterThan(1);
  });

  it.each(MODELS)("is billed as the replay predicts, within 1 %%: %s", async (model) => {
    const { provider, history } = runCleared({ model });
    const request = markedRequest(history.slice(0, -2), { model });
    const { results } = await simulate([{ name: "s", request }], [maskingPolicy("cleared", POLICY)]);
    const policy = results[0]?.policies[1];
    expect(Math.abs((policy?.cost ?? 0) / bill(provider) - 1)).toBeLessThan(0.01);
    // The provider checks what was sent, and that is the whole history.
    expect(policy?.prefixFailures ?? 0).toBe(0);
  });

  it("keeps the results of tools that the policy excludes", () => {
    const policy: PolicyInput = written({
      mask: { windowTurns: 2, tools: { "re*": { never: true } } },
      cache: { clearing: "provider" },
    });
    const { reports } = runCleared({}, policy);
    expect(reports.every(({ changed }) => !changed)).toBe(true);
  });

  /** A session of 60 answers in which the results of each third call stay; the bill, of sending everything. */
  function billWhereSomeStay(model: string, cache: SettingsInput["cache"]): number {
    const policy: PolicyInput = written({
      mask: { windowTurns: 2, tools: { list: { never: true } } },
      cache: { ...cache, rent: 0.3 },
    });
    const answer = (turn: number): Block[] =>
      scripted(turn).map((block) => (block.type === "tool_use" && turn % 3 === 0 ? { ...block, name: "list" } : block));
    const [plain, reduced] = [new SimulatedProvider({ answer }), new SimulatedProvider({ answer })];
    runSession(plain, 60, { model, resultTokens: RESULT_TOKENS });
    const reduce = (request: MessagesRequest) => reduceRequest(request, policy).body;
    const client = { handle: (request: MessagesRequest) => reduced.handle(request, [BETA]) };
    expect(runSession(client, 60, { model, resultTokens: RESULT_TOKENS, reduce })).toHaveLength(121);
    return bill(reduced) / bill(plain);
  }

  it.each(MODELS)("finds what stays in between again, so that it is as cheap as masks: %s", (model) => {
    expect(billWhereSomeStay(model, { clearing: "provider" }) / billWhereSomeStay(model, {})).toBeLessThan(1.03);
  });

  // The provider then finds nothing in front of what it clears, also not the results that stay there.
  it.each(MODELS.slice(0, 3))("without anchors is not much dearer where results stay in between: %s", (model) => {
    expect(billWhereSomeStay(model, { clearing: "provider", anchor: false })).toBeLessThan(1.1);
  });

  it("puts its own breakpoints where the last move ended, and never more than four in all", () => {
    const { provider, reports } = runCleared({});
    const anchors = reports.map(({ cache }) => cache.anchors?.length ?? 0);
    expect(Math.max(...anchors)).toBeGreaterThan(0);
    for (const { prompt } of provider.exchanges) expect(markersIn(prompt)).toBeLessThanOrEqual(4);
  });

  it("keeps the client's own edit of thinking in front", () => {
    const extra = { context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] } };
    const provider = new SimulatedProvider({ answer: scripted });
    const sent: MessagesRequest[] = [];
    runSession({ handle: (request) => provider.handle(request, [BETA]) }, 40, {
      resultTokens: RESULT_TOKENS,
      extra,
      reduce: (request) => {
        const { body } = reduceRequest(request, POLICY);
        sent.push(body);
        return body;
      },
    });
    expect(statuses(provider)).toEqual(new Array(40).fill(200));
    const management = sent.at(-1)?.context_management;
    const own = { type: "clear_tool_uses_20250919" };
    expect(management).toMatchObject({ edits: [{ type: "clear_thinking_20251015", keep: "all" }, own] });
  });
});

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** A session over HTTP of a client that has a beta of its own. */
async function converse(url: string, send: Send): Promise<void> {
  const messages: MessagesRequest["messages"] = [{ role: "user", content: "please do it" }];
  for (let turn = 0; turn < 40; turn++) {
    const answer = await send(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-beta": "own-1, own-2" },
      body: JSON.stringify(markedRequest(messages)),
    });
    const { content } = (await answer.json()) as { content: Block[] };
    const reply = replyTo(content, turn, { resultTokens: RESULT_TOKENS });
    messages.push({ role: "assistant", content }, { role: "user", content: reply });
  }
}

describe("the header that the provider's clearing needs", () => {
  it("is added by the gateway to what the client has", async () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const betas = new Set<string | undefined>();
    const answer = respondWith(provider);
    const { url } = await startGateway(
      (request, response) => {
        betas.add(request.headers["anthropic-beta"]?.toString());
        return answer(request, response);
      },
      { policies: { default: POLICY } },
    );
    await converse(url, fetch);
    expect(statuses(provider)).toEqual(new Array(40).fill(200));
    expect(betas).toEqual(new Set(["own-1, own-2", `own-1,own-2,${BETA}`]));
    expect(clearedIn(provider.exchanges.at(-1)?.prompt).length).toBeGreaterThan(10);
  });

  it("is added by fetch to what the client has", async () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const server = await startSimulatedProvider(provider);
    const betas = new Set<string | null>();
    const watched: typeof fetch = (input, init) => {
      betas.add(new Headers(init?.headers).get("anthropic-beta"));
      return fetch(input, init);
    };
    try {
      await converse(server.url, tamisFetch(POLICY, { fetch: watched }));
      expect(statuses(provider)).toEqual(new Array(40).fill(200));
      expect(betas).toEqual(new Set(["own-1, own-2", `own-1,own-2,${BETA}`]));
      expect(clearedIn(provider.exchanges.at(-1)?.prompt).length).toBeGreaterThan(10);
    } finally {
      await server.close();
    }
  });
});

it("a request that was left to the provider once passes through unchanged", () => {
  const { history } = runCleared({});
  const body = Buffer.from(JSON.stringify(markedRequest(history)));
  const first = reduceBody(body, POLICY);
  expect(first.changed).toBe(true);
  const second = reduceBody(first.body, POLICY);
  expect([second.changed, second.report.skipped]).toEqual([false, "server_side_editing"]);
});
