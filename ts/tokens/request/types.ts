import type { Wire } from "../../contract/report.js";
import type { Encoding } from "../../contract/token-backend.js";

/** The kind of a block. */
export type BlockKind =
  | "text"
  | "thinking"
  | "tool-call"
  | "tool-result"
  | "tool-definition"
  | "image"
  | "document"
  | "audio"
  | "video"
  | "other";

/** One block of a message, or of the system prompt. */
export interface BlockTokens {
  /** What the block is. */
  kind: BlockKind;
  /** The message's role as the request has it; `system` for the system prompt; an item's type if it has no role. */
  role: string;
  /** 0-based index in the request's list of messages; undefined in the system prompt. */
  messageIndex: number | undefined;
  /** 0-based index in the message. */
  blockIndex: number;
  /** The tool of a call, or of a result that names its tool or whose call is known. */
  toolName: string | undefined;
  /** Id of the call, of a call and of a result. */
  callId: string | undefined;
  /** Tokens of the block. */
  tokens: number;
  /** `.length` of the texts, without names; 0 for the data of media. */
  chars: number;
}

/** One message. */
export interface MessageTokens {
  /** 0-based, in the request's list of messages. */
  messageIndex: number;
  /** The message's role as the request has it; an item's type where it has no role. */
  role: string;
  /** Tokens of the blocks, plus `overheadTokens`. */
  tokens: number;
  /** Tokens that the wire adds to a message, including its role and name. */
  overheadTokens: number;
  /** `.length` of the blocks' texts. */
  chars: number;
  /** The blocks, in order. */
  blocks: BlockTokens[];
}

/** The definition of a tool. */
export interface ToolDefinitionTokens {
  /** The tool's name; undefined where it has none. */
  name: string | undefined;
  /** Tokens of the definition. */
  tokens: number;
  /** `.length` of the definition's texts. */
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
 * - `hidden`: encrypted content, and the signature of thinking without text, counted as 0.175 tokens a char; stored content,
 *   other signatures, or a conversation that the provider keeps, counted as 0;
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
  /** The wire that the request was read as. */
  wire: Wire;
  /** `options.model`, else the request's model. */
  model: string | undefined;
  /** How texts were measured. */
  method: "estimate" | "exact";
  /** The encoding counted by. */
  encoding: Encoding;
  /** Tokens of the whole input. */
  totalTokens: number;
  /** Tokens of the system prompt, and of messages of the roles `system` and `developer`. */
  systemTokens: number;
  /** Tokens of tool definitions, also of those in the list of messages, and the provider's overhead for them. */
  toolTokens: number;
  /** Tokens of all other messages. */
  messageTokens: number;
  /** Tokens outside any message: the answer's beginning. */
  overheadTokens: number;
  /** `.length` of all texts. */
  chars: number;
  /** The system prompt, if it is no message. */
  system: BlockTokens[];
  /** The definitions of tools, in order. */
  tools: ToolDefinitionTokens[];
  /** The messages, in order. */
  messages: MessageTokens[];
  /** How often each approximation was made. Empty if all numbers follow documented formulas. */
  approximated: Partial<Record<Approximation, number>>;
}
