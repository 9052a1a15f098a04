import type { RedisClient } from "../../ts/gateway/shared/shared-state.js";

/** A Redis of one process, which can be gone, silent, full or strange. */
export class PlayedRedis implements RedisClient {
  readonly values = new Map<string, Buffer>();
  state: "up" | "down" | "hangs" | "full" = "up";

  async mgetBuffer(...keys: string[]): Promise<(Buffer | null)[]> {
    await this.#trouble();
    return keys.map((key) => this.values.get(key) ?? null);
  }

  async getBuffer(key: string): Promise<Buffer | null> {
    return (await this.mgetBuffer(key))[0] ?? null;
  }

  async set(key: string, value: string | Uint8Array): Promise<unknown> {
    await this.#trouble();
    if (this.state === "full") throw new Error("OOM command not allowed when used memory > 'maxmemory'");
    // As ioredis does: what is no Buffer is sent as text.
    this.values.set(key, Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
    return "OK";
  }

  disconnect(): void {}

  /** Everything in it, as text. */
  dump(): string {
    return [...this.values].map(([key, value]) => `${key}=${value.toString("latin1")}`).join("\n");
  }

  #trouble(): Promise<void> {
    if (this.state === "down") return Promise.reject(new Error("Connection is closed."));
    return this.state === "hangs" ? new Promise(() => {}) : Promise.resolve();
  }
}
