// The commands of Redis that originals need, in one process.
import type { RedisClient } from "../../ts/gateway/shared/shared-state.js";

export class FakeRedis implements RedisClient {
  readonly #values = new Map<string, Buffer>();

  async mgetBuffer(...keys: string[]): Promise<(Buffer | null)[]> {
    return keys.map((key) => this.#values.get(key) ?? null);
  }

  async getBuffer(key: string): Promise<Buffer | null> {
    return this.#values.get(key) ?? null;
  }

  async set(key: string, value: string | Uint8Array): Promise<unknown> {
    // As ioredis does: what is no Buffer is sent as text.
    this.#values.set(key, Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
    return "OK";
  }

  disconnect(): void {}

  /** Everything in it, as text. */
  dump(): string {
    return [...this.#values].map(([key, value]) => `${key}=${value.toString("latin1")}`).join("\n");
  }
}
