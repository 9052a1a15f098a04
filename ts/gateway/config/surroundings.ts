import { TamisError } from "../../base/errors.js";
import { installCommand } from "../../base/install-command.js";
import { pathKeys } from "../../base/issues.js";
import { nodeSqlite } from "../../base/node-sqlite.js";
import { requireHere } from "../../base/require-here.js";
import { asWritten, type Keys, valueIn } from "../../trust/paths.js";
import { checkAddress } from "../access/access.js";
import { hashOfToken, KeyRing } from "../access/keys.js";
import { NO_URL, URL_VARIABLE } from "../shared/open-shared.js";
import type { ConfigIssue } from "./issues.js";
import type { LoadedConfig } from "./load.js";
import type { SummarizerSettings } from "./parts.js";
import type { GatewaySettings } from "./settings.js";
import { tlsProblems } from "./tls.js";

/** What a valid configuration names and the machine does not have. Paths are spelled as in the file. */
export interface Surroundings {
  /** The gateway cannot start with these. */
  errors: readonly ConfigIssue[];
  /** These may be right where the gateway is to run. */
  warnings: readonly ConfigIssue[];
}

/** Looks at the files, packages and environment variables that a configuration needs. It opens no connection and shows no value. */
export function checkSurroundings(loaded: LoadedConfig, env: NodeJS.ProcessEnv): Surroundings {
  const spelled = (issues: readonly ConfigIssue[]) =>
    issues.map(({ path, message }) => ({ path: asWritten(path, loaded.table), message }));
  const tokens = tokensOf(loaded.settings, env);
  return {
    errors: spelled([
      ...issuesOf(() => checkAddress(loaded.settings)),
      ...tlsIssues(loaded),
      ...missingPackages(loaded.settings),
      ...issuesOf(() => new KeyRing({ keys: tokens.set }, env)),
    ]),
    warnings: spelled([...nameIssues(loaded), ...keyIssues(loaded, env), ...tokens.missing]),
  };
}

function tlsIssues({ settings: { gateway } }: LoadedConfig): ConfigIssue[] {
  if (gateway.tlsCert === undefined || gateway.tlsKey === undefined) return [];
  return tlsProblems(gateway.tlsCert, gateway.tlsKey).flatMap((error) => {
    if (!TamisError.isInstance(error)) throw error;
    return error.issues.map(({ path, message }) => ({ path: pathKeys(path), message }));
  });
}

/** As in the header `Host`, without its port. */
const HOST_NAME = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/i;

function nameIssues({ settings: { gateway } }: LoadedConfig): ConfigIssue[] {
  return gateway.allowedHosts.flatMap((name, at) => {
    const isOrigin = name.includes("://");
    if ((isOrigin ? ORIGIN : HOST_NAME).test(name)) return [];
    const expected = isOrigin ? '"https://name", without a path' : "a name without scheme, port and path";
    return [{ path: ["gateway", "allowedHosts", at], message: `fits no request: ${expected}` }];
  });
}

function keyIssues({ settings, table }: LoadedConfig, env: NodeJS.ProcessEnv): ConfigIssue[] {
  const missing = (summarizer: SummarizerSettings | undefined, path: Keys): ConfigIssue[] => {
    if (summarizer === undefined || env[summarizer.apiKeyEnv]) return [];
    const message = `the environment variable ${summarizer.apiKeyEnv} is not set; the gateway needs it to start`;
    return [{ path, message }];
  };
  const ofPolicies = [...settings.policies].flatMap(([name, { summarizer }]) => {
    const own = ["policies", name, "summarizer", "apiKeyEnv"];
    return missing(summarizer, valueIn(table, own) !== undefined ? own : ["summarizer", "apiKeyEnv"]);
  });
  const { enabled, summarizer } = settings.condensation;
  const own = enabled ? missing(summarizer, ["condensation", "summarizer", "apiKeyEnv"]) : [];
  const { shared } = settings;
  const isLost = shared !== undefined && shared.redisUrl === undefined && !env[URL_VARIABLE];
  const redis = isLost ? [{ path: ["shared"], message: NO_URL }] : [];
  return [...ofPolicies, ...own, ...upstreamKeyIssues(settings.upstreams, env), ...redis];
}

function upstreamKeyIssues({ named }: GatewaySettings["upstreams"], env: NodeJS.ProcessEnv): ConfigIssue[] {
  return Object.entries(named).flatMap(([name, { keyEnv }]) => {
    if (keyEnv === undefined || env[keyEnv]) return [];
    const message = `the environment variable ${keyEnv} is not set; the gateway needs it to start`;
    return [{ path: ["upstreams", "named", name, "keyEnv"], message }];
  });
}

/** Keys whose token is there, and what is to be said of the others: it may be where the gateway is to run. */
function tokensOf({ keys }: GatewaySettings, env: NodeJS.ProcessEnv) {
  const isSet = ([, { tokenEnv }]: [string, { tokenEnv: string }]) => Boolean(env[tokenEnv]);
  const all = Object.entries(keys);
  const missing = all.filter((entry) => !isSet(entry));
  return {
    set: Object.fromEntries(all.filter(isSet)),
    missing: missing.flatMap(([name, { tokenEnv }]) =>
      issuesOf(() => hashOfToken(["keys", name, "token_env"], tokenEnv, env)),
    ),
  };
}

/** What the gateway would say at its start. */
function issuesOf(check: () => unknown): ConfigIssue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    return error.issues.map(({ path, message }) => ({ path: pathKeys(path), message }));
  }
}

/** What a gateway with these settings would refuse to start without. */
function missingPackages({ shared, originals }: Pick<GatewaySettings, "shared" | "originals">): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const need = (name: string, path: ConfigIssue["path"]) => {
    if (!isInstalled(name))
      issues.push({ path, message: `needs the package ${name}, which is not installed: ${installCommand(name)}` });
  };
  if (shared !== undefined) need("ioredis", ["shared"]);
  if (originals.store === "sqlite" && nodeSqlite() === undefined) need("@libsql/client", ["originals", "store"]);
  return issues;
}

/** A package that is there and does not load, as one for another machine, is as good as none. */
function isInstalled(name: string): boolean {
  try {
    requireHere(name);
    return true;
  } catch {
    return false;
  }
}
