import type { MovePointer } from "./give-back.js";
import type { HeldAtEnd, Hold } from "./holds.js";
import type { MoveBinding } from "./move-gate.js";
import type { MoveStart } from "./move-start.js";

/** A tool result that the plain policy would mask or clip, or thinking or arguments that it would remove or shorten. */
export interface MoveCandidate {
  /** 0-based index of its unit among the units of all messages. */
  readonly unit: number;
  /** 0-based index of the first message whose presence makes it eligible. */
  readonly readyMessage: number;
  /** Tokens that its edit removes. */
  readonly savedTokens: number;
  /** Whether it is thinking, not a result. @default false */
  readonly isThinking?: boolean | undefined;
  /** Whether it is the arguments of a call. @default false */
  readonly isArguments?: boolean | undefined;
}

/** A conversation as the decision reads it. Indexes ascend in all lists. */
export interface MoveHistory {
  /** Tokens of all units before each unit, with nothing masked; one more element than units. */
  readonly unitSums: ArrayLike<number>;
  /** Index of each message's first unit; one more element than messages. */
  readonly messageStarts: ArrayLike<number>;
  /** In document order. */
  readonly candidates: readonly MoveCandidate[];
  /** Number of messages in the request of each step; ascending. */
  readonly cuts: readonly number[];
  /** Index of the first message of each tool turn. */
  readonly turnStarts: readonly number[];
  /** Tokens of a request outside its messages: system prompt, tools. */
  readonly otherTokens: number;
  /** Thinking that restricts moves; undefined if none does. @default undefined */
  readonly binding?: MoveBinding | undefined;
  /** Messages with a call that has a mark of shortened arguments, ascending. @default none */
  readonly marked?: readonly number[] | undefined;
  /** Pointers in the requests that are sent before anything is masked, in document order. @default none */
  readonly pointers?: readonly MovePointer[] | undefined;
  /** Candidates that references hold. @default none */
  readonly holds?: readonly Hold[] | undefined;
  /** What a session knows of its beginning. @default undefined: all steps were sent under these rules */
  readonly start?: MoveStart | undefined;
}

/** Levels that must all be reached. */
export interface MoveTrigger {
  readonly tokens?: number | undefined;
  readonly toolTurns?: number | undefined;
  readonly messages?: number | undefined;
}

/**
 * The settings of the decision. Prices are relative to fresh input. Prices and `rent` are × 10,000. All numbers are
 * integers.
 */
export interface MoveRule {
  /** The policy's `cache.strategy`. */
  readonly strategy: "auto" | "rent" | "every-turn" | "stride" | "off";
  /** Price of a token read from the cache, × 10,000. */
  readonly read: number;
  /** Price of a token written to the cache, × 10,000. */
  readonly write: number;
  /** Share of the price of growing that must be carried first, × 10,000; with `auto` half of it. */
  readonly rent: number;
  /** Tool turns between two moves of `stride`. */
  readonly strideTurns: number;
  readonly windowTurns: number;
  /** Any of these lets `auto` and `rent` move; undefined lets it always. @default undefined */
  readonly trigger?: readonly MoveTrigger[] | undefined;
  /**
   * Above `tokens` a move is made whatever was carried, unless it takes away less than `clearAtLeast`. @default
   * undefined: no budget
   */
  readonly budget?: { readonly tokens: number; readonly clearAtLeast: number } | undefined;
  /** Shorter requests are not cached, so no move for its own sake makes one of a longer one. @default 0 */
  readonly minimumTokens?: number | undefined;
  /**
   * The provider finds what was sent only so many units before the end of a request; where an edit is further back, all
   * of the conversation is written again. @default undefined: it finds all in front of the first edit
   */
  readonly lookBackUnits?: number | undefined;
  /** From how many tokens on a request costs how many times as much. @default undefined: all cost the same */
  readonly dear?: DearZone | undefined;
}

/** Longer requests cost more, all of their tokens. */
export interface DearZone {
  /** Tokens of the longest request at the usual price. */
  readonly aboveTokens: number;
  /** Factor of the price, × 10,000. */
  readonly times: number;
}

/** The message that comes after every other: nothing is ready at it. */
export const NEVER = Number.POSITIVE_INFINITY;

/** What was masked at which step. */
export interface MoveOutcome {
  /** For each candidate the index of the step that masked it; -1 if it is carried or bound. */
  readonly maskedAt: Int32Array;
  /**
   * By candidate, the message from which on the next move takes it, where the last one left it: in front of thinking
   * that stays, {@link NEVER}; thinking in front of the last move's first result, that move's number of messages.
   */
  readonly delayed: ReadonlyMap<number, number>;
  /** What references hold. */
  readonly held: HeldAtEnd;
  /** Whether the model has imitated shortened arguments, so that no more are shortened. */
  readonly isImitated: boolean;
  /** Whether the last step would move, but may not before the user speaks again. */
  readonly isBlocked: boolean;
  /** Indexes of the steps at which the masked set grew. */
  readonly moves: readonly number[];
  /** Whether the last step is such a move. */
  readonly moved: boolean;
  /** Tokens that could be masked at the last step but are carried. */
  readonly carriedTokens: number;
  /** The cost of carrying since the last move, in tokens of fresh input × 10,000. */
  readonly carriedCost: number;
  /** About as many more requests make a move of everything that waits pay; 0 if that cannot be said. */
  readonly requestsToMove: number;
  /** Tokens sent before the last step that the provider still has and that a move would make it write again. */
  readonly keptTokens: number;
  readonly lostTokens: number;
  /** The saving of all masks less the cost of all moves, in tokens of fresh input × 10,000. */
  readonly netSaving: number;
}
