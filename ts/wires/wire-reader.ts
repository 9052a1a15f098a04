import type { JsonRecord } from "../text/json-value.js";
import type { Transcript } from "./transcript.js";

/** Keys and indexes that lead from one JSON value to another inside it. */
export type Path = readonly (string | number)[];

/** All that the baseline knows of one wire. `list` is the conversation; elements that are no objects mean nothing. */
export interface WireReader {
  /** `type` of a text part in this wire's lists of results. */
  readonly textType: string;
  read(list: readonly unknown[]): Transcript;
  /** `.length` of all message text and call arguments. */
  measure(list: readonly unknown[]): number;
  /** From a message to the content of its result in the block `blockIndex`. */
  contentPath(message: unknown, blockIndex: number): Path;
  /** Whether the list only continues a conversation that the provider keeps. */
  isDelta(request: JsonRecord): boolean;
}
