import type { GroupKind } from "../../simulate/index.js";

/** What the rows of the table can be. */
export const KINDS: readonly GroupKind[] = ["day", "project", "agent", "model", "session"];
