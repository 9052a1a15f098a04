import { DAY_MS } from "../../base/clock.js";
import { hookLog, Ledger, type LedgerEntry, ledgerFile } from "../../ledger/index.js";
import { printable } from "../shared/terminal.js";
import { dollars } from "./end-lines.js";

/** The most that may be spent in a span of time. */
export interface CostCap {
  dollars: number;
  span: "run" | "day" | "week" | "month";
}

const DAYS = { day: 1, week: 7, month: 30 } as const;
/** From this share on the user is warned. */
const WARN_AT = 0.8;

/** Watches what runs spend, in US dollars as billed. */
export class CostLimit {
  #spent: number;
  #warned = false;
  #unpriced = false;

  private constructor(
    private readonly cap: CostCap,
    spentBefore: number,
    private readonly warn: (text: string) => void,
  ) {
    this.#spent = spentBefore;
  }

  /** Adds up what the ledger has of the span; one that is not there yet is made, so that this run is in it. @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE` */
  static async open(cap: CostCap, warn: (text: string) => void): Promise<CostLimit> {
    return new CostLimit(cap, cap.span === "run" ? 0 : await spentSince(Date.now() - DAYS[cap.span] * DAY_MS), warn);
  }

  /** Counts a request's cost; one without a known price counts nothing, which is said once. */
  add({ cost, input, model = "a model" }: Pick<LedgerEntry, "cost" | "input" | "model">): void {
    this.#spent += cost ?? 0;
    if (cost === undefined && input !== undefined && !this.#unpriced) {
      this.#unpriced = true;
      this.warn(`no price is known for ${printable(model, 60)}: what it costs does not count for --max-cost`);
    }
    if (this.#warned || this.#spent < WARN_AT * this.cap.dollars) return;
    this.#warned = true;
    this.warn(`${this.#state()} are spent; at ${dollars(this.cap.dollars)} requests are refused`);
  }

  /** Why no further request may be sent. */
  refusal(): string | undefined {
    if (this.#spent < this.cap.dollars) return undefined;
    return `${this.#state()} are spent, and --max-cost allows no more`;
  }

  #state(): string {
    const { span, dollars: most } = this.cap;
    const where = span === "run" ? "in this run" : `in the last ${span === "day" ? "24 hours" : `${DAYS[span]} days`}`;
    return `${dollars(this.#spent)} of ${dollars(most)} ${where}`;
  }
}

async function spentSince(since: number): Promise<number> {
  const ledger = await Ledger.open(ledgerFile(), { hooks: hookLog() });
  const entries = await ledger.entries({ since });
  ledger.close();
  return entries.reduce((sum, { cost = 0 }) => sum + cost, 0);
}
