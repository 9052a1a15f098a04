/** Whose content it is. Tenants never see each other's content. */
export interface StoreScope {
  /** Any text without U+0000. Equal contents of two tenants have two handles. */
  tenant: string;
  /**
   * Whose of the tenant's contents a value is, for {@link ContentStore.erase} alone: everyone of the tenant can read it. The
   * one who put it last counts. @default no one's in particular
   */
  user?: string | undefined;
}

/** Which values to erase. */
export type Erasing =
  | {
      /** All of one tenant. */
      tenant: string;
    }
  | {
      /** All of one user, whatever the tenant. */
      user: string;
    }
  | {
      /** Everything that the store has. */
      all: true;
    };

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
  /** Erases values at once; resolves to how many. A store without it only forgets. @default not there */
  erase?(which: Erasing): Promise<number>;
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
