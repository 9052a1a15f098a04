// The ledger, opened when it is first looked at, and again after a failure.

import { existsSync } from "node:fs";
import { messageOf } from "../../base/errors.js";
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

  /** Pages of entries in the order of time. A ledger that cannot be read has none. @throws TamisError `STORE_UNUSABLE` in mid-way */
  async *pages<Name extends keyof LedgerEntry>(
    query: LedgerQuery,
    names?: readonly Name[],
  ): AsyncGenerator<Pick<LedgerEntry, Name>[]> {
    const ledger = await this.#ledger().catch(() => undefined);
    if (ledger !== undefined) yield* ledger.pages(query, names);
  }

  /** Entries of what chance has drawn. @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE` */
  async drawn(): Promise<LedgerEntries> {
    return (await (await this.#ledger())?.all({ drawn: true })) ?? { requests: [], calls: [], results: [] };
  }

  /** By session, the login that has paid it. @throws As {@link drawn} */
  async payers(): Promise<Map<string, string | undefined>> {
    return (await (await this.#ledger())?.payers()) ?? new Map();
  }

  /** @throws As {@link drawn} */
  async page(query: LedgerPageQuery): Promise<{ rows: NumberedEntry[]; total: number }> {
    return (await (await this.#ledger())?.page(query)) ?? { rows: [], total: 0 };
  }

  /** @throws As {@link drawn} */
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
