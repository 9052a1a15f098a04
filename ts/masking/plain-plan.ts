import type { JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import type { ResultPlan, ThinkingBlock, ToolResult, Transcript } from "../wires/transcript.js";
import type { ThinkingRule } from "./cache/thinking-rule.js";
import type { Early } from "./early-places.js";

/** The thinking of a conversation, and what its model allows with it. */
export interface Thinking {
  blocks: readonly ThinkingBlock[];
  rule: ThinkingRule;
}

/** A conversation with the edits of the plain policy. */
export interface PlainPlan {
  wire: WireDefinition;
  /** As it is sent unless it is masked: with the smaller forms of results. */
  request: JsonRecord;
  /** As it came. */
  came: JsonRecord;
  /** The messages of `request`. */
  list: readonly unknown[];
  /** Undefined if the request does not name it. */
  model: string | undefined;
  /** The endpoint's host; undefined if it is not known. */
  host: string | undefined;
  transcript: Transcript;
  plans: readonly ResultPlan[];
  /** Undefined if no move needs to look at it. */
  thinking: Thinking | undefined;
  /** What may go although it is in the window. @default nothing */
  early?: Early | undefined;
  /** Whether a result is sent as it came, whatever the policy says. @default none is */
  isFrozen?: ((result: ToolResult) => boolean) | undefined;
}
