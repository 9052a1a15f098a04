import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { reduceBody } from "../../ts/index.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json } from "./upstream.js";

const PATH = PATHS["openai-chat"];
const OPTIONS = { tokens: true, wire: "openai-chat" } as const;
/** Many pieces, which are reduced on the spot, on the spot where the request is alone, and in a task. */
const BODIES = [5_000, 25_000, 120_000].map((chars) => bytesOf(agentRequest("openai-chat", { chars })));

/** Without a declared length, in pieces of its own. */
function inChunks(body: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < body.length) controller.enqueue(body.subarray(at, at + 30_000));
      else controller.close();
      at += 30_000;
    },
  });
}

describe.each(BODIES.map((body) => [body.length, body] as const))("a body of %i bytes", (_, body) => {
  const expected = reduceBody(body, undefined, OPTIONS);

  it.each([
    ["with its length", () => ({ body })],
    ["in chunks", () => ({ body: inChunks(body), duplex: "half" as const })],
  ])("sends the result of reduceBody, received %s", async (_, sent) => {
    const { url, upstream } = await startGateway(json({}));
    const answer = await ask(url, PATH, sent());
    expect(answer.headers.get("x-tamis-tokens-after")).toBe(String(expected.report.tokens?.after));
    expect(upstream.arrived[0]?.body.equals(expected.body)).toBe(true);
  });

  it.each([
    ["x-tamis-bypass", "bypass"],
    ["x-tamis-dry-run", "dry_run"],
  ])("sends a body unchanged with %s", async (header, skipped) => {
    const { url, upstream, gateway } = await startGateway(json({}));
    const answer = await ask(url, PATH, { body, headers: { [header]: "1" } });
    expect(answer.headers.get("x-tamis-skipped")).toBe(skipped);
    expect(upstream.arrived[0]?.body.equals(body)).toBe(true);
    expect(gateway.totals.reduced).toBe(0);
  });

  it("sends an unreadable body byte for byte", async () => {
    const { url, upstream } = await startGateway(json({}));
    const cut = body.subarray(0, body.length - 1);
    const answer = await ask(url, PATH, { body: cut });
    expect(answer.headers.get("x-tamis-skipped")).toBe("invalid_json");
    expect(upstream.arrived[0]?.body.equals(cut)).toBe(true);
  });

  it("sends an encoded body unchanged if it has nothing to mask", async () => {
    const policies = { default: { mask: { windowTurns: 1_000 } } };
    const { url, upstream } = await startGateway(json({}), { policies });
    const packed = gzipSync(body, { level: 0 });
    await ask(url, PATH, { body: packed, headers: { "content-encoding": "gzip" } });
    expect(upstream.arrived[0]?.body.equals(packed)).toBe(true);
    expect(upstream.arrived[0]?.headers["content-encoding"]).toBe("gzip");
  });

  it("gives each client its own answer if many come at once", async () => {
    const { url, upstream } = await startGateway(json({}));
    const bodies = Array.from({ length: 12 }, (_, n) => Buffer.from(body.toString().replace('"go"', `"go ${n}"`)));
    await Promise.all(bodies.map((own) => ask(url, PATH, { body: own })));
    const arrived = upstream.arrived.map((one) => one.body.toString()).sort();
    const wanted = bodies.map((own) => Buffer.from(reduceBody(own, undefined, OPTIONS).body).toString()).sort();
    expect(arrived).toEqual(wanted);
  });

  it("reduces by a policy with a share as budget, which the backend does not resolve", async () => {
    const policies = { default: { experimental: { budget: { chars: 10_000 } } } };
    const { url, upstream } = await startGateway(json({}), { policies });
    await ask(url, PATH, { body });
    const reduced = reduceBody(body, policies.default, OPTIONS);
    expect(upstream.arrived[0]?.body.equals(reduced.body)).toBe(true);
  });
});
