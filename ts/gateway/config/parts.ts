// Parts of the checked sections, by name. Apart from these, whose published declarations are made of the schema.
import type { GatewaySections } from "./settings-types.js";

/** The model that writes a policy's summaries, with every default filled in. */
export type SummarizerSettings = NonNullable<GatewaySections["summarizer"]>;
/** What is kept of replaced results, with every default filled in. */
export type OriginalsSettings = GatewaySections["originals"];
/** An upstream with a name of its own. */
export type NamedSettings = GatewaySections["upstreams"]["named"][string];
