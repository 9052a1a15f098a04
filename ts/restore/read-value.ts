// Reads a value from a store, and trusts nothing: neither that the store gives what belongs to the handle, nor that it works.

import { messageOf } from "../base/errors.js";
import { check } from "../base/option-check.js";
import { isJson } from "../text/json-value.js";
import type { ContentStore } from "./content-store.js";
import { checkScope, type HandleScope, handleOf, isHandle } from "./handle.js";

/** A store, and whose content of it may be put back. */
export interface StoreSource extends HandleScope {
  /** The store. */
  store: ContentStore;
}

/** @throws TamisError `OPTION_INVALID` for a missing store, a short key or a wrong tenant: the caller's mistakes. */
export function checkSource(source: StoreSource): void {
  checkScope(source);
  const isStore = (store: unknown) =>
    typeof Object(store).get === "function" && typeof Object(store).put === "function";
  check("store", source.store, isStore, "a store");
}

/** Why a store's value cannot be had. */
export interface NoValue {
  /**
   * - `unknown`: the store does not have it: forgotten, never put, or another tenant's;
   * - `wrong_hash`: the store gave another value than the handle's;
   * - `store_failed`: the store failed; `detail` says how.
   */
  reason: "unknown" | "wrong_hash" | "store_failed";
  /** For people. */
  detail?: string;
}

/** The value of a handle as JSON text, or why it cannot be had. Rejects for nothing. */
export async function readValue(handle: string, source: StoreSource): Promise<{ token: Uint8Array } | NoValue> {
  if (!isHandle(handle)) return { reason: "unknown" };
  try {
    const token = await source.store.get(handle, { tenant: source.tenant });
    if (token === undefined) return { reason: "unknown" };
    return handleOf(token, source) === handle && isJson(Buffer.from(token).toString("utf8"))
      ? { token }
      : { reason: "wrong_hash" };
  } catch (error) {
    return { reason: "store_failed", detail: messageOf(error) };
  }
}
