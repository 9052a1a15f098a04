import type { Turn } from "./turn.js";

/** Whose turns they are, where a turn does not say otherwise. */
export interface TurnOwner {
  sessionId: string;
  agent: string;
}

/** The form of an export: a JSON array of turn objects, two spaces deep, with a newline at the end. */
export function renderExport(turns: readonly Turn[], owner: TurnOwner): string {
  return `${JSON.stringify(
    turns.map((turn) => toExported(turn, owner)),
    null,
    2,
  )}\n`;
}

/** Keys in a fixed order; those that a turn does not have are left out. */
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
