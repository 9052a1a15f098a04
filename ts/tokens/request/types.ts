import type { Wire } from "../../contract/report.js";
import type { Encoding } from "../../contract/token-backend.js";

/** What a block is. */
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
  /** The message's role as the request has it; `system` for the system prompt; an item's type where it has no role. */
  role: string;
  /** 0-based, in the request's list of messages; undefined in the system prompt. */
  messageIndex: number | undefined;
  /** 0-based, in the message. */
  blockIndex: number;
  /** Of a call, and of a result whose call is known or which names it. */
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
  /** The blocks' and `overheadTokens`. */
  tokens: number;
  /** What the wire adds to a message, its role and name included. */
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
 * What is not by the book:
 * - `encoding`: the model's own tokenizer is not public; `o200k_base` stands in;
 * - `message-overhead`: the provider does not document what a message adds;
 * - `tool-calls`: nor how calls are rendered;
 * - `tool-definitions`: nor how these definitions (nested or built-in ones, this provider's) are;
 * - `image-size`: an image by address, or of a format or length that tells no size;
 * - `document-pages`: a document whose pages or text cannot be told;
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
  /** `options.model`, else the request's. */
  model: string | undefined;
  /** How texts were measured. */
  method: "estimate" | "exact";
  encoding: Encoding;
  /** All of the input. */
  totalTokens: number;
  /** The system prompt, and messages of the roles `system` and `developer`. */
  systemTokens: number;
  /** Definitions of tools, and what the provider adds to them. */
  toolTokens: number;
  /** All other messages. */
  messageTokens: number;
  /** What belongs to no message: the beginning of the answer. */
  overheadTokens: number;
  /** `.length` of all texts. */
  chars: number;
  /** The system prompt where it is no message. */
  system: BlockTokens[];
  tools: ToolDefinitionTokens[];
  messages: MessageTokens[];
  /** How often each thing had to be approximated. Empty: all of it is by the book. */
  approximated: Partial<Record<Approximation, number>>;
}
