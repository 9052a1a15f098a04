import { IdleWork } from "../../base/idle-work.js";
import type { Decision, Wire } from "../../contract/report.js";
import { CallWatch, type SeenCalls } from "../../reduce/call-watch.js";
import { parseInSteps } from "../../text/parse-in-steps.js";
import { type CanaryFacts, type CanaryGroup, CompiledRule } from "./draw.js";
import type { CanarySettings } from "./schema.js";
import { type GroupCounts, type StopReason, Trial } from "./trial.js";

/** What a request is for the rule that fits it. */
export interface Drawn {
  rule: string;
  group: CanaryGroup;
  /** Identifies its conversation; a hash. */
  conversation: string;
  /** The policy to use instead; undefined for the one that was chosen. */
  policy: string | undefined;
}

/** One rule as `/stats` shows it. */
export interface CanaryShown {
  rule: string;
  /** Why it is stopped; null while it goes on. */
  stopped: StopReason | null;
  groups: Partial<Record<CanaryGroup, GroupCounts>>;
}

/** What is known of a request once its answer has ended. */
export interface Answered {
  wire: Wire;
  /** The client's own id of the conversation. */
  session: string | undefined;
  status: number | undefined;
  billed: { inputTokens: number; cachedTokens: number } | undefined;
  /** As it came, and what was decided about its results. */
  request: { body: Uint8Array; decisions: readonly Decision[] } | undefined;
}

/** Told of what happens. */
export interface CanaryEvents {
  /** A canary was stopped by what was counted. */
  onStopped(rule: string, reason: StopReason): void;
}

/** Requests above it are not read for calls that ask again. */
const MOST_READ_BYTES = 2 * 1024 * 1024;
/** Those above it are read in steps, while nobody waits. */
const MOST_BYTES_AT_ONCE = 256 * 1024;

/** Refusals that say nothing of what was in the request: credentials, quota, a path. */
const NOT_OF_THE_BODY: ReadonlySet<number> = new Set([401, 402, 403, 404, 407, 408, 429]);

/** Which conversations are reduced and by what, and what became of them. */
export class Canary {
  readonly #events: CanaryEvents;
  readonly #watch = new CallWatch();
  readonly #idle = new IdleWork();
  readonly #trials = new Map<string, { text: string; trial: Trial }>();
  #rules: CompiledRule[] = [];
  #settings: CanarySettings | undefined;

  constructor(events: CanaryEvents) {
    this.#events = events;
  }

  /** Uses other settings. A rule that is the same as before keeps what was counted, and whether it is stopped. */
  configure(settings: CanarySettings): void {
    this.#settings = settings;
    this.#rules = settings.rules.map((rule) => new CompiledRule(rule, settings.seed));
    const known = new Map(this.#trials);
    this.#trials.clear();
    for (const { rule, rest } of this.#rules) {
      const text = JSON.stringify([settings.seed, rule]);
      const before = known.get(rule.name);
      this.#trials.set(rule.name, before?.text === text ? before : { text, trial: new Trial(rest) });
    }
  }

  /** Whether there is any rule. */
  get isOn(): boolean {
    return this.#rules.length > 0;
  }

  /**
   * The group of a request; undefined where no rule fits.
   *
   * @param conversation Identifies its conversation; asked only if a rule fits. Undefined for what is none: it is no canary.
   */
  async draw(facts: CanaryFacts, conversation: () => string | undefined): Promise<Drawn | undefined> {
    for (const compiled of this.#rules) {
      if (!(await compiled.fits(facts))) continue;
      const { name: rule, use } = compiled.rule;
      const known = conversation();
      if (known === undefined) return undefined;
      const drawn = compiled.groupOf(known);
      const isStopped = this.#settings?.stopped === true || this.#trials.get(rule)?.trial.stopped !== undefined;
      const group = drawn === "canary" && isStopped ? compiled.rest : drawn;
      return { rule, group, conversation: known, policy: group === "canary" ? use : undefined };
    }
    return undefined;
  }

  /** Counts an answered request, and stops its canary where that does worse. */
  add({ rule, group, conversation }: Drawn, account: Answered): void {
    const { status, request, wire, session } = account;
    if (status === undefined) return;
    const conclude = (seen?: SeenCalls) => this.#conclude({ rule, group, conversation }, account, status, seen);
    const bytes = request?.body.length ?? 0;
    const watch = this.#watch;
    if (request === undefined || bytes > MOST_READ_BYTES || status >= 400) conclude();
    else if (bytes <= MOST_BYTES_AT_ONCE) conclude(watch.see(request, wire, session));
    else
      this.#idle.add(function* () {
        const body = yield* parseInSteps(request.body);
        conclude(body && (yield* watch.seeParsed(body, request.decisions, wire, session)));
      }, bytes);
  }

  #conclude(
    { rule, group, conversation }: Omit<Drawn, "policy">,
    { billed }: Answered,
    status: number,
    seen: SeenCalls | undefined,
  ): void {
    const known = this.#trials.get(rule);
    if (known === undefined || this.#settings === undefined) return;
    const reason = known.trial.add(
      group,
      {
        conversation,
        isError: status >= 400 && status < 500 && !NOT_OF_THE_BODY.has(status),
        input: billed === undefined ? undefined : { all: billed.inputTokens, cached: billed.cachedTokens },
        calls: seen === undefined ? undefined : { all: seen.calls, rereads: seen.rereads },
      },
      this.#settings.stop,
    );
    if (reason !== undefined) this.#events.onStopped(rule, reason);
  }

  /** Stops one canary by hand, or lets it go on. Returns whether there is such a rule. */
  set(rule: string, isStopped: boolean): boolean {
    const trial = this.#trials.get(rule)?.trial;
    if (trial === undefined) return false;
    if (isStopped) trial.stop("by_hand");
    else trial.resume();
    return true;
  }

  shown(): CanaryShown[] {
    const byConfig = this.#settings?.stopped === true ? "by_config" : null;
    return [...this.#trials].map(([rule, { trial }]) => ({
      rule,
      stopped: trial.stopped ?? byConfig,
      groups: trial.counts(),
    }));
  }
}
