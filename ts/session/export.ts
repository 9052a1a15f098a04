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

/** Writes keys in a fixed order and leaves out those that a turn lacks. */
function toExported(turn: Turn, { sessionId, agent }: TurnOwner): Record<string, unknown> {
  const { role, content, timestamp, toolCalls, toolCallId, isError, metadata, original, trimmedTurns } = turn;
  return {
    session_id: turn.sessionId ?? sessionId,
    agent: turn.agent ?? agent,
    timestamp,
    role,
    content,
    tool_calls: toolCalls,
    tool_call_id: toolCallId,
    is_error: isError,
    trimmed_turns: trimmedTurns,
    original,
    metadata,
  };
}
