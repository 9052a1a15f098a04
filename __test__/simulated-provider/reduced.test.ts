// Reduced sessions against a provider that checks thinking: no request is refused, and the bill is lower.
import { describe, expect, it } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { GatewayInput } from "../../ts/gateway/index.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { startGateway } from "../gateway/start.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { respondWith, startSimulatedProvider } from "../support/simulated-provider/server.js";
import type { Block, MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { markedRequest, replyTo, runSession, scripted } from "./session.js";

const MODELS = ["claude-fable-5-2", "claude-opus-5-5", "claude-opus-4-6", "claude-sonnet-4-5"];
const POLICY: PolicyInput = {
  mask: { windowTurns: 2, minChars: 100, keepErrors: false },
  // Each request reads another file.
  experimental: { mask: { workingSetFiles: 1 } },
};
const OTHER: PolicyInput = written({ mask: { windowTurns: 1, minChars: 50, placeholder: { family: "observation" } } });

/** The newest models read so cheaply from their caches that smaller results do not pay for a move. */
const RESULT_TOKENS = 2_000;

const bill = ({ exchanges }: SimulatedProvider) => exchanges.reduce((sum, { cost }) => sum + cost, 0);
const statuses = ({ exchanges }: SimulatedProvider) => exchanges.map(({ status }) => status);

type Send = (request: MessagesRequest, turn: number) => Promise<{ status: number; content: Block[] }>;

/** A session of so many answers over HTTP. */
async function converse(turns: number, model: string, send: Send): Promise<void> {
  const messages: MessagesRequest["messages"] = [{ role: "user", content: "please do it" }];
  for (let turn = 0; turn < turns; turn++) {
    const { status, content } = await send(markedRequest(messages, { model }), turn);
    if (status !== 200) return;
    const reply = replyTo(content, turn, { resultTokens: RESULT_TOKENS });
    messages.push({ role: "assistant", content }, { role: "user", content: reply });
  }
}

const init = (request: MessagesRequest) => ({
  method: "POST",
  headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" },
  body: JSON.stringify(request),
});

async function read(response: Response): Promise<{ status: number; content: Block[] }> {
  const { content = [] } = (await response.json()) as { content?: Block[] };
  return { status: response.status, content };
}

describe("a reduced session of 40 turns", () => {
  it.each(MODELS)("is never refused, and costs less: %s", (model) => {
    const [plain, reduced] = [new SimulatedProvider({ answer: scripted }), new SimulatedProvider({ answer: scripted })];
    let removed = 0;
    runSession(plain, 40, { model, resultTokens: RESULT_TOKENS });
    runSession(reduced, 40, {
      model,
      resultTokens: RESULT_TOKENS,
      reduce: (request) => {
        const { body, report } = reduceRequest(request, POLICY);
        removed += report.thinkingRemoved ?? 0;
        return body;
      },
    });
    expect(statuses(reduced)).toEqual(new Array(40).fill(200));
    expect(bill(reduced) / bill(plain)).toBeLessThan(0.97);
    expect(removed > 0).toBe(model !== "claude-sonnet-4-5");
  });

  it.each(MODELS)("is never refused through the gateway: %s", async (model) => {
    const provider = new SimulatedProvider({ answer: scripted });
    const config: GatewayInput = { policies: { default: POLICY } };
    const { url } = await startGateway(respondWith(provider), config);
    await converse(40, model, async (request) => read(await fetch(`${url}/v1/messages`, init(request))));
    expect(statuses(provider)).toEqual(new Array(40).fill(200));
  });
});

describe("a session that was sent otherwise before", () => {
  it("goes on through the gateway after one refusal a change, which the client never sees", async () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const first = await startGateway(respondWith(provider), { policies: { default: POLICY } });
    const second = await startGateway(respondWith(provider), { policies: { default: OTHER } });
    const seen: number[] = [];
    await converse(40, "claude-fable-5-2", async (request, turn) => {
      const { url } = turn < 28 ? first : second;
      const answer = await read(await fetch(`${url}/v1/messages`, init(request)));
      seen.push(answer.status);
      return answer;
    });
    expect(seen).toEqual(new Array(40).fill(200));
    const refused = statuses(provider).filter((status) => status === 400).length;
    expect(refused).toBeGreaterThan(0);
    const metrics = await (await fetch(`${second.url}/metrics`)).text();
    expect(metrics).toContain(`tamis_prefix_recovered_total ${refused}`);
    expect(second.log()).toContain('"recovered":true');
  });

  it("goes on through fetch, too", async () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const server = await startSimulatedProvider(provider);
    let recovered = 0;
    const fetches = [POLICY, OTHER].map((policy) => tamisFetch(policy, { onRecover: () => recovered++ }));
    try {
      const seen: number[] = [];
      await converse(40, "claude-fable-5-2", async (request, turn) => {
        const send = fetches[turn < 28 ? 0 : 1] ?? fetch;
        const answer = await read(await send(`${server.url}/v1/messages`, init(request)));
        seen.push(answer.status);
        return answer;
      });
      expect(seen).toEqual(new Array(40).fill(200));
      expect(recovered).toBe(statuses(provider).filter((status) => status === 400).length);
      expect(recovered).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  });

  it("keeps the headers of a Request and the kind of its body when fetch sends it again", async () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const server = await startSimulatedProvider(provider);
    const sent: (string | null)[] = [];
    const watched: typeof fetch = (input, given) => {
      const headers = new Headers(given?.headers ?? (input as Request).headers);
      sent.push([headers.get("x-api-key"), headers.get("content-type"), headers.get("anthropic-beta")].join(" "));
      return fetch(input, given);
    };
    const fetches = [POLICY, OTHER].map((policy) => tamisFetch(policy, { fetch: watched }));
    try {
      await converse(40, "claude-fable-5-2", async (request, turn) => {
        const send = fetches[turn < 28 ? 0 : 1] ?? fetch;
        const { body, headers, method } = init(request);
        const { "content-type": type, ...others } = headers;
        const asked = new Request(`${server.url}/v1/messages`, {
          method,
          headers: others,
          body: new Blob([body], { type }),
        });
        return read(await send(asked));
      });
      expect(statuses(provider).filter((status) => status === 200)).toHaveLength(40);
      expect(new Set(sent)).toEqual(
        new Set(["k application/json ", "k application/json thinking-binding-controls-2026-08-01"]),
      );
    } finally {
      await server.close();
    }
  });

  it("learns of any other refusal as it came", async () => {
    let requests = 0;
    const text = JSON.stringify({ type: "error", error: { message: "max_tokens: too large" } });
    const { url } = await startGateway((_, response) => {
      requests++;
      response.writeHead(400, { "content-type": "application/json", "x-own": "yes" }).end(text);
    });
    const answer = await fetch(`${url}/v1/messages`, init(markedRequest([{ role: "user", content: "x" }])));
    expect([answer.status, answer.headers.get("x-own"), await answer.text()]).toEqual([400, "yes", text]);
    expect(requests).toBe(1);
  });

  it("gets a long refusal whole", async () => {
    const text = "long ".repeat(40_000);
    const { url } = await startGateway((_, response) => {
      response.writeHead(400, { "content-type": "text/plain" }).end(text);
    });
    const answer = await fetch(`${url}/v1/messages`, init(markedRequest([{ role: "user", content: "x" }])));
    expect([answer.status, (await answer.text()) === text]).toEqual([400, true]);
  });
});
