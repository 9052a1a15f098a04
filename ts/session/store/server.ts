// A libSQL server as a store, over HTTP: a transaction is one request, of any size. What goes over a network may come to
// no answer: every request ends within a time limit, and nothing is sent to another address than the one that was given.
import { TamisError } from "../../base/errors.js";
import { DEFAULT_BUSY_TIMEOUT_MS, type OpenDatabase, type SqlClient, type StoreOptions } from "./sql.js";

/** The `createClient` of `@libsql/client`, as far as it is used here. */
export type ClientMaker = (config: {
  url: string;
  authToken?: string;
  fetch?: (request: Request) => Promise<Response>;
}) => SqlClient;

const DEFAULT_TIMEOUT_MS = 30_000;
const SCHEME = /^(?:libsql|https?|wss?):/i;

export const isServer = (location: string): boolean => SCHEME.test(location);

/** @throws TamisError `STORE_UNUSABLE` for an address that is none, `OPTION_INVALID` for the options. */
export function connectServer(createClient: ClientMaker, location: string, options: StoreOptions): OpenDatabase {
  const { serverTimeoutMs = DEFAULT_TIMEOUT_MS, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS } = options;
  const authToken = options.authToken === "" ? undefined : options.authToken;
  checkOptions(serverTimeoutMs, authToken);
  // Servers speak both at the same address; a WebSocket's messages are limited, and its errors tell less.
  const url = location.replace(/^ws(s?):/i, "http$1:");
  const place = withoutSecrets(url);
  // With a name and a password in it, requests would fail and say both.
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
    // Its message may hold the address, and that a token.
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

/** An address without what may be a secret: name and password, and the parameters. */
const withoutSecrets = (location: string): string =>
  location.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1").replace(/[?#].*$/s, "");
