import type { SessionRecord } from "./state.js";
import type { Turn } from "./turn.js";

/** Where one process writes one session. What resolves is on disk; what rejects changed nothing. */
export interface SessionLog {
  /** Adds turns at the end and replaces the state; both or neither. */
  append(turns: readonly Turn[], state: SessionRecord): Promise<void>;
  /** Puts these turns in the place of all from an index on. */
  replaceFrom(index: number, turns: readonly Turn[], state: SessionRecord): Promise<void>;
  /** Gives the session another name. */
  rename(name: string): Promise<void>;
  /** Releases the session, so that other processes can claim it. */
  release(): Promise<void>;
}

/** A stored session, as read when it was claimed. */
export interface ClaimedSession {
  /** The session's id. */
  id: string;
  /** Who speaks as the assistant. */
  agent: string;
  /** Its name; undefined where it has none. */
  name: string | undefined;
  /** What is kept beside the turns; undefined where nothing is. */
  state: SessionRecord | undefined;
  /** All entries, in order. */
  turns: Turn[];
  /** Writes further changes. */
  log: SessionLog;
}

/** What a session needs from a store. */
export interface SessionKeeper {
  /** Stores a new session and claims it for this process. */
  create(session: Omit<ClaimedSession, "log">): Promise<SessionLog>;
  /**
   * Loads a session and claims it, so that no other process writes to it. @param session Id, name, or the beginning of
   * an id.
   */
  claim(session: string): Promise<ClaimedSession>;
}
