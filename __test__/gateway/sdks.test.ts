import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GatewayInput } from "../../ts/gateway/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { ANSWER, runTool, SCRIPT } from "../adapters/agents/agent.js";
import { AGENTS } from "../adapters/agents/all.js";
import { startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { startGateway } from "./start.js";

const WINDOW = 2;
const KEY = "sk-canary";
/** When the boundary moves, and which files stay, is not what is tested here. */
const EVERY_TURN = {
  policies: {
    default: {
      mask: { windowTurns: WINDOW },
      cache: { strategy: "every-turn" },
      experimental: { mask: { workingSetFiles: 1 } },
    },
  },
} as const;
/** Results by tool turn. */
const RESULTS = SCRIPT.flatMap((act) =>
  "calls" in act && act.calls ? [act.calls.map(({ name, args }) => runTool(name, args))] : [],
);

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const start = (config: GatewayInput) => {
  const upstreams = { openai: upstream.url, anthropic: upstream.url, gemini: upstream.url };
  return startGateway(undefined, { ...config, upstreams });
};

describe.each(Object.entries(AGENTS))("an agent of %s", (_, agent) => {
  it.each([
    ["whole answers", false],
    ["streams", true],
  ])("completes its task through the gateway, with smaller requests: %s", async (_, stream) => {
    const { url, gateway, log } = await start(EVERY_TURN);
    upstream.script(SCRIPT);
    expect(await agent({ url, stream })).toBe(ANSWER);
    expect(upstream.seen.length).toBe(SCRIPT.length);
    expect(upstream.seen.flatMap(({ bytes }) => validateRequest(bytes))).toEqual([]);
    const last = upstream.seen.at(-1)?.text ?? "";
    const isShown = (text: string) => last.includes(JSON.stringify(text).slice(1, -1));
    const old = RESULTS.length - WINDOW;
    expect(RESULTS.map((turn) => turn.map(isShown))).toEqual(RESULTS.map((turn, at) => turn.map(() => at >= old)));
    expect(last.match(/old result left out/g)?.length).toBe(RESULTS.slice(0, old).flat().length);
    expect(gateway.totals).toMatchObject({ requests: SCRIPT.length, reduced: old });
    expect(log() + (await gateway.metrics())).not.toContain(KEY);
  });

  it("receives the provider's error, and the gateway's own", async () => {
    const { url } = await start({ limits: { bodyBytes: 3_000 } });
    upstream.script([{ status: 429 }]);
    for (const stream of [false, true]) await expect(agent({ url, stream })).rejects.toThrow(/scripted/);
    upstream.script(SCRIPT);
    await expect(agent({ url, stream: false })).rejects.toThrow(/more than 3000 bytes/);
  });
});
