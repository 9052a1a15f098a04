import { DAY_MS } from "../../base/clock.js";
import { dollarText } from "../../base/dollars.js";
import { TamisError } from "../../base/errors.js";
import { hookLog, Ledger, type LedgerEntry, ledgerFile } from "../../ledger/index.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { writeStderr } from "../shared/io.js";
import { printable } from "../shared/terminal.js";

/** The most that may be spent in a span of time. */
export interface CostCap {
  dollars: number;
  span: "run" | "day" | "week" | "month";
}

const MINUTE_MS = 60_000;
const DAYS = { day: 1, week: 7, month: 30 } as const;
/** From this share on the user is warned. */
const WARN_AT = 0.8;

/**
 * The watch over what may be spent.
 *
 * @throws CliFailure where the ledger cannot say what was spent
 */
export async function openLimit(cap: CostCap): Promise<CostLimit> {
  try {
    return await CostLimit.open(cap, (text) => void writeStderr(`tamis: ${text}\n`));
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    throw new CliFailure(WRONG_USAGE, `--max-cost: ${error.message}; nothing was started`);
  }
}

/** What counts for a limit. */
type Spent = Pick<LedgerEntry, "at" | "cost" | "input" | "model" | "subscription">;

/** Watches what is spent, in US dollars as billed. */
export class CostLimit {
  /** What was spent in each minute, the oldest first; what is older than the span goes. */
  readonly #minutes: { minute: number; cost: number }[] = [];
  #sum = 0;
  #isWarned = false;
  #unpriced = false;

  private constructor(
    private readonly cap: CostCap,
    private readonly warn: (text: string) => void,
    private readonly now: () => number,
  ) {}

  /**
   * Adds up what the ledger has of the span; one that is not there yet is made, so that later requests are in it.
   *
   * @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE`
   */
  static async open(cap: CostCap, warn: (text: string) => void, now: () => number = Date.now): Promise<CostLimit> {
    const limit = new CostLimit(cap, warn, now);
    if (cap.span !== "run") {
      const ledger = await Ledger.open(ledgerFile(), { hooks: hookLog() });
      const spending = await ledger.spending(now() - DAYS[cap.span] * DAY_MS);
      ledger.close();
      for (const { at, cost } of spending) limit.#count(at, cost);
    }
    return limit;
  }

  /** Counts a request's cost; one without a known price, or of a login, counts nothing, which is said once. */
  add({ at, cost, input, subscription, model = "a model" }: Spent): void {
    const nearAt = WARN_AT * this.cap.dollars;
    if (this.#spent() < nearAt) this.#isWarned = false;
    this.#count(at, cost ?? 0);
    if (cost === undefined && input !== undefined && !this.#unpriced) {
      this.#unpriced = true;
      const what = subscription === undefined ? `no price is known for ${printable(model, 60)}` : "a login has no bill";
      this.warn(`${what}: what it costs does not count for --max-cost`);
    }
    const spent = this.#spent();
    if (this.#isWarned || spent < nearAt) return;
    this.#isWarned = true;
    this.warn(`${this.#state(spent)} are spent; at ${dollarText(this.cap.dollars)} requests are refused`);
  }

  /** Why no further request may be sent. */
  refusal(): string | undefined {
    const spent = this.#spent();
    return spent < this.cap.dollars ? undefined : `${this.#state(spent)} are spent, and --max-cost allows no more`;
  }

  #count(at: number, cost: number): void {
    this.#sum += cost;
    const minute = Math.floor(at / MINUTE_MS);
    const last = this.#minutes.at(-1);
    // A clock that runs back adds to the newest minute.
    if (last !== undefined && minute <= last.minute) last.cost += cost;
    else this.#minutes.push({ minute, cost });
  }

  #spent(): number {
    const { span } = this.cap;
    if (span !== "run") {
      const first = (this.now() - DAYS[span] * DAY_MS) / MINUTE_MS;
      while ((this.#minutes[0]?.minute ?? first) < first) this.#sum -= this.#minutes.shift()?.cost ?? 0;
    }
    return this.#sum;
  }

  #state(spent: number): string {
    const { span, dollars: most } = this.cap;
    const where = span === "run" ? "in this run" : `in the last ${span === "day" ? "24 hours" : `${DAYS[span]} days`}`;
    return `${dollarText(spent)} of ${dollarText(most)} ${where}`;
  }
}
