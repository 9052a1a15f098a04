import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { RequestAccount } from "../../ts/gateway/index.js";
import { agentRequest } from "./requests.js";
import { startGateway } from "./start.js";
import { events, json, type Respond } from "./upstream.js";

const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
const named = (body: { type: string; [key: string]: unknown }) => `event: ${body.type}\n${data(body)}`;

const JSON_TYPE = { "content-type": "application/json" };

async function accountOf(path: string, body: object, respond: Respond, headers: Record<string, string> = {}) {
  const accounts: RequestAccount[] = [];
  const options = { onRequest: (account: RequestAccount) => accounts.push(account), sessionHeader: "X-Client-Session" };
  const { gateway, url } = await startGateway(respond, {}, options);
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body), headers });
  const text = await response.text();
  await gateway.close({ drainMs: 1000 });
  return { accounts, account: accounts[0], text };
}

const ANTHROPIC_EVENTS = [
  named({
    type: "message_start",
    message: {
      model: "claude-sonnet-5",
      usage: { input_tokens: 12, cache_read_input_tokens: 900, cache_creation_input_tokens: 88, output_tokens: 1 },
    },
  }),
  named({ type: "content_block_delta", delta: { type: "text_delta", text: '"usage": no event' } }),
  named({ type: "message_delta", usage: { output_tokens: 60 } }),
  named({ type: "message_stop" }),
];

describe("the account of a request", () => {
  it("has the bill of a streamed answer, the model that answered and the client's conversation", async () => {
    const request = agentRequest("anthropic", { model: "claude-sonnet-5" });
    const { account } = await accountOf("/v1/messages", request, events(ANTHROPIC_EVENTS), {
      "x-client-session": "s-1",
    });
    expect(account).toMatchObject({
      wire: "anthropic",
      model: "claude-sonnet-5",
      session: "s-1",
      status: 200,
      billed: { inputTokens: 1000, cachedTokens: 900, cacheWriteTokens: 88, outputTokens: 60 },
      failure: undefined,
    });
    expect(account?.report?.tokens?.before).toBeGreaterThan(1000);
  });

  it.each([
    [{ authorization: "Bearer sk-ant-oat01-secret" }, "claude"],
    [{ authorization: "Bearer eyJ.x.y", "chatgpt-account-id": "account-7" }, "chatgpt"],
    [{ authorization: "Bearer sk-proj-1" }, undefined],
    [{ "x-api-key": "sk-ant-api03-1" }, undefined],
  ])(
    "names the subscription whose limits it counts against, and keeps nothing of %j",
    async (headers, subscription) => {
      const { account } = await accountOf("/v1/messages", agentRequest("anthropic"), json({}), headers as never);
      expect(account?.subscription).toBe(subscription);
      expect(JSON.stringify(account)).not.toMatch(/secret|account-7/);
    },
  );

  it.each([
    [
      { authorization: "Bearer sk-ant-oat01-secret" },
      { "anthropic-ratelimit-unified-5h-utilization": "0.2071", "anthropic-ratelimit-unified-7d-utilization": "0.09" },
      { fiveHours: 20.71, week: 9 },
    ],
    [
      { authorization: "Bearer eyJ.x.y", "chatgpt-account-id": "account-7" },
      {
        ...{ "x-codex-primary-used-percent": "41.5", "x-codex-primary-window-minutes": "300" },
        ...{ "x-codex-secondary-used-percent": "12", "x-codex-secondary-window-minutes": "10080" },
      },
      { fiveHours: 41.5, week: 12 },
    ],
    // A window of another length, what is no number, and a key.
    [
      { authorization: "Bearer eyJ.x.y", "chatgpt-account-id": "account-7" },
      { "x-codex-primary-used-percent": "3", "x-codex-primary-window-minutes": "43200" },
      {},
    ],
    [{ authorization: "Bearer sk-ant-oat01-secret" }, { "anthropic-ratelimit-unified-5h-utilization": "much" }, {}],
    [{ "x-api-key": "k" }, { "anthropic-ratelimit-unified-5h-utilization": "0.2" }, undefined],
  ])("has the shares of a login's windows that an answer tells: %j, %j", async (headers, told, windows) => {
    const respond: Respond = (_, response) => void response.writeHead(200, { ...told, ...JSON_TYPE }).end("{}");
    const { account } = await accountOf("/v1/messages", agentRequest("anthropic"), respond, headers as never);
    expect(account?.windows).toEqual(windows);
  });

  it.each([
    ["gzip", (text: string) => gzipSync(text)],
    ["br", (text: string) => brotliCompressSync(text)],
  ])("has the bill of an answer in %s, which the client gets as it is", async (encoding, compress) => {
    const respond: Respond = (_, response) => {
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": encoding })
        .end(compress('{"model":"gpt-5","usage":{"prompt_tokens":70,"completion_tokens":3}}'));
    };
    const { account, text } = await accountOf("/v1/chat/completions", agentRequest("openai-chat"), respond);
    expect(account).toMatchObject({ model: "gpt-5", billed: { inputTokens: 70, outputTokens: 3 } });
    expect(text).toContain('"prompt_tokens":70');
  });

  it.each([
    [
      "openai-responses",
      "/v1/responses",
      [
        named({
          type: "response.completed",
          response: { model: "gpt-6", usage: { input_tokens: 50, output_tokens: 5 } },
        }),
      ],
    ],
    [
      "openai-chat",
      "/v1/chat/completions",
      [
        data({ model: "gpt-6", choices: [] }),
        data({ choices: [], usage: { prompt_tokens: 50, completion_tokens: 5 } }),
        "data: [DONE]\n\n",
      ],
    ],
    [
      "gemini",
      "/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
      [data({ modelVersion: "gpt-6", usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 5 } })],
    ],
  ] as const)("has the bill over %s", async (wire, path, list) => {
    const { account } = await accountOf(path, agentRequest(wire), events(list));
    expect(account).toMatchObject({ wire, model: "gpt-6", billed: { inputTokens: 50, outputTokens: 5 } });
  });

  it("says why there is no bill", async () => {
    const { account } = await accountOf(
      "/v1/messages",
      agentRequest("anthropic"),
      json({ model: "m", usage: { input_tokens: -5 } }),
    );
    expect([account?.billed, account?.billProblem]).toEqual([undefined, expect.stringContaining("input_tokens")]);
  });

  it("names what was refused, by the provider and by the gateway", async () => {
    const refused = await accountOf("/v1/messages", agentRequest("anthropic"), json({ type: "error" }, 429));
    expect(refused.account).toMatchObject({ status: 429, billed: undefined, billProblem: undefined });
    const cut = await accountOf("/v1/messages", agentRequest("anthropic"), (_, response) => void response.destroy());
    expect(cut.account).toMatchObject({ status: 502, failure: "upstream_closed" });
  });

  it("is made of requests to a model alone", async () => {
    const { accounts } = await accountOf(
      "/v1/messages/count_tokens",
      agentRequest("anthropic"),
      json({ input_tokens: 5 }),
    );
    expect(accounts).toEqual([]);
  });
});
