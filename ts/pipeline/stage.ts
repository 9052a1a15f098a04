import type { ReduceOptions } from "../contract/backend.js";
import type { PipelineNote, PipelineStage, PipelineStageReason, SummaryReport } from "../contract/pipeline-report.js";
import type { Reduction, Wire } from "../contract/report.js";
import type { SessionMemory } from "../contract/session-facts.js";
import type { Policy } from "../policy/policy.js";
import type { Path } from "../wires/define-wire.js";
import type { ToolResult } from "../wires/transcript.js";
import type { AtomicUnit } from "./atomic-units.js";
import type { Draft } from "./draft.js";
import type { ListEdit } from "./list-edit.js";
import type { MaskHistory } from "./mask-history.js";
import type { Dimension } from "./replay-cut.js";
import type { SummaryWriter } from "./summary/writer.js";

/** One stage of the pipeline. It makes a smaller request or says why not. It does not judge whether the result fits. */
export interface Stage {
  /** The stage's name in reports. */
  readonly name: PipelineStage;
  /** Makes a smaller request, or says why it made none. */
  run(draft: Draft, context: StageContext): Promise<StageOutcome> | StageOutcome;
}

/** A stage's request, or why it made none. */
export type StageOutcome =
  | {
      /** The request that the stage made. */
      draft: Draft;
      /** The mask stage's edits of tool results. */
      masked?: Reduction<Uint8Array | object>;
      /** The clip stage's edits of tool results, in document order. */
      clipped?: readonly ClippedResult[];
      /** The list edit of the other stages. */
      edit?: ListEdit;
      /** Offset of the first byte that changed; only for bytes, and only from the native backend. */
      firstChangedByte?: number | undefined;
      /** How the summary came about, of the summarise stage. */
      summary?: SummaryReport | undefined;
    }
  | {
      /** Why the stage made no request. */
      reason: PipelineStageReason;
      /** A few words for people. */
      detail?: string;
      /** How the summary came about that was of no use. */
      summary?: SummaryReport | undefined;
    };

/** A result whose texts were clipped. */
export interface ClippedResult {
  /** The result as it came to the stage. */
  result: ToolResult;
  /** Each clipped text: its path from the request, and what it was and became. */
  texts: readonly ClippedText[];
}

/** A clipped text. */
export interface ClippedText {
  /** Path from the request. */
  path: Path;
  /** The text that came to the stage. */
  before: string;
  /** Its head, a line, and its tail. */
  text: string;
}

/** The context that all stages of one call share. */
export interface StageContext {
  /** The wire of the request. */
  readonly wire: Wire;
  /** The policy of the call. */
  readonly policy: Policy;
  /** The policy of the mask stage. It has the budget in tokens if the budget counts like the mask. */
  readonly maskPolicy: Policy;
  /** The options of the call. */
  readonly options: ReduceOptions;
  /** Aborts the call; undefined where the caller gave none. */
  readonly signal: AbortSignal | undefined;
  /** Undefined if summaries are disabled. */
  readonly writer: SummaryWriter | undefined;
  /**
   * Whether the request's model checks thinking against everything before it, and there is some, or the request asks for
   * it. Then no stage may drop or replace messages: masks alone go with the thinking behind them.
   */
  readonly isBound: boolean;
  /** Index of the first message that may be edited where thinking binds: those before it were sent as they came. */
  readonly sentBefore: number;
  /** That of a call without a session where thinking binds; undefined for any other. */
  readonly memory: SessionMemory | undefined;
  /** The conversation as it came in, read at its first use; or why the lossy stages leave it alone. */
  view(): ConversationView | { reason: PipelineStageReason; detail: string };
  /** Whether a request is within every limit. */
  fits(draft: Draft): boolean;
  /** Whether a request is smaller than another, in tokens and in bytes. */
  isSmaller(draft: Draft, than: Draft): boolean;
  /** Adds a note to the report. */
  note(note: PipelineNote): void;
  /** Describes a rule that the request breaks and the original does not; undefined if it is as valid. */
  newViolation(draft: Draft): string | undefined;
}

/** A conversation in the form that the lossy stages read. */
export interface ConversationView {
  /** The wire of the request. */
  wire: Wire;
  /** What masking would do at each step of the conversation. */
  history: MaskHistory;
  /** The units that are kept or dropped as a whole, in order. */
  units: readonly AtomicUnit[];
  /** Tokens first; without a reserve. */
  dimensions: readonly Dimension[];
  /** The least number of tokens that a move must remove. */
  clearAtLeast: number;
}
