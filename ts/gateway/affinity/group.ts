import type { Relayed } from "../upstream/relay.js";
import type { Upstream } from "../upstream/upstream.js";
import { Health, type HealthNote } from "./health.js";
import { type Ranked, rank, vendorOf } from "./rank.js";
import type { DeploymentSettings, GroupSettings } from "./schema.js";

/** Where a request can go. */
export interface Target {
  upstream: Upstream;
  /** Header and value that replace the caller's credential; undefined where that is sent on. */
  key?: readonly [header: string, value: string] | undefined;
}

/** One deployment, region or key of a group. */
export interface Deployment extends Ranked, Target {
  health: Health;
}

/** Refusals that say nothing of the deployment. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(["bad_request"]);
const NOT_LET_IN: ReadonlySet<number> = new Set([401, 403]);

/** Deployments that serve the same models. Each has a prompt cache of its own. */
export class Group {
  readonly name: string;
  readonly deployments: readonly Deployment[];
  readonly #patienceMs: number;

  /**
   * @param open Opens the connections to a URL.
   * @param keyOf The key of a deployment that has one of its own.
   */
  constructor(
    name: string,
    { deployments, restMs, patienceMs }: GroupSettings,
    open: (url: string) => Upstream,
    keyOf: (deployment: DeploymentSettings, at: number) => Target["key"],
  ) {
    this.name = name;
    this.#patienceMs = patienceMs;
    this.deployments = deployments.map((one, at) => ({
      name: one.name,
      vendor: one.vendor ?? vendorOf(new URL(one.url).hostname),
      weight: one.weight,
      isStandby: one.standby,
      upstream: open(one.url),
      key: keyOf(one, at),
      health: new Health(restMs),
    }));
  }

  /** Whether some deployment gets a key of the operator's: then not everybody may use it. */
  get hasKeys(): boolean {
    return this.deployments.some(({ key }) => key !== undefined);
  }

  /** The deployment that a conversation has while all are up. */
  homeOf(conversation: string): Deployment {
    return rank(this.deployments, conversation)[0] as Deployment;
  }

  /**
   * Where a conversation's next request goes, and where else if nothing answers there. Where none is up, its home gets it all
   * the same.
   */
  candidates(conversation: string): Deployment[] {
    const ranked = rank(this.deployments, conversation);
    const first = ranked.find(({ health }) => health.admit()) ?? (ranked[0] as Deployment);
    return [first, ...ranked.filter((one) => one !== first && !one.health.isResting)];
  }

  /** Learns from what became of a request. */
  note({ health, key }: Deployment, relayed: Relayed): void {
    const note = this.#noteOf(relayed, key !== undefined);
    if (note !== undefined) health.note(note);
  }

  #noteOf({ status, failure, clientGone, retryAfterMs }: Relayed, hasKey: boolean): HealthNote | undefined {
    if (clientGone && status === undefined) return undefined;
    if (failure !== undefined) return OF_THE_REQUEST.has(failure.reason) ? undefined : "failed";
    if (status === undefined || status >= 500 || (hasKey && NOT_LET_IN.has(status))) return "failed";
    if (status !== 429) return "served";
    const restMs = retryAfterMs ?? 0;
    return restMs > this.#patienceMs ? { restMs } : undefined;
  }
}
