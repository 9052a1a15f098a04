import type { Keys } from "./paths.js";

/** A key of a workspace's file that does not count. */
export interface Ignored {
  /** Its path as it is written; empty for the file as a whole. */
  path: Keys;
  /** Why, and what to do instead. */
  message: string;
  /** No workspace may set it; the user's own configuration asks for less already; or the key or its value is wrong. */
  why: "untrusted" | "overruled" | "invalid";
}

/** Why a key does not count that only the user may set. */
export const UNTRUSTED =
  "a workspace's file may not set this; put it into your own configuration (tamis config show names the file), or name this file with --config";

/** Why a value does not count. */
export const OVERRULED = "does not count: a workspace's file may only ask for less than your own configuration";

/** The same, with the user's own value where it is short. */
export const overruled = (own: unknown): string =>
  typeof own === "object" && own !== null ? OVERRULED : `${OVERRULED}, which has ${JSON.stringify(own ?? "nothing")}`;
