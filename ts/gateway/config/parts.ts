// Parts of the checked sections, by name.
import type { GatewaySections } from "./settings-types.js";

/** The model that writes a policy's summaries, with every default filled in. */
export type SummarizerSettings = NonNullable<GatewaySections["summarizer"]>;
/** What is kept of replaced results, with every default filled in. */
export type OriginalsSettings = GatewaySections["originals"];
/** An upstream with a name of its own. */
export type NamedSettings = GatewaySections["upstreams"]["named"][string];
