import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CondensationEvents } from "../../ts/condensation/index.js";
import { onCondensation } from "../../ts/condensation/index.js";
import { checkConfig, type GatewayInput, loadConfig, userConfigFile } from "../../ts/gateway/index.js";
import { longConversation } from "../condensation/long-conversation.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { thrownBy } from "../support/thrown.js";
import { ask, startGateway } from "./start.js";

const PATH = "/v1/chat/completions";
const messages = longConversation({ turns: 12 });
const body = Buffer.from(JSON.stringify({ model: "m", messages }));
const off: GatewayInput = { policies: { default: { mode: "off" } } };
const config = (more: GatewayInput["condensation"] = {}): GatewayInput => ({
  ...off,
  condensation: { enabled: true, provider: "smart", contextTokens: 10_000, ...more },
});

describe("a gateway that condenses", () => {
  it("sends a smaller request, and says what it was before", async () => {
    const { url, upstream, gateway, log } = await startGateway(undefined, config());
    const answer = await ask(url, PATH, { body, headers: { "x-tamis-session": "s" } });
    const sent = upstream.arrived[0]?.body ?? Buffer.alloc(0);
    expect(sent.length).toBeLessThan(body.length / 1.5);
    const { messages: left } = JSON.parse(sent.toString()) as { messages: { role: string; content: string }[] };
    expect(left.filter(({ role }) => role === "user")).toEqual(
      messages.filter((message) => (message as { role: string }).role === "user"),
    );
    const [before, after] = ["before", "after"].map((when) => Number(answer.headers.get(`x-tamis-tokens-${when}`)));
    expect(before).toBeGreaterThan((after ?? 0) * 1.5);
    expect([answer.headers.get("x-tamis-stage"), answer.headers.get("x-tamis-skipped")]).toEqual([
      "condensation",
      null,
    ]);
    expect(log()).toContain('"condensed":true');
    expect(gateway.totals).toMatchObject({ reduced: 1, bytesBefore: body.length, bytesAfter: sent.length });
    const metrics = await gateway.metrics();
    expect(metrics).toContain('tamis_condensations_total{provider="smart",outcome="done"} 1');
    expect(metrics).toContain('tamis_condensed_requests_total{wire="openai-chat"} 1');
    expect(metrics).toMatch(/tamis_condensation_tokens_total\{provider="smart",when="after"\} \d+/);
  });

  it("tells listeners of it once, with the client's name of the conversation and no text", async () => {
    const heard: [string, object][] = [];
    onTestFinished(onCondensation((name, event) => heard.push([name, event])));
    const { url } = await startGateway(undefined, config());
    for (let time = 0; time < 2; time++) await ask(url, PATH, { body, headers: { "x-tamis-session": "s" } });
    expect(heard.map(([name]) => name)).toEqual(["Context Condensed", "condensation"]);
    expect(heard[0]?.[1]).toEqual({
      ...{ taskId: "s", isAutomaticTrigger: true, usedCustomPrompt: false, usedCustomApiHandler: false },
    } satisfies CondensationEvents["Context Condensed"]);
    expect(JSON.stringify(heard)).not.toContain("module");
  });

  it.each([
    ["it is not enabled", { enabled: false }, {}],
    ["the settings say that none is made by itself", { autoCondenseContext: false }, {}],
    ["the limit is not reached", { contextTokens: 1_000_000 }, {}],
    ["the model's limit is not known", { contextTokens: undefined }, {}],
    ["the client asks for a bypass", {}, { "x-tamis-bypass": "1" }],
    ["the client asks for a dry run", {}, { "x-tamis-dry-run": "1" }],
    [
      "the mode has a limit that is not reached",
      { modes: { ask: { autoCondenseContext: false } } },
      { "x-tamis-mode": "ask" },
    ],
  ])("sends a request as it came where %s", async (_, more, headers) => {
    const { url, upstream } = await startGateway(undefined, config(more));
    await ask(url, PATH, { body, headers: headers as Record<string, string> });
    expect(upstream.arrived[0]?.body.equals(body)).toBe(true);
  });

  it("sends as it came what it could not write again without loss", async () => {
    const { url, upstream } = await startGateway(undefined, config());
    const lossy = Buffer.from(body.toString().replace('{"model":"m"', '{"model":"m","seed":12345678901234567890'));
    await ask(url, PATH, { body: lossy });
    expect(upstream.arrived[0]?.body.equals(lossy)).toBe(true);
  });

  it("uses the settings of the mode of x-tamis-mode, and refuses a name that is none", async () => {
    const { url, upstream } = await startGateway(undefined, config({ modes: { ask: { provider: "native" } } }));
    await ask(url, PATH, { body, headers: { "x-tamis-mode": "ask" } });
    const sent = JSON.parse(upstream.arrived[0]?.body.toString() ?? "{}") as { messages: object[] };
    expect(sent.messages.length).toBeLessThan(messages.length / 2);
    const { status, text } = await ask(url, PATH, { body, headers: { "x-tamis-mode": "a b" } });
    expect([status, text]).toEqual([400, expect.stringContaining("x-tamis-mode")]);
  });

  it("uses changed settings from the next request", async () => {
    const { url, upstream, gateway } = await startGateway(undefined, { ...config(), ...off });
    const own = { upstreams: { openai: upstream.url } };
    gateway.reload({ ...config({ enabled: false }), ...own });
    await ask(url, PATH, { body });
    gateway.reload({ ...config({ targetReductionPercent: 70 }), ...own });
    await ask(url, PATH, { body });
    gateway.reload({ ...config({ targetReductionPercent: 30 }), ...own });
    await ask(url, PATH, { body });
    const [first = 0, second = 0, third = 0] = upstream.arrived.map(({ body: sent }) => sent.length);
    expect(first).toBe(body.length);
    expect(second).toBeLessThan(third);
    expect(third).toBeLessThan(first);
  });

  it("has texts written by the summarizer of its configuration, at an upstream of it", async () => {
    const reply = { choices: [{ message: { content: "written by the model" } }], usage: {} };
    const { url, upstream } = await startGateway(
      (request, response) => {
        const isSummary = request.headers.authorization === "Bearer secret";
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(isSummary ? reply : {}));
      },
      config({
        provider: "native",
        summarizer: { upstream: "openai", model: "small", apiKeyEnv: "KEY", deadlineMs: 1_000 },
      }),
      { env: { KEY: "secret" } },
    );
    for (let time = 0; time < 2; time++) await ask(url, PATH, { body });
    const sent = upstream.arrived
      .map(({ body: one }) => one.toString())
      .filter((one) => one.startsWith('{"model":"m"'));
    expect(sent.length).toBe(2);
    expect(sent[0]).toContain("written by the model");
    expect(sent[1]).toBe(sent[0]);
  });

  it("sends the request as it came where a condensation fails, and counts it", async () => {
    const apiHandler = {
      createMessage: () => {
        throw new Error("never asked");
      },
      countTokens: async () => 1,
      getModel: () => {
        throw new Error("broken handler");
      },
    };
    const { url, upstream, gateway, log } = await startGateway(undefined, config(), { condensation: { apiHandler } });
    await ask(url, PATH, { body });
    expect(upstream.arrived[0]?.body.equals(body)).toBe(true);
    expect(await gateway.metrics()).toContain('tamis_condensations_total{provider="none",outcome="failed"} 1');
    expect(log()).toContain("a conversation was not condensed");
  });
});

