import { Pool } from "undici";
import type { Wire } from "../../contract/report.js";
import type { Provider } from "../../wires/provider-facts.js";
import type { GatewaySettings } from "../config/settings.js";

/** The target of requests of one kind. */
export interface Upstream {
  pool: Pool;
  /** The prefix of every path; `""` if the URL has no path. */
  basePath: string;
}

/** Connections to every upstream of a configuration. */
export class Upstreams {
  readonly #pools = new Map<string, Pool>();
  /** By provider, or by wire where one wire has an upstream of its own. */
  readonly #byKind = new Map<string, Upstream>();
  #users = 0;
  #retired = false;

  constructor({ upstreams, limits }: GatewaySettings) {
    const open = (url: string): Upstream => {
      const { origin, pathname } = new URL(url);
      let pool = this.#pools.get(origin);
      if (pool === undefined) {
        pool = new Pool(origin, {
          connections: limits.upstreamConnections,
          connect: { timeout: limits.connectMs },
          // Load balancers of providers half-close idle connections, so keeping them longer gains nothing.
          keepAliveTimeout: 4000,
          keepAliveMaxTimeout: 60_000,
        });
        this.#pools.set(origin, pool);
      }
      // Clients' base URLs end with the version. Here the path of each request contains it.
      return { pool, basePath: pathname.replace(/\/+$/, "").replace(/\/v1(beta)?$/, "") };
    };
    this.#byKind.set("openai", open(upstreams.openai));
    this.#byKind.set("openai-responses", open(upstreams.openaiResponses ?? upstreams.openai));
    this.#byKind.set("anthropic", open(upstreams.anthropic));
    this.#byKind.set("gemini", open(upstreams.gemini));
  }

  /** Chooses the upstream by configuration and route alone. */
  of(provider: Provider, wire: Wire): Upstream {
    return (this.#byKind.get(wire) ?? this.#byKind.get(provider)) as Upstream;
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
    for (const pool of this.#pools.values()) pool.close().catch(() => {});
  }

  /** Cuts all connections. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }
}
