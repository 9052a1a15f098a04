import type { Turn } from "./turn.js";

/** The owner of all turns that name no other. */
export interface TurnOwner {
  sessionId: string;
  agent: string;
}

/** Renders an export: a JSON array of turn objects, indented by two spaces, with a final newline. */
export function renderExport(turns: readonly Turn[], owner: TurnOwner): string {
  return `${JSON.stringify(
    turns.map((turn) => toExported(turn, owner)),
    null,
    2,
  )}\n`;
}

/** Keys of an exported turn, in the order in which they are written, and what they are called in a turn. */
export const EXPORT_KEYS = {
  session_id: "sessionId",
  agent: "agent",
  timestamp: "timestamp",
  role: "role",
  content: "content",
  tool_calls: "toolCalls",
  tool_call_id: "toolCallId",
  is_error: "isError",
  trimmed_turns: "trimmedTurns",
  original: "original",
  metadata: "metadata",
} as const satisfies Record<string, keyof Turn>;

/** JSON leaves out the keys that a turn lacks. */
function toExported(turn: Turn, owner: TurnOwner): Record<string, unknown> {
  const owned: Turn = { ...owner, ...turn };
  return Object.fromEntries(Object.entries(EXPORT_KEYS).map(([key, name]) => [key, owned[name]]));
}
