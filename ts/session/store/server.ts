// A libSQL server as a store. What goes over a network may come to no answer: every call ends within a time limit, and
// nothing is sent to another address than the one that was given.
import { TamisError } from "../../errors.js";
import type { OpenDatabase, SqlClient, StoreOptions } from "./sql.js";

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
  const { serverTimeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const authToken = options.authToken === "" ? undefined : options.authToken;
  checkOptions(serverTimeoutMs, authToken);
  const place = withoutSecrets(location);
  // With a name and a password in it, requests would fail and say both.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(location)) {
    throw new TamisError("STORE_UNUSABLE", `${place}: a name or password in the address; servers take an authToken`);
  }
  try {
    const client = createClient({
      url: location,
      ...(authToken === undefined ? {} : { authToken }),
      fetch: (request) => fetch(request, { redirect: "error", signal: AbortSignal.timeout(serverTimeoutMs) }),
    });
    return { client: limitTime(client, serverTimeoutMs), isLocal: false, place };
  } catch (error) {
    // Its message may hold the address, and that a token.
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(location, place);
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

/** The time limit for connections that stay open (`wss:`), which `fetch` has no part in. */
function limitTime(client: SqlClient, timeoutMs: number): SqlClient {
  const limited = <T>(call: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new DOMException("no answer within the time limit", "TimeoutError"));
        client.reconnect?.();
      }, timeoutMs);
    });
    return Promise.race([call, limit]).finally(() => clearTimeout(timer));
  };
  return {
    execute: (statement) => limited(client.execute(statement)),
    batch: (statements, mode) => limited(client.batch(statements, mode)),
    close: () => client.close(),
  };
}
