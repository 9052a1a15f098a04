import type { Turn } from "./turn.js";
import type { SessionWarning } from "./warnings.js";

/** What a trim or a reduction did. */
export interface ContextChange {
  /** Session turns that have gone. */
  droppedTurns: number;
  /** Entries that stay only because the call or result that belongs to them stays. */
  widened: number;
  /** Results that became placeholders. */
  maskedCount: number;
  /** Texts that were clipped. */
  clippedCount: number;
  /** Tokens of the conversation before the change. */
  tokensBefore: number;
  /** Tokens of the conversation after the change. */
  tokensAfter: number;
  /** Whether the rest is below the share at which a trim begins. */
  fits: boolean;
  /** For example "Context trimmed. Kept first 2 and last 10 turns." */
  message: string;
}

/** Events of a session and what their listeners receive. Each event follows its change, once the change is on disk. */
export interface SessionEvents {
  /** A turn was added; `tokens` are those of the whole conversation. */
  turn: { turn: Turn; tokens: number };
  /** The conversation comes near its limit. */
  warning: SessionWarning;
  /**
   * A line for people: what a trim did (with the next prompt), what to do if nothing helped, or that a bill was not
   * understood.
   */
  notice: { message: string };
  /** Turns in the middle were dropped. */
  trim: ContextChange;
  /** The conversation was reduced by the policy. */
  reduce: ContextChange;
  /** All turns but the system prompt are gone: `turns` of them. */
  clear: { turns: number };
  /** The last exchange was taken back; `turns` are its entries. */
  undo: { turns: readonly Turn[] };
  /** `turns` entries were imported; `replaced`: in place of those that were there. */
  import: { turns: number; replaced: boolean };
  /** The session went to a store, under an id and perhaps a name. */
  save: { id: string; name: string | undefined };
  /** The session with this id was loaded, with `turns` entries. */
  load: { id: string; turns: number };
}

/** The name of an event. */
export type SessionEvent = keyof SessionEvents;
/** Called with the details of an event. */
export type SessionListener<E extends SessionEvent> = (details: SessionEvents[E]) => void;
