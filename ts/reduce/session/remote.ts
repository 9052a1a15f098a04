import type { SessionFacts } from "../../contract/session-facts.js";
import type { SessionTable } from "./table.js";

/** Conversations that several processes know. No call rejects, or takes long. */
export interface RemoteSessions {
  /** The saved entries of these names; undefined where there is none. */
  read(names: readonly string[]): Promise<(string | undefined)[]>;
  /** Keeps an entry. Resolves once it is kept, or has failed. */
  write(name: string, entry: string): Promise<void>;
  /** Is told of an entry that cannot be used. */
  unusable(): void;
}

/** Takes what others know of a conversation into the table, where it is newer than what the table has. */
export async function fetchInto(
  table: SessionTable,
  remote: RemoteSessions,
  key: string,
  facts: Pick<SessionFacts, "firstCallId" | "wire">,
): Promise<void> {
  const names = table.namesOf(key, facts);
  const entries = await remote.read(names);
  entries.forEach((entry, at) => {
    if (entry !== undefined && !table.adopt(names[at] as string, entry)) remote.unusable();
  });
}
