// What becomes of a conversation after the provider has refused its thinking once.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { GatewayInput, RequestAccount } from "../../ts/gateway/index.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { startGateway } from "../gateway/start.js";
import { temporaryFolder } from "../support/folder.js";
import { respondWith } from "../support/simulated-provider/server.js";
import { FINE, newProvider, talk } from "./talk.js";

const POLICY: PolicyInput = {
  mask: { windowTurns: 2, minChars: 100, keepErrors: false },
  // Each request reads another file.
  experimental: { mask: { workingSetFiles: 1 } },
};
/** Of the table's, one that does not check thinking. */
const MODEL = "claude-sonnet-4-5";

/** A provider of which every model checks. It heeds the wish that it drops what does not fit once it has refused something. */
function provider() {
  const inner = newProvider();
  const answer = respondWith(inner);
  const respond: typeof answer = (request, response) => {
    const asked = JSON.parse(request.body.toString());
    const hears = inner.exchanges.some(({ status }) => status === 400);
    const { block_binding: _, ...thinking } = asked.thinking ?? {};
    const read = { ...asked, model: "claude-fable-5-2", thinking: hears ? asked.thinking : thinking };
    return answer({ ...request, body: Buffer.from(JSON.stringify(read)) }, response);
  };
  return { inner, respond };
}

describe("a conversation that was refused once", () => {
  it("is not refused again where its record was lost, with originals and over a further restart", async () => {
    const folder = temporaryFolder();
    const { inner, respond } = provider();
    const sessionFile = join(folder, "sessions.json");
    const config: GatewayInput = {
      policies: { default: POLICY },
      gateway: { sessionFile },
      originals: { store: "files", path: join(folder, "originals") },
    };
    const accounts: RequestAccount[] = [];
    const begin = (more: GatewayInput = {}) =>
      startGateway(respond, { ...config, ...more }, { onRequest: (account) => void accounts.push(account) });
    let one = await begin();
    const { statuses, refused, edited } = await talk(inner, "", async (turn) => {
      if (turn === 37 || turn === 39) {
        await one.gateway.close({ drainMs: 50 });
        if (turn === 37) rmSync(sessionFile);
        one = await begin(
          turn === 37 ? { policies: { default: { preset: "none", mask: { tools: { "*": { never: true } } } } } } : {},
        );
      }
      return { url: one.url };
    });
    expect([statuses, refused]).toEqual([FINE, 1]);
    expect(accounts.map(({ recovered }) => recovered).indexOf(true)).toBe(37);
    expect(accounts.filter(({ recovered }) => recovered).length).toBe(1);
    expect(edited[36]).toBe(true);
  }, 60_000);

  it.each(["a gateway", "fetch"])(
    "is known from then on where nobody knew that its model checks: %s",
    async (way) => {
      const { inner, respond } = provider();
      const { url, upstream, gateway } = await startGateway(respond, { policies: { default: POLICY } });
      const send = way === "fetch" ? tamisFetch(POLICY) : fetch;
      const { statuses, refused } = await talk(inner, upstream.url, () => ({
        ...{ url: way === "fetch" ? undefined : url, send, model: MODEL },
      }));
      expect(statuses).toEqual(FINE);
      expect(refused).toBe(1);
      if (way !== "fetch") expect(await gateway.metrics()).toContain("tamis_prefix_recovered_total 1");
    },
    60_000,
  );
});
