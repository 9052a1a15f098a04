import type { Affinity } from "../../reduce/request-session.js";

/** Where a request went, for log, metrics and headers. */
export interface Placed {
  group: string;
  deployment: string;
  /** The conversation, hashed; undefined where it is not known. */
  conversation: string | undefined;
  /** Where it was before, or would be; only with `moved`. */
  from?: string | undefined;
  /** Its conversation has left the deployment that has its cache; `vendor`: for one of another vendor. */
  moved?: "deployment" | "vendor" | undefined;
  /** Input of the conversation's request before, as billed; 0 where that is not known. */
  inputBefore: number;
}

/** Chooses the deployment of one request, as far as reducing it needs that. */
export interface PlaceChooser {
  /** The conversation, hashed; undefined before {@link decide}, and where it is not known. */
  readonly conversation: string | undefined;
  /** Chooses. */
  decide(conversation: string | undefined): void;
  /** The host that it goes to. */
  readonly host: string;
  /** What that means for the provider's cache. */
  readonly affinity: Affinity | undefined;
}
