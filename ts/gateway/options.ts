// What a gateway is to its callers.
import type { TelemetryTargets } from "../adapters/opentelemetry-parts.js";
import type { Logger, LogTarget } from "./account/log.js";
import type { RequestAccount } from "./account/request-account.js";
import type { RequestBodies } from "./account/request-bodies.js";
import type { GatewayTotals } from "./account/totals.js";
import type { CondensationParts } from "./condense/condenser.js";
import type { GatewayInput, GatewaySettings, Summarizers } from "./config/settings.js";
import type { Incoming, Outgoing } from "./edge.js";
import type { StoreFailure } from "./restore/keep.js";
import type { RedisClient } from "./shared/shared-state.js";

/** Options outside the configuration. */
export interface GatewayOptions {
  /** The target of log lines. @default JSON lines on stderr, from `gateway.logLevel` on */
  logger?: Logger | LogTarget;
  /**
   * Own summarisers by the name of the policy, instead of models at an upstream; the policy needs a budget. @default
   * none
   */
  summarizers?: Summarizers;
  /** The variables that contain the summarisers' keys. @default process.env */
  env?: NodeJS.ProcessEnv;
  /** Conversations that are remembered, those used last; 0: none. @default 10,000 */
  sessions?: number;
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
   * Also gives `onRequest` the request as it came, unpacked, and what was decided about its results, of up to 16 MiB. Its bytes are
   * then kept until its answer has ended. @default false
   */
  keepsRequests?: boolean;
  /**
   * Is asked before each request to a model is read: a sentence for people refuses it with status 402, in the provider's own
   * form. @default nothing is refused
   */
  refuseRequest?: () => string | undefined;
  /** Time for a request to arrive, body included, in milliseconds; beyond it the client gets 408. @default 120000 */
  requestMs?: number;
  /** Is asked for each request: true sends it as it came. @default never */
  isPaused?: () => boolean;
  /**
   * The request header with the client's own id of a conversation, for the log and {@link onRequest}; of several the first that
   * a request has. @default none
   */
  sessionHeader?: string | readonly string[];
  /** Who writes texts of condensations, and where they are kept. @default by the configuration; in this process's memory */
  condensation?: CondensationParts;
  /** Where spans and metrics of OpenTelemetry go. @default the global providers of `@opentelemetry/api`, if it is there */
  telemetry?: TelemetryTargets;
  /** A connection to Redis in place of the one that `[shared]` describes. @default that one */
  redis?: RedisClient;
}

/** A page that a gateway serves beside its own paths. */
export interface GatewayPage {
  /** Whether it answers a request, by method and target (path and query). */
  owns(method: string, target: string): boolean;
  /** Answers a request; never rejects. It checks itself who asks. */
  serve(incoming: Incoming, out: Outgoing): Promise<void>;
  /** Gives up the requests' bodies that it keeps: their memory is needed for new ones. @default it keeps none */
  forgetBodies?(): void;
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
  /** Requests to models that have come and are not answered to their end. */
  readonly openRequests: number;
  /** Results that are sent whole because their originals could not be kept, and why; undefined: there are none. */
  readonly originalsFailure: Readonly<StoreFailure> | undefined;
  /** Why the file of sessions was not read, with its name; undefined where it was, or there is none. */
  readonly sessionsProblem: string | undefined;
  /** Why it was not written the last time, with its name; undefined where it was, or nothing was to be. */
  readonly sessionsUnsaved: string | undefined;
  /**
   * Uses another configuration for all later requests. Requests in flight end with the one that they began with.
   * Address, port and TLS do not change: the result names the settings that need a restart.
   *
   * @param config Settings, or a function that reads them. A failure to read then counts as a refused configuration.
   * @throws TamisError `CONFIG_INVALID`, and any error of the function. Nothing has changed then.
   */
  reload(config: GatewayInput | GatewaySettings | (() => GatewaySettings)): { needRestart: readonly string[] };
  /** Metrics of this process in Prometheus' text format. */
  metrics(): Promise<string>;
  /** What `/stats` says of this process: JSON. */
  stats(): Promise<string>;
  /**
   * Answers 503 on `/readyz` for `drainDelayMs` while everything else goes on; then stops accepting, waits for requests in
   * flight, and ends. A further call ends the delay of an earlier one.
   */
  close(options?: CloseOptions): Promise<void>;
}
