// What a gateway keeps of the results that it replaces, and gives out again: to whoever asks with the same credential.

import { createHmac } from "node:crypto";
import { getOrInsert } from "../../base/maps.js";
import type { Reduction, Report } from "../../contract/report.js";
import { type Policy, withSettings } from "../../policy/policy.js";
import type { ContentStore } from "../../restore/content-store.js";
import { encryptedStore } from "../../restore/encrypted-store.js";
import { createKey } from "../../restore/handle.js";
import { readKeyFile } from "../../restore/key-file.js";
import { createMemoryStore } from "../../restore/memory-store.js";
import { OriginalFiles } from "../../restore/original-files.js";
import type { StoreSource } from "../../restore/read-value.js";
import { type Retrieved, type RetrieveRequest, retrieve } from "../../restore/retrieve.js";
import { openSqliteStore, type SqliteStore } from "../../restore/sqlite-store.js";
import { configInvalid } from "../config/issues.js";
import type { OriginalsSettings } from "../config/parts.js";
import { CREDENTIALS, headerOf, type Incoming } from "../edge.js";
import type { SharedState } from "../shared/shared-state.js";
import { keepOriginals, newKeptValues, reportWithout, type StoreFailure } from "./keep.js";
import { ORIGINALS_FILE, originalsFolder } from "./place.js";

const KEY_BYTES = 32;

/**
 * The key that a variable has, in 64 hex digits or in base64.
 *
 * @throws TamisError `CONFIG_INVALID`; the message has the variable's name, never its value.
 */
function encryptionKeyOf(variable: string, env: NodeJS.ProcessEnv): Uint8Array {
  const text = env[variable]?.trim() ?? "";
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (key.length === KEY_BYTES) return new Uint8Array(key);
  const problem = text === "" ? "is not set; it holds the key of the originals" : `must have ${KEY_BYTES} bytes`;
  const message = `the environment variable ${variable} ${problem}: 64 hex digits (openssl rand -hex 32) or base64`;
  throw configInvalid([{ path: ["originals", "encryption_key_env"], message }], undefined);
}

/** Most chars of an original that are given out at once. */
export const MOST_CHARS = 50_000;
/** Most times that the gateway answers the model itself before the client gets an answer. */
const MOST_ROUNDS = 4;

/** What keeping originals needs beside its settings. */
export interface OriginalsPlaces {
  env: NodeJS.ProcessEnv;
  /** Where the store `redis` is. */
  shared: SharedState | undefined;
}

/** Originals that are kept. */
export class Originals {
  readonly #settings: OriginalsSettings;
  /** As a text, which is what a policy has. */
  readonly #key: string;
  readonly #folder: string;
  readonly #store: Promise<ContentStore>;
  /** The file, which is to be closed. */
  readonly #file: Promise<SqliteStore | undefined>;
  /** The files that markers name; undefined where they name none. */
  readonly #files: OriginalFiles | undefined;
  readonly #values = newKeptValues();
  readonly #policies = new WeakMap<Policy, Policy>();

  /**
   * @throws TamisError `STORE_UNUSABLE` for a key file that has something else; `CONFIG_INVALID` for a key that is not there; a
   * system error.
   */
  constructor(settings: OriginalsSettings, { env, shared }: OriginalsPlaces) {
    this.#settings = settings;
    const { store, path, maxBytes, ttlMs, encryptionKeyEnv } = settings;
    const secret = encryptionKeyEnv === undefined ? undefined : encryptionKeyOf(encryptionKeyEnv, env);
    const limits = { maxBytes, ttlMs };
    this.#folder = originalsFolder(settings, env);
    const given = env.TAMIS_RESTORE_KEY;
    this.#files = store === "files" ? new OriginalFiles(this.#folder, limits, given) : undefined;
    this.#key = given ?? textOf(this.#files?.key ?? keyOf(settings));
    this.#file = store === "sqlite" ? openSqliteStore(path ?? ORIGINALS_FILE, limits) : Promise.resolve(undefined);
    const inside = (opened: SqliteStore | undefined) =>
      opened ?? this.#files ?? (store === "redis" ? shared?.contents(ttlMs) : undefined) ?? createMemoryStore(limits);
    this.#store = this.#file
      .then(inside)
      .then((plain) => (secret === undefined ? plain : encryptedStore(plain, secret)));
    // Whoever starts the gateway hears of it.
    this.#store.catch(() => {});
  }

