import { isRecord, type JsonRecord } from "../../text/json-value.js";

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
  const copies = new WeakSet<object>();
  const ownCopy = <T extends object>(holder: T): T => {
    if (copies.has(holder)) return holder;
    const copy = (Array.isArray(holder) ? [...(holder as unknown[])] : { ...holder }) as T;
    copies.add(copy);
    return copy;
  };
  const list = ownCopy([...messages]);
  for (const { message, path, key, value } of edits) {
    let holder: JsonRecord | unknown[] = list;
    for (const step of [message, ...path]) {
      const inner: unknown = (holder as JsonRecord)[step];
      if (!isRecord(inner) && !Array.isArray(inner)) break;
      const copy: JsonRecord | unknown[] = ownCopy(inner);
      (holder as JsonRecord)[step] = copy;
      holder = copy;
    }
    if (value === undefined) delete (holder as JsonRecord)[key];
    else (holder as JsonRecord)[key] = value;
  }
  return list;
}
