import type { Wire } from "../../contract/report.js";
import type { Encoding } from "../../contract/token-backend.js";

/** The kind of a block. */
export type BlockKind =
  | "text"
  | "thinking"
  | "tool-call"
  | "tool-result"
  | "image"
  | "document"
  | "audio"
  | "video"
  | "other";

/** One block of a message, or of the system prompt. */
export interface BlockTokens {
  kind: BlockKind;
  /** The message's role as the request has it; `system` for the system prompt; an item's type if it has no role. */
  role: string;
  /** 0-based index in the request's list of messages; undefined in the system prompt. */
  messageIndex: number | undefined;
  /** 0-based index in the message. */
  blockIndex: number;
  /** The tool of a call, or of a result that names its tool or whose call is known. */
  toolName: string | undefined;
  callId: string | undefined;
  tokens: number;
  /** `.length` of the texts, without names; 0 for the data of media. */
  chars: number;
}

/** One message. */
export interface MessageTokens {
  messageIndex: number;
  role: string;
  /** Tokens of the blocks, plus `overheadTokens`. */
  tokens: number;
  /** Tokens that the wire adds to a message, including its role and name. */
  overheadTokens: number;
  chars: number;
  blocks: BlockTokens[];
}

/** The definition of a tool. */
export interface ToolDefinitionTokens {
  name: string | undefined;
  tokens: number;
  chars: number;
}

/**
 * Numbers that no documented formula gives:
 * - `encoding`: the model's own tokenizer is not public, so `o200k_base` approximates it;
 * - `message-overhead`: the provider does not document a message's overhead;
 * - `tool-calls`: it does not document how calls are rendered;
 * - `tool-definitions`: it does not document how these definitions (nested or built-in ones, this provider's) are
 *   rendered;
 * - `image-size`: an image by address, or of unknown size;
 * - `document-pages`: a document whose pages or text are unknown;
 * - `media-length`: audio or video, counted as 0;
 * - `hidden`: encrypted or stored content, signatures, or a conversation that the provider keeps, counted as 0;
 * - `thinking`: thinking of earlier turns, which some models drop, is counted;
 * - `unknown-block`: blocks of unknown type, counted by their strings.
 */
export type Approximation =
  | "encoding"
  | "message-overhead"
  | "tool-calls"
  | "tool-definitions"
  | "image-size"
  | "document-pages"
  | "media-length"
  | "hidden"
  | "thinking"
  | "unknown-block";

/** The tokens of one request. */
export interface RequestTokens {
  wire: Wire;
  /** `options.model`, else the request's model. */
  model: string | undefined;
  /** How texts were measured. */
  method: "estimate" | "exact";
  encoding: Encoding;
  /** Tokens of the whole input. */
  totalTokens: number;
  /** Tokens of the system prompt, and of messages of the roles `system` and `developer`. */
  systemTokens: number;
  /** Tokens of tool definitions, and the provider's overhead for them. */
  toolTokens: number;
  /** Tokens of all other messages. */
  messageTokens: number;
  /** Tokens outside any message: the answer's beginning. */
  overheadTokens: number;
  /** `.length` of all texts. */
  chars: number;
  /** The system prompt, if it is no message. */
  system: BlockTokens[];
  tools: ToolDefinitionTokens[];
  messages: MessageTokens[];
  /** How often each approximation was made. Empty if all numbers follow documented formulas. */
  approximated: Partial<Record<Approximation, number>>;
}
