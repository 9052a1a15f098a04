// Several deployments of one model: a conversation stays with one of them, because that one has its cache.
import { describe, expect, it, onTestFinished } from "vitest";
import { Health } from "../../ts/gateway/affinity/health.js";
import { rank, vendorOf } from "../../ts/gateway/affinity/rank.js";
import { checkConfig, createGateway, type GatewayInput } from "../../ts/gateway/index.js";
import { thrownBy } from "../support/thrown.js";
import { agentRequest, PATHS } from "./requests.js";
import { ask, type RawAnswer, startGateway } from "./start.js";
import { type Arrived, json, type Respond, startUpstream, type Upstream } from "./upstream.js";

const NAMES = Array.from({ length: 3000 }, (_, at) => `conversation ${at}`);
const one = (name: string, more: object = {}) => ({ name, vendor: "v", weight: 1, isStandby: false, ...more });
const homes = (deployments: ReturnType<typeof one>[]) => NAMES.map((name) => rank(deployments, name)[0]?.name);
const shareOf = (list: unknown[], name: string) => list.filter((other) => other === name).length / list.length;

describe("the order of deployments", () => {
  it("gives each deployment its share of the conversations, by its weight", () => {
    const found = homes([one("a"), one("b"), one("c", { weight: 2 })]);
    expect(shareOf(found, "a")).toBeCloseTo(0.25, 1);
    expect(shareOf(found, "b")).toBeCloseTo(0.25, 1);
    expect(shareOf(found, "c")).toBeCloseTo(0.5, 1);
  });

  it("does not depend on the order in the file", () => {
    expect(homes([one("a"), one("b"), one("c")])).toEqual(homes([one("c"), one("b"), one("a")]));
  });

  it("moves only the share of a deployment that is added", () => {
    const [two, three] = [homes([one("a"), one("b")]), homes([one("a"), one("b"), one("c")])];
    const moved = two.filter((name, at) => name !== three[at]);
    expect(moved.length / NAMES.length).toBeCloseTo(1 / 3, 1);
    expect(three.every((name, at) => name === two[at] || name === "c")).toBe(true);
  });

  it("has the home's vendor before others, and standbys last", () => {
    const all = [one("a", { vendor: "x" }), one("b", { vendor: "x" }), one("c", { vendor: "y" })];
    for (const name of NAMES.slice(0, 300)) {
      const [home, next, third, last] = rank([...all, one("s", { isStandby: true, vendor: "x", weight: 1000 })], name);
      expect(last?.name).toBe("s");
      if (home?.vendor === "x") expect(next?.vendor).toBe("x");
      else expect([next?.name, third?.name].sort()).toEqual(["a", "b"]);
    }
  });

  it("takes the last two parts of a host's name for the vendor", () => {
    expect(vendorOf("us-east5-aiplatform.googleapis.com")).toBe("googleapis.com");
    expect([vendorOf("10.0.0.5"), vendorOf("[::1]"), vendorOf("localhost")]).toEqual([
      "10.0.0.5",
      "[::1]",
      "localhost",
    ]);
  });
});

describe("the health of a deployment", () => {
  it("rests after three failures in a row, tries once after it, and rests twice as long the next time", () => {
    let now = 0;
    const health = new Health(1000, () => now);
    for (const note of ["failed", "failed", "served", "failed", "failed"] as const) health.note(note);
    expect(health.admit()).toBe(true);
    health.note("failed");
    expect([health.isResting, health.admit()]).toEqual([true, false]);
    now = 1000;
    expect([health.admit(), health.admit()]).toEqual([true, false]);
    health.note("failed");
    now = 2900;
    expect(health.admit()).toBe(false);
    now = 3000;
    expect(health.admit()).toBe(true);
    health.note("served");
    expect([health.isResting, health.admit(), health.admit()]).toEqual([false, true, true]);
  });

  it("rests as long as the deployment itself asks", () => {
    let now = 0;
    const health = new Health(1000, () => now);
    health.note({ restMs: 60_000 });
    now = 59_999;
    expect(health.admit()).toBe(false);
    now = 60_000;
    expect(health.admit()).toBe(true);
  });
});

