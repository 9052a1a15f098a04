import type { Registry } from "prom-client";
import { billedInAll } from "../../tokens/usage.js";
import type { Finished } from "./finished.js";
import { type Cost, lackOf } from "./money.js";
import { QuickCounter } from "./quick-counter.js";
import type { RequestAccount } from "./request-account.js";
import { BoundedNames } from "./who.js";

const countersOf = (registry: Registry) => {
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new QuickCounter(registry, name, help, labelNames);
  return {
    cost: counter("tamis_cost_usd_total", "US dollars of answers with a bill, as billed and without the reduction", [
      "wire",
      "what",
    ]),
    billed: counter("tamis_billed_tokens_total", "Tokens as providers billed them", ["wire", "kind"]),
    lacking: counter(
      "tamis_requests_without_bill_total",
      "Answered requests whose dollars are in no sum, or not whole, by what is not known: their usage, price, or a part's",
      ["wire", "lacks"],
    ),
    teams: counter("tamis_team_requests_total", "Requests by LiteLLM's team and by key", ["team", "key"]),
    teamCost: counter("tamis_team_cost_usd_total", "US dollars by LiteLLM's team", ["team", "what"]),
    users: counter("tamis_user_requests_total", "Requests by LiteLLM's user", ["user"]),
    userCost: counter("tamis_user_cost_usd_total", "US dollars by LiteLLM's user", ["user", "what"]),
    shared: counter("tamis_shared_total", "Calls for what gateways share, by outcome", ["what", "outcome"]),
  };
};

/** Prometheus metrics of what providers billed, and of whom requests were. */
export class MoneyMetrics {
  readonly #counters: ReturnType<typeof countersOf>;
  readonly #userNames = new BoundedNames();
  readonly #teamNames = new BoundedNames();
  readonly #keyNames = new BoundedNames();

  constructor(registry: Registry) {
    this.#counters = countersOf(registry);
  }

  /** Counts what became of a call to what gateways share. */
  shared(what: string, outcome: string): void {
    this.#counters.shared.add([what, outcome]);
  }

  add({ who, caller }: Finished, account: RequestAccount | undefined, cost: Cost | undefined): void {
    const counters = this.#counters;
    const key = who?.key ?? caller;
    const team = this.#teamNames.labelOf(who?.team);
    if (who !== undefined || key !== undefined) counters.teams.add([team, this.#keyNames.labelOf(key)]);
    const user = who?.user === undefined ? undefined : this.#userNames.labelOf(who.user);
    if (user !== undefined) counters.users.add([user]);
    const wire = account?.wire ?? "none";
    const lacks = account && lackOf(account, cost);
    if (lacks !== undefined) counters.lacking.add([wire, lacks]);
    const billed = account && billedInAll(account);
    if (billed !== undefined) {
      const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = billed;
      counters.billed.add([wire, "fresh"], inputTokens - cachedTokens - cacheWriteTokens);
      counters.billed.add([wire, "cache_read"], cachedTokens);
      counters.billed.add([wire, "cache_write"], cacheWriteTokens);
      counters.billed.add([wire, "output"], outputTokens);
    }
    if (cost === undefined) return;
    // Without the reduction, whichever way the request was sent.
    const amounts = { billed: cost.billedUsd, without: cost.billedUsd + cost.savedUsd };
    for (const [what, amount] of Object.entries(amounts)) {
      counters.cost.add([wire, what], amount);
      if (who?.team !== undefined) counters.teamCost.add([team, what], amount);
      if (user !== undefined) counters.userCost.add([user, what], amount);
    }
  }
}
