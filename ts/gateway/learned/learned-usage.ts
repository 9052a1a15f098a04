// How many tokens providers bill for an estimated one, learned from the usage of answers. Only numbers that are told are
// corrected by it: what is sent never depends on it, so that gateways that have learned otherwise send the same bytes.
import { learnBill, learnedRatio, type TeachingBill } from "../../reduce/record-usage.js";
import { parseSums, type Sums, sumsText } from "./sums.js";

/** Where a request was billed. */
export interface BilledAt {
  /** Whose request it is: the tenant of the gateway's key; empty without one. */
  tenant: string;
  /** The upstream's host. */
  host: string;
  /** How requests are estimated there: each method has ratios of its own. */
  method: string;
  /** The conversation, where it is known. */
  conversation: string | undefined;
}

/** What other gateways have learned. No call rejects, or takes long. */
export interface RemoteUsage {
  /** The texts of these names; undefined where there is none. */
  read(names: readonly string[]): Promise<(string | undefined)[]>;
  write(name: string, text: string): Promise<void>;
  /** Is told of a text that cannot be used. */
  unusable(): void;
}

/** What `/stats` says of a model: sums that those of other processes can be added to. */
export interface LearnedSums {
  requests: number;
  /** Input tokens as billed, and as estimated: fading sums, whose ratio corrects counts. */
  billedTokens: number;
  estimatedTokens: number;
}

/** What became of a bill: one of a small request teaches nothing. */
export type LearnOutcome = "learned" | "too_small" | "impossible";

interface Known {
  sums: Sums | undefined;
  /** Bills that no other gateway knows, the oldest first. */
  own: TeachingBill[];
  /** To be shown; undefined for a conversation's. */
  row: { host: string; model: string } | undefined;
}

/** Tenants, hosts and models of which something is remembered, beside conversations. */
const MOST_PLACES = 1_000;
/** Earlier bills have faded. */
const MOST_OWN = 16;
/** Time between a bill and its place in Redis, in milliseconds. */
const SHARE_MS = 1_000;
const MOST_ROWS = 200;

/** What bills have taught, by tenant, host, model and conversation. What was learned longest ago is forgotten first. */
export class LearnedUsage {
  readonly #known = new Map<string, Known>();
  readonly #unshared = new Set<string>();
  readonly #remote: RemoteUsage | undefined;
  readonly #most: number;
  readonly #hasConversations: boolean;
  #timer: NodeJS.Timeout | undefined;

  /** @param conversations Most conversations of which something is remembered; 0: none. */
  constructor(conversations: number, remote?: RemoteUsage) {
    this.#most = MOST_PLACES + conversations;
    this.#hasConversations = conversations > 0;
    this.#remote = remote;
  }

  /** Whether nothing can be known of any request. */
  get isEmpty(): boolean {
    return this.#known.size === 0 && this.#remote === undefined;
  }

