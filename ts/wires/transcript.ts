import type { JsonRecord } from "../text/json-value.js";

/** Arguments of a call: a text, which is JSON on most wires, or an object. */
export type CallArguments = string | JsonRecord | undefined;

/**
 * A request read as tool turns and results: all that planning sees. It names no field of any wire, so that a planner
 * cannot depend on one.
 */
export interface Transcript {
  messageCount: number;
  toolTurnCount: number;
  /** 0-based index of the last user message; -1 where there is none. */
  lastUserMessage: number;
  /** In document order. */
  results: readonly ToolResult[];
  /** Images and documents in no result, in document order. @default none */
  looseMedia?: readonly LooseMedia[];
  /** Calls whose arguments can be edited, in document order. @default none */
  calls?: readonly CallSite[];
}

/** A call whose arguments can be edited: no provider's own, and not signed. */
export interface CallSite {
  /** 0-based, among the request's messages. */
  messageIndex: number;
  /** 0-based, among its message's blocks; 0 where a message is a whole. */
  blockIndex: number;
  /** Undefined where the wire lets a call go without. */
  callId: string | undefined;
  toolName: string | undefined;
  /** 0-based tool turn. */
  turnIndex: number;
  /** From the message to the arguments. */
  path: readonly (string | number)[];
  args: string | JsonRecord;
  /** Whether a text may be something else than JSON. */
  isFree: boolean;
}

/** Thinking that came back in a message. */
export interface ThinkingBlock {
  /** 0-based, among the request's messages. */
  messageIndex: number;
  /** 0-based, among its message's blocks; 0 if the message is one block. */
  blockIndex: number;
  /** The readable text; empty if it is encrypted. */
  text: string;
  /** Whether the request would not be valid without it. */
  stays: boolean;
  /** Whether a provider can know it as its own, by a signature or because it is encrypted. */
  signed: boolean;
}

/** Whether the wire marks a result as an error; `unknown` where the wire has no marker. */
export type ErrorMarker = "unknown" | "no" | "yes";

export interface ToolResult {
  /** 0-based, among the request's messages. */
  messageIndex: number;
  /** 0-based, among its message's blocks. */
  blockIndex: number;
  /** Undefined for an orphan, and where the wire lets a result go without. */
  callId: string | undefined;
  /** Undefined for an orphan, and where the call names no tool. */
  toolName: string | undefined;
  /** 0-based tool turn of the call it answers; undefined for an orphan. */
  turnIndex: number | undefined;
  /** Those of the call it answers. @default none */
  args?: CallArguments;
  /** The call it answers, if that is one whose arguments can be edited. @default none */
  call?: CallSite | undefined;
  /** Whether a program made the call and alone gets the result. @default false */
  byProgram?: boolean | undefined;
  content: ResultContent;
  /** The content as it came, if `content` is its smaller form. @default as `content` */
  came?: ResultContent;
  errorMarker: ErrorMarker;
  /** Whether it or its call says something twice, so that readers may differ in what counts. @default false */
  ambiguous?: boolean;
  /** For images and documents in no result: the result that they are next to. @default none */
  beside?: ToolResult | undefined;
}

/** An image or a document in a result. */
export interface Media {
  kind: "image" | "document";
  /** Such as `image/png`; undefined where the request does not say. */
  mediaType: string | undefined;
  /** `.length` of its longest string: the data, or where they are. */
  dataChars: number;
  /** Bytes of the data, where the request has them in base64. */
  dataBytes?: number | undefined;
  /** What the request has in its place. */
  value?: JsonRecord;
}

/** Images and documents of a message that are in no result. The rest of the message stays. */
export interface LooseMedia {
  /** 0-based, among the request's messages. */
  messageIndex: number;
  /** 0-based, among its message's blocks; 0 where a message is a whole. */
  blockIndex: number;
  /** The result that they are next to, whose rules count for them; undefined for the user's own. */
  beside: ToolResult | undefined;
  /** At least one, with its index in the message's list. */
  media: readonly { index: number; medium: Media }[];
}

/** The content of a result; `other` is anything that is left alone. */
export type ResultContent =
  | { kind: "text"; text: string }
  | {
      /** A list made only of text parts. */
      kind: "parts";
      /** At least one. */
      texts: readonly string[];
      /** The part that would carry the placeholder: the last with a cache marker, else the first. */
      keptPart: number;
    }
  | {
      /** An object; its texts are its string values at any depth, of which there may be none. */
      kind: "object";
      texts: readonly string[];
      value: JsonRecord;
    }
  | {
      /** Texts inside objects that stay as they are around them. */
      kind: "fields";
      /** None is empty. */
      texts: readonly string[];
      /** By text: the path from the content to it. */
      paths: readonly (readonly (string | number)[])[];
      /** What replaces all texts but the first. A text that is equal is not among `texts`. @default the empty text */
      filler?: string;
    }
  | {
      /** A list made of text parts and at least one image or document. */
      kind: "media";
      /** The texts alone. */
      texts: readonly string[];
      /** All parts in order; undefined for a text. */
      parts: readonly (Media | undefined)[];
      /** As above, an index into `parts`; -1 where no part is a text. */
      keptPart: number;
    }
  | {
      /** The model's thinking, which is planned like a result without a call. */
      kind: "thinking";
      /** The readable text. */
      texts: readonly [string];
    }
  | {
      /** The arguments of a call, which are planned like a result. */
      kind: "arguments";
      call: CallSite;
      /** 0-based index of the message with the call's result. */
      answeredAt: number;
      /** Those that are shortened; at least one. */
      texts: readonly string[];
      /** By text: the path from the message to it. */
      paths: readonly (readonly (string | number)[])[];
      /** By text: what replaces it. */
      shortened: readonly string[];
    }
  | {
      /** An object, and a list of at least one image or document next to it, which takes no text. */
      kind: "response";
      /** As of `object`. */
      value: JsonRecord;
      texts: readonly string[];
      media: readonly Media[];
    }
  | {
      /** An image where the provider takes nothing else. */
      kind: "picture";
      medium: Media;
      /** The path from the content to the image's address. */
      path: readonly string[];
      address: string;
    }
  | {
      /** Images and documents in no result; see {@link LooseMedia}. */
      kind: "loose";
      media: LooseMedia["media"];
    }
  | { kind: "other" };

/** The texts of a result; empty for `other` and where there are only images or documents. */
export function textsOf(content: ResultContent): readonly string[] {
  if (content.kind === "text") return [content.text];
  return "texts" in content ? content.texts : [];
}

/** The images and documents of a result. */
export function mediaOf(content: ResultContent): readonly Media[] {
  switch (content.kind) {
    case "media":
      return content.parts.filter((part) => part !== undefined);
    case "response":
      return content.media;
    case "picture":
      return [content.medium];
    case "loose":
      return content.media.map(({ medium }) => medium);
    default:
      return [];
  }
}

/** Sum of `.length` of the texts. */
export function charsOf(content: ResultContent): number {
  if (content.kind === "text") return content.text.length;
  let chars = 0;
  for (const text of textsOf(content)) chars += text.length;
  return chars;
}

/** {@link charsOf} and the chars of images' and documents' data: what a minimum length is compared with. */
export function sizeOf(content: ResultContent): number {
  let chars = charsOf(content);
  for (const { dataChars } of mediaOf(content)) chars += dataChars;
  return chars;
}
