// Sessions whose thinking goes with any move, on models that check it.
import { describe, expect, it } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { askToDropThinking } from "../../ts/reduce/drop-thinking.js";
import { reduceBody, reduceRequest } from "../../ts/reduce/reduce.js";
import { recoverPrefix } from "../../ts/reduce/session/recover-prefix.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { startGateway } from "../gateway/start.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { respondWith, startSimulatedProvider } from "../support/simulated-provider/server.js";
import type { Block, MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { markedRequest, replyTo, runSession, scripted } from "./session.js";

const MODELS = ["claude-fable-5-2", "claude-opus-5-5"];
const MASK = { windowTurns: 2, minChars: 100, keepErrors: false } as const;
const POLICY: PolicyInput = {
  mask: MASK,
  cache: { thinking: "drop" },
  // Each request reads another file.
  experimental: { mask: { workingSetFiles: 1 } },
};
const OTHER: PolicyInput = written({
  mask: { windowTurns: 1, minChars: 50, placeholder: { family: "observation" } },
  cache: { thinking: "drop" },
});
const RESULT_TOKENS = 2_000;
const BETA = "thinking-binding-controls-2026-08-01";

/** One loop that never ends: the user speaks once. */
const looping = (turn: number): Block[] => [
  { type: "thinking", thinking: `thought ${turn}` },
  { type: "tool_use", id: `call_${turn}`, name: "read", input: { path: `${turn}` } },
];

const bill = ({ exchanges }: SimulatedProvider) => exchanges.reduce((sum, { cost }) => sum + cost, 0);
const statuses = ({ exchanges }: SimulatedProvider) => exchanges.map(({ status }) => status);

function run(model: string, policy: PolicyInput | undefined, extra: Record<string, unknown> = {}) {
  const provider = new SimulatedProvider({ answer: looping });
  const checker = createPrefixChecker();
  const seen = { removed: 0, moves: 0, broken: 0 };
  runSession(provider, 40, {
    model,
    resultTokens: RESULT_TOKENS,
    extra,
    reduce: (request) => {
      if (policy === undefined) return request;
      const { body, report } = reduceRequest(request, policy);
      seen.removed += report.thinkingRemoved ?? 0;
      seen.moves = Math.max(seen.moves, report.cache.moves ?? 0);
      seen.broken += checker.check(body).length;
      return body;
    },
  });
  return { provider, ...seen };
}

describe("a loop of 40 turns without a prompt", () => {
  it.each(MODELS)("is masked at any step, is never refused, and costs less: %s", (model) => {
    const plain = run(model, undefined);
    const auto = run(model, { mask: MASK });
    const drop = run(model, POLICY);
    expect([statuses(auto.provider), statuses(drop.provider)]).toEqual([
      new Array(40).fill(200),
      new Array(40).fill(200),
    ]);
    expect([auto.moves, auto.removed]).toEqual([0, 0]);
    expect(drop.moves).toBeGreaterThan(1);
    expect(drop.removed).toBeGreaterThan(10);
    expect(drop.broken).toBe(0);
    expect(bill(drop.provider) / bill(plain.provider)).toBeLessThan(0.97);
  });

  it.each(MODELS)("keeps the thinking with which a loop must begin, where it is asked for by hand: %s", (model) => {
    const { provider, moves, removed } = run(model, POLICY, { thinking: { type: "enabled", budget_tokens: 1024 } });
    expect(statuses(provider)).toEqual(new Array(40).fill(200));
    expect([moves, removed]).toEqual([0, 0]);
  });
});

type Send = (turn: number, init: RequestInit) => Promise<Response>;

async function converse(send: Send, extra: Record<string, unknown> = {}): Promise<number[]> {
  const messages: MessagesRequest["messages"] = [{ role: "user", content: "please do it" }];
  const seen: number[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const answer = await send(turn, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-beta": "own-1" },
      body: JSON.stringify(markedRequest(messages, { extra })),
    });
    seen.push(answer.status);
    const { content = [] } = (await answer.json()) as { content?: Block[] };
    const reply = replyTo(content, turn, { resultTokens: RESULT_TOKENS });
    messages.push({ role: "assistant", content }, { role: "user", content: reply });
  }
  return seen;
}

