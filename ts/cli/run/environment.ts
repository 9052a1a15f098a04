// The variables by which SDKs and agents find their provider.

type Upstream = "openai" | "anthropic" | "gemini";

/** Each variable with its provider. OpenAI's end with the version, as its SDKs expect. */
const VARIABLES: readonly [name: string, upstream: Upstream][] = [
  ["OPENAI_BASE_URL", "openai"],
  ["OPENAI_API_BASE", "openai"],
  ["ANTHROPIC_BASE_URL", "anthropic"],
  ["ANTHROPIC_API_BASE", "anthropic"],
  ["GOOGLE_GEMINI_BASE_URL", "gemini"],
];

/** The command's additional environment: every base URL, and no proxy in between. */
export function baseUrls(url: string, environment: NodeJS.ProcessEnv): Record<string, string> {
  const urls = VARIABLES.map(([name, upstream]) => [name, `${url}/${upstream}${upstream === "openai" ? "/v1" : ""}`]);
  const direct = ["NO_PROXY", "no_proxy"].map((name) => {
    const before = environment[name];
    return [name, before ? `${before},127.0.0.1` : "127.0.0.1"];
  });
  return Object.fromEntries([...urls, ...direct, ["TAMIS_GATEWAY_URL", url]]);
}

/**
 * Reads upstreams from the environment. A user who points an SDK at another server wants that server, and its key must
 * be sent nowhere else.
 * @param configured Upstreams in the configuration, which wins.
 */
export function upstreamsFrom(
  environment: NodeJS.ProcessEnv,
  configured: readonly string[],
): Partial<Record<Upstream, string>> {
  const found: Partial<Record<Upstream, string>> = {};
  for (const [name, upstream] of VARIABLES) {
    const value = environment[name];
    const usable = value !== undefined && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
    if (usable && !configured.includes(upstream)) found[upstream] ??= value;
  }
  return found;
}
