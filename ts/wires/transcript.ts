import type { JsonRecord } from "../text/json-value.js";

/** Arguments of a call: a text, which is JSON on most wires, or an object. */
export type CallArguments = string | JsonRecord | undefined;

/** A request's tool results. It names no field of any wire, so that its readers cannot depend on one. */
export interface Transcript {
  /** In document order. */
  results: readonly ToolResult[];
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

/** Where a block is. */
export interface BlockPlace {
  /** 0-based, among the request's messages. */
  messageIndex: number;
  /** 0-based, among its message's blocks; 0 where a message is a whole. */
  blockIndex: number;
}

export interface ToolResult extends BlockPlace {
  /** Undefined for an orphan, and where the wire lets a result go without. */
  callId: string | undefined;
  /** Undefined for an orphan, and where the call names no tool. */
  toolName: string | undefined;
  /** 0-based tool turn of the call it answers; undefined for an orphan. */
  turnIndex: number | undefined;
  /** Those of the call it answers. @default none */
  args?: CallArguments;
  /** Where the call is that it answers. @default it answers none */
  call?: BlockPlace | undefined;
  /** Whether a program made the call and alone gets the result. @default false */
  byProgram?: boolean | undefined;
  content: ResultContent;
  errorMarker: ErrorMarker;
  /** Whether it or its call says something twice, so that readers may differ in what counts. @default false */
  ambiguous?: boolean;
}

/** The content of a result; `other` is anything that is left alone. */
export type ResultContent =
  | { kind: "text"; text: string }
  | {
      /** A list made only of text parts. */
      kind: "parts";
      /** At least one. */
      texts: readonly string[];
    }
  | {
      /** An object; its texts are its string values at any depth, of which there may be none. */
      kind: "object";
      texts: readonly string[];
      value: JsonRecord;
    }
  | {
      /** Texts inside objects, or beside images and documents, that stay as they are around them. */
      kind: "fields";
      texts: readonly string[];
      /** By text: the path from the content to it. */
      paths: readonly (readonly (string | number)[])[];
    }
  | {
      /** An object, and a list of at least one image or document next to it, which takes no text. */
      kind: "response";
      texts: readonly string[];
    }
  | { kind: "other" };

/** The texts of a result; empty for `other` and where there are only images or documents. */
export function textsOf(content: ResultContent): readonly string[] {
  if (content.kind === "text") return [content.text];
  return "texts" in content ? content.texts : [];
}

/** Sum of `.length` of the texts. */
export const charsOf = (content: ResultContent): number =>
  textsOf(content).reduce((chars, text) => chars + text.length, 0);