describe("a session in whose middle the policy changes", () => {
  it("is not refused once through the gateway, which asks the provider to drop what does not fit", async () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const betas = new Set<string | undefined>();
    const answer = respondWith(provider);
    const start = (policy: PolicyInput) =>
      startGateway(
        (request, response) => {
          betas.add(request.headers["anthropic-beta"]?.toString());
          return answer(request, response);
        },
        { policies: { default: policy } },
      );
    const gateways = [await start(POLICY), await start(OTHER)];
    const seen = await converse((turn, init) => fetch(`${gateways[turn < 22 ? 0 : 1]?.url}/v1/messages`, init));
    expect([seen, statuses(provider)]).toEqual([new Array(40).fill(200), new Array(40).fill(200)]);
    // The first request has no thinking that could be checked.
    expect(betas).toEqual(new Set(["own-1", `own-1,${BETA}`]));
  });

  it("is not refused once through fetch", async () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const server = await startSimulatedProvider(provider);
    const fetches = [tamisFetch(POLICY), tamisFetch(OTHER)];
    try {
      const seen = await converse((turn, init) =>
        (fetches[turn < 22 ? 0 : 1] ?? fetch)(`${server.url}/v1/messages`, init),
      );
      expect([seen, statuses(provider)]).toEqual([new Array(40).fill(200), new Array(40).fill(200)]);
    } finally {
      await server.close();
    }
  });
});

describe("a loop that asks for thinking by hand, and does not for one request in its middle", () => {
  const OFF = [{}, { thinking: { type: "disabled" } }];
  const ways: [string, (request: MessagesRequest) => MessagesRequest][] = [
    ["bytes", (request) => JSON.parse(reduceBody(Buffer.from(JSON.stringify(request)), POLICY).body.toString())],
    ["an object", (request) => reduceRequest(request, POLICY).body],
  ];

  it.each(ways)("is sent alike in each request: %s", (_way, reduce) => {
    const provider = new SimulatedProvider({ answer: looping });
    let whole: MessagesRequest | undefined;
    runSession(provider, 40, {
      ...{ model: "claude-opus-5-5", resultTokens: RESULT_TOKENS },
      extra: { thinking: { type: "enabled", budget_tokens: 1024 } },
      reduce: (request) => {
        whole = request;
        return request;
      },
    });
    if (whole === undefined) throw new Error("nothing was sent");
    const { messages } = reduce(whole);
    const { thinking: _thinking, ...without } = whole;
    for (const thinking of OFF) expect(reduce({ ...without, ...thinking }).messages).toEqual(messages);
  });
});

describe("askToDropThinking", () => {
  const asked = (text: string) => {
    const { body, replaced } = askToDropThinking({ body: Buffer.from(text), replaced: false, headers: undefined });
    return replaced ? JSON.parse(body.toString()) : undefined;
  };
  it("adds the wish to what the client says of thinking", () => {
    const wish = { prefix_mismatch_behavior: "drop_block" };
    expect(asked('{"thinking":{"type":"adaptive"},"messages":[]}').thinking).toEqual({
      type: "adaptive",
      block_binding: wish,
    });
    expect(asked('{"messages":[{"thinking":{"a":1}}],"thinking": { } }').thinking).toEqual({ block_binding: wish });
    expect(asked(`{"thinking":{${" ".repeat(200)}},"messages":[]}`).thinking).toEqual({ block_binding: wish });
    expect(asked('{"thinking":{"a":1},"thinking":{"type":"a}{"}}').thinking).toEqual({
      type: "a}{",
      block_binding: wish,
    });
  });

  it("leaves a wish of the client's, and a request without thinking", () => {
    expect(asked('{"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"error"}}}')).toBe(
      undefined,
    );
    expect(asked('{"messages":[{"thinking":{"a":1}}]}')).toBe(undefined);
    expect(asked('{"thinking":null}')).toBe(undefined);
    expect(asked('{"thinking":{"type":"adaptive","block\\u005fbinding":{}}}')).toBe(undefined);
    expect(asked('\ufeff{"thinking":{"block_binding":{}}}')).toBe(undefined);
    expect(asked('{"thinking":{"block_binding":{}} no JSON')).toBe(undefined);
  });
});

describe("recoverPrefix", () => {
  it("takes out old thinking also where the client has results cleared, and leaves that as it was spelled", async () => {
    const old = '{"type":"thinking","thinking":"t","signature":"s"},';
    const body = (thinking: string) =>
      `{"context_management" : { "edits": [ {"type":"clear_tool_uses_20250919"} ] },"messages":[{"role":"user","content":"x"},` +
      `{"role":"assistant","content":[${thinking}{"type":"text","text":"a"}]},{"role":"user","content":"y"}]}`;
    expect(Buffer.from((await recoverPrefix(Buffer.from(body(old)))).body).toString()).toBe(body(""));
  });
});
