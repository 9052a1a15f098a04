import type { KnownCall } from "./known-calls.js";

/** A call, which may go without an id. */
export interface GeminiCall extends KnownCall {
  id: string | undefined;
  ambiguous: boolean;
}

/** Calls of one tool in one turn, oldest first. */
interface Waiting {
  calls: GeminiCall[];
  /** Those before were answered when they were last looked at. */
  from: number;
}

/**
 * Which call a response answers: the nearest preceding one with its id, else the first unanswered one of its tool in the
 * last turn. An id that only one of the two has does not part them. Linear over a whole request.
 */
export class GeminiCalls {
  turnCount = 0;
  readonly #byId = new Map<string, GeminiCall>();
  readonly #answered = new Set<GeminiCall>();
  /** Calls of the last turn by tool, and those of them that have no id. */
  #last = new Map<string, Waiting>();
  #lastWithoutId = new Map<string, Waiting>();

  /** Takes note of the calls of one content; without any it is no turn. */
  noteTurn(found: readonly Omit<GeminiCall, "turnIndex">[]): void {
    if (found.length === 0) return;
    const calls = found.map((call) => ({ ...call, turnIndex: this.turnCount }));
    this.turnCount++;
    for (const call of calls) if (call.id !== undefined) this.#byId.set(call.id, call);
    this.#last = byTool(calls);
    this.#lastWithoutId = byTool(calls.filter(({ id }) => id === undefined));
  }

  /** The call that a response answers; undefined for an orphan. A response answers one call only. */
  answer(id: string | undefined, toolName: unknown): GeminiCall | undefined {
    const call = (id === undefined ? undefined : this.#byId.get(id)) ?? this.#next(id, toolName);
    if (call !== undefined) this.#answered.add(call);
    return call;
  }

  #next(id: string | undefined, toolName: unknown): GeminiCall | undefined {
    if (typeof toolName !== "string") return undefined;
    // Two ids that differ part a response from a call of the same name.
    const waiting = (id === undefined ? this.#last : this.#lastWithoutId).get(toolName);
    if (waiting === undefined) return undefined;
    for (; waiting.from < waiting.calls.length; waiting.from++) {
      const call = waiting.calls[waiting.from];
      if (call !== undefined && !this.#answered.has(call)) return call;
    }
    return undefined;
  }
}

function byTool(calls: readonly GeminiCall[]): Map<string, Waiting> {
  const tools = new Map<string, Waiting>();
  for (const call of calls) {
    if (call.toolName === undefined) continue;
    const waiting = tools.get(call.toolName);
    if (waiting === undefined) tools.set(call.toolName, { calls: [call], from: 0 });
    else waiting.calls.push(call);
  }
  return tools;
}
