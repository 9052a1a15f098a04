// A libSQL server as a store, over HTTP. A transaction is one request of any size. A network may lose answers, so every
// request has a time limit. Nothing is sent to any address but the configured one.
import { TamisError } from "../../base/errors.js";
import { DEFAULT_BUSY_TIMEOUT_MS, type OpenDatabase, type SqlClient, type StoreOptions } from "./sql.js";

/** The part of `createClient` of `@libsql/client` that is used here. */
export type ClientMaker = (config: {
  url: string;
  authToken?: string;
  fetch?: (request: Request) => Promise<Response>;
}) => SqlClient;

const DEFAULT_TIMEOUT_MS = 30_000;
const SCHEME = /^(?:libsql|https?|wss?):/i;

export const isServer = (location: string): boolean => SCHEME.test(location);

/** @throws TamisError `STORE_UNUSABLE` for an invalid address, `OPTION_INVALID` for the options. */
export function connectServer(createClient: ClientMaker, location: string, options: StoreOptions): OpenDatabase {
  const { serverTimeoutMs = DEFAULT_TIMEOUT_MS, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS } = options;
  const authToken = options.authToken === "" ? undefined : options.authToken;
  checkOptions(serverTimeoutMs, authToken);
  // Servers speak both protocols at the same address. WebSocket messages have a size limit, and their errors say less.
  const url = location.replace(/^ws(s?):/i, "http$1:");
  const place = withoutSecrets(url);
  // An address with a name and a password makes requests fail, and the error shows both.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(location)) {
    throw new TamisError("STORE_UNUSABLE", `${place}: a name or password in the address; servers take an authToken`);
  }
  try {
    const client = createClient({
      url,
      ...(authToken === undefined ? {} : { authToken }),
      fetch: (request) => fetch(request, { redirect: "error", signal: AbortSignal.timeout(serverTimeoutMs) }),
    });
    return { client, isLocal: false, place, busyTimeoutMs };
  } catch (error) {
    // The client's message may contain the address, and the address may contain a token.
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(url, place);
    throw new TamisError("STORE_UNUSABLE", `${place}: ${message.replace(/^[A-Z_]+: /, "")}`);
  }
}

function checkOptions(timeoutMs: number, authToken: string | undefined): void {
  if (!(timeoutMs >= 1 && timeoutMs <= 2 ** 31 - 1)) {
    throw new TamisError("OPTION_INVALID", `serverTimeoutMs: expected milliseconds, 1 or more, got ${timeoutMs}`);
  }
  if (authToken !== undefined && !/^[\x21-\x7e]+$/.test(authToken)) {
    throw new TamisError("OPTION_INVALID", "authToken: expected printable ASCII without spaces");
  }
}

/** Removes what may be secret from an address: name, password and parameters. */
const withoutSecrets = (location: string): string =>
  location.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1").replace(/[?#].*$/s, "");
