// What an administrator can have done, by path and a small JSON object.
import type { Erasing } from "../../restore/content-store.js";
import { isRecord } from "../../text/json-value.js";

/** One command. */
export type AdminCommand = SwitchCommand | EraseCommand;

/** Switches reducing off or on. */
export interface SwitchCommand {
  /** Tells commands apart. */
  kind: "switch";
  /** False: every request goes on as it came. */
  reduce: boolean;
}

/** Erases originals. */
export interface EraseCommand {
  /** Tells commands apart. */
  kind: "erase";
  /** Whose. */
  which: Erasing;
}

/** What became of a command. */
export interface AdminOutcome {
  /** Why it could not be done, in one sentence; undefined where it was. */
  problem?: string | undefined;
  /** Values that were erased. @default none could be */
  erased?: number | undefined;
}

/** The command of a request; a sentence where it is none; undefined for a path without commands. */
export function commandOf(path: string, value: unknown): AdminCommand | string | undefined {
  const read = READERS[path];
  if (read === undefined) return undefined;
  return isRecord(value) ? read(value) : "expected a JSON object";
}

const READERS: Record<string, ((value: Record<string, unknown>) => AdminCommand | string) | undefined> = {
  "/admin/switch"(value) {
    if (typeof value.reduce !== "boolean" || hasMore(value, ["reduce"])) return 'expected {"reduce": true or false}';
    return { kind: "switch", reduce: value.reduce };
  },
  "/admin/erase"(value) {
    const { tenant, user, all } = value;
    const given = [tenant, user, all].filter((one) => one !== undefined).length;
    const which: Erasing | undefined =
      typeof tenant === "string" && tenant !== ""
        ? { tenant }
        : typeof user === "string" && user !== ""
          ? { user }
          : all === true
            ? { all }
            : undefined;
    if (which === undefined || given !== 1 || hasMore(value, ["tenant", "user", "all"]))
      return 'expected one of {"tenant": a name}, {"user": a name} and {"all": true}';
    return { kind: "erase", which };
  },
};

const hasMore = (value: object, keys: readonly string[]): boolean =>
  Object.keys(value).some((key) => !keys.includes(key));
