// Which conversations are reduced, what is counted of them, and what stops a canary.
import { describe, expect, it } from "vitest";
import { CompiledRule } from "../../ts/gateway/canary/draw.js";
import { isAbove, RatioSums } from "../../ts/gateway/canary/ratio.js";
import { CANARY_SCHEMA, type CanaryRule } from "../../ts/gateway/canary/schema.js";
import { checkConfig, type GatewayInput } from "../../ts/gateway/index.js";
import { agentRequest, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json, type Respond } from "./upstream.js";

const NAMES = Array.from({ length: 2000 }, (_, at) => `conversation ${at}`);
const ruleOf = (given: Partial<CanaryRule>): CanaryRule =>
  CANARY_SCHEMA.parse({ rules: [{ name: "r", ...given }] }).rules[0] as CanaryRule;
const groupsOf = (given: Partial<CanaryRule>, seed = "tamis") => {
  const rule = new CompiledRule(ruleOf(given), seed);
  return NAMES.map((name) => rule.groupOf(name));
};
const shareOf = (groups: string[], group: string) => groups.filter((one) => one === group).length / groups.length;

describe("the draw", () => {
  it("gives each group its share, and a conversation the same group each time", () => {
    const groups = groupsOf({ use: "careful", sharePercent: 20, holdoutPercent: 10 });
    expect(groups).toEqual(groupsOf({ use: "careful", sharePercent: 20, holdoutPercent: 10 }));
    expect(shareOf(groups, "canary")).toBeCloseTo(0.2, 1);
    expect(shareOf(groups, "holdout")).toBeCloseTo(0.1, 1);
    expect(shareOf(groups, "stable")).toBeCloseTo(0.7, 1);
    expect(groupsOf({ use: "careful", sharePercent: 20, holdoutPercent: 10 }, "other")).not.toEqual(groups);
  });

  it("keeps the conversations that a smaller share had", () => {
    const small = groupsOf({ use: "careful", sharePercent: 5, holdoutPercent: 5 });
    const large = groupsOf({ use: "careful", sharePercent: 30, holdoutPercent: 5 });
    for (const [at, group] of small.entries()) if (group !== "stable") expect(large[at]).toBe(group);
  });

  it("leaves all others as they came where no other policy is tried", () => {
    expect(new Set(groupsOf({ sharePercent: 25 }))).toEqual(new Set(["canary", "holdout"]));
    expect(new Set(groupsOf({}))).toEqual(new Set(["canary"]));
    expect(new Set(groupsOf({ sharePercent: 0 }))).toEqual(new Set(["holdout"]));
  });

  it("goes by team, key, policy and model", async () => {
    const rule = new CompiledRule(ruleOf({ team: "search-*", key: "a?", policy: "default", model: "claude-*" }), "s");
    const facts = { team: "search-1", key: "ab", policy: "default", model: async () => "claude-x" };
    expect(await rule.fits(facts)).toBe(true);
    for (const other of [{ team: undefined }, { key: "abc" }, { policy: "p" }, { model: async () => undefined }])
      expect(await rule.fits({ ...facts, ...other })).toBe(false);
  });
});

describe("a comparison", () => {
  it("forgets the oldest conversations, and then says what it would say without them", () => {
    const [few, all] = [new RatioSums(3), new RatioSums()];
    for (let at = 0; at < 10; at++) {
      few.add(`c${at}`, at % 3, 4);
      if (at >= 7) all.add(`c${at}`, at % 3, 4);
    }
    expect(few.ratio?.value).toBeCloseTo(all.ratio?.value ?? 0);
    expect(few.ratio?.variance).toBeCloseTo(all.ratio?.variance ?? 0);
  });

  it("takes requests of one conversation for one event of chance", () => {
    const many = new RatioSums();
    const one = new RatioSums();
    for (let at = 0; at < 100; at++) {
      many.add(`c${at}`, at % 10 === 0 ? 1 : 0, 1);
      one.add(`c${at % 10}`, at % 10 === 0 ? 1 : 0, 1);
    }
    expect(one.ratio?.value).toBe(many.ratio?.value);
    expect(one.ratio?.variance).toBeGreaterThan(5 * (many.ratio?.variance ?? 0));
  });

  it("finds no difference in what only chance makes", () => {
    let found = 0;
    let state = 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let trial = 0; trial < 50; trial++) {
      const [a, b] = [new RatioSums(), new RatioSums()];
      for (let at = 0; at < 200; at++) {
        (random() < 0.5 ? a : b).add(`c${at}`, random() < 0.1 ? 1 : 0, 1);
        const [one, two] = [a.ratio, b.ratio];
        if (at > 60 && one !== undefined && two !== undefined && isAbove(one, two, 0.02)) found++;
      }
    }
    expect(found).toBe(0);
  });
});

