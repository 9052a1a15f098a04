import type { Turn } from "./turn.js";
import type { SessionWarning } from "./warnings.js";

/** What a trim or a reduction did. */
export interface ContextChange {
  /** Session turns that were dropped; `widened` counts the entries kept only to keep a call with its result. */
  droppedTurns: number;
  widened: number;
  /** Results that became placeholders; `clippedCount` counts the texts that were clipped. */
  maskedCount: number;
  clippedCount: number;
  tokensBefore: number;
  tokensAfter: number;
  /** Whether the rest is below the share at which a trim begins. */
  fits: boolean;
  /** For example "Context trimmed. Kept first 2 and last 10 turns." */
  message: string;
}

/** Events of a session and what their listeners receive. Each event follows its change, once the change is on disk. */
export interface SessionEvents {
  turn: { turn: Turn; tokens: number };
  warning: SessionWarning;
  /** A line for people: what a trim did (with the next prompt), or what to do if nothing helped. */
  notice: { message: string };
  trim: ContextChange;
  reduce: ContextChange;
  clear: { turns: number };
  undo: { turns: readonly Turn[] };
  import: { turns: number; replaced: boolean };
  save: { id: string; name: string | undefined };
  load: { id: string; turns: number };
}

export type SessionEvent = keyof SessionEvents;
export type SessionListener<E extends SessionEvent> = (details: SessionEvents[E]) => void;

/** Listeners by event. A listener that throws breaks nothing else: Node prints a warning. */
export class Listeners {
  readonly #listeners = new Map<SessionEvent, Set<(details: never) => void>>();

  /** Returns a function that removes the listener. */
  on<E extends SessionEvent>(event: E, listener: SessionListener<E>): () => void {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(listener));
    return () => all.delete(listener);
  }

  emit<E extends SessionEvent>(event: E, details: SessionEvents[E]): void {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        (listener as SessionListener<E>)(details);
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
