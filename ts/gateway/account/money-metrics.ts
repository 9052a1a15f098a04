import type { Registry } from "prom-client";
import Counter from "prom-client/lib/counter.js";
import type { Finished } from "./finished.js";
import type { Cost } from "./money.js";
import type { RequestAccount } from "./request-account.js";
import { BoundedNames } from "./who.js";

/** Prometheus metrics of what providers billed, and of whom requests were. */
export class MoneyMetrics {
  readonly #cost: Counter<"wire" | "what">;
  readonly #billed: Counter<"wire" | "kind">;
  readonly #teams: Counter<"team" | "key">;
  readonly #teamCost: Counter<"team" | "what">;
  readonly #shared: Counter<"what" | "outcome">;
  readonly #teamNames = new BoundedNames();
  readonly #keyNames = new BoundedNames();

  constructor(registry: Registry) {
    const counter = <const T extends string>(name: string, help: string, labelNames: readonly T[]) =>
      new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
    this.#cost = counter(
      "tamis_cost_usd_total",
      "US dollars of answers with a bill, as billed and without the reduction",
      ["wire", "what"],
    );
    this.#billed = counter("tamis_billed_tokens_total", "Tokens as providers billed them", ["wire", "kind"]);
    this.#teams = counter("tamis_team_requests_total", "Requests by LiteLLM's team and by key", ["team", "key"]);
    this.#teamCost = counter("tamis_team_cost_usd_total", "US dollars by LiteLLM's team", ["team", "what"]);
    this.#shared = counter("tamis_shared_total", "Calls for what gateways share, by outcome", ["what", "outcome"]);
  }

  /** Counts what became of a call to what gateways share. */
  shared(what: string, outcome: string): void {
    this.#shared.inc({ what, outcome });
  }

  add({ who, caller }: Finished, account: RequestAccount | undefined, cost: Cost | undefined): void {
    const team = this.#teamNames.labelOf(who?.team);
    const key = who?.key ?? caller;
    if (who !== undefined || key !== undefined) this.#teams.inc({ team, key: this.#keyNames.labelOf(key) });
    const wire = account?.wire ?? "none";
    const { billed } = account ?? {};
    if (billed !== undefined) {
      const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = billed;
      const fresh = inputTokens - cachedTokens - cacheWriteTokens;
      const kinds = { fresh, cache_read: cachedTokens, cache_write: cacheWriteTokens, output: outputTokens };
      for (const [kind, tokens] of Object.entries(kinds)) this.#billed.inc({ wire, kind }, tokens);
    }
    if (cost === undefined) return;
    // Without the reduction, whichever way the request was sent.
    const without = cost.billedUsd + cost.savedUsd;
    for (const [what, dollars] of Object.entries({ billed: cost.billedUsd, without })) {
      this.#cost.inc({ wire, what }, dollars);
      if (who?.team !== undefined) this.#teamCost.inc({ team, what }, dollars);
    }
  }
}
