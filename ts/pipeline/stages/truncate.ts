import { messagesOf } from "../atomic-units.js";
import type { Draft } from "../draft.js";
import { obstacleOf } from "../obstacle.js";
import { type Cut, droppedUnits, replayCuts } from "../replay-cut.js";
import type { ConversationView, Stage, StageContext } from "../stage.js";

/**
 * Drops the oldest atomic units down to the low watermark, the user's own messages last. Keeps system messages, pinned
 * messages, what tools' rules protect, the user's first and last message and the newest unit. The cut is that of the
 * last step over the budget that a cut brings within it.
 */
export const truncateStage: Stage = {
  name: "fallback",
  run(draft, context) {
    if (!context.policy.settings.truncate.enabled) return { reason: "disabled" };
    const view = context.view();
    if ("reason" in view) return view;
    const cut = replayTruncation(view, true);
    if (cut === undefined) {
      const detail = obstacleOf(view);
      return detail === undefined ? { reason: "nothing_to_do" } : { reason: "over_budget", detail };
    }
    const whole = apply(draft, context, view, cut);
    if (cut.userUnits === 0 || context.newViolation(whole.draft) === undefined) return whole;
    // Without the dropped messages of the user, the provider would reject the rest.
    const gentle = replayTruncation(view, false);
    return gentle === undefined ? whole : apply(draft, context, view, gentle);
  },
};

function apply(draft: Draft, { wire }: StageContext, { units }: ConversationView, cut: Cut) {
  const edit = messagesOf(droppedUnits(units, cut));
  return { ...draft.edit(wire, edit), edit };
}

function replayTruncation(view: ConversationView, dropsUser: boolean): Cut | undefined {
  const { history, units, dimensions, clearAtLeast, actsAt } = view;
  return replayCuts(history, units, { dimensions, keepNewest: 1, dropsUser, clearAtLeast, actsAt }).at(-1);
}
