import type { Dispatcher } from "undici";
import api from "undici/lib/api/index.js";
import BaseDispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { Provider } from "../../wires/provider-facts.js";
import { configInvalid } from "../config/issues.js";
import type { NamedSettings } from "../config/parts.js";
import type { GatewaySettings } from "../config/settings.js";
import type { Upstream } from "./upstream.js";

// As undici's index does: dispatchers do not have `request`, which a summariser calls, and `connect`, by which the agent for
// proxies opens tunnels, by themselves.
Object.assign(BaseDispatcher.prototype, api);

/** Header and value that replace the caller's credential at an upstream. */
export type UpstreamKey = readonly [header: string, value: string];

/** Connections to one upstream; more requests wait. */
const MOST_CONNECTIONS = 1024;
/** Time for a connection to an upstream, where the time for an answer's first byte is not shorter. */
const CONNECT_MS = 10_000;

/** Connections to every upstream of a configuration; through a proxy where the environment names one. */
export class Upstreams {
  readonly #dispatchers = new Map<string, Dispatcher>();
  readonly #byKind = new Map<string, Upstream>();
  /** Keys of named upstreams that have one of their own. */
  readonly #keys = new Map<string, UpstreamKey | undefined>();
  readonly #proxy: Dispatcher | undefined;
  #users = 0;
  #retired = false;

  /**
   * @param env `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in lower case first; and the keys of named upstreams.
   * @throws TamisError `CONFIG_INVALID` where such a key is not set.
   */
  constructor({ upstreams, limits }: GatewaySettings, env: NodeJS.ProcessEnv = process.env) {
    const connections = {
      connections: MOST_CONNECTIONS,
      connect: { timeout: Math.min(CONNECT_MS, limits.firstByteMs) },
      // Half-closed connections of a provider's load balancer are not worth keeping longer.
      keepAliveTimeout: 4000,
      keepAliveMaxTimeout: 60_000,
    };
    const httpProxy = env.http_proxy || env.HTTP_PROXY || "";
    const httpsProxy = env.https_proxy || env.HTTPS_PROXY || "";
    if (httpProxy !== "" || httpsProxy !== "") {
      const noProxy = env.no_proxy || env.NO_PROXY || "";
      this.#proxy = new EnvHttpProxyAgent({ ...connections, httpProxy, httpsProxy, noProxy });
      this.#dispatchers.set("", this.#proxy);
    }
    const open = (url: string): Upstream => {
      const { origin, hostname: host, pathname } = new URL(url);
      const dispatcher = this.#proxy ?? this.#dispatchers.get(origin) ?? new Pool(origin, connections);
      if (this.#proxy === undefined) this.#dispatchers.set(origin, dispatcher);
      return { dispatcher, origin, host, basePath: pathname.replace(/\/+$/, "") };
    };
    this.#byKind.set("openai", open(upstreams.openai));
    this.#byKind.set("anthropic", open(upstreams.anthropic));
    this.#byKind.set("gemini", open(upstreams.gemini));
    for (const [name, settings] of Object.entries(upstreams.named)) {
      this.#byKind.set(`named ${name}`, open(settings.url));
      this.#keys.set(name, keyOf(name, settings, env));
    }
  }

  /** Only configuration and route decide. */
  of(provider: Provider, named?: string): Upstream {
    return this.#byKind.get(named === undefined ? provider : `named ${named}`) as Upstream;
  }

  /** The connections to an upstream by its origin; undefined where no upstream of this configuration has that. */
  dispatcherTo(origin: string): Dispatcher | undefined {
    return [...this.#byKind.values()].find((upstream) => upstream.origin === origin)?.dispatcher;
  }

  /** The key that replaces the caller's credential at a named upstream; undefined where that is sent on. */
  keyOf(named: string | undefined): UpstreamKey | undefined {
    return named === undefined ? undefined : this.#keys.get(named);
  }

  /** Counts a request, so that {@link retire} waits for it. Call the returned function once at its end. */
  use(): () => void {
    this.#users++;
    return () => {
      this.#users--;
      this.#closeIfUnused();
    };
  }

  /** Closes as soon as no request uses it. */
  retire(): void {
    this.#retired = true;
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (!this.#retired || this.#users > 0) return;
    for (const dispatcher of this.#dispatchers.values()) dispatcher.close().catch(() => {});
  }

  /** Cuts all connections. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
  }
}

/** The headers in which providers expect a key. */
const KEY_HEADERS: Record<Provider, string> = {
  openai: "authorization",
  anthropic: "x-api-key",
  gemini: "x-goog-api-key",
};

function keyOf(
  name: string,
  { keyEnv, url, provider }: NamedSettings,
  env: NodeJS.ProcessEnv,
): UpstreamKey | undefined {
  if (keyEnv === undefined) return undefined;
  const key = env[keyEnv];
  if (!key) {
    const message = `the environment variable ${keyEnv} is not set; it holds the key`;
    throw configInvalid([{ path: ["upstreams", "named", name, "key_env"], message }], undefined);
  }
  const isAzure = provider === "openai" && /\.azure\.com$/i.test(new URL(url).hostname);
  const header = isAzure ? "api-key" : KEY_HEADERS[provider];
  return [header, header === "authorization" ? `Bearer ${key}` : key];
}
