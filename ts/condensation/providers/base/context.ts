import type { Wire } from "../../../contract/report.js";
import type { ContentReference } from "../../lossless/references/content-reference.js";

/** A conversation to condense. It is never changed. */
export interface ConversationContext {
  /** The messages of a wire (`messages`, `contents` or `input` of its requests), or `ChatMessage`s. */
  messages: readonly object[];
  /** Default: by the messages' shape. `ChatMessage`s are recognised by `pairId`, `pairRole`, `toolCallId` or `tags`. */
  wire?: Wire | undefined;
  /** The system prompt, as the wire has it: a text, or a list or object. Default: none beside the messages. */
  system?: unknown;
  /** The definitions of tools, as the wire has them. They only count as tokens. Default none. */
  tools?: readonly unknown[] | undefined;
  /** The model that the conversation is with. Default unknown. */
  model?: string | undefined;
  /** The model's context limit in tokens. Default: by the model's name. */
  contextTokens?: number | undefined;
  /** Name of the task, for events. Default `""`. */
  taskId?: string | undefined;
  /** Mode of the agent, whose own settings count. Default none. */
  mode?: string | undefined;
  /** References of an earlier condensation of these messages, by another process. Default: those that this one remembers. */
  references?: readonly ContentReference[] | undefined;
}
