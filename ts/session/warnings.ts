// When to warn and when to trim. The check follows each assistant turn, and precedes the prompt with a message that
// crosses warnAt by itself. It reads the used share of the limit:
//
//   below warnAt            nothing; all is forgotten
//   warnAt … urgentAt       yellow, once; a trim is due before the next prompt
//   a jump to urgentAt      orange, once; the trim waits one more turn
import type { SessionSettings } from "./settings.js";

/** A warning, as shown to people. */
export interface SessionWarning {
  /** `warn` from `warnAt` on, `urgent` from `urgentAt` on. */
  level: "warn" | "urgent";
  /** The colour to show it in. */
  color: "yellow" | "orange";
  /** For example "Context at 80% capacity. Consider /clear or /save." */
  message: string;
  /** What happens next, or what to do now. */
  advice: string;
  /** Tokens of the conversation. */
  tokens: number;
  /** The limit of the conversation, in tokens. */
  maxTokens: number;
}

/** The warning state between turns; plain JSON. */
export interface LimitState {
  /** The first warning was given. */
  warned: boolean;
  /** The urgent warning was given. */
  urgent: boolean;
  /** The trim follows the next assistant turn. */
  waiting: boolean;
  /** The trim precedes the next prompt. */
  due: boolean;
}

export const CALM: LimitState = { warned: false, urgent: false, waiting: false, due: false };

/** What a check follows: an assistant turn, or a message that is about to be sent. */
type Watched = "answer" | "message";

/** Updates the state after a check. Returns the warning that is due, if any. */
export function watchLimit(
  state: LimitState,
  tokens: number,
  settings: SessionSettings,
  watched: Watched = "answer",
): { state: LimitState; warning?: SessionWarning } {
  const { maxTokens, warnAt, urgentAt } = settings;
  const isUrgent = tokens >= urgentAt * maxTokens;
  if (tokens < warnAt * maxTokens) return { state: CALM };
  if (isUrgent && !state.warned) {
    const next = { warned: true, urgent: true, waiting: true, due: false };
    return { state: next, warning: warningOf("urgent", WAITS[watched], tokens, settings) };
  }
  const next = { warned: true, urgent: state.urgent || isUrgent, waiting: false, due: true };
  const level = isUrgent && !state.urgent ? "urgent" : state.warned ? undefined : "warn";
  return level === undefined
    ? { state: next }
    : { state: next, warning: warningOf(level, IS_DUE[watched], tokens, settings) };
}

const IS_DUE: Record<Watched, string> = {
  answer: "Older turns are trimmed before the next prompt; /clear and /save still work until then.",
  message: "Older turns are trimmed before this message is sent.",
};
const WAITS: Record<Watched, string> = {
  answer: "Use /save, /clear or /reduce now: after one more turn, older turns are trimmed.",
  message: "Use /save, /clear or /reduce after the answer: older turns are trimmed before the next message is sent.",
};

function warningOf(
  level: SessionWarning["level"],
  advice: string,
  tokens: number,
  { maxTokens, warnAt, urgentAt }: SessionSettings,
): SessionWarning {
  const isUrgent = level === "urgent";
  const percent = Math.round(100 * (isUrgent ? urgentAt : warnAt));
  const message = `Context at ${percent}% capacity. ${isUrgent ? "Auto-trimming soon." : "Consider /clear or /save."}`;
  return { level, color: isUrgent ? "orange" : "yellow", message, advice, tokens, maxTokens };
}
