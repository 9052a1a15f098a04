import { describe, expect, it } from "vitest";
import { validateRequest } from "../../ts/validate/index.js";
import { AGENTS, KEY, resultOf } from "./agents.js";
import { CALLS_A_TURN, failing, LAST_WORD, provider } from "./provider.js";
import { startGateway } from "./start.js";

const TURNS = 11;
const WINDOW = 4;
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

describe.each(Object.entries(AGENTS))("an agent of %s", (_, agent) => {
  it.each([
    ["whole answers", false],
    ["streams", true],
  ])("completes its task through the gateway, with smaller requests: %s", async (_, stream) => {
    const { url, upstream, gateway, log } = await startGateway(provider(TURNS), EVERY_TURN);
    expect(await agent(url, stream)).toBe(LAST_WORD);
    expect(upstream.arrived.length).toBe(TURNS + 1);
    expect(upstream.arrived.flatMap(({ body }) => validateRequest(body))).toEqual([]);
    const last = upstream.arrived.at(-1)?.body.toString("utf8") ?? "";
    const shown = (turn: number) => last.includes(JSON.stringify(resultOf(`src/${turn}-0.ts`)).slice(1, -1));
    expect(Array.from({ length: TURNS }, (_, turn) => shown(turn))).toEqual(
      Array.from({ length: TURNS }, (_, turn) => turn >= TURNS - WINDOW),
    );
    expect(last.match(/old result left out/g)?.length).toBe((TURNS - WINDOW) * CALLS_A_TURN);
    expect(gateway.totals).toMatchObject({ requests: TURNS + 1, reduced: TURNS - WINDOW });
    expect(log() + (await gateway.metrics())).not.toContain(KEY);
  });

  it("receives the provider's error, and the gateway's own", async () => {
    const { url, upstream } = await startGateway(failing(429), { limits: { bodyBytes: 50_000 } });
    await expect(agent(url, false)).rejects.toThrow(/scripted/);
    await expect(agent(url, true)).rejects.toThrow(/scripted/);
    upstream.respond = provider(TURNS);
    await expect(agent(url, false)).rejects.toThrow(/more than 50000 bytes/);
  });
});