const usage = { prompt_tokens: 1000, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 0 } };
const answer: Respond = json({ model: "gpt-4.1", usage });
const fails: Respond = json({ error: { message: "down" } }, 503);
/** A policy whose moves the rule of the cache makes, so that a free one can be told from them. */
const WAITING = {
  preset: "none",
  cache: { strategy: "rent" },
  mask: { windowTurns: 2, minChars: 0 },
} as const;

interface Two {
  url: string;
  deployments: Record<string, Upstream>;
  gateway: Awaited<ReturnType<typeof startGateway>>;
  send(at: number, turns?: number, headers?: Record<string, string>): Promise<RawAnswer>;
  metrics(name: string): Promise<string[]>;
}

async function startGroup(more: object = {}, config: GatewayInput = {}): Promise<Two> {
  const deployments: Record<string, Upstream> = {};
  for (const name of ["east", "west"]) {
    const upstream = await startUpstream(answer);
    onTestFinished(() => upstream.close());
    deployments[name] = upstream;
  }
  const groups = {
    openai: {
      deployments: Object.entries(deployments).map(([name, { url }]) => ({ name, url })),
      restMs: 60_000,
      ...more,
    },
  };
  const gateway = await startGateway(answer, {
    policies: { default: WAITING },
    ...config,
    upstreams: { openai: undefined as never, groups, ...config.upstreams } as GatewayInput["upstreams"] & object,
  });
  const { url } = gateway;
  return {
    ...{ url, deployments, gateway },
    send: (at, turns = 6, headers = {}) =>
      ask(url, PATHS["openai-chat"], {
        body: conversation(at, turns),
        headers: { "content-type": "application/json", ...headers },
      }),
    metrics: async (name) =>
      (await gateway.gateway.metrics()).split("\n").filter((line) => line.startsWith(`${name}{`)),
  };
}

function conversation(at: number, turns: number): string {
  const request = agentRequest("openai-chat", { turns, model: "gpt-4.1" }) as { messages: { content: string }[] };
  (request.messages[0] as { content: string }).content = `task ${at}`;
  return JSON.stringify(request);
}

const deploymentOf = ({ headers }: RawAnswer) => headers.get("x-tamis-deployment");
const arrivals = ({ deployments }: Two) => Object.values(deployments).map(({ arrived }) => arrived.length);

