// A caller's mistake is one of the caller's: named, and never an answer as if the store had failed.
import { expect, it } from "vitest";
import { TamisError } from "../../ts/base/errors.js";
import {
  answerRetrieve,
  createMemoryStore,
  encryptedStore,
  handleOf,
  putOriginals,
  RETRIEVE_TOOL,
  restoreBody,
  retrieve,
} from "../../ts/restore/index.js";

const KEY = "a key of the tests";
const store = createMemoryStore();
const token = Buffer.from('"x"');
const fine = { store, tenant: "t", key: KEY };
const handle = "0".repeat(32);
const CALL = { type: "tool_use", id: "a", name: RETRIEVE_TOOL, input: { handle } };
const any = (value: unknown) => value as never;

it.each<[string, () => unknown, string]>([
  ["no scope", () => handleOf(token, any(undefined)), "options: expected an object, got nothing"],
  ["no key", () => handleOf(token, any({ tenant: "t" })), "options.key: expected at least 16 bytes, as bytes or text"],
  ["a number as key", () => handleOf(token, any({ tenant: "t", key: 7 })), "options.key: expected at least 16 bytes"],
  ["a text as token", () => handleOf(any("x"), fine), "token: expected a Uint8Array"],
  ["no tenant", () => handleOf(token, any({ key: KEY })), "options.tenant: expected a text"],
  ["no source", () => retrieve({ handle }, any(undefined)), "options: expected an object"],
  ["no key at retrieve", () => retrieve({ handle }, any({ store, tenant: "t" })), "options.key: expected"],
  ["a short key at retrieve", () => retrieve({ handle }, { ...fine, key: "short" }), "options.key: expected at least"],
  [
    "no store at retrieve",
    () => retrieve({ handle }, any({ tenant: "t", key: KEY })),
    "options.store: expected a store",
  ],
  ["no request", () => retrieve(any(undefined), fine), "request: expected an object"],
  [
    "no key for a tool's call",
    () => answerRetrieve(CALL, "anthropic", any({ store, tenant: "t" })),
    "options.key: expected",
  ],
  ["a text as body", () => restoreBody(any("{}"), fine), "body: expected a Uint8Array"],
  ["no source of a body", () => restoreBody(token, any(undefined)), "options: expected an object"],
  [
    "no store to put into",
    () => putOriginals({ originals: () => [] }, any({ tenant: "t", key: KEY })),
    "options.store",
  ],
  ["a text as the store's key", () => encryptedStore(store, any(KEY)), "options.key: expected 32 bytes, got a text"],
  ["no store's key", () => encryptedStore(store, any(undefined)), "options.key: expected 32 bytes"],
])("%s", async (_, run, expected) => {
  const error = await new Promise((resolve) => resolve(run())).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TamisError);
  expect(error).toMatchObject({ code: "OPTION_INVALID", message: expect.stringContaining(expected) });
});
