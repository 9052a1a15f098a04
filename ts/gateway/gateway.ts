import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { DestinationStream } from "pino";
import type { SummaryModel } from "../llm/index.js";
import { Access } from "./access/access.js";
import { CallerLimits } from "./access/caller-limits.js";
import { causeOf } from "./account/cause.js";
import type { Finished } from "./account/finished.js";
import { createLogger, type Logger, logFinished } from "./account/log.js";
import { Metrics } from "./account/metrics.js";
import { Money } from "./account/money.js";
import { MoneyMetrics } from "./account/money-metrics.js";
import { accountOf, type RequestAccount } from "./account/request-account.js";
import type { RequestBodies } from "./account/request-bodies.js";
import { Stats } from "./account/stats.js";
import { countPrepared, type GatewayTotals, newTotals } from "./account/totals.js";
import { Canary } from "./canary/canary.js";
import { addCanaryMetrics } from "./canary/metrics.js";
import { createChooser } from "./choose-policy.js";
import { type CondensationParts, condenseBy, RequestCondenser } from "./condense/condenser.js";
import { checkConfig } from "./config/check.js";
import { configInvalid } from "./config/issues.js";
import type { SummarizerSettings } from "./config/schema.js";
import type { GatewayInput, GatewaySettings, NamedPolicy, Summarizers } from "./config/settings.js";
import type { Shared, Snapshot } from "./context.js";
import type { Incoming, Outgoing } from "./edge.js";
import { handle } from "./handle.js";
import { InFlight } from "./in-flight.js";
import { Originals } from "./restore/originals.js";
import { HttpServer } from "./server.js";
import { SessionFile } from "./session-file.js";
import { openShared } from "./shared/open-shared.js";
import type { RedisClient, SharedState } from "./shared/shared-state.js";
import type { Switches } from "./switches.js";
import { modelAtUpstream } from "./upstream/summarizer.js";
import { Upstreams } from "./upstream/upstreams.js";

/** Options outside the configuration. */
export interface GatewayOptions {
  /** The target of log lines. @default JSON lines on stderr, from `gateway.logLevel` on */
  logger?: Logger | DestinationStream;
  /**
   * Own summarisers by the name of the policy, instead of models at an upstream; the policy needs a budget. @default
   * none
   */
  summarizers?: Summarizers;
  /** The variables that contain the summarisers' keys. @default process.env */
  env?: NodeJS.ProcessEnv;
  /**
   * Is called for each request to a model, once its answer has ended; the answer is then read along for its usage. What it
   * throws is logged. The bodies are there as far as `keptBodyBytes` goes. @default nothing is called
   */
  onRequest?: (account: RequestAccount, bodies?: RequestBodies) => void;
  /** Most bytes of a request whose bodies {@link onRequest} gets; others', and all with 0, are not kept. @default 0 */
  keptBodyBytes?: number;
  /** Answers requests that are for no provider: a page for people. @default no page: `/` is unknown */
  page?: GatewayPage;
  /**
   * Also gives `onRequest` the request as it came and what was decided about its results. Its bytes are then kept until its
   * answer has ended. @default false
   */
  keepsRequests?: boolean;
  /**
   * Is asked before each request to a model is read: a sentence for people refuses it with status 402, in the provider's own
   * form. @default nothing is refused
   */
  refuseRequest?: () => string | undefined;
  /**
   * The request header with the client's own id of a conversation, for the log and {@link onRequest}; of several the first that
   * a request has. @default none
   */
  sessionHeader?: string | readonly string[];
  /** Who writes texts of condensations, and where they are kept. @default by the configuration; in this process's memory */
  condensation?: CondensationParts;
  /** A connection to Redis in place of the one that `[shared]` describes. @default that one */
  redis?: RedisClient;
}

/** A page that a gateway serves beside its own paths. */
export interface GatewayPage {
  /** Whether it answers a request, by method and target (path and query). */
  owns(method: string, target: string): boolean;
  /** Answers a request; never rejects. It checks itself who asks. */
  serve(incoming: Incoming, out: Outgoing): Promise<void>;
  /** Ends answers that would go on for ever, before the gateway waits for the end of all. */
  close(): void;
}

/** The times of an end, in milliseconds. */
export interface CloseOptions {
  /** From the first 503 on `/readyz` to the end of listening. @default `gateway.drainDelayMs` */
  drainDelayMs?: number;
  /** From the end of listening until requests in flight are cut. @default `gateway.drainMs` */
  drainMs?: number;
}

