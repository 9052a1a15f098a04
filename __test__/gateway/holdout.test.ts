// Which conversations are left alone, what is counted of them and of the others, and how sure their difference is.
import { describe, expect, it } from "vitest";
import { differenceOf } from "../../ts/gateway/holdout/comparison.js";
import { Holdout } from "../../ts/gateway/holdout/holdout.js";
import { RatioSums } from "../../ts/gateway/holdout/ratio.js";
import { checkConfig, type GatewayInput } from "../../ts/gateway/index.js";
import { agentRequest, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json, type Respond } from "./upstream.js";

const NAMES = Array.from({ length: 2000 }, (_, at) => `conversation ${at}`);
const leftAlone = (percent: number) => {
  const holdout = new Holdout();
  holdout.configure(percent);
  const drawn = (name: string) =>
    holdout.draw({ name, body: () => Buffer.of(), wire: "openai-chat", model: undefined });
  return NAMES.filter((name) => drawn(name)?.group === "holdout");
};

describe("the draw", () => {
  it.each([0, 0.5, 10, 50, 100])("leaves its share alone, the same conversations each time: %d percent", (percent) => {
    expect(leftAlone(percent)).toEqual(leftAlone(percent));
    expect(leftAlone(percent).length / NAMES.length).toBeCloseTo(percent / 100, 1);
  });

  it("keeps the conversations that a smaller share had", () => {
    expect(leftAlone(30)).toEqual(expect.arrayContaining(leftAlone(5)));
  });
});

/** Sums of conversations with one request each, a share of which hits. */
const sumsOf = (count: number, isHit: (at: number) => boolean) => {
  const sums = new RatioSums();
  for (let at = 0; at < count; at++) sums.add(`c${at}`, isHit(at) ? 1 : 0, 1);
  return sums.ratio;
};

describe("a difference", () => {
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

  it("is missing while a group has fewer than 30 conversations", () => {
    const enough = sumsOf(30, (at) => at % 3 === 0);
    expect(
      differenceOf(
        enough,
        sumsOf(29, () => true),
      ),
    ).toBeUndefined();
    expect(differenceOf(undefined, enough)).toBeUndefined();
    expect(differenceOf(enough, enough)).toMatchObject({ value: 0 });
  });

  it("has the interval of two shares of independent conversations", () => {
    const [one, other] = [sumsOf(400, (at) => at % 10 < 3), sumsOf(400, (at) => at % 10 < 2)];
    const error = Math.sqrt((0.3 * 0.7) / 399 + (0.2 * 0.8) / 399);
    expect(differenceOf(one, other)?.value).toBe(0.1);
    expect(differenceOf(one, other)?.low).toBeCloseTo(0.1 - 1.96 * error, 3);
    expect(differenceOf(one, other)?.high).toBeCloseTo(0.1 + 1.96 * error, 3);
  });

  it("has 0 outside of its interval in about one of twenty trials where only chance differs", () => {
    let state = 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    let outside = 0;
    for (let trial = 0; trial < 400; trial++) {
      const [one, other] = [sumsOf(200, () => random() < 0.2), sumsOf(200, () => random() < 0.2)];
      const { low, high } = differenceOf(one, other) ?? { low: 0, high: 0 };
      if (low > 0 || high < 0) outside++;
    }
    expect(outside).toBeGreaterThan(8);
    expect(outside).toBeLessThan(36);
  });
});

const conversation = (at: number) => {
  const request = agentRequest("openai-chat", { turns: 6 }) as { messages: { content: string }[] };
  (request.messages[0] as { content: string }).content = `task ${at}`;
  return JSON.stringify(request);
};

const EVERY_TURN = {
  cache: { strategy: "every-turn" },
  mask: { windowTurns: 1, minChars: 0 },
  experimental: { mask: { workingSetFiles: 1 } },
} as const;
const config = (holdoutPercent: number): GatewayInput => ({
  gateway: { holdoutPercent },
  policies: { default: EVERY_TURN, off: { mode: "off" } },
});
const answer = (usage = { prompt_tokens: 100, completion_tokens: 1 }): Respond => json({ model: "gpt-5", usage });
const statsOf = async (url: string) => JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
const send = (url: string, at: number, headers: Record<string, string> = {}) =>
  ask(url, PATHS["openai-chat"], { body: conversation(at), headers });

