// Requests
//   GET  events                                     → text/event-stream of PageEvent
//   GET  requests?before=CURSOR&limit=N&session=ID&source=live|ledger → RequestPage     (newest first)
//   GET  reductions/ID                              → ReductionDetail
//   GET  reductions/ID/block?message=M&block=B      → DiffBlock with whole texts; M is a place in ReductionDetail.diff, B one
//                                                     in its blocks
//   GET  reductions/ID/original?pointer=POINTER     → OriginalAnswer
//   POST compare           CompareRequest           → CompareAnswer
//   POST try?name=NAME&strategy=NAME   the pasted text as it is → TryAnswer
import type { CacheDiagnosis } from "../../pricing/diagnose-cache.js";
import type { RequestMode } from "./info.js";

/**
 * An event of the stream: `event:` is the kind, `data:` the JSON of the member `data`. A comment comes every 15 seconds. The
 * server ends the stream of a reader that is too slow: connect again and ask for what was missed.
 */
export type PageEvent =
  | { event: "hello"; data: { instance: string } }
  /** A request has ended; or its bill came later, and the row replaces the one with its id. */
  | { event: "request"; data: RequestRow }
  /** Settings changed, here or in a file: ask for them again. */
  | { event: "settings"; data: { at: number } }
  /** A long calculation goes on. */
  | { event: "progress"; data: { what: "savings" | "tune"; done: number } }
  /** The server is about to end. */
  | { event: "bye"; data: Record<string, never> };

/** A page of the list, newest first. */
export interface RequestPage {
  rows: RequestRow[];
  /** For the next, older page; absent on the last. */
  before?: string;
  /** All that there are. */
  total: number;
}

export interface RequestRow {
  /** Names it in every other route. */
  id: string;
  /** Whether it passed here while this server ran, or is known from the ledger alone. */
  source: "live" | "ledger";
  at: number;
  /** The agent's profile, or the program's name. */
  agent?: string;
  mode: RequestMode;
  /** `hook`: the output of a tool that a hook reduced. */
  surface: "gateway" | "hook";
  /** The conversation, by the client's own id. */
  session?: string;
  /** The run that it belongs to. */
  run?: string;
  model?: string;
  host?: string;
  wire?: string;
  /** The policy's name. */
  policy?: string;
  /** The last stage that changed it: `masking`, `clipping`, `summarization`, `fallback`, `condensation`. */
  stage?: string;
  /** The provider that condensed its conversation. */
  condensed?: string;
  status?: number;
  /** Why the gateway or the provider refused it. */
  refused?: string;
  /** Why it was sent as it came. */
  skipped?: string;
  /** Estimated tokens. */
  tokensBefore: number;
  tokensAfter: number;
  /** Results that were masked, clipped or shortened. */
  reducedCount: number;
  /** Whether the boundary of masking moved. */
  moved: boolean;
  /** Estimated tokens that wait for the next move. */
  waitingTokens: number;
  /** Tokens as billed; absent without a bill. */
  input?: number;
  cached?: number;
  written?: number;
  output?: number;
  /** Dollars as billed, and the other way: without the reduction where there was one. */
  cost?: number;
  otherCost?: number;
  /** `otherCost − cost` where it was reduced, the other way round where it was observed; may be negative. */
  saved?: number;
  /** Time of decoding and reducing, in microseconds. */
  reduceMicros?: number;
  /** From arrival to the answer's first byte, and to its end. */
  firstByteMs?: number;
  ms?: number;
  /** Why nothing, or nothing more, was saved: a sentence. Absent where there is nothing to explain. */
  why?: string;
  /** What became of the provider's cache. Absent for the first request of a conversation, and without a bill. */
  cache?: CacheDiagnosis;
  /** Whether its body is still kept, so that before and after can be shown. */
  hasBody: boolean;
}
