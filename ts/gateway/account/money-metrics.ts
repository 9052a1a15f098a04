import type { Registry } from "prom-client";
import { billedInAll } from "../../tokens/usage.js";
import type { Finished } from "./finished.js";
import { type Cost, lackOf } from "./money.js";
import { QuickCounter } from "./quick-counter.js";
import type { RequestAccount } from "./request-account.js";
import { BoundedNames } from "./who.js";

/** Prometheus metrics of what providers billed, and of whom requests were. */
export class MoneyMetrics {
  readonly #cost: QuickCounter<"wire" | "what">;
  readonly #billed: QuickCounter<"wire" | "kind">;
  readonly #lacking: QuickCounter<"wire" | "lacks">;
  readonly #teams: QuickCounter<"team" | "key">;
  readonly #teamCost: QuickCounter<"team" | "what">;
  readonly #shared: QuickCounter<"what" | "outcome">;
  readonly #users: QuickCounter<"user">;
  readonly #userCost: QuickCounter<"user" | "what">;
  readonly #userNames = new BoundedNames();
  readonly #teamNames = new BoundedNames();
  readonly #keyNames = new BoundedNames();

  constructor(registry: Registry) {
    const counter = <const T extends string>(name: string, help: string, labelNames: readonly T[]) =>
      new QuickCounter({ name, help, labelNames, registry });
    this.#cost = counter(
      "tamis_cost_usd_total",
      "US dollars of answers with a bill, as billed and without the reduction",
      ["wire", "what"],
    );
    this.#billed = counter("tamis_billed_tokens_total", "Tokens as providers billed them", ["wire", "kind"]);
    this.#lacking = counter(
      "tamis_requests_without_bill_total",
      "Answered requests whose dollars are in no sum, or not whole, by what is not known: their usage, price, or a part's",
      ["wire", "lacks"],
    );
    this.#teams = counter("tamis_team_requests_total", "Requests by LiteLLM's team and by key", ["team", "key"]);
    this.#teamCost = counter("tamis_team_cost_usd_total", "US dollars by LiteLLM's team", ["team", "what"]);
    this.#users = counter("tamis_user_requests_total", "Requests by LiteLLM's user", ["user"]);
    this.#userCost = counter("tamis_user_cost_usd_total", "US dollars by LiteLLM's user", ["user", "what"]);
    this.#shared = counter("tamis_shared_total", "Calls for what gateways share, by outcome", ["what", "outcome"]);
  }

  /** Counts what became of a call to what gateways share. */
  shared(what: string, outcome: string): void {
    this.#shared.add([what, outcome]);
  }

  add({ who, caller }: Finished, account: RequestAccount | undefined, cost: Cost | undefined): void {
    const team = this.#teamNames.labelOf(who?.team);
    const key = who?.key ?? caller;
    if (who !== undefined || key !== undefined) this.#teams.add([team, this.#keyNames.labelOf(key)]);
    const user = who?.user === undefined ? undefined : this.#userNames.labelOf(who.user);
    if (user !== undefined) this.#users.add([user]);
    const wire = account?.wire ?? "none";
    const lacks = account && lackOf(account, cost);
    if (lacks !== undefined) this.#lacking.add([wire, lacks]);
    const billed = account && billedInAll(account);
    if (billed !== undefined) {
      const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = billed;
      const fresh = inputTokens - cachedTokens - cacheWriteTokens;
      this.#billed.add([wire, "fresh"], fresh);
      this.#billed.add([wire, "cache_read"], cachedTokens);
      this.#billed.add([wire, "cache_write"], cacheWriteTokens);
      this.#billed.add([wire, "output"], outputTokens);
    }
    if (cost === undefined) return;
    // Without the reduction, whichever way the request was sent.
    const without = cost.billedUsd + cost.savedUsd;
    this.#dollars("billed", cost.billedUsd, wire, who?.team === undefined ? undefined : team, user);
    this.#dollars("without", without, wire, who?.team === undefined ? undefined : team, user);
  }

  #dollars(what: string, amount: number, wire: string, team: string | undefined, user: string | undefined): void {
    this.#cost.add([wire, what], amount);
    if (team !== undefined) this.#teamCost.add([team, what], amount);
    if (user !== undefined) this.#userCost.add([user, what], amount);
  }
}
