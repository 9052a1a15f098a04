/** A call as readers need it. */
export interface KnownCall {
  turnIndex: number;
  toolName: string | undefined;
}

/** What a result has of the call that it answers; nothing of it where it is an orphan. */
export function answerTo(
  callId: string | undefined,
  calls: ReadonlyMap<string, KnownCall>,
): { callId: string | undefined; toolName: string | undefined; turnIndex: number | undefined } {
  const call = callId === undefined ? undefined : calls.get(callId);
  return { callId, toolName: call?.toolName, turnIndex: call?.turnIndex };
}
