import type { SessionRecord } from "./state.js";
import type { Turn } from "./turn.js";

/** Where one process writes one session. What resolves is on disk; what rejects changed nothing. */
export interface SessionLog {
  /**
   * After a write without an answer, the stored turns are unknown from this index on. The next change must be a
   * `replaceFrom` that begins here or before.
   */
  readonly unsureFrom?: number | undefined;
  append(turns: readonly Turn[], state: SessionRecord): Promise<void>;
  /** Puts these turns in the place of all from an index on. */
  replaceFrom(index: number, turns: readonly Turn[], state: SessionRecord): Promise<void>;
  rename(name: string): Promise<void>;
  /** Releases the session, so that other processes can claim it. */
  release(): Promise<void>;
}

/** A stored session, as read when it was claimed. */
export interface ClaimedSession {
  id: string;
  agent: string;
  name: string | undefined;
  state: SessionRecord | undefined;
  turns: Turn[];
  log: SessionLog;
}

/** What a session needs from a store. */
export interface SessionKeeper {
  create(session: Omit<ClaimedSession, "log">): Promise<SessionLog>;
  /** @param session Id, name, or the beginning of an id. */
  claim(session: string): Promise<ClaimedSession>;
}