  /** Rejects if the store cannot be used. */
  async opened(): Promise<void> {
    await this.#store;
  }

  async close(): Promise<void> {
    const file = await this.#file.catch(() => undefined);
    file?.close();
    this.#files?.forget();
  }

  /** The same policy, whose markers name the handles. */
  policyOf(policy: Policy): Policy {
    const folder = this.#files === undefined ? {} : { folder: this.#folder };
    const restore = { handles: true, key: this.#key, ...folder };
    return getOrInsert(this.#policies, policy, () => withSettings(policy, { restore }));
  }

  /** Whose request it is: a keyed hash of its credential, or of the tenant of its key. */
  tenantOf({ rawHeaders, target }: Pick<Incoming, "rawHeaders" | "target">, tenant?: string): string {
    if (this.#settings.tenants === "one") return "default";
    if (tenant !== undefined) return this.#hashOf("key tenant", tenant);
    return this.#hashOf("tenant", credentialOf(rawHeaders, target));
  }

  #hashOf(what: string, name: string): string {
    return createHmac("sha256", this.#key).update(`${what}\0`).update(name).digest("hex");
  }

  /** Keeps what a reduction's markers name; what could not be kept is back in the body. Never rejects. */
  async keep(
    came: Uint8Array,
    reduction: Reduction<Uint8Array>,
    tenant: string,
  ): Promise<{ body: Uint8Array; report: Report; handles: readonly string[] }> {
    const source = await this.source(tenant);
    // Another process may remove a file at any time, and to touch one costs little.
    const maxAgeMs = this.#files === undefined ? this.#settings.ttlMs / 2 : 0;
    const { body, back, handles } = await keepOriginals(came, reduction, source, this.#values, maxAgeMs);
    return { body, report: reportWithout(reduction.report, back, body), handles };
  }

  async source(tenant: string): Promise<StoreSource> {
    return { store: await this.#store, tenant, key: this.#key };
  }

  async retrieve(request: RetrieveRequest, tenant: string): Promise<Retrieved> {
    return retrieve(request, await this.source(tenant), { maxChars: MOST_CHARS });
  }

  /** Values that could not be kept, and are sent whole; undefined: there are none. */
  get failure(): StoreFailure | undefined {
    return this.#values.failure;
  }

  /** Most rounds in which the gateway answers the model itself; 0 if it does not. */
  get rounds(): number {
    return this.#settings.intercept ? MOST_ROUNDS : 0;
  }
}

/** A key as a text; bytes stand for their hex digits. */
const textOf = (key: Uint8Array | string) => (typeof key === "string" ? key : Buffer.from(key).toString("hex"));

/** A store that outlives the gateway needs a key that does. */
function keyOf({ store, path = ORIGINALS_FILE }: OriginalsSettings): Uint8Array {
  if (store === "redis") {
    const message = "redis needs the environment variable TAMIS_RESTORE_KEY, the same for every gateway";
    throw configInvalid([{ path: ["originals", "store"], message }], undefined);
  }
  return store === "sqlite" ? readKeyFile(`${path}.key`) : createKey();
}

/** In this order, by which originals that are kept have their tenants. */
const TELLING: ReadonlySet<string> = new Set(["x-tamis-key", "x-api-key", ...CREDENTIALS]);

/** The first credential of a request; empty if it has none. */
function credentialOf(rawHeaders: readonly string[], target: string): string {
  const headers = [...TELLING].map((name) => headerOf(rawHeaders, name)?.trim());
  const found = headers.find((value) => value !== undefined && value !== "");
  const inQuery = /[?&]key=([^&]*)/.exec(target)?.[1];
  return (found ?? inQuery ?? "").replace(/^bearer\s+/i, "");
}
