// The variables by which SDKs and agents find their provider.

import { checkedUrl } from "../../agents/index.js";

type Upstream = "openai" | "anthropic" | "gemini";

/** Each variable with its provider. OpenAI's end with the version, as its SDKs expect. */
const VARIABLES: readonly [name: string, upstream: Upstream][] = [
  ["OPENAI_BASE_URL", "openai"],
  ["OPENAI_API_BASE", "openai"],
  ["ANTHROPIC_BASE_URL", "anthropic"],
  ["ANTHROPIC_API_BASE", "anthropic"],
  ["GOOGLE_GEMINI_BASE_URL", "gemini"],
];

/** Where the environment points SDKs to. */
export interface Pointed {
  /** For the gateway's configuration: each server by name, its paths as they are. */
  named: Record<string, { url: string; provider: Upstream }>;
  /** The first server of each provider, for paths with the provider's name. */
  upstreams: Partial<Record<Upstream, string>>;
  /** The path of each variable at the gateway. */
  paths: Record<string, string>;
}

/** What the command gets, beside its own environment: every base URL, and no proxy in between. */
export function baseUrls(url: string, environment: NodeJS.ProcessEnv, { paths }: Pointed): Record<string, string> {
  const urls = VARIABLES.map(([name]) => [name, `${url}${paths[name]}`]);
  return { ...Object.fromEntries(urls), ...directTo(environment), TAMIS_GATEWAY_URL: url };
}

/** Variables by which no proxy is asked for what is on this machine. */
export function directTo(environment: NodeJS.ProcessEnv): Record<string, string> {
  const direct = ["NO_PROXY", "no_proxy"].map((name) => {
    const before = environment[name];
    return [name, before ? `${before},127.0.0.1` : "127.0.0.1"];
  });
  return Object.fromEntries(direct);
}

/**
 * Upstreams as the environment has them: who points an SDK at another server means that server, and a key for it must go
 * nowhere else. Two servers of one provider are two upstreams.
 *
 * @param configured Upstreams that the configuration names, which wins.
 * @throws BaseUrlProblem where a variable that counts is no base URL: without it the key would go to the default.
 */
export function pointedFrom(environment: NodeJS.ProcessEnv, configured: readonly string[]): Pointed {
  const pointed: Pointed = { named: {}, upstreams: {}, paths: {} };
  for (const [name, provider] of VARIABLES) {
    const value = environment[name]?.trim();
    if (!value || configured.includes(provider)) continue;
    const url = checkedUrl({ value, where: name });
    pointed.upstreams[provider] ??= url;
    const known = Object.keys(pointed.named).find((key) => pointed.named[key]?.url === url && key.startsWith(provider));
    const upstream = known ?? `${provider}-${Object.keys(pointed.named).length + 1}`;
    pointed.named[upstream] = { url, provider };
    pointed.paths[name] = `/${upstream}`;
  }
  for (const [name, provider] of VARIABLES) {
    // A variable that is not set means the provider's server as the others have it, or the configuration.
    const sibling = VARIABLES.find(([other, same]) => same === provider && pointed.paths[other] !== undefined)?.[0];
    const usual = `/${provider}${provider === "openai" ? "/v1" : ""}`;
    pointed.paths[name] ??= sibling === undefined ? usual : (pointed.paths[sibling] as string);
  }
  return pointed;
}