const conversation = (at: number) => {
  const request = agentRequest("openai-chat", { turns: 6 }) as { messages: { content: string }[] };
  (request.messages[0] as { content: string }).content = `task ${at}`;
  return JSON.stringify(request);
};

const EVERY_TURN = { cache: { strategy: "every-turn" }, mask: { windowTurns: 1, minChars: 0 } } as const;
const config = (canary: GatewayInput["canary"]): GatewayInput => ({
  canary,
  policies: { default: EVERY_TURN, off: { enabled: false } },
});
const answer = (usage = { prompt_tokens: 100, completion_tokens: 1 }): Respond => json({ model: "gpt-5", usage });
const statsOf = async (url: string) => JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
const send = (url: string, at: number, headers: Record<string, string> = {}) =>
  ask(url, PATHS["openai-chat"], { body: conversation(at), headers });

describe("a gateway with a canary", () => {
  it("sends what is held out as it came, says so, and what would have been", async () => {
    const { url, upstream, log } = await startGateway(
      answer(),
      config({ rules: [{ name: "half", sharePercent: 50 }] }),
    );
    for (let at = 0; at < 20; at++) {
      const { headers } = await send(url, at);
      const isHeldOut = headers.get("x-tamis-skipped") === "holdout";
      expect(upstream.arrived.at(-1)?.body.toString() === conversation(at)).toBe(isHeldOut);
      expect(Number(headers.get("x-tamis-tokens-after"))).toBeLessThan(Number(headers.get("x-tamis-tokens-before")));
    }
    await expect.poll(async () => (await statsOf(url)).requests).toBe(20);
    const [{ rule, stopped, groups }] = (await statsOf(url)).canary;
    expect([rule, stopped, groups.canary.requests + groups.holdout.requests]).toEqual(["half", null, 20]);
    expect(Math.min(groups.canary.requests, groups.holdout.requests)).toBeGreaterThan(3);
    expect(groups.canary).toMatchObject({ inputTokens: 100 * groups.canary.requests, errors: 0 });
    expect(log()).toMatch(/"canary":"half (canary|holdout)"/);
    const metrics = (await ask(url, "/metrics", { method: "GET" })).text;
    expect(metrics).toContain(
      `tamis_canary_count{rule="half",group="holdout",what="requests"} ${groups.holdout.requests}`,
    );
    expect(metrics).toContain('tamis_canary_stopped{rule="half",reason="none"} 0');
  });

  it("draws by the client's name of the conversation where there is one", async () => {
    const { url } = await startGateway(answer(), config({ rules: [{ name: "half", sharePercent: 50 }] }));
    const skipped = async (name: string) => {
      const all = await Promise.all([1, 2, 3].map((at) => send(url, at, { "x-tamis-session": name })));
      return all.map(({ headers }) => headers.get("x-tamis-skipped"));
    };
    const names = await Promise.all(["a", "b", "c", "d", "e", "f", "g", "h"].map(skipped));
    for (const one of names) expect(new Set(one).size).toBe(1);
    expect(new Set(names.flat()).size).toBe(2);
  });

  it("gives the canary another policy, and leaves those alone who name one", async () => {
    const rules = [{ name: "try", use: "off", sharePercent: 100 }];
    const { url, upstream } = await startGateway(answer(), config({ rules }));
    await send(url, 1);
    expect(upstream.arrived.at(-1)?.body.toString()).toBe(conversation(1));
    await send(url, 1, { "x-tamis-policy": "default" });
    expect(upstream.arrived.at(-1)?.body.length).toBeLessThan(conversation(1).length);
  });

  it("is for the teams, keys and models of its rule alone", async () => {
    const rules = [{ name: "try", team: "search", model: "m-*", sharePercent: 0 }];
    const { url } = await startGateway(answer(), config({ rules }));
    const skipped = async (team: string) =>
      (await send(url, 1, { "x-litellm-user_api_key_team_alias": team })).headers.get("x-tamis-skipped");
    expect([await skipped("search"), await skipped("other")]).toEqual(["holdout", null]);
  });

  const stopOf = async (respond: Respond, count: number, rules = [{ name: "half", sharePercent: 50 }]) => {
    const stop = { leastConversations: 8 };
    const started = await startGateway(respond, config({ rules, stop }));
    for (let at = 0; at < count; at++) await send(started.url, at);
    await expect.poll(async () => (await statsOf(started.url)).requests).toBe(count);
    const [{ stopped }] = (await statsOf(started.url)).canary;
    return { ...started, stopped };
  };
  const isReduced = (body: Buffer) => body.includes("masked") || body.length < 12_000;

  it("stops where the provider refuses more of what was reduced, and reduces no more", async () => {
    const respond: Respond = (request, response) =>
      (isReduced(request.body) ? json({ error: "bad" }, 400) : answer())(request, response);
    const { stopped, url, log, upstream } = await stopOf(respond, 40);
    expect(stopped).toBe("errors");
    expect(log()).toContain('"rule":"half","reason":"errors"');
    for (let at = 100; at < 110; at++) expect((await send(url, at)).headers.get("x-tamis-skipped")).toBe("holdout");
    expect(upstream.arrived.slice(-10).some(({ body }) => isReduced(body))).toBe(false);
    expect((await ask(url, "/metrics", { method: "GET" })).text).toContain('{rule="half",reason="errors"} 1');
  });

  it("stops where less of the input comes from the provider's cache", async () => {
    const respond: Respond = (request, response) => {
      const cached = isReduced(request.body) ? 20 : 80;
      answer({ prompt_tokens: 100, completion_tokens: 1, prompt_tokens_details: { cached_tokens: cached } } as never)(
        request,
        response,
      );
    };
    expect((await stopOf(respond, 40)).stopped).toBe("cache");
  });

  it("goes on where both do the same, and where credentials are refused", async () => {
    expect((await stopOf(answer(), 40)).stopped).toBe(null);
    const unauthorized: Respond = (request, response) =>
      (isReduced(request.body) ? json({}, 401) : answer())(request, response);
    expect((await stopOf(unauthorized, 40)).stopped).toBe(null);
  });

  it("stops where calls ask again for what is gone", async () => {
    const rules = [{ name: "half", sharePercent: 50 }];
    const { url } = await startGateway(answer(), config({ rules, stop: { leastConversations: 8 } }));
    for (let at = 0; at < 40; at++) {
      const first = JSON.parse(conversation(at));
      for (const [turn, call] of first.messages.flatMap(({ tool_calls: calls = [] }) => calls).entries())
        call.function.arguments = `{"path":"file ${turn}"}`;
      const { headers } = await ask(url, PATHS["openai-chat"], { body: JSON.stringify(first) });
      // An agent reads again what it no longer has.
      const isAgain = headers.get("x-tamis-skipped") !== "holdout";
      const call = isAgain
        ? { name: "read", arguments: '{"path":"file 0"}' }
        : { name: "list", arguments: `{"at":${at}}` };
      first.messages.push(
        { role: "assistant", content: null, tool_calls: [{ id: "new", type: "function", function: call }] },
        { role: "tool", tool_call_id: "new", content: "x" },
      );
      await ask(url, PATHS["openai-chat"], { body: JSON.stringify(first) });
    }
    await expect.poll(async () => (await statsOf(url)).requests).toBe(80);
    expect((await statsOf(url)).canary[0].stopped).toBe("rereads");
  });

  it("keeps what it has counted over a reload, unless its rule is another", async () => {
    const rules = [{ name: "half", sharePercent: 50 }];
    const { url, gateway } = await startGateway(answer(), config({ rules }));
    await send(url, 1);
    await expect.poll(async () => (await statsOf(url)).requests).toBe(1);
    const counted = async () => Object.keys((await statsOf(url)).canary[0].groups).length;
    gateway.reload({ ...config({ rules }), gateway: { port: 0 } });
    expect(await counted()).toBe(1);
    gateway.reload({ ...config({ rules: [{ name: "half", sharePercent: 60 }] }), gateway: { port: 0 } });
    expect(await counted()).toBe(0);
  });

  it("has no canary where the configuration stops them", async () => {
    const rules = [{ name: "all" }];
    const { url } = await startGateway(answer(), config({ stopped: true, rules }));
    expect((await send(url, 1)).headers.get("x-tamis-skipped")).toBe("holdout");
    expect((await statsOf(url)).canary[0].stopped).toBe("by_config");
  });
});

describe("the table [canary]", () => {
  it.each([
    [{ rules: [{ name: "a", use: "none" }] }, 'canary.rules[0].use: there is no policy "none"; known: default'],
    [{ rules: [{ name: "a" }, { name: "a" }] }, 'canary.rules[1].name: two rules are named "a"'],
    [{ rules: [{ name: "a", share: 5 }] }, 'canary.rules[0].share: unknown key "share"'],
    [{ rules: [{ name: "a", sharePercent: 60, holdoutPercent: 50 }] }, "are more than 100 together"],
    [{ rules: [{ name: "a", sharePercent: 101 }] }, "expected a number of percent from 0 to 100, got 101"],
    [{ stop: { errors: 1 } }, 'canary.stop.errors: unknown key "errors"'],
    [{ seeds: "x" }, 'canary.seeds: unknown key "seeds"; did you mean "seed"?'],
  ])("says what is wrong in %j", (canary, message) => {
    expect(() => checkConfig({ canary } as GatewayInput)).toThrow(message);
  });
});
