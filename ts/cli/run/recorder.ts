import { randomUUID } from "node:crypto";
import type { RequestAccount } from "../../gateway/index.js";
import { Bills, entryOf, hookLog, Ledger, type LedgerEntry, ledgerFile, type RunFacts } from "../../ledger/index.js";

/** Time between two writes to the ledger, in milliseconds. */
const WRITE_MS = 2_000;

/** Keeps the requests of one run, and writes them to the ledger while it lasts. */
export class RunRecorder {
  /** All of the run; of one that goes on for ever, those that the ledger has not got yet. */
  readonly entries: LedgerEntry[] = [];
  readonly facts: RunFacts;
  /** Why the ledger has not got them; undefined while it has. */
  problem: string | undefined;
  readonly #bills = new Bills();
  readonly #hasLedger: boolean;
  readonly #isEndless: boolean;
  #written = 0;
  #ledger: Promise<Ledger> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param hasLedger Whether a ledger is wanted
   * @param isEndless Whether the run has no end at which its entries are wanted: they are forgotten once they are written
   */
  constructor(facts: Omit<RunFacts, "run" | "surface">, hasLedger: boolean, isEndless = false) {
    this.#isEndless = isEndless;
    this.facts = { ...facts, run: randomUUID(), surface: "gateway" };
    this.#hasLedger = hasLedger;
  }

  /** Takes a request. */
  add(account: RequestAccount): LedgerEntry {
    const entry = entryOf(account, this.facts, this.#bills);
    if (!this.#isEndless || this.problem === undefined) this.entries.push(entry);
    if (this.#hasLedger && this.#timer === undefined) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#write();
      }, WRITE_MS);
      this.#timer.unref();
    }
    return entry;
  }

  /** Writes what is left, and closes the ledger. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#hasLedger) this.#write();
    await this.#writing;
    const ledger = await this.#ledger?.catch(() => undefined);
    ledger?.close();
  }

  #write(): void {
    if (this.problem !== undefined || this.#written === this.entries.length) return;
    const entries = this.#isEndless ? this.entries.splice(0) : this.entries.slice(this.#written);
    this.#written = this.entries.length;
    this.#ledger ??= Ledger.open(ledgerFile(), { hooks: hookLog() });
    const ledger = this.#ledger;
    // A ledger that cannot be written is no reason to disturb the agent: it is told at the end.
    const write = async () => (await ledger).add(entries);
    this.#writing = this.#writing.then(write).catch((error: Error) => {
      this.problem = error.message;
    });
  }
}