describe("a group of deployments", () => {
  it("sends all requests of a conversation to one deployment, and conversations to both", async () => {
    const two = await startGroup();
    const seen = new Set<string | null>();
    for (let at = 0; at < 12; at++) {
      const first = deploymentOf(await two.send(at, 2));
      for (const turns of [3, 4]) expect(deploymentOf(await two.send(at, turns))).toBe(first);
      seen.add(first);
    }
    expect(seen).toEqual(new Set(["east", "west"]));
    expect(arrivals(two).reduce((sum, count) => sum + count, 0)).toBe(36);
  });

  it("is chosen alike by gateways that know nothing of each other", async () => {
    const [one, other] = [await startGroup(), await startGroup()];
    for (let at = 0; at < 10; at++) expect(deploymentOf(await one.send(at))).toBe(deploymentOf(await other.send(at)));
  });

  it("goes by the client's own id of the conversation where there is one", async () => {
    const two = await startGroup();
    const answers = [];
    for (let at = 0; at < 8; at++) answers.push(await two.send(at, 6, { "x-tamis-session": "s-1" }));
    expect(new Set(answers.map(deploymentOf)).size).toBe(1);
  });

  it("asks the next deployment where nothing answers, and says that the conversation has moved", async () => {
    const two = await startGroup();
    const home = deploymentOf(await two.send(1)) as string;
    const away = home === "east" ? "west" : "east";
    await (two.deployments[home] as Upstream).close();
    const { status, headers } = await two.send(1, 7);
    expect(status).toBe(200);
    expect([headers.get("x-tamis-deployment"), headers.get("x-tamis-moved")]).toEqual([away, "deployment"]);
    expect(two.gateway.log()).toContain(`"moved":"from ${home}"`);
    expect(await two.metrics("tamis_affinity_moves_total")).toEqual([
      `tamis_affinity_moves_total{group="openai",from="${home}",to="${away}",kind="deployment"} 1`,
    ]);
    const again = await two.send(1, 8);
    expect(again.headers.get("x-tamis-moved")).toBeNull();
  });

  it("leaves a deployment that failed three times alone, and takes the dead cache for a free move", async () => {
    const two = await startGroup();
    const home = deploymentOf(await two.send(1, 9)) as string;
    const away = home === "east" ? "west" : "east";
    // By the rule of the cache one more result waits.
    expect(maskedIn(two, home)).toBe(6);
    (two.deployments[home] as Upstream).respond = fails;
    for (let attempt = 0; attempt < 3; attempt++) expect((await two.send(1, 9)).status).toBe(503);
    const moved = await two.send(1, 9);
    expect([moved.status, deploymentOf(moved), moved.headers.get("x-tamis-moved")]).toEqual([200, away, "deployment"]);
    expect(maskedIn(two, away)).toBe(7);
    // What the move has edited stays so; by the request's own history it would be 6 again.
    await two.send(1, 10);
    expect(maskedIn(two, away)).toBeGreaterThanOrEqual(7);
    const { affinity } = JSON.parse((await ask(two.url, "/stats", { method: "GET" })).text);
    expect(affinity.openai).toMatchObject({
      moves: 1,
      vendorMoves: 0,
      rewrittenTokens: 1000,
      resting: { [home]: 1, [away]: 0 },
    });
    expect(affinity.openai.rewrittenUsd).toBeGreaterThan(0);
    const [resting] = (await two.metrics("tamis_affinity_resting")).filter((line) => line.includes(home));
    expect(resting).toMatch(/ 1$/);
  });

  it("lets a client wait for a short Retry-After, and moves its conversation for a long one", async () => {
    const two = await startGroup();
    const home = deploymentOf(await two.send(1)) as string;
    const limited = (seconds: number): Respond => json({ error: {} }, 429, { "retry-after": String(seconds) });
    (two.deployments[home] as Upstream).respond = limited(2);
    for (let attempt = 0; attempt < 5; attempt++) expect((await two.send(1)).status).toBe(429);
    (two.deployments[home] as Upstream).respond = limited(3600);
    expect((await two.send(1)).status).toBe(429);
    expect((await two.send(1)).status).toBe(200);
  });

  it("sends to a conversation's home where all deployments rest", async () => {
    const two = await startGroup();
    for (const upstream of Object.values(two.deployments)) upstream.respond = fails;
    for (let attempt = 0; attempt < 8; attempt++) await two.send(1);
    expect((await two.send(1)).status).toBe(503);
    for (const upstream of Object.values(two.deployments)) upstream.respond = answer;
    expect((await two.send(1)).status).toBe(200);
  });

  it("says that a conversation has come to another vendor", async () => {
    const two = await startGroup({
      deployments: [
        { name: "own", url: "http://127.0.0.1:9", vendor: "one" },
        { name: "cloud", url: "http://127.0.0.1:9", vendor: "two", standby: true },
      ],
    });
    const { gateway, deployments } = two;
    const setTo = (own: string) =>
      gateway.gateway.reload({
        upstreams: {
          groups: {
            openai: {
              deployments: [
                { name: "own", url: own, vendor: "one" },
                { name: "cloud", url: (deployments.west as Upstream).url, vendor: "two", standby: true },
              ],
            },
          },
        },
      });
    setTo((deployments.east as Upstream).url);
    expect(deploymentOf(await two.send(1))).toBe("own");
    setTo("http://127.0.0.1:9");
    const { headers, status } = await two.send(1);
    expect([status, headers.get("x-tamis-deployment"), headers.get("x-tamis-moved")]).toEqual([200, "cloud", "vendor"]);
    expect(gateway.log()).toContain("from own, another vendor");
    expect((await two.metrics("tamis_affinity_moves_total"))[0]).toContain('kind="vendor"');
  });

  it("has a path of its own where its name is no provider's, and passes what is no conversation to one deployment", async () => {
    const upstream = await startUpstream(answer);
    onTestFinished(() => upstream.close());
    const { url } = await startGateway(answer, {
      upstreams: {
        groups: {
          spread: {
            provider: "openai",
            deployments: [
              { name: "a", url: `${upstream.url}/a` },
              { name: "b", url: `${upstream.url}/b` },
            ],
          },
        },
      },
    });
    for (let at = 0; at < 5; at++) await ask(url, "/spread/v1/files", { method: "GET" });
    expect(new Set(upstream.arrived.map(({ url: path }) => path)).size).toBe(1);
    const { headers } = await ask(url, "/spread/v1/chat/completions", { body: conversation(1, 4) });
    expect(upstream.arrived.at(-1)?.url).toBe(`/${headers.get("x-tamis-deployment")}/v1/chat/completions`);
  });
});

