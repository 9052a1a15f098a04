// The sizes of a conversation some of whose results are clipped.

import { WIRES } from "../wires/index.js";
import type { Draft } from "./draft.js";
import { measuresOf, type SizeHistory } from "./sizes.js";
import type { ClippedResult, ConversationView, StageContext } from "./stage.js";

/** The view with the sizes of a request in which these results are clipped. Linear in the messages. */
export function clippedView(
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
