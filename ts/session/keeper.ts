import type { SessionRecord } from "./state.js";
import type { Turn } from "./turn.js";

/** Where one session is written, by one process at a time. What resolves is on disk; what rejects changed nothing. */
export interface SessionLog {
  /**
   * Where a write got no answer, what is stored is not known from this index on: the next change must be a
   * `replaceFrom` that begins here or before.
   */
  readonly unsureFrom?: number | undefined;
  append(turns: readonly Turn[], state: SessionRecord): Promise<void>;
  /** Puts these turns in the place of all from an index on. */
  replaceFrom(index: number, turns: readonly Turn[], state: SessionRecord): Promise<void>;
  rename(name: string): Promise<void>;
  /** Lets other processes have the session. */
  release(): Promise<void>;
}

/** A stored session as it is claimed. */
export interface ClaimedSession {
  id: string;
  agent: string;
  name: string | undefined;
  state: SessionRecord | undefined;
  turns: Turn[];
  log: SessionLog;
}

/** What a session needs of a store. */
export interface SessionKeeper {
  create(session: Omit<ClaimedSession, "log">): Promise<SessionLog>;
  /** @param session Id, name, or the beginning of an id. */
  claim(session: string): Promise<ClaimedSession>;
}
