// The ledger, opened when it is first looked at, and again after a failure.

import { existsSync } from "node:fs";
import { messageOf } from "../../base/system-errors.js";
import {
  hookLog,
  Ledger,
  type LedgerEntries,
  type LedgerEntry,
  type LedgerPageQuery,
  type LedgerQuery,
  type NumberedEntry,
  requireLedger,
} from "../../ledger/index.js";

/** Reads a ledger; one that is not there is empty. */
export class LedgerReader {
  readonly file: string;
  readonly #env: NodeJS.ProcessEnv | undefined;
  #open: Promise<Ledger> | undefined;

  constructor(file: string, env?: NodeJS.ProcessEnv) {
    this.file = file;
    this.#env = env;
  }

  /** Why it cannot be read; undefined where it can. */
  async problem(): Promise<string | undefined> {
    try {
      await requireLedger();
      await this.#ledger();
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE` */
  async entries(query: LedgerQuery): Promise<LedgerEntry[]> {
    return (await (await this.#ledger())?.entries(query)) ?? [];
  }

  /** @throws As {@link entries} */
  async all(): Promise<LedgerEntries> {
    return (await (await this.#ledger())?.all()) ?? { requests: [], calls: [], results: [] };
  }

  /** @throws As {@link entries} */
  async page(query: LedgerPageQuery): Promise<{ rows: NumberedEntry[]; total: number }> {
    return (await (await this.#ledger())?.page(query)) ?? { rows: [], total: 0 };
  }

  /** @throws As {@link entries} */
  async entry(id: number): Promise<LedgerEntry | undefined> {
    return (await this.#ledger())?.entry(id);
  }

  async close(): Promise<void> {
    const ledger = await this.#open?.catch(() => undefined);
    this.#open = undefined;
    ledger?.close();
  }

  async #ledger(): Promise<Ledger | undefined> {
    const hooks = hookLog(this.#env);
    if (this.#open === undefined && !existsSync(this.file) && !existsSync(hooks)) return undefined;
    this.#open ??= Ledger.open(this.file, { hooks, inThread: true });
    try {
      return await this.#open;
    } catch (error) {
      this.#open = undefined;
      throw error;
    }
  }
}
