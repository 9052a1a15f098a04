// The commands of Redis that originals need, in one process.
import type { RedisClient } from "../../ts/gateway/shared/shared-state.js";

export class FakeRedis implements RedisClient {
  readonly #values = new Map<string, Buffer>();
  readonly #sets = new Map<string, Set<string>>();

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

  async scan(_cursor: string, _match: "MATCH", pattern: string): Promise<[string, string[]]> {
    const fits = new RegExp(`^${pattern.split("*").join(".*")}$`);
    return ["0", [...this.#values.keys()].filter((key) => fits.test(key))];
  }

  async del(...keys: string[]): Promise<number> {
    return keys.filter((key) => this.#values.delete(key) || this.#sets.delete(key)).length;
  }

  async sadd(key: string, member: string): Promise<unknown> {
    this.#sets.set(key, (this.#sets.get(key) ?? new Set()).add(member));
    return 1;
  }

  async smembers(key: string): Promise<string[]> {
    return [...(this.#sets.get(key) ?? [])];
  }

  async pexpire(): Promise<unknown> {
    return 1;
  }

  disconnect(): void {}

  /** Everything in it, as text. */
  dump(): string {
    return [...this.#values].map(([key, value]) => `${key}=${value.toString("latin1")}`).join("\n");
  }
}
