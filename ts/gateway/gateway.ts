import { setTimeout as sleep } from "node:timers/promises";
import { TamisError } from "../base/errors.js";
import { forgetIdleWork } from "../base/idle-work.js";
import { SessionFile } from "../reduce/session/file.js";
import { DEFAULT_SESSIONS } from "../reduce/session/table.js";
import { CallerLimits } from "./access/caller-limits.js";
import type { AnswerFacts } from "./account/answer-facts.js";
import { CacheWatch } from "./account/cache-watch.js";
import { causeOf } from "./account/cause.js";
import type { Finished } from "./account/finished.js";
import { createLogger, type Logger, logFinished } from "./account/log.js";
import { Metrics } from "./account/metrics.js";
import { Money } from "./account/money.js";
import { MoneyMetrics } from "./account/money-metrics.js";
import { openTelemetry, type TelemetryRecorder } from "./account/open-telemetry.js";
import { accountOf, type RequestAccount } from "./account/request-account.js";
import { Stats } from "./account/stats.js";
import { countPrepared, GatewayTotals } from "./account/totals.js";
import { condenseBy, RequestCondenser } from "./condense/condenser.js";
import { checkConfig } from "./config/check.js";
import type { GatewayInput, GatewaySettings } from "./config/settings.js";
import type { Shared, Snapshot } from "./context.js";
import { handle } from "./handle.js";
import { Holdout } from "./holdout/holdout.js";
import { addHoldoutMetrics } from "./holdout/metrics.js";
import { InFlight } from "./in-flight.js";
import { IdleTimes } from "./keep-alive/idle-times.js";
import { KeepAlive } from "./keep-alive/keep-alive.js";
import { ownersOf } from "./keep-alive/owners.js";
import type { CloseOptions, Gateway, GatewayOptions } from "./options.js";
import type { StoreFailure } from "./restore/keep.js";
import { Originals } from "./restore/originals.js";
import { HttpServer } from "./server.js";
import { openShared } from "./shared/open-shared.js";
import type { SharedState } from "./shared/shared-state.js";
import { createSnapshot, modelBy } from "./snapshot.js";

/**
 * Creates a gateway. {@link Gateway.listen} starts it.
 *
 * @param config Settings, every key optional, or the settings of `loadConfig`.
 * @throws TamisError `CONFIG_INVALID`; for an unusable file of `gateway.tls…`, with its path.
 */
export function createGateway(config: GatewayInput | GatewaySettings = {}, options: GatewayOptions = {}): Gateway {
  return new RunningGateway(settingsOf(config), options);
}

class RunningGateway implements Gateway {
  readonly totals = new GatewayTotals();
  url: string | undefined;
  readonly #options: GatewayOptions;
  readonly #inFlight: InFlight;
  readonly #metrics: Metrics;
  readonly #moneyMetrics: MoneyMetrics;
  readonly #money = new Money();
  readonly #stats = new Stats();
  readonly #logger: Logger;
  readonly #server: HttpServer;
  readonly #sessions: SessionFile | undefined;
  readonly #originals: Originals | undefined;
  readonly #condenser: RequestCondenser;
  readonly #cache: CacheWatch;
  readonly #holdout = new Holdout();
  readonly #keepAlive: KeepAlive;
  readonly #telemetry: TelemetryRecorder | undefined;
  /** What is shared with other gateways. */
  readonly #remote: SharedState | undefined;
  #snapshot: Snapshot;
  /** Answers whose account is not made yet. */
  readonly #unaccounted = new Set<Promise<void>>();
  /** From the first {@link close} on; aborted at a further one. */
  #ending: AbortController | undefined;

