import { messagesOf } from "./atomic-units.js";
import { type Cut, droppedUnits, replayCuts } from "./replay-cut.js";
import type { ConversationView, Stage } from "./stage.js";

/**
 * Drops the oldest atomic units, the user's own messages last, down to the low watermark. System messages, pinned ones,
 * the user's last message and the newest unit stay. The cut is that of the last step that was over the budget.
 */
export const truncateStage: Stage = {
  name: "fallback",
  run(draft, context) {
    if (!context.policy.settings.truncate.enabled) return { reason: "disabled" };
    const view = context.view();
    if ("reason" in view) return view;
    const cut = replayTruncation(view).at(-1);
    if (cut === undefined) return { reason: "nothing_to_do" };
    for (const tried of cut.userUnits > 0 ? [cut, { ...cut, userUnits: 0 }] : [cut]) {
      const dropped = messagesOf(droppedUnits(view.units, tried));
      if (dropped.size === 0) continue;
      const edit = { dropped };
      const result = draft.edit(context.wire, edit);
      // Without the user's messages, some wires would begin with the wrong role.
      if (tried.userUnits > 0 && context.newViolation(result.draft) !== undefined) continue;
      return { ...result, edit };
    }
    return { reason: "nothing_to_do" };
  },
};

function replayTruncation(view: ConversationView): Cut[] {
  const { history, units, dimensions, clearAtLeast, actsAt } = view;
  return replayCuts(history, units, { dimensions, keepNewest: 1, dropsUser: true, clearAtLeast, actsAt });
}
