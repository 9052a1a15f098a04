// What condensations tell whoever listens: numbers and names, never text.

/** The event `Context Condensed`. */
export interface ContextCondensedEvent {
  /** The task; `""` if it has no name. */
  taskId: string;
  /** Whether a limit asked for it. */
  isAutomaticTrigger: boolean;
  /** Whether a prompt of the caller's was used. */
  usedCustomPrompt: boolean;
  /** Whether a handler of its own summarised. */
  usedCustomApiHandler: boolean;
}

/** The event `Sliding Window Truncation`: old messages were dropped. */
export interface TruncationEvent {
  /** The task; `""` if it has no name. */
  taskId: string;
}

/** The event `condensation`: what one condensation did. */
export interface CondensationEvent {
  /** Whose work it is. */
  provider: string;
  /** Names of the phases that ran. */
  phases: readonly string[];
  /** Tokens before. */
  originalTokens: number;
  /** Tokens after the lossless phase. */
  postLosslessTokens: number;
  /** Tokens after. */
  finalTokens: number;
  /** Contents that became references. */
  deduplications: number;
  /** Groups of results that were merged. */
  consolidations: number;
  /** References in the result. */
  references: number;
  /** Phases that were taken back; absent if none was. */
  rolledBack?: readonly string[];
  /** The provider that failed; absent if none did. */
  fallback?: string;
  /** US dollars of model calls; absent if unknown. */
  costUsd?: number;
  /** Time, in milliseconds. */
  durationMs: number;
}

/** All events by their names. */
export interface CondensationEvents {
  /** A condensation was asked for. */
  "Context Condensed": ContextCondensedEvent;
  /** Old messages were dropped. */
  "Sliding Window Truncation": TruncationEvent;
  /** A condensation ended. */
  condensation: CondensationEvent;
}

type Listener = <Name extends keyof CondensationEvents>(name: Name, event: CondensationEvents[Name]) => void;

const listeners = new Set<Listener>();

/**
 * Calls a function with every event of this process's condensations. An error of the function is ignored.
 *
 * @returns A function that stops it.
 */
export function onCondensation(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells all listeners. */
export function emit<Name extends keyof CondensationEvents>(name: Name, event: CondensationEvents[Name]): void {
  for (const listener of listeners) {
    try {
      listener(name, event);
    } catch {
      // Who listens must not be able to make a condensation fail.
    }
  }
}
