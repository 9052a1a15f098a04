import { configInvalid } from "../config/issues.js";
import type { GatewaySettings } from "../config/settings.js";
import type { Refusal } from "../refusal.js";
import { type KeyHolder, KeyRing, providerTokens } from "./keys.js";

const LOCAL: KeyHolder = { name: "local", isLocal: true };

/** Who may ask the gateway itself (`/metrics`, `/stats`, `/v1/compress` …). */
export class Access {
  readonly keys: KeyRing;
  readonly #isOpen: boolean;

  /** @throws TamisError `CONFIG_INVALID` where the gateway would be open to other machines without any key. */
  constructor(settings: GatewaySettings, env: NodeJS.ProcessEnv) {
    checkAddress(settings);
    this.keys = new KeyRing(settings, env);
    this.#isOpen = this.keys.isEmpty && isLoopback(settings.gateway.host);
  }

  /** Whether a request has a key of the gateway's where the provider's belongs. */
  showsOwnToken(rawHeaders: readonly string[]): boolean {
    return !this.keys.isEmpty && providerTokens(rawHeaders).some((token) => this.keys.holderOf(token) !== undefined);
  }

  /** The caller of one of the gateway's own paths, or why there is none. */
  admit(rawHeaders: readonly string[]): KeyHolder | Refusal {
    const holder = this.#isOpen ? LOCAL : this.keys.holderIn(rawHeaders);
    return holder ?? UNAUTHORIZED;
  }
}

/** A credential that no provider is to see. */
export const OWN_TOKEN: Refusal = {
  reason: "unauthorized",
  message:
    "this upstream gets the caller's own credential, and the request shows a key of the gateway's ([keys]): send the provider's, and the gateway's as x-tamis-key",
};

export const UNAUTHORIZED: Refusal = {
  reason: "unauthorized",
  message: "this path needs the token of a key ([keys]), as Authorization: Bearer, x-api-key or x-tamis-key",
};

/**
 * Its own paths tell of everybody's requests: beyond loopback they need keys.
 *
 * @throws TamisError `CONFIG_INVALID`
 */
export function checkAddress({ gateway, keys, upstreams }: GatewaySettings): void {
  if (isLoopback(gateway.host) || Object.keys(keys).length > 0) return;
  const spendable = `listens beyond this machine (${gateway.host}), where anybody could spend this key: add [keys.NAME] with token_env`;
  for (const path of keyPaths(upstreams)) throw configInvalid([{ path, message: spendable }], undefined);
  if (!gateway.ownPaths) return;
  const message =
    `listens beyond this machine (${gateway.host}), so /metrics, /stats and /v1/compress need a key: ` +
    "add [keys.NAME] with token_env, or set own_paths = false, which takes these paths away";
  throw configInvalid([{ path: ["gateway", "host"], message }], undefined);
}

/** Where upstreams have a key of the operator's. */
const keyPaths = ({ named }: GatewaySettings["upstreams"]): string[][] =>
  Object.entries(named).flatMap(([name, { keyEnv }]) =>
    keyEnv === undefined ? [] : [["upstreams", "named", name, "key_env"]],
  );

/** Whether only this machine can reach the address. */
export const isLoopback = (host: string): boolean =>
  /^(127(\.\d{1,3}){3}|localhost\.?|::1|0:0:0:0:0:0:0:1|::ffff:127(\.\d{1,3}){3})$/i.test(host);
