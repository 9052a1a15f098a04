import type { Registry } from "prom-client";
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import { priceTokens } from "../../pricing/prices.js";
import type { TokenUsage } from "../../tokens/usage.js";
import { usd } from "../account/money.js";
import type { Group } from "./group.js";
import type { Placed } from "./placed.js";
import { Places } from "./places.js";

/** What was counted of one group. */
interface GroupSums {
  requests: Record<string, number>;
  moves: number;
  vendorMoves: number;
  rewrittenTokens: number;
  rewrittenUsd: number;
}

/** An answered request, as far as it matters here. */
export interface AffinityAnswer {
  placed?: Placed | undefined;
  model: string | undefined;
  billed: TokenUsage | undefined;
}

/** Where conversations are, what their moves were, and what those have cost. Labels are names of the configuration. */
export class AffinityAccount {
  readonly places: Places;
  readonly #requests: Counter<"group" | "deployment">;
  readonly #moves: Counter<"group" | "from" | "to" | "kind">;
  readonly #tokens: Counter<"group">;
  readonly #usd: Counter<"group">;
  readonly #sums = new Map<string, GroupSums>();
  readonly #groups: () => Iterable<Group>;

  /**
   * @param most Conversations whose place is remembered.
   * @param groups Those of now.
   */
  constructor(registry: Registry, most: number, groups: () => Iterable<Group>) {
    this.places = new Places(most);
    this.#groups = groups;
    const registers = [registry];
    const counter = <const T extends string>(name: string, help: string, labelNames: readonly T[]) =>
      new Counter({ name, help, labelNames: [...labelNames], registers });
    this.#requests = counter("tamis_affinity_requests_total", "Requests by group and deployment", [
      "group",
      "deployment",
    ]);
    this.#moves = counter(
      "tamis_affinity_moves_total",
      "Requests that left the deployment that has their conversation's cache; kind: deployment, or vendor",
      ["group", "from", "to", "kind"],
    );
    this.#tokens = counter(
      "tamis_affinity_rewritten_tokens_total",
      "Input that a move had billed anew, instead of from the cache",
      ["group"],
    );
    this.#usd = counter("tamis_affinity_rewritten_usd_total", "What that has cost, in US dollars", ["group"]);
    new Gauge({
      name: "tamis_affinity_resting",
      help: "1 while a deployment rests after failures",
      labelNames: ["group", "deployment"],
      registers,
      collect() {
        this.reset();
        for (const { name: group, deployments } of groups())
          for (const { name: deployment, health } of deployments)
            this.set({ group, deployment }, health.isResting ? 1 : 0);
      },
    });
  }

  /** Counts a request that went to a group. */
  sent({ group, deployment, from, moved }: Placed): void {
    this.#requests.inc({ group, deployment });
    const sums = this.#sumsOf(group);
    sums.requests[deployment] = (sums.requests[deployment] ?? 0) + 1;
    if (moved === undefined) return;
    this.#moves.inc({ group, from: from ?? "none", to: deployment, kind: moved });
    sums.moves++;
    if (moved === "vendor") sums.vendorMoves++;
  }

  /** Counts what its answer was billed, once that is known. */
  answered({ placed, model, billed }: AffinityAnswer): void {
    if (placed?.conversation === undefined || billed === undefined) return;
    const place = this.places.find(placed.group, placed.conversation);
    if (place !== undefined) place.inputTokens = billed.inputTokens;
    if (placed.moved === undefined) return;
    const tokens = Math.max(0, Math.min(placed.inputBefore, billed.inputTokens) - billed.cachedTokens);
    const dollars = rewritingUsd(tokens, billed.cacheWriteTokens > 0, model);
    this.#tokens.inc({ group: placed.group }, tokens);
    this.#usd.inc({ group: placed.group }, dollars);
    const sums = this.#sumsOf(placed.group);
    sums.rewrittenTokens += tokens;
    sums.rewrittenUsd += dollars;
  }

  /** For `/stats`; nothing without groups. */
  shown(): { affinity?: Record<string, unknown> } {
    const groups = [...this.#groups()];
    if (groups.length === 0) return {};
    const shown = Object.fromEntries(
      groups.map(({ name, deployments }) => {
        const sums = this.#sumsOf(name);
        const resting = Object.fromEntries(deployments.map((one) => [one.name, Number(one.health.isResting)]));
        return [name, { ...sums, rewrittenUsd: usd(sums.rewrittenUsd), resting }];
      }),
    );
    return { affinity: shown };
  }

  #sumsOf(group: string): GroupSums {
    const none: GroupSums = { requests: {}, moves: 0, vendorMoves: 0, rewrittenTokens: 0, rewrittenUsd: 0 };
    const sums = this.#sums.get(group) ?? none;
    this.#sums.set(group, sums);
    return sums;
  }
}

/** What tokens cost more than from the cache; 0 for a model without a price. */
function rewritingUsd(tokens: number, isWritten: boolean, model: string | undefined): number {
  if (model === undefined || tokens === 0) return 0;
  const costOf = (usage: object) => priceTokens({ model, usage })?.inputCost;
  const anew = costOf(isWritten ? { fresh: 0, cacheWrite: tokens } : { fresh: tokens });
  const read = costOf({ fresh: 0, cacheRead: tokens });
  return anew === undefined || read === undefined ? 0 : Math.max(0, anew - read);
}
