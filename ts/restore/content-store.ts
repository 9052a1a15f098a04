/** Whose content it is. Tenants never see each other's content. */
export interface StoreScope {
  /** Any text without U+0000. Equal contents of two tenants have two handles. */
  tenant: string;
}

/**
 * Keeps replaced JSON values by handle ({@link handleOf}), so that they can be put back. An implementation may forget
 * any content at any time. It never gives out content under another handle or to another tenant.
 */
export interface ContentStore {
  /**
   * The value of a handle as JSON text in UTF-8; undefined if it is unknown, forgotten, or another tenant's. Rejects only
   * if the store itself fails.
   */
  get(handle: string, scope: StoreScope): Promise<Uint8Array | undefined>;
  /** Keeps a value. Rejects if it could not be kept. */
  put(handle: string, token: Uint8Array, scope: StoreScope): Promise<void>;
}

/** Limits of a store. */
export interface StoreLimits {
  /** Bytes of all values together; the oldest are forgotten first. @default 268435456 */
  maxBytes?: number | undefined;
  /** How long a value is kept after it was last put, in milliseconds. @default 2592000000 (30 days) */
  ttlMs?: number | undefined;
  /** The clock: milliseconds since 1970. @default Date.now */
  now?: (() => number) | undefined;
}
