// A gateway in front of an upstream, both closed when the test ends; and its log, to look into.
import { Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { createGateway, type Gateway, type GatewayInput, type GatewayOptions } from "../../ts/gateway/index.js";
import { type Respond, startUpstream, type Upstream } from "./upstream.js";

export interface Started {
  gateway: Gateway;
  url: string;
  upstream: Upstream;
  /** All log lines so far. */
  log(): string;
}

export async function startGateway(
  respond?: Respond,
  config: GatewayInput = {},
  options: GatewayOptions = {},
): Promise<Started> {
  const upstream = await startUpstream(respond);
  const lines: string[] = [];
  const logger = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const input = {
    ...config,
    gateway: { port: 0, ...config.gateway },
    upstreams: { openai: upstream.url, anthropic: upstream.url, gemini: upstream.url, ...config.upstreams },
  };
  const gateway = createGateway(input, { logger, ...options });
  const url = await gateway.listen();
  onTestFinished(async () => {
    await gateway.close({ drainMs: 50 });
    await upstream.close();
  });
  return { gateway, url, upstream, log: () => lines.join("") };
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** A request by Node's own fetch, whose whole answer is read. */
export async function ask(url: string, path: string, init: RequestInit & { duplex?: "half" } = {}): Promise<RawAnswer> {
  const response = await fetch(`${url}${path}`, { method: "POST", ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
