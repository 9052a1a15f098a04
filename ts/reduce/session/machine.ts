// What a conversation is when a request of it comes, and what follows.
//
//   nothing is remembered of it             ──►  new        the rules of now hold from this step on  ──►  continued
//
//   all of the last request is in it        ──►  continued  the rules that it has go on
//     and the cache has expired             ──►  dead       a move costs nothing, so it is made      ──►  continued
//     and thinking of before is missing     ──►  trimmed    moves are where they are remembered
//
//   it ends before something that was edited ─►  rewound    where thinking is checked: as it came, without
//   the last request was sent as it came    ──►  left       old thinking, until the user speaks      ──►  continued
import type { SessionState } from "../../contract/session-state.js";
import type { Matched } from "./match-state.js";

/**
 * - `new`: nothing is known of the conversation;
 * - `continued`: it has everything that was in the last request;
 * - `dead`: the same, and the provider's cache has expired, so that a move costs nothing;
 * - `trimmed`: the client has taken out thinking, so that the history does not show any more where moves were;
 * - `rewound`: it ends before something that was edited, and nothing says what was edited up to there;
 * - `left`: the last request was sent as it came, after others were edited.
 */
export type ConversationState = "new" | "continued" | "dead" | "trimmed" | "rewound" | "left";

/** The state of a conversation, from what is remembered and what the request has of it. */
export function stateOf(
  { found, isRewound, isTrimmed }: Pick<Matched, "found" | "isRewound" | "isTrimmed">,
  { isLeft }: Pick<SessionState, "isLeft">,
): ConversationState {
  const isKnown = found !== "new" && found !== "mismatch";
  if (isKnown && isLeft === true) return "left";
  if (isRewound) return "rewound";
  if (!isKnown) return "new";
  if (found === "dead-cache") return "dead";
  return isTrimmed ? "trimmed" : "continued";
}
