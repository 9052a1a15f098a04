import { createHash } from "node:crypto";
import { configInvalid } from "../config/issues.js";
import type { GatewaySettings } from "../config/settings.js";
import { headerOf } from "../edge.js";

/** Who asks the gateway itself: the holder of a configured key. */
export interface KeyHolder {
  /** The key's name in the configuration; never the key. */
  name: string;
  /** Whoever asks on loopback where no keys are configured. @default false */
  isLocal?: boolean;
}

/** The configured keys, known by the SHA-256 of their tokens. */
export class KeyRing {
  readonly #holders = new Map<string, KeyHolder>();

  /**
   * @param env The variables that have the tokens.
   * @throws TamisError `CONFIG_INVALID` where a variable is not set, or two keys have one token.
   */
  constructor({ keys }: Pick<GatewaySettings, "keys">, env: NodeJS.ProcessEnv) {
    for (const [name, key] of Object.entries(keys)) {
      const hash = hashOfToken(["keys", name, "token_env"], key.tokenEnv, env);
      const other = this.#holders.get(hash);
      if (other !== undefined) throw invalid(name, `has the token of the key ${other.name}; each key needs its own`);
      this.#holders.set(hash, { name });
    }
  }

  get isEmpty(): boolean {
    return this.#holders.size === 0;
  }

  /** Whose token that is. Looked up by its hash, so that the time taken says nothing of it. */
  holderOf(token: string): KeyHolder | undefined {
    return this.#holders.get(sha256(token));
  }

  /** The holder of the key that a request to the gateway's own paths shows, by any of the headers that clients know. */
  holderIn(rawHeaders: readonly string[]): KeyHolder | undefined {
    const token = headerOf(rawHeaders, "x-tamis-key") ?? providerTokens(rawHeaders)[0];
    return token === undefined ? undefined : this.holderOf(token);
  }
}

/** What a request shows where a provider's key belongs: `Authorization: Bearer …`, then `x-api-key`. */
export function providerTokens(rawHeaders: readonly string[]): string[] {
  const bearer = /^Bearer +(\S+)\s*$/i.exec(headerOf(rawHeaders, "authorization") ?? "")?.[1];
  return [bearer, headerOf(rawHeaders, "x-api-key")].filter((token) => token !== undefined);
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Shorter tokens can be guessed. */
const LEAST_TOKEN_CHARS = 16;

/**
 * The SHA-256 of the token that a variable has, or has the hash of (`sha256:` and 64 hex digits).
 *
 * @throws TamisError `CONFIG_INVALID`; the message has the variable's name, never its value.
 */
export function hashOfToken(path: readonly string[], variable: string, env: NodeJS.ProcessEnv): string {
  const token = env[variable];
  const hash = /^sha256:([0-9a-f]{64})$/.exec(token ?? "")?.[1];
  if (hash !== undefined) return hash;
  const problem = !token
    ? `the environment variable ${variable} is not set; it holds the token`
    : token.startsWith("sha256:")
      ? `expected sha256: and 64 hex digits in ${variable}`
      : token.length < LEAST_TOKEN_CHARS || /\s/.test(token)
        ? `the token in ${variable} must have at least ${LEAST_TOKEN_CHARS} characters, and no spaces`
        : undefined;
  if (problem !== undefined) throw configInvalid([{ path, message: problem }], undefined);
  return sha256(token as string);
}

const invalid = (name: string, message: string) => configInvalid([{ path: ["keys", name], message }], undefined);
