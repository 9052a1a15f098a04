import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { shownValue } from "../base/issues.js";
import type { ContentStore, StoreScope } from "./content-store.js";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Of this form of a value. */
const VERSION = 1;

/**
 * A store whose values are encrypted where they lie (AES-256-GCM), each tenant's with a key of its own. A value that was
 * changed, or is another handle's or tenant's, is treated as forgotten.
 *
 * @param key 32 secret bytes, the same in all processes that share the store.
 * @throws TamisError `OPTION_INVALID` for a key that is no bytes or of another length.
 */
export function encryptedStore(store: ContentStore, key: Uint8Array): ContentStore {
  if (!isUint8Array(key) || key.length !== KEY_BYTES) {
    // A text may be the key itself, which no message shows.
    const got = isUint8Array(key) ? key.length : typeof key === "string" ? "a text" : shownValue(key);
    throw new TamisError("OPTION_INVALID", `options.key: expected ${KEY_BYTES} bytes, got ${got}`);
  }
  const keyOf = (tenant: string) => createHmac("sha256", key).update("tamis content\0").update(tenant).digest();
  return {
    async get(handle, scope) {
      const kept = await store.get(handle, scope);
      return kept === undefined ? undefined : opened(kept, keyOf(scope.tenant), handle);
    },
    put: (handle, token, scope: StoreScope) => store.put(handle, sealed(token, keyOf(scope.tenant), handle), scope),
  };
}

function sealed(token: Uint8Array, key: Uint8Array, handle: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(handle));
  const parts = [cipher.update(token), cipher.final()];
  return new Uint8Array(Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...parts]));
}

function opened(kept: Uint8Array, key: Uint8Array, handle: string): Uint8Array | undefined {
  const start = 1 + NONCE_BYTES + TAG_BYTES;
  if (kept.length < start || kept[0] !== VERSION) return undefined;
  const decipher = createDecipheriv(CIPHER, key, kept.subarray(1, 1 + NONCE_BYTES)).setAAD(Buffer.from(handle));
  decipher.setAuthTag(kept.subarray(1 + NONCE_BYTES, start));
  try {
    return new Uint8Array(Buffer.concat([decipher.update(kept.subarray(start)), decipher.final()]));
  } catch {
    return undefined;
  }
}