describe("a gateway with holdout_percent", () => {
  it("sends what is left alone as it came, says so, and what would have been", async () => {
    const { url, upstream } = await startGateway(answer(), config(50));
    for (let at = 0; at < 20; at++) {
      const { headers } = await send(url, at);
      const isLeftAlone = headers.get("x-tamis-skipped") === "holdout";
      expect(upstream.arrived.at(-1)?.body.toString() === conversation(at)).toBe(isLeftAlone);
      expect(Number(headers.get("x-tamis-tokens-after"))).toBeLessThan(Number(headers.get("x-tamis-tokens-before")));
    }
    await expect.poll(async () => (await statsOf(url)).requests).toBe(20);
    const { groups, differences } = (await statsOf(url)).holdout;
    expect(groups.reduced.requests + groups.holdout.requests).toBe(20);
    expect(Math.min(groups.reduced.requests, groups.holdout.requests)).toBeGreaterThan(3);
    expect(groups.reduced).toMatchObject({ inputTokens: 100 * groups.reduced.requests, errors: 0 });
    expect(differences).toEqual({});
    const metrics = (await ask(url, "/metrics", { method: "GET" })).text;
    expect(metrics).toContain(`tamis_holdout_count{group="holdout",what="requests"} ${groups.holdout.requests}`);
    expect(metrics).toContain(`tamis_holdout_count{group="reduced",what="input_tokens"} ${groups.reduced.inputTokens}`);
  });

  it("draws by the client's name of the conversation where there is one", async () => {
    const { url } = await startGateway(answer(), config(50));
    const skipped = async (name: string) => {
      const all = await Promise.all([1, 2, 3].map((at) => send(url, at, { "x-tamis-session": name })));
      return all.map(({ headers }) => headers.get("x-tamis-skipped"));
    };
    const names = await Promise.all(["a", "b", "c", "d", "e", "f", "g", "h"].map(skipped));
    for (const one of names) expect(new Set(one).size).toBe(1);
    expect(new Set(names.flat()).size).toBe(2);
  });

  it("does not draw requests that name a policy, ask for a dry run or are only observed", async () => {
    const { url } = await startGateway(answer(), config(100));
    const observing = await startGateway(answer(), {
      ...config(100),
      gateway: { holdoutPercent: 100, mode: "observe" },
    });
    const skipped = async (headers = {}, to = url) => (await send(to, 1, headers)).headers.get("x-tamis-skipped");
    expect(await skipped()).toBe("holdout");
    expect(await skipped({ "x-tamis-policy": "default" })).toBe(null);
    expect(await skipped({ "x-tamis-dry-run": "1" })).toBe("dry_run");
    expect(await skipped({}, observing.url)).toBe("observe");
    expect(await statsOf(observing.url)).toMatchObject({ holdout: { groups: {} } });
  });

  it("says which group gets more refusals, less from the cache, and asks again more often", async () => {
    const isReduced = (body: Buffer) => body.includes("masked") || body.length < 12_000;
    const respond: Respond = ({ body }, response) => {
      const cached = isReduced(body) ? 20 : 80;
      const usage = { prompt_tokens: 100, completion_tokens: 1, prompt_tokens_details: { cached_tokens: cached } };
      const isRefused = isReduced(body) && body.includes('"again"');
      return (isRefused ? json({ error: "bad" }, 400) : answer(usage))({ body } as never, response);
    };
    const { url } = await startGateway(respond, config(50));
    for (let at = 0; at < 80; at++) {
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
      await ask(url, PATHS["openai-chat"], { body: JSON.stringify({ ...first, user: "again" }) });
    }
    await expect.poll(async () => (await statsOf(url)).requests).toBe(240);
    const { errors, cache, rereads } = (await statsOf(url)).holdout.differences;
    expect(errors.low).toBeGreaterThan(0.3);
    expect(cache).toEqual({ value: -0.6, low: -0.6, high: -0.6 });
    expect(rereads.low).toBeGreaterThan(0);
  });

  it("keeps what it has counted over a reload, unless the share is another", async () => {
    const { url, gateway } = await startGateway(answer(), config(50));
    await send(url, 1);
    await expect.poll(async () => (await statsOf(url)).requests).toBe(1);
    const counted = async () => Object.keys((await statsOf(url)).holdout.groups).length;
    gateway.reload({ ...config(50), gateway: { port: 0, holdoutPercent: 50 } });
    expect(await counted()).toBe(1);
    gateway.reload({ ...config(60), gateway: { port: 0, holdoutPercent: 60 } });
    expect(await counted()).toBe(0);
  });

  it("says nothing of it where no share is left alone", async () => {
    const { url } = await startGateway(answer(), config(0));
    await send(url, 1);
    expect(await statsOf(url)).not.toHaveProperty("holdout");
  });
});

describe("the key holdout_percent", () => {
  it.each([
    [{ gateway: { holdoutPercent: 101 } }, "expected a number of percent from 0 to 100, got 101"],
    [{ gateway: { holdoutPercents: 5 } }, 'unknown key "holdoutPercents"; did you mean "holdout_percent"?'],
    [{ canary: { rules: [] } }, 'canary: unknown key "canary"'],
  ])("says what is wrong in %j", (input, message) => {
    expect(() => checkConfig(input as GatewayInput)).toThrow(message);
  });
});