/** Results that are placeholders in what a deployment got last. */
function maskedIn({ deployments }: Two, name: string): number {
  const { body } = (deployments[name] as Upstream).arrived.at(-1) ?? { body: Buffer.of() };
  const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content: string }[] };
  return messages.filter(({ role, content }) => role === "tool" && !content.startsWith("result")).length;
}

describe("a deployment with a key of its own", () => {
  const group = (url: string) => ({
    groups: { openai: { deployments: [{ name: "a", url, keyEnv: "GROUP_KEY" }] } },
    openai: undefined as never,
  });

  it("gets that key, and nothing of the caller's credential", async () => {
    const upstream = await startUpstream(answer);
    onTestFinished(() => upstream.close());
    const { url } = await startGateway(
      answer,
      { upstreams: group(upstream.url), keys: { team: { tokenEnv: "TEAM" } } },
      { env: { GROUP_KEY: "operators", TEAM: "token-of-the-team" } },
    );
    const send = (headers: Record<string, string>) =>
      ask(url, `${PATHS["openai-chat"]}?key=callers&a=1`, { body: conversation(1, 4), headers });
    expect((await send({ authorization: "Bearer sk-callers" })).status).toBe(401);
    expect(upstream.arrived.length).toBe(0);
    expect((await send({ authorization: "Bearer token-of-the-team", "api-key": "callers" })).status).toBe(200);
    const { headers, url: path } = upstream.arrived[0] as Arrived;
    expect([headers.authorization, headers["api-key"], path]).toEqual([
      "Bearer operators",
      undefined,
      "/v1/chat/completions?a=1",
    ]);
  });

  it("needs its variable, and beyond loopback a key for callers", async () => {
    const input = { upstreams: group("http://127.0.0.1:9") };
    const start = (more: object, env: object) =>
      thrownBy(() => createGateway({ ...input, ...more }, { env: env as NodeJS.ProcessEnv }));
    expect(start({}, {})?.message).toContain(
      "upstreams.groups.openai.deployments[0].key_env: the environment variable GROUP_KEY",
    );
    expect(start({ gateway: { host: "0.0.0.0", ownPaths: false } }, { GROUP_KEY: "k" })?.message).toContain(
      "anybody could spend this key",
    );
  });
});

describe("groups in the configuration", () => {
  const problemsOf = (upstreams: object) => {
    const error = thrownBy(() => checkConfig({ upstreams } as GatewayInput));
    return error?.issues?.map(({ path, message }) => `${path}: ${message}`);
  };
  const a = { name: "a", url: "https://a.example" };

  it("name what is wrong and what is expected", () => {
    expect(problemsOf({ openai: "https://x.example", groups: { openai: { deployments: [a] } } })).toEqual([
      "upstreams.groups.openai: upstreams.openai is given twice, as an address, too",
    ]);
    expect(problemsOf({ groups: { mine: { deployments: [a, a] } } })).toEqual([
      'upstreams.groups.mine: needs a provider, because "mine" is none\'s name',
      'upstreams.groups.mine.deployments[1].name: two deployments are named "a"',
    ]);
    const keyed = { ...a, name: "b", keyEnv: "KEY" };
    expect(problemsOf({ groups: { openai: { deployments: [keyed, a] } } })).toEqual([
      expect.stringContaining("upstreams.groups.openai.deployments[1]: needs a key_env"),
    ]);
    expect(problemsOf({ groups: { openai: { deployments: [] } } })?.[0]).toContain("at least one deployment");
    expect(problemsOf({ groups: { openai: { deployments: [{ ...a, wight: 2 }] } } })?.[0]).toContain("weight");
    expect(
      problemsOf({ groups: { openai: { deployments: [{ ...a, key_env: "sk-123-secret" }] } } })?.[0],
    ).not.toContain("secret");
  });
});
