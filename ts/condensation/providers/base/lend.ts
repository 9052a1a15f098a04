// What a plug-in is given: a copy, so that nothing it does, or does later on, reaches the caller's messages.
import { isDeepStrictEqual } from "node:util";
import type { ConversationContext } from "./context.js";

/** A conversation that somebody else's code works on. */
export interface LentConversation {
  context: ConversationContext;
  /** The caller's own messages in the place of copies that nothing was written into; the caller's list if that is all. */
  takeBack(messages: readonly object[]): readonly object[];
}

/** Lends a conversation as it is to code that does not write into it. */
export const lendItself = (context: ConversationContext): LentConversation => ({
  context,
  takeBack: (messages) => messages,
});

/** Lends a copy. Linear. */
export function lendCopy(context: ConversationContext): LentConversation {
  const { messages, system, tools } = context;
  const lent = messages.map(copyOf);
  const owners = new Map(lent.map((copy, index) => [copy, messages[index]]));
  const own = (message: object): object => {
    const owner = owners.get(message);
    return owner !== undefined && isDeepStrictEqual(owner, message) ? owner : message;
  };
  return {
    context: {
      ...context,
      messages: lent,
      ...(system === undefined ? {} : { system: copyOf(system) }),
      ...(tools === undefined ? {} : { tools: tools.map(copyOf) }),
    },
    takeBack(given) {
      const back = given.map(own);
      const isAll = back.length === messages.length && back.every((message, index) => message === messages[index]);
      return isAll ? messages : back;
    },
  };
}

/** A copy of lists and objects at any depth, with all their properties; other values are the same. */
function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const copy: object = Object.create(Object.getPrototypeOf(value) as object | null);
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const isValue = "value" in property;
    const free = isValue ? { value: copyOf(property.value as unknown), writable: true } : {};
    Object.defineProperty(copy, key, { ...property, ...free, configurable: true });
  }
  return copy as T;
}
