import type { SummaryModel } from "../llm/index.js";
import { Access } from "./access/access.js";
import { allowedNames } from "./admission.js";
import { createChooser } from "./choose-policy.js";
import { configInvalid } from "./config/issues.js";
import type { SummarizerSettings } from "./config/parts.js";
import type { GatewaySettings, NamedPolicy, Summarizers } from "./config/settings.js";
import type { Snapshot } from "./context.js";
import type { SharedState } from "./shared/shared-state.js";
import { ruled, UpstreamRules } from "./upstream/rules.js";
import { modelAtUpstream } from "./upstream/summarizer.js";
import { Upstreams } from "./upstream/upstreams.js";

/** What a configuration needs from outside. */
interface Surroundings {
  summarizers?: Summarizers;
  env?: NodeJS.ProcessEnv;
}

/**
 * Makes a configuration ready for use.
 *
 * @throws TamisError `CONFIG_INVALID`
 */
export function createSnapshot(
  settings: GatewaySettings,
  options: Surroundings,
  before: Snapshot | undefined,
  remote: SharedState | undefined,
): Omit<Snapshot, "condense"> {
  // Connections survive a reload that does not concern them.
  const same = before !== undefined && connectionsOf(before.settings) === connectionsOf(settings);
  const upstreams = same ? before.upstreams : new Upstreams(settings, options.env ?? process.env);
  const chooser = createChooser(settings, (name, policy) => summaryModel(name, policy, upstreams, options), remote);
  const named = new Map(ruled(settings.upstreams).map(({ name, provider }) => [name, provider]));
  const access = new Access(settings, options.env ?? process.env);
  const rules = new UpstreamRules(settings.upstreams);
  const { host, allowedHosts: more } = settings.gateway;
  const allowedHosts = allowedNames(host, more);
  return { settings, upstreams, chooser, named, rules, allowedHosts, access };
}

const connectionsOf = ({ upstreams, limits }: GatewaySettings) => JSON.stringify([upstreams, limits.firstByteMs]);

function summaryModel(name: string, { summarizer }: NamedPolicy, upstreams: Upstreams, options: Surroundings) {
  const own = options.summarizers?.[name];
  if (own !== undefined || summarizer === undefined) return own;
  const path = name === "default" ? ["summarizer", "api_key_env"] : ["policies", name, "summarizer", "api_key_env"];
  return modelBy(summarizer, path, upstreams, options);
}

/** @throws TamisError `CONFIG_INVALID` where the key is not set; `path` says which setting names it. */
export function modelBy(
  summarizer: SummarizerSettings,
  path: readonly string[],
  upstreams: Upstreams,
  { env = process.env }: Surroundings,
): SummaryModel {
  const key = env[summarizer.apiKeyEnv];
  if (key) return modelAtUpstream(summarizer, key, upstreams);
  const message = `the environment variable ${summarizer.apiKeyEnv} is not set; it holds the key for summaries`;
  throw configInvalid([{ path, message }], undefined);
}