  constructor(settings: GatewaySettings, options: GatewayOptions) {
    this.#options = options;
    this.#remote = openShared(settings, options, (what, outcome) => this.#moneyMetrics.shared(what, outcome));
    this.#condenser = new RequestCondenser(options.condensation, this.#remote);
    this.#inFlight = new InFlight(settings.limits.inFlightBytes, () => {
      options.page?.forgetBodies?.();
      forgetIdleWork();
    });
    this.#metrics = new Metrics({
      inFlight: this.#inFlight,
      openRequests: () => this.#server.openRequests,
    });
    this.#moneyMetrics = new MoneyMetrics(this.#metrics.registry);
    this.#logger = loggerOf(settings, options);
    this.#cache = new CacheWatch(this.#metrics.registry, this.#logger);
    this.#holdout.configure(settings.gateway.holdoutPercent);
    addHoldoutMetrics(this.#metrics.registry, this.#holdout);
    this.#snapshot = this.#createSnapshot(settings, undefined);
    const { sessions = DEFAULT_SESSIONS } = options;
    const { sessionFile } = settings.gateway;
    this.#sessions = sessions === 0 ? undefined : new SessionFile(sessions, sessionFile, this.#logger);
    this.#keepAlive = new KeepAlive({
      owners: ownersOf(this.#remote, sessionFile),
      idleTimes: new IdleTimes(sessionFile, this.#logger),
      mostUsd: () => this.#snapshot.settings.gateway.keepAliveUsd,
      models: () => this.#snapshot.settings.policies.get("default")?.policy.settings.models ?? [],
      isOff: () =>
        this.#isPaused() ||
        this.#snapshot.settings.gateway.mode === "observe" ||
        this.#options.refuseRequest?.() !== undefined,
      dispatcherTo: (origin) => this.#snapshot.upstreams.dispatcherTo(origin),
      onFinished: (finished) => shared.onFinished(finished),
    });
    const { originals } = settings;
    this.#telemetry = openTelemetry(options.telemetry);
    const { env = process.env } = options;
    const places = { env, shared: this.#remote };
    this.#originals = originals.store === "off" ? undefined : new Originals(originals, places);
    const shared = this.#shared();
    const { page, requestMs } = options;
    this.#server = new HttpServer({ ...settings.gateway, requestMs }, (incoming, out) =>
      page?.owns(incoming.method, incoming.target)
        ? page.serve(incoming, out)
        : handle(this.#snapshot, shared, incoming, out),
    );
  }

  async listen(): Promise<string> {
    await this.#originals?.opened();
    await this.#remote?.ready(REDIS_READY_MS);
    this.url = await this.#server.listen();
    this.#sessions?.start();
    this.#logger.info({ url: this.url }, "listening");
    return this.url;
  }

  reload(config: GatewayInput | GatewaySettings | (() => GatewaySettings)): { needRestart: readonly string[] } {
    const before = this.#snapshot;
    try {
      const settings = settingsOf(typeof config === "function" ? config() : config);
      this.#snapshot = this.#createSnapshot(settings, before);
    } catch (error) {
      this.#metrics.reloaded("refused");
      throw error;
    }
    const { settings, upstreams } = this.#snapshot;
    if (upstreams !== before.upstreams) before.upstreams.retire();
    this.#inFlight.maxBytes = settings.limits.inFlightBytes;
    this.#holdout.configure(settings.gateway.holdoutPercent);
    this.#logger.level = settings.gateway.logLevel;
    this.#metrics.reloaded("done");
    return { needRestart: restartNeeded(before.settings, settings) };
  }

  metrics(): Promise<string> {
    return this.#metrics.registry.metrics();
  }

  async close(options: CloseOptions = {}): Promise<void> {
    const { gateway } = this.#snapshot.settings;
    const { drainDelayMs = gateway.drainDelayMs, drainMs = gateway.drainMs } = options;
    this.#logger.info({ openRequests: this.#server.openRequests }, "draining");
    await this.#announceEnd(this.url === undefined ? 0 : drainDelayMs);
    this.#keepAlive.end();
    this.#options.page?.close();
    await this.#server.drain(drainMs);
    this.#sessions?.stop();
    await Promise.all(this.#unaccounted);
    await this.#cache.end();
    await this.#snapshot.upstreams.destroy();
    await this.#originals?.close();
    await this.#remote?.close();
    this.url = undefined;
    this.#logger.info(this.totals, "ended");
  }

  get openRequests(): number {
    return this.#inFlight.openCount;
  }

  get sessionsProblem(): string | undefined {
    return this.#sessions?.problem;
  }

  get sessionsUnsaved(): string | undefined {
    return this.#sessions?.unsaved;
  }

  get originalsFailure(): StoreFailure | undefined {
    return this.#originals?.failure;
  }

  #isPaused(): boolean {
    return this.#options.isPaused?.() === true;
  }

  #createSnapshot(settings: GatewaySettings, before: Snapshot | undefined): Snapshot {
    const snapshot = createSnapshot(settings, this.#options, before, this.#remote);
    const { condensation } = settings;
    const { summarizer } = condensation.enabled ? condensation : {};
    const own = ["condensation", "summarizer", "api_key_env"];
    const model = summarizer && modelBy(summarizer, own, snapshot.upstreams, this.#options);
    const onFailure = (error: unknown) => {
      this.#metrics.condensationFailed();
      // What cannot be read is named by its place, without its text.
      const isUnreadable = TamisError.isInstance(error) && error.code === "OPTION_INVALID";
      const reason = isUnreadable ? error.message.replace(/^context\./, "") : undefined;
      this.#logger.error({ cause: causeOf(error), reason }, "a conversation was not condensed");
    };
    return { ...snapshot, condense: condenseBy(this.#condenser, condensation, model, onFailure) };
  }

  /** Load balancers take a gateway out some seconds after the first 503; until then they send it new connections. */
  async #announceEnd(delayMs: number): Promise<void> {
    const isFirst = this.#ending === undefined;
    this.#ending ??= new AbortController();
    if (!isFirst) this.#ending.abort();
    else if (delayMs > 0) await sleep(delayMs, undefined, { signal: this.#ending.signal }).catch(() => {});
  }

  #accountOnceRead(finished: Finished, reader: NonNullable<Finished["reader"]>): void {
    const readers = [reader, ...(finished.earlier ?? [])];
    const reading = Promise.all(readers.map((one) => one.end())).then(([answer, ...earlier]) =>
      this.#account(finished, accountOf(finished, answer, earlier), answer),
    );
    this.#unaccounted.add(reading);
    void reading.then(() => this.#unaccounted.delete(reading));
  }

  /** Counts, logs and tells of a request; what goes wrong there is no matter of the client's. */
  #account(finished: Finished, account: RequestAccount | undefined, answer?: AnswerFacts): void {
    try {
      finished.renewed?.(account?.billed);
      if (account !== undefined) this.#keepAlive.answered(finished, account, answer?.stop);
      const cost = account === undefined ? undefined : this.#money.costOf(account);
      this.#moneyMetrics.add(finished, account, cost);
      this.#stats.add(finished, account, cost);
      logFinished(this.#logger, finished, cost);
      if (account === undefined) return;
      this.#telemetry?.add(account, finished.traceparent);
      const { drawn } = finished.prepared ?? {};
      if (drawn !== undefined) this.#holdout.add(drawn, account);
      const { diagnoseCache, noStore } = this.#snapshot.settings.gateway;
      if (diagnoseCache) this.#cache.add(account, noStore);
      const { onRequest, keepsRequests } = this.#options;
      if (onRequest === undefined) return;
      onRequest(keepsRequests === true ? account : { ...account, request: undefined }, finished.bodies);
    } catch (error) {
      this.#logger.error({ cause: causeOf(error) }, "onRequest failed");
    }
  }

  async stats(): Promise<string> {
    return this.#stats.json({
      totals: this.totals,
      openRequests: this.#server.openRequests,
      inFlightBytes: this.#inFlight.bytes,
      sessions: this.#sessions?.table.size ?? 0,
      mode: this.#isPaused() ? "off" : this.#snapshot.settings.gateway.mode,
      more: {
        ...(this.#remote === undefined ? {} : { shared: { isUp: this.#remote.isUp } }),
        ...(this.#holdout.isOn ? { holdout: this.#holdout.shown() } : {}),
        ...this.#cache.shown(),
      },
    });
  }

  #shared(): Shared {
    const keepsRequests = () => this.#options.keepsRequests === true || this.#snapshot.settings.gateway.diagnoseCache;
    return {
      get keepsRequests() {
        return keepsRequests();
      },
      holdout: this.#holdout,
      isPaused: () => this.#isPaused(),
      keepAlive: this.#keepAlive,
      money: this.#money,
      keptBodyBytes:
        this.#options.onRequest === undefined || this.#snapshot.settings.gateway.noStore
          ? 0
          : (this.#options.keptBodyBytes ?? 0),
      refuseRequest: this.#options.refuseRequest ?? (() => undefined),
      sessionHeaders: [this.#options.sessionHeader ?? []].flat().map((name) => name.toLowerCase()),
      inFlight: this.#inFlight,
      sessions: this.#sessions?.table,
      catchUp: () => this.#sessions?.catchUp(),
      originals: this.#originals,
      remote: this.#remote,
      isReady: () => this.#ending === undefined,
      texts: {
        metrics: async () => ({ type: this.#metrics.registry.contentType, text: await this.metrics() }),
        stats: async () => ({ type: "application/json", text: await this.stats() }),
      },
      limits: new CallerLimits(),
      onFinished: (finished) => {
        if (
          finished.kind === "live" ||
          finished.kind === "ready" ||
          finished.kind === "base" ||
          (finished.kind === "own" && finished.prepared === undefined && finished.failure === undefined)
        )
          return;
        this.totals.requests++;
        if (finished.prepared !== undefined) countPrepared(this.totals, finished);
        this.#metrics.finished(finished);
        if (finished.reader === undefined) this.#account(finished, accountOf(finished, undefined));
        else this.#accountOnceRead(finished, finished.reader);
      },
    };
  }
}

const isSettings = (config: GatewayInput | GatewaySettings): config is GatewaySettings =>
  config.policies instanceof Map;

const settingsOf = (config: GatewayInput | GatewaySettings) => (isSettings(config) ? config : checkConfig(config));

function loggerOf({ gateway }: GatewaySettings, { logger }: GatewayOptions): Logger {
  if (logger === undefined) return createLogger(gateway.logLevel);
  return "child" in logger ? logger : createLogger(gateway.logLevel, logger);
}

/** How long the gateway waits for Redis before it listens. */
const REDIS_READY_MS = 2_000;

const FROM_THE_START = ["host", "port", "tlsCert", "tlsKey", "sessionFile", "noStore"] as const;

function restartNeeded(before: GatewaySettings, after: GatewaySettings): string[] {
  const changed = FROM_THE_START.filter((key) => before.gateway[key] !== after.gateway[key]).map(
    (key) => `gateway.${key}`,
  );
  for (const section of ["originals", "shared"] as const)
    if (JSON.stringify(before[section]) !== JSON.stringify(after[section])) changed.push(section);
  return changed;
}
