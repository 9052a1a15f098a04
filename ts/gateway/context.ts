import type { SessionTable } from "../reduce/session/table.js";
import type { Provider } from "../wires/provider-facts.js";
import type { Access } from "./access/access.js";
import type { CallerLimits } from "./access/caller-limits.js";
import type { Finished } from "./account/finished.js";
import type { Money } from "./account/money.js";
import type { PolicyChooser } from "./choose-policy.js";
import type { GatewaySettings } from "./config/settings.js";
import type { OwnText } from "./edge.js";
import type { Holdout } from "./holdout/holdout.js";
import type { InFlight } from "./in-flight.js";
import type { KeepAlive } from "./keep-alive/keep-alive.js";
import type { ReduceSettings } from "./reduce-request.js";
import type { Originals } from "./restore/originals.js";
import type { SharedState } from "./shared/shared-state.js";
import type { UpstreamRules } from "./upstream/rules.js";
import type { Upstreams } from "./upstream/upstreams.js";

/** One configuration, ready for use. A request keeps the one that it began with. */
export interface Snapshot {
  settings: GatewaySettings;
  chooser: PolicyChooser;
  upstreams: Upstreams;
  /** The provider of each named upstream. */
  named: ReadonlyMap<string, Provider>;
  /** Which requests go to a named upstream by a header or their model. */
  rules: UpstreamRules;
  allowedHosts: readonly string[];
  /** Condenses conversations; undefined where that is off. */
  condense: ReduceSettings["condense"];
  /** Who may ask the gateway itself. */
  access: Access;
}

/** Resources that all requests share. */
export interface Shared {
  inFlight: InFlight;
  /** The conversations that are remembered; undefined for none. */
  sessions: SessionTable | undefined;
  /** Takes into them what other gateways have written into their file; undefined where nothing was. */
  catchUp(): Promise<void> | undefined;
  /** What other gateways know; undefined for none. */
  remote: SharedState | undefined;
  isReady(): boolean;
  /** What `/metrics` and `/stats` say. */
  texts: Record<"metrics" | "stats", () => Promise<OwnText>>;
  /** Draws the conversations that are left alone. */
  holdout: Holdout;
  /** Whether every request goes on as it came. */
  isPaused(): boolean;
  /** Renews the caches of idle conversations. */
  keepAlive: KeepAlive;
  /** Counts the requests of each caller. */
  limits: CallerLimits;
  onFinished(finished: Finished): void;
  /** Why no further request may be sent, in one sentence; undefined while it may. */
  refuseRequest: () => string | undefined;
  /** Whether a request is kept until its answer has ended. */
  keepsRequests: boolean;
  /** Request headers with the client's own id of a conversation, in lower case; the first that is there counts. */
  sessionHeaders: readonly string[];
  /** What input costs, by the answers so far. */
  money: Money;
  /** Most bytes of a body that is kept for whoever shows it; 0: none. */
  keptBodyBytes: number;
  /** Where originals of replaced results are kept; undefined if they are not. */
  originals: Originals | undefined;
}
