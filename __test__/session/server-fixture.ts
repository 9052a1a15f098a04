// A store at a server of the tests' own, new for each test.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { type ContextSession, openStore, type SessionStore } from "../../ts/session/index.js";
import { type LibsqlServer, startLibsqlServer } from "../support/libsql-server.js";
import { charsSession, user } from "./build.js";

export const TOKEN = "secret-token-of-the-tests";
const folder = mkdtempSync(join(tmpdir(), "tamis-faults-"));
let count = 0;
export const newFile = (): string => join(folder, `${count++}.db`);

/** The server's file. */
export let file = "";
export let server: LibsqlServer;
export let store: SessionStore;

/** Before and after each test of the file that calls it. */
export function useServer(): void {
  beforeEach(async () => {
    file = newFile();
    server = await startLibsqlServer(file, { token: TOKEN });
    store = await open();
  });
  afterEach(async () => {
    vi.useRealTimers();
    store.close();
    await server.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

export const open = (options = {}): Promise<SessionStore> =>
  openStore(server.url, { authToken: TOKEN, serverTimeoutMs: 20_000, ...options });

export const contents = (session: ContextSession): string[] => session.turns.map(({ content }) => content);

export const stored = async (name = "s"): Promise<string[]> => (await store.read(name)).map(({ content }) => content);

/** A session "s" in the store, with one turn. */
export async function claimed(at = store): Promise<ContextSession> {
  const session = charsSession(10_000, { keepFirst: 1, keepLast: 2 });
  await session.save(at, { name: "s" });
  await session.addTurn(user("one"));
  return session;
}

/** The one line of what a call rejects with. */
export async function failure(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error("it succeeded"),
    (reason) => reason,
  );
  expect(error.message.split("\n")).toHaveLength(1);
  return `${error.code} ${error.message.replace(server.url, "PLACE")}`;
}
