import { describe, expect, it } from "vitest";
import { definePolicy, reduceBody } from "../../ts/index.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json } from "./upstream.js";

const window = (windowTurns: number) => ({ mask: { windowTurns, minChars: 0 } });
const policies = { default: window(8), narrow: window(2), wide: window(11) };
const reduced = (body: Buffer, turns: number) => reduceBody(body, definePolicy(window(turns))).body;

describe("which policy a request gets", () => {
  it("chooses by header and model in the order of the routes", async () => {
    const { url, upstream } = await startGateway(undefined, {
      policies,
      routes: [
        { header: "X-Team: a*", policy: "narrow" },
        { header: "anthropic-version: *", model: "claude-*", policy: "wide" },
        { model: "m-?", policy: "wide" },
      ],
    });
    const cases = [
      [PATHS["openai-chat"], "other", { "x-team": "alpha" }, 2],
      [PATHS["openai-chat"], "other", { "x-team": "beta" }, 8],
      [PATHS["openai-chat"], "m-1", {}, 11],
      [PATHS["openai-chat"], "claude-x", {}, 8],
      [PATHS.anthropic, "claude-x", { "anthropic-version": "2023-06-01" }, 11],
      [PATHS.anthropic, "claude-x", { "x-tamis-policy": "narrow" }, 2],
    ] as const;
    for (const [path, model, headers, turns] of cases) {
      const body = bytesOf(agentRequest(path === PATHS.anthropic ? "anthropic" : "openai-chat", { model }));
      await ask(url, path, { body, headers });
      expect(upstream.arrived.at(-1)?.body.equals(reduced(body, turns))).toBe(true);
    }
  });

  it("reads Gemini's model from the path", async () => {
    const { url, upstream } = await startGateway(undefined, { policies, routes: [{ model: "m-1", policy: "narrow" }] });
    const body = bytesOf(agentRequest("gemini"));
    await ask(url, PATHS.gemini, { body });
    await ask(url, "/v1/models/m-2:streamGenerateContent", { body });
    expect(upstream.arrived.map(({ body: sent }) => sent.length)).toEqual([
      reduced(body, 2).length,
      reduced(body, 8).length,
    ]);
  });
});

describe("a policy with a summariser", () => {
  const long = { ...window(8), budget: { tokens: 10 } };
  const body = bytesOf(agentRequest("openai-chat"));

  it("runs the pipeline", async () => {
    const { url, upstream } = await startGateway(
      undefined,
      { policies: { default: long } },
      { summarizers: { default: async () => "a summary" } },
    );
    const answer = await ask(url, PATHS["openai-chat"], { body });
    expect(answer.headers.get("x-tamis-skipped")).toBeNull();
    expect(upstream.arrived[0]?.body.length).toBeLessThan(body.length);
  });

  it("asks a model at the configured upstream with the operator's key, which is sent nowhere else", async () => {
    const summarizer = {
      upstream: "openai" as const,
      model: "small",
      apiKeyEnv: "SUMMARY_KEY",
      deadlineMs: 2000,
    };
    const { modelAtUpstream } = await import("../../ts/gateway/upstream/summarizer.js");
    const { Upstreams } = await import("../../ts/gateway/upstream/upstreams.js");
    const { checkConfig } = await import("../../ts/gateway/index.js");
    const { callModel } = await import("../../ts/llm/index.js");
    const { url, upstream } = await startGateway(
      json({ choices: [{ message: { content: "short" }, finish_reason: "stop" }] }),
    );
    const upstreams = new Upstreams(checkConfig({ upstreams: { openai: upstream.url, anthropic: upstream.url } }));
    expect(await callModel(modelAtUpstream(summarizer, "k-1", upstreams), "text")).toMatchObject({
      ok: true,
      text: "short",
    });
    const [asked] = upstream.arrived;
    expect(asked).toMatchObject({ url: "/v1/chat/completions", headers: { authorization: "Bearer k-1" } });
    expect(JSON.parse(String(asked?.body))).toMatchObject({ model: "small", max_completion_tokens: 1024 });
    upstream.respond = json({ content: [{ type: "text", text: "brief" }], stop_reason: "end_turn" });
    const other = modelAtUpstream({ ...summarizer, upstream: "anthropic" }, "k-1", upstreams);
    expect(await callModel(other, "text")).toMatchObject({ ok: true, text: "brief" });
    expect(upstream.arrived[1]).toMatchObject({ url: "/v1/messages", headers: { "x-api-key": "k-1" } });
    await ask(url, PATHS.anthropic, { body: "{}", headers: { "x-api-key": "caller" } });
    expect(upstream.arrived[2]?.headers).toMatchObject({ "x-api-key": "caller" });
    await upstreams.destroy();
  });
});
