import { Copies } from "../../text/copies.js";

/** A change of one member of an object inside a message. */
export interface FieldEdit {
  /** 0-based index of the message. */
  message: number;
  /** Keys and indexes from the message to the object. */
  path: readonly (string | number)[];
  key: string;
  /** The new value; undefined removes the member. */
  value: unknown;
  /** The new value's JSON, where its spelling is to be kept. @default made from `value` */
  json?: string;
  /** Whether the new value is the JSON of the old one. @default false */
  isOwnJson?: boolean;
}

/** Applies edits by copies of what they change. The original never changes. Linear. */
export function editFields(messages: readonly unknown[], edits: readonly FieldEdit[]): unknown[] {
  const copies = new Copies(messages);
  for (const { message, path, key, value } of edits) {
    const keys = [message, ...path, key];
    if (value === undefined) copies.remove(keys);
    else copies.set(keys, value);
  }
  return copies.root as unknown[];
}
