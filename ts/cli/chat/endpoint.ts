import { redact } from "../../base/redact.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";

export type ChatWire = "openai-chat" | "anthropic";

export interface Endpoint {
  wire: ChatWire;
  /** The full address of the call. */
  url: string;
  key: string | undefined;
  /** The environment variable with the key. */
  keyName: string;
  maxOutputTokens: number | undefined;
  /** How long to wait without any data before giving up. */
  timeoutMs: number;
}

export interface EndpointFlags {
  baseUrl?: string;
  model?: string;
  wire?: ChatWire;
  keyEnv?: string;
  maxOutputTokens?: number;
  timeout: number;
}

/** The provider's own address, the beginning of its variables, the path of the call, and the version before it. */
const OWN = {
  "openai-chat": { url: "https://api.openai.com/v1", prefix: "OPENAI", path: "/chat/completions", version: "" },
  anthropic: { url: "https://api.anthropic.com", prefix: "ANTHROPIC", path: "/messages", version: "/v1" },
} as const;

const HOW =
  "no endpoint: give --model NAME and --base-url URL, with the key in OPENAI_API_KEY or ANTHROPIC_API_KEY (--help shows examples)";

/**
 * Resolves the endpoint and model from flags and environment. The key is sent to this address only; it is neither shown
 * nor recorded.
 *
 * @throws CliFailure in one line if something is missing.
 */
export function resolveEndpoint(flags: EndpointFlags, env: NodeJS.ProcessEnv): { endpoint: Endpoint; model: string } {
  const wire = flags.wire ?? guessWire(flags, env);
  const { prefix, url: own } = OWN[wire];
  const keyName = flags.keyEnv ?? `${prefix}_API_KEY`;
  const key = env[keyName] || undefined;
  const given = flags.baseUrl ?? (env[`${prefix}_BASE_URL`] || undefined);
  const model = flags.model ?? (env.TAMIS_MODEL || undefined);
  // Without a key, only an explicit address shows that the user wants an endpoint.
  if (given === undefined && key === undefined) throw new CliFailure(WRONG_USAGE, HOW);
  checkKey(keyName, key);
  if (model === undefined) throw new CliFailure(WRONG_USAGE, "no model: give --model NAME, or set TAMIS_MODEL");
  const url = callUrl(given ?? own, wire);
  const { maxOutputTokens, timeout } = flags;
  return { endpoint: { wire, url, key, keyName, maxOutputTokens, timeoutMs: timeout * 1000 }, model };
}

/** A header can have no other characters. The error of whoever sends it would show the key. */
function checkKey(name: string, key: string | undefined): void {
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return;
  const message = `${name}: a key is printable ASCII without spaces; this one has a space, a line feed or another character`;
  throw new CliFailure(WRONG_USAGE, message);
}

function guessWire({ baseUrl, keyEnv }: EndpointFlags, env: NodeJS.ProcessEnv): ChatWire {
  if (baseUrl !== undefined) return /anthropic/i.test(baseUrl) ? "anthropic" : "openai-chat";
  if (keyEnv !== undefined || env.OPENAI_API_KEY || env.OPENAI_BASE_URL) return "openai-chat";
  return env.ANTHROPIC_API_KEY || env.ANTHROPIC_BASE_URL ? "anthropic" : "openai-chat";
}

function callUrl(base: string, wire: ChatWire): string {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new CliFailure(WRONG_USAGE, `--base-url: ${JSON.stringify(redact(base))} is no http or https address`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  const { path: call, version } = OWN[wire];
  url.pathname = (/\/v\d+$/.test(path) ? path : path + version) + call;
  return url.href;
}
