// What a gateway keeps of the results that it replaces, and gives out again: to whoever asks with the same credential.

import { createHmac } from "node:crypto";
import type { Reduction } from "../../contract/report.js";
import { type Policy, withSettings } from "../../policy/policy.js";
import type { ContentStore } from "../../restore/content-store.js";
import { createKey } from "../../restore/handle.js";
import { readKeyFile } from "../../restore/key-file.js";
import { createMemoryStore } from "../../restore/memory-store.js";
import type { StoreSource } from "../../restore/read-value.js";
import { type Retrieved, type RetrieveRequest, retrieve } from "../../restore/retrieve.js";
import { openSqliteStore, type SqliteStore } from "../../restore/sqlite-store.js";
import { headerOf, type Incoming } from "../edge.js";
import { type KeptReduction, keepOriginals, newKeptValues } from "./keep.js";
import { ORIGINALS_FILE, type OriginalsSettings } from "./schema.js";

/** Originals that are kept. */
export class Originals {
  readonly #settings: OriginalsSettings;
  /** As a text, which is what a policy has. */
  readonly #key: string;
  readonly #store: Promise<ContentStore & Partial<SqliteStore>>;
  readonly #values = newKeptValues();
  readonly #policies = new WeakMap<Policy, Policy>();

  /** @throws TamisError `STORE_UNUSABLE` for a key file that has something else; a system error. */
  constructor(settings: OriginalsSettings, env: NodeJS.ProcessEnv) {
    this.#settings = settings;
    this.#key = env.TAMIS_RESTORE_KEY ?? hex(keyOf(settings));
    const { store, file, maxBytes, ttlMs } = settings;
    const limits = { maxBytes, ttlMs };
    this.#store =
      store === "sqlite" ? openSqliteStore(file ?? ORIGINALS_FILE, limits) : Promise.resolve(createMemoryStore(limits));
    // Whoever starts the gateway hears of it.
    this.#store.catch(() => {});
  }

  /** Rejects if the store cannot be used. */
  async opened(): Promise<void> {
    await this.#store;
  }

  async close(): Promise<void> {
    const store = await this.#store.catch(() => undefined);
    store?.close?.();
  }

  /** The same policy, whose markers name the handles. */
  policyOf(policy: Policy): Policy {
    let named = this.#policies.get(policy);
    if (named === undefined) {
      named = withSettings(policy, { restore: { handles: true, key: this.#key } });
      this.#policies.set(policy, named);
    }
    return named;
  }

  /** Whose request it is: a keyed hash of its credential. */
  tenantOf({ rawHeaders, target }: Pick<Incoming, "rawHeaders" | "target">): string {
    if (this.#settings.tenants === "one") return "default";
    return createHmac("sha256", this.#key).update("tenant\0").update(credentialOf(rawHeaders, target)).digest("hex");
  }

  /** Keeps what a reduction's markers name. Never rejects. */
  async keep(came: Uint8Array, reduction: Reduction<Uint8Array>, tenant: string): Promise<KeptReduction> {
    return keepOriginals(came, reduction, await this.source(tenant), this.#values, this.#settings.ttlMs / 2);
  }

  /** The store for a tenant. */
  async source(tenant: string): Promise<StoreSource> {
    return { store: await this.#store, tenant, key: this.#key };
  }

  async retrieve(request: RetrieveRequest, tenant: string): Promise<Retrieved> {
    return retrieve(request, await this.source(tenant), { maxChars: this.#settings.maxChars });
  }

  get maxChars(): number {
    return this.#settings.maxChars;
  }

  /** Most rounds in which the gateway answers the model itself; 0 if it does not. */
  get rounds(): number {
    return this.#settings.intercept ? this.#settings.maxRounds : 0;
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** A store that outlives the gateway needs a key that does. */
function keyOf({ store, file = ORIGINALS_FILE }: OriginalsSettings): Uint8Array {
  return store === "sqlite" ? readKeyFile(`${file}.key`) : createKey();
}

const CREDENTIALS = ["x-tamis-key", "x-api-key", "authorization", "x-goog-api-key", "api-key"] as const;

/** The first credential of a request; empty if it has none. */
function credentialOf(rawHeaders: readonly string[], target: string): string {
  const headers = CREDENTIALS.map((name) => headerOf(rawHeaders, name)?.trim());
  const found = headers.find((value) => value !== undefined && value !== "");
  const inQuery = /[?&]key=([^&]*)/.exec(target)?.[1];
  return (found ?? inQuery ?? "").replace(/^bearer\s+/i, "");
}
