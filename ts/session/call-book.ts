import { invalidTurn, type Turn } from "./turn.js";

/** The calls of a session, answered and open. A tool result is accepted only if it answers an open call. */
export class CallBook {
  readonly #answered = new Map<string, boolean>();

  constructor(turns: readonly Turn[] = []) {
    for (const turn of turns) this.add(turn);
  }

  /** @throws TamisError `SESSION_INVALID` */
  check({ toolCallId }: Turn, path: string): void {
    if (toolCallId === undefined) return;
    const answered = this.#answered.get(toolCallId);
    if (answered === false) return;
    const id = JSON.stringify(toolCallId.slice(0, 100));
    const message = answered ? `the call ${id} is answered already` : `no call ${id} is before this result`;
    throw invalidTurn(`${path}.toolCallId`, message);
  }

  add({ toolCalls = [], toolCallId }: Turn): void {
    for (const { id } of toolCalls) this.#answered.set(id, false);
    if (toolCallId !== undefined) this.#answered.set(toolCallId, true);
  }
}