describe("the table [condensation] of a gateway's configuration", () => {
  it.each([
    [{ enabled: "yes" }, "condensation.enabled: expected true or false"],
    [{ context_tokens: 10 }, "condensation.context_tokens: expected a whole number of tokens, 1,000 or more, got 10"],
    [
      { target_reduction_percent: 99 },
      "condensation.target_reduction_percent: expected a whole number of percent from 1 to 95",
    ],
    [{ targt: 1 }, "condensation.targt: unknown key"],
    [{ modes: { code: { provider: 3 } } }, "condensation.modes.code.provider: expected the name of a provider"],
    [{ enabled: true, provider: "mine" }, "condensation.provider: a gateway condenses by native or smart alone"],
    [{ enabled: true, modes: { code: { provider: "mine" } } }, "condensation.modes.code.provider: a gateway condenses"],
    [{ summarizer: { upstream: "x" } }, "condensation.summarizer.upstream: expected"],
    [7, "condensation: expected a table of settings, got 7"],
  ])("is refused where it has %j", (condensation, message) => {
    expect(thrownBy(() => checkConfig({ condensation } as GatewayInput))).toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining(message),
    });
  });

  it("is that of the user, with the workspace's numbers over it and without what a workspace may not set", () => {
    const root = temporaryFolder();
    const env = { XDG_CONFIG_HOME: root };
    const file = userConfigFile(env);
    writeTo(file, '[condensation]\nenabled = true\nprovider = "smart"\nplugins = []\n');
    const own =
      '[condensation]\nenabled = false\ntarget_reduction_percent = 40\ncustom_condensing_prompt = "Ignore all"\n';
    writeFileSync(join(root, "tamis.toml"), own);
    expect(loadConfig({ env, cwd: root }).settings.condensation).toMatchObject({
      enabled: true,
      settings: { provider: "smart", targetReductionPercent: 40 },
    });
    expect(loadConfig({ env, cwd: root }).settings.condensation.settings.customCondensingPrompt).toBeUndefined();
  });
});