/** A gateway: it accepts requests, sends smaller ones to the upstream, and streams the answers back. */
export interface Gateway {
  /** Starts to accept connections and resolves to the URL. Rejects with a system error (`EADDRINUSE` …). */
  listen(): Promise<string>;
  /** The URL it listens at; undefined before {@link listen} and after {@link close}. */
  readonly url: string | undefined;
  /** Sums over all requests since the start. */
  readonly totals: Readonly<GatewayTotals>;
  /**
   * Uses another configuration for all later requests. Requests in flight end with the one that they began with.
   * Address, port and TLS do not change: the result names the settings that need a restart.
   *
   * @param config Settings, or a function that reads them. A failure to read then counts as a refused configuration.
   * @throws TamisError `CONFIG_INVALID`, and any error of the function. Nothing has changed then.
   */
  reload(config: GatewayInput | GatewaySettings | (() => GatewaySettings)): { needRestart: readonly string[] };
  /** Metrics in Prometheus' text format. */
  metrics(): Promise<string>;
  /**
   * Answers 503 on `/readyz` for `drainDelayMs` while everything else goes on; then stops accepting, waits for requests in
   * flight, and ends. A further call ends the delay of an earlier one.
   */
  close(options?: CloseOptions): Promise<void>;
}

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
  readonly totals: GatewayTotals = newTotals();
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
  readonly #canary: Canary;
  readonly #switches: Switches = { isOff: false };
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
    this.#inFlight = new InFlight(settings.limits.inFlightBytes);
    this.#metrics = new Metrics(this.#inFlight, () => this.#server.openRequests);
    this.#moneyMetrics = new MoneyMetrics(this.#metrics.registry);
    this.#logger = loggerOf(settings, options);
    this.#canary = new Canary({
      onStopped: (rule, reason) => this.#logger.warn({ rule, reason }, "a canary is stopped"),
    });
    this.#canary.configure(settings.canary);
    addCanaryMetrics(this.#metrics.registry, this.#canary, () => this.#switches.isOff);
    this.#snapshot = this.#createSnapshot(settings, undefined);
    const { sessions, sessionFile } = settings.gateway;
    this.#sessions = sessions === 0 ? undefined : new SessionFile(sessions, sessionFile, this.#logger);
    const { originals } = settings;
    this.#originals = originals.store === "off" ? undefined : new Originals(originals, options.env ?? process.env);
    const shared = this.#shared();
    const { requestMs } = settings.limits;
    const { page } = options;
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
    this.#canary.configure(settings.canary);
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
    this.#options.page?.close();
    await this.#server.drain(drainMs);
    this.#sessions?.stop();
    await Promise.all(this.#unaccounted);
    await this.#snapshot.upstreams.destroy();
    await this.#originals?.close();
    await this.#remote?.close();
    this.url = undefined;
    this.#logger.info(this.totals, "ended");
  }

  #createSnapshot(settings: GatewaySettings, before: Snapshot | undefined): Snapshot {
    const snapshot = createSnapshot(settings, this.#options, before, this.#remote);
    const { condensation } = settings;
    const { summarizer } = condensation.enabled ? condensation : {};
    const own = ["condensation", "summarizer", "api_key_env"];
    const model = summarizer && modelBy(summarizer, own, snapshot.upstreams, this.#options);
    const onFailure = (error: unknown) => {
      this.#metrics.condensationFailed();
      this.#logger.error({ cause: causeOf(error) }, "a conversation was not condensed");
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
    const reading = reader.end().then((answer) => this.#account(finished, accountOf(finished, answer)));
    this.#unaccounted.add(reading);
    void reading.then(() => this.#unaccounted.delete(reading));
  }

  /** Counts, logs and tells of a request; what goes wrong there is no matter of the client's. */
  #account(finished: Finished, account: RequestAccount | undefined): void {
    try {
      const cost = account === undefined ? undefined : this.#money.costOf(account);
      this.#moneyMetrics.add(finished, account, cost);
      this.#stats.add(finished, account, cost);
      logFinished(this.#logger, finished, cost);
      if (account === undefined) return;
      const { drawn } = finished.prepared ?? {};
      if (drawn !== undefined) this.#canary.add(drawn, account);
      const told = this.#options.keepsRequests === true ? account : { ...account, request: undefined };
      this.#options.onRequest?.(told, finished.bodies);
    } catch (error) {
      this.#logger.error({ cause: causeOf(error) }, "onRequest failed");
    }
  }

  async #statsJson(): Promise<string> {
    return this.#stats.json({
      totals: this.totals,
      openRequests: this.#server.openRequests,
      inFlightBytes: this.#inFlight.bytes,
      sessions: this.#sessions?.table.size ?? 0,
      mode: this.#switches.isOff ? "off" : this.#snapshot.settings.gateway.mode,
      more: {
        ...(this.#remote === undefined ? {} : { shared: { isUp: this.#remote.isUp } }),
        ...(this.#canary.isOn ? { canary: this.#canary.shown() } : {}),
      },
    });
  }

  #shared(): Shared {
    const wantsAnswers = () => this.#options.onRequest !== undefined || this.#snapshot.settings.gateway.readUsage;
    return {
      keepsRequests: this.#options.keepsRequests === true,
      get wantsAnswers() {
        return wantsAnswers();
      },
      canary: this.#canary,
      switches: this.#switches,
      money: this.#money,
      keptBodyBytes: this.#options.onRequest === undefined ? 0 : (this.#options.keptBodyBytes ?? 0),
      refuseRequest: this.#options.refuseRequest ?? (() => undefined),
      sessionHeaders: [this.#options.sessionHeader ?? []].flat().map((name) => name.toLowerCase()),
      inFlight: this.#inFlight,
      sessions: this.#sessions?.table,
      originals: this.#originals,
      remote: this.#remote,
      isReady: () => this.#ending === undefined,
      texts: {
        metrics: async () => ({ type: this.#metrics.registry.contentType, text: await this.metrics() }),
        stats: async () => ({ type: "application/json", text: await this.#statsJson() }),
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
        if (finished.prepared !== undefined) countPrepared(this.totals, finished.prepared);
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

function createSnapshot(
  settings: GatewaySettings,
  options: GatewayOptions,
  before: Snapshot | undefined,
  remote: SharedState | undefined,
): Omit<Snapshot, "condense"> {
  // Connections survive a reload that does not concern them.
  const same = before !== undefined && connectionsOf(before.settings) === connectionsOf(settings);
  const upstreams = same ? before.upstreams : new Upstreams(settings, options.env ?? process.env);
  const chooser = createChooser(settings, (name, policy) => summaryModel(name, policy, upstreams, options), remote);
  const named = new Map(Object.entries(settings.upstreams.named).map(([name, { provider }]) => [name, provider]));
  const access = new Access(settings, options.env ?? process.env);
  return { settings, upstreams, chooser, named, allowedHosts: allowedHosts(settings), access };
}

const connectionsOf = ({ upstreams, limits }: GatewaySettings) =>
  JSON.stringify([upstreams, limits.upstreamConnections, limits.connectMs]);

function summaryModel(name: string, { summarizer }: NamedPolicy, upstreams: Upstreams, options: GatewayOptions) {
  const own = options.summarizers?.[name];
  if (own !== undefined || summarizer === undefined) return own;
  const path = name === "default" ? ["summarizer", "api_key_env"] : ["policies", name, "summarizer", "api_key_env"];
  return modelBy(summarizer, path, upstreams, options);
}

/** @throws TamisError `CONFIG_INVALID` where the key is not set; `path` says which setting names it. */
function modelBy(
  summarizer: SummarizerSettings,
  path: readonly string[],
  upstreams: Upstreams,
  { env = process.env }: GatewayOptions,
): SummaryModel {
  const key = env[summarizer.apiKeyEnv];
  if (key) return modelAtUpstream(summarizer, key, upstreams);
  const message = `the environment variable ${summarizer.apiKeyEnv} is not set; it holds the key for summaries`;
  throw configInvalid([{ path, message }], undefined);
}

/** Allowed names in `Host`, without port: names of loopback, the name listened on, and the configured ones. */
function allowedHosts({ gateway }: GatewaySettings): string[] {
  const own = isIP(gateway.host) === 6 ? `[${gateway.host}]` : gateway.host;
  return ["localhost", "127.0.0.1", "[::1]", own, ...gateway.allowedHosts].map((name) => name.toLowerCase());
}

/** How long the gateway waits for Redis before it listens. */
const REDIS_READY_MS = 2_000;

const FROM_THE_START = ["host", "port", "tlsCert", "tlsKey", "sessions", "sessionFile"] as const;

function restartNeeded(before: GatewaySettings, after: GatewaySettings): string[] {
  const changed = FROM_THE_START.filter((key) => before.gateway[key] !== after.gateway[key]).map(
    (key) => `gateway.${key}`,
  );
  if (before.limits.requestMs !== after.limits.requestMs) changed.push("limits.requestMs");
  if (JSON.stringify(before.originals) !== JSON.stringify(after.originals)) changed.push("originals");
  return changed;
}
