import { WIRES } from "../../wires/index.js";
import { messagesOf } from "../atomic-units.js";
import type { Draft } from "../draft.js";
import type { ListEdit } from "../list-edit.js";
import { obstacleOf } from "../obstacle.js";
import { type Cut, type CutRule, droppedUnits, replayCuts } from "../replay-cut.js";
import { measuresOf, type SizeHistory } from "../sizes.js";
import type { ClippedResult, ConversationView, Stage, StageContext, StageOutcome } from "../stage.js";
import { clipsOf } from "./clip-results.js";

/**
 * Drops the oldest atomic units down to the low watermark, the user's own messages last. Keeps system messages, pinned
 * messages, what tools' rules protect, the user's first (`truncate.keepFirst`) and last message and the newest unit. The cut is that of the
 * last step over the budget that a cut brings within it. Where results alone are over the budget, it clips these, too.
 */
export const truncateStage: Stage = {
  name: "fallback",
  run(draft, context) {
    if (!context.policy.settings.truncate.enabled) return { reason: "disabled" };
    const view = context.view();
    if ("reason" in view) return view;
    const { keepFirst } = context.policy.settings.truncate;
    if (!keepFirst) {
      const free = replayTruncation(view, { dropsUser: true, keepsFirst: false });
      const made = free === undefined ? undefined : apply(draft, context, view, free);
      // Some providers want the user to begin, and then the first message stays after all.
      if (made !== undefined && context.fits(made.draft) && context.newViolation(made.draft) === undefined) return made;
    }
    const cut = replayTruncation(view);
    const whole = cut === undefined ? undefined : apply(draft, context, view, cut);
    if (cut === undefined || whole === undefined || !context.fits(whole.draft)) {
      const clipped = clipAndCut(draft, context, view);
      if ("draft" in clipped || cut === undefined || whole === undefined) return clipped;
    }
    if (cut.userUnits === 0 || context.newViolation(whole.draft) === undefined) return whole;
    // Without the dropped messages of the user, the provider would reject the rest.
    const gentle = replayTruncation(view, { dropsUser: false });
    return gentle === undefined ? whole : apply(draft, context, view, gentle);
  },
};

/** Clips results and drops turns, where neither alone is enough: the least of each result goes with which a cut is one. */
function clipAndCut(draft: Draft, context: StageContext, view: ConversationView): StageOutcome {
  const detail = obstacleOf(view);
  if (detail === undefined) return { reason: "nothing_to_do" };
  for (const { draft: made, clipped, firstChangedByte = 0 } of clipsOf(draft, context, view)) {
    const cut = replayTruncation(clippedView(view, context, made, clipped));
    const cutDown = cut === undefined ? undefined : apply(made, context, view, cut);
    if (cutDown === undefined || !context.fits(cutDown.draft)) continue;
    if (context.newViolation(cutDown.draft) !== undefined) continue;
    const { firstChangedByte: firstCutByte } = cutDown;
    const first = firstCutByte === undefined ? {} : { firstChangedByte: Math.min(firstChangedByte, firstCutByte) };
    return { ...cutDown, ...first, clipped: clipped.filter((one) => !isDropped(one, cutDown.edit)) };
  }
  return { reason: "over_budget", detail };
}

function isDropped({ result }: ClippedResult, { dropped, stripped }: ListEdit): boolean {
  const { messageIndex, blockIndex } = result;
  return dropped.has(messageIndex) || stripped?.get(messageIndex)?.includes(blockIndex) === true;
}

function apply(draft: Draft, { wire }: StageContext, { units }: ConversationView, cut: Cut) {
  const edit = messagesOf(droppedUnits(units, cut));
  return { ...draft.edit(wire, edit), edit };
}

function replayTruncation(
  view: ConversationView,
  { dropsUser = true, keepsFirst = true }: Partial<Pick<CutRule, "dropsUser" | "keepsFirst">> = {},
): Cut | undefined {
  const { history, units, dimensions, clearAtLeast } = view;
  return replayCuts(history, units, { dimensions, keepNewest: 1, dropsUser, keepsFirst, clearAtLeast }).at(-1);
}

/** The view with the sizes of a request in which these results are clipped. Linear in the messages. */
function clippedView(
  view: ConversationView,
  { wire: name, policy }: Pick<StageContext, "wire" | "policy">,
  { request }: Draft,
  clipped: readonly ClippedResult[],
): ConversationView {
  const wire = WIRES.of(name);
  const list = request[wire.listKey] as readonly unknown[];
  const { tokens } = policy.settings;
  const measures = measuresOf(wire, tokens.method);
  const places = new Set(clipped.map(({ result }) => result.messageIndex));
  const dimensions = view.dimensions.map((dimension, at) => {
    const measure = measures[at];
    if (measure === undefined) return dimension;
    const sizes = withSizes(dimension.sizes, places, (index) => measure.ofMessage(list[index]));
    return { ...dimension, sizes };
  });
  return { ...view, dimensions };
}

function withSizes(
  sizes: SizeHistory,
  places: ReadonlySet<number>,
  sizeOf: (messageIndex: number) => number,
): SizeHistory {
  const { sums } = sizes;
  let less = 0;
  const smaller = sums.map((sum, end) => {
    const index = end - 1;
    if (places.has(index)) less += Math.max(0, sum - (sums[index] ?? 0) - sizeOf(index));
    return sum - less;
  });
  return { ...sizes, sums: smaller };
}
