// Clips results that a budget cannot hold, before anything is dropped: where what is never dropped is over the budget,
// dropping turns would be for nothing.
//
//   …, call, result of 84,000 tokens        budget: 20,000
//   …, call, head [clipped — 296112 chars left out] tail

import type { Stage } from "../stage.js";
import { clipsOf, fixedClip } from "./clip-results.js";

/**
 * Clips the middle of results that a budget cannot hold, if the whole request fits then. Leaves pinned results and those
 * that tools' rules protect.
 */
export const clipStage: Stage = {
  name: "clipping",
  run(draft, context) {
    const view = context.view();
    if ("reason" in view) return view;
    // A clip that depends on the rest of the request would change in front of thinking.
    if (context.isBound) return fixedClip(draft, context, view) ?? { reason: "nothing_to_do" };
    let hasLarge = false;
    for (const clip of clipsOf(draft, context, view)) {
      hasLarge = true;
      if (context.fits(clip.draft)) return clip;
    }
    return { reason: hasLarge ? "over_budget" : "nothing_to_do" };
  },
};