  /**
   * Billed tokens for an estimated one: the conversation's own ratio, else that of the host's model; undefined before the
   * first bill. Never waits: what other gateways know is fetched meanwhile, for the next request.
   *
   * @param models Names that the request's model may have; the first of which something is known counts.
   */
  ratioOf(at: BilledAt, models: readonly string[]): number | undefined {
    const unknown: [string, Known][] = [];
    let ratio: number | undefined;
    for (const [name, model, row] of models.flatMap((one) => this.#namesOf(at, one))) {
      const known = this.#known.get(name);
      if (known === undefined) unknown.push([name, { sums: undefined, own: [], row }]);
      ratio ??= known?.sums && learnedRatio([{ model, ...known.sums }], model);
    }
    if (this.#remote !== undefined && unknown.length > 0) void this.#fetch(this.#remote, unknown);
    return ratio;
  }

  /** Learns from a bill. */
  learn(at: BilledAt, bill: TeachingBill): LearnOutcome {
    let outcome: LearnOutcome = "too_small";
    for (const [name, , row] of this.#namesOf(at, bill.model)) {
      const known = this.#known.get(name) ?? { sums: undefined, own: [], row };
      const sums = withBill(known.sums, bill);
      if (sums === IMPOSSIBLE) return "impossible";
      if (sums === known.sums) continue;
      known.sums = sums;
      outcome = "learned";
      if (this.#remote !== undefined) {
        known.own = [...known.own, bill].slice(-MOST_OWN);
        this.#unshared.add(name);
      }
      this.#keep(name, known);
    }
    if (this.#unshared.size > 0) this.#timer ??= setTimeout(() => void this.share(), SHARE_MS).unref();
    return outcome;
  }

  /** Gives what was learned to other gateways, on top of what they have learned. Resolves when it is done or has failed. */
  async share(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const remote = this.#remote;
    const names = [...this.#unshared];
    this.#unshared.clear();
    if (remote === undefined || names.length === 0) return;
    const texts = await remote.read(names);
    await Promise.all(
      names.map((name, at) => {
        const known = this.#known.get(name);
        if (known === undefined) return undefined;
        known.sums = together(known, this.#sumsIn(remote, texts[at]));
        known.own = [];
        return known.sums && remote.write(name, sumsText(known.sums));
      }),
    );
  }

  /** The newest sums by host and model, over all tenants, for `/stats`. @param shownName What a model's name is shown as */
  shown(shownName: (model: string) => string): Record<string, Record<string, LearnedSums>> {
    const byHost: Record<string, Record<string, LearnedSums>> = {};
    const rows = [...this.#known.values()].filter(({ sums, row }) => sums !== undefined && row !== undefined);
    for (const { sums, row } of rows.slice(-MOST_ROWS)) {
      if (sums === undefined || row === undefined) continue;
      const model = shownName(row.model);
      const models = byHost[row.host] ?? {};
      const { requests = 0, billedTokens = 0, estimatedTokens = 0 } = models[model] ?? {};
      models[model] = {
        requests: requests + sums.observations,
        billedTokens: billedTokens + Math.round(sums.billed),
        estimatedTokens: estimatedTokens + Math.round(sums.estimated),
      };
      byHost[row.host] = models;
    }
    return byHost;
  }

  async #fetch(remote: RemoteUsage, unknown: readonly [string, Known][]): Promise<void> {
    // Known from now on, so that each is asked for once.
    for (const [name, known] of unknown) this.#keep(name, known);
    const texts = await remote.read(unknown.map(([name]) => name));
    unknown.forEach(([name], at) => {
      const known = this.#known.get(name);
      if (known !== undefined) known.sums ??= this.#sumsIn(remote, texts[at]);
    });
  }

  #sumsIn(remote: RemoteUsage, text: string | undefined): Sums | undefined {
    const sums = text === undefined ? undefined : parseSums(text);
    if (text !== undefined && sums === undefined) remote.unusable();
    return sums;
  }

  /** The conversation's comes first. */
  #namesOf({ tenant, host, method, conversation }: BilledAt, model: string) {
    const place = [tenant, host, method, model].join("\n");
    const names: [name: string, model: string, row: Known["row"]][] = [[place, model, { host, model }]];
    if (conversation !== undefined && this.#hasConversations)
      names.unshift([`${place}\n${conversation}`, model, undefined]);
    return names;
  }

  #keep(name: string, known: Known): void {
    this.#known.delete(name);
    this.#known.set(name, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break;
      this.#known.delete(oldest);
      this.#unshared.delete(oldest);
    }
  }
}

const IMPOSSIBLE = Symbol("impossible");

/** The sums with one more bill; the same where it is too small to teach anything. */
function withBill(sums: Sums | undefined, bill: TeachingBill): Sums | undefined | typeof IMPOSSIBLE {
  const learned = learnBill(sums === undefined ? [] : [{ model: bill.model, ...sums }], bill);
  if (learned === undefined) return IMPOSSIBLE;
  const [after] = learned;
  if (after === undefined || after.observations === sums?.observations) return sums;
  const { billed, estimated, observations } = after;
  return { billed, estimated, observations };
}

/** What others know with the bills that they do not; the own sums where those have seen more. */
function together({ sums, own }: Known, others: Sums | undefined): Sums | undefined {
  if (others === undefined || others.observations < (sums?.observations ?? 0) - own.length) return sums;
  return own.reduce<Sums>((all, bill) => {
    const sums = withBill(all, bill);
    return sums === undefined || sums === IMPOSSIBLE ? all : sums;
  }, others);
}
