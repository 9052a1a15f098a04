import { stringEnd } from "../../text/json-strings.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import type { Item, RepairPlan } from "./plan.js";

/** A direct child of a container: the place of its value, in chars, and its key. */
export interface Child {
  key: string | undefined;
  start: number;
  end: number;
}

/** Applies a plan to the JSON text of a request. Every kept element and everything around the lists keeps its text. */
export function applyToText(text: string, wire: WireDefinition, plan: RepairPlan): string {
  const root = childrenOf(text, skipSpace(text, 0));
  const list = lastMember(root, wire.listKey);
  if (list === undefined) return text;
  const messages = childrenOf(text, list.start);
  const blocks = lazily((message: number) => {
    const at = messages[message];
    const member = at && lastMember(childrenOf(text, at.start), wire.blocks.key);
    return { member, children: member && text[member.start] === "[" ? childrenOf(text, member.start) : [] };
  });
  const render = (item: Item, children: readonly Child[], content: Child | undefined): string => {
    if ("keep" in item) return slice(text, children[item.keep]);
    if ("from" in item) return slice(text, blocks(item.from[0]).children[item.from[1]]);
    if ("value" in item) return JSON.stringify(item.value);
    return `{"type":"text","text":${slice(text, content)}}`;
  };
  const renderMessage = (index: number): string => {
    const [items, message] = [plan.blocks.get(index), messages[index]];
    const { member, children } = blocks(index);
    if (items === undefined || message === undefined || member === undefined) return slice(text, message);
    const texts = items.map((item) => ({ at: "keep" in item ? item.keep : -1, text: render(item, children, member) }));
    const next = text[member.start] === "[" ? renderList(text, member, children, texts) : `[${joined(texts)}]`;
    return text.slice(message.start, member.start) + next + text.slice(member.end, message.end);
  };
  const texts = plan.messages.map((item) =>
    "keep" in item ? { at: item.keep, text: renderMessage(item.keep) } : { at: -1, text: render(item, [], undefined) },
  );
  const edits: { child: Child; text: string }[] = [{ child: list, text: renderList(text, list, messages, texts) }];
  const system = plan.system === undefined ? undefined : lastMember(root, "system");
  if (system !== undefined) {
    const children = childrenOf(text, system.start);
    const kept = (plan.system ?? []).map((item) => ({
      at: "keep" in item ? item.keep : -1,
      text: render(item, children, system),
    }));
    edits.push({ child: system, text: renderList(text, system, children, kept) });
  }
  return splice(text, edits);
}

interface ListText {
  /** The element's index; -1 if it is new. */
  at: number;
  text: string;
}

const joined = (texts: readonly ListText[]): string => texts.map(({ text }) => text).join(",");

/** Renders a list with new elements. Keeps the text between two elements that remain neighbours. */
function renderList(text: string, list: Child, children: readonly Child[], texts: readonly ListText[]): string {
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return `[${joined(texts)}]`;
  let out = text.slice(list.start, first.start);
  texts.forEach(({ at, text: element }, place) => {
    const [before, here] = [children[at - 1], children[at]];
    if (place > 0) out += before && here && at > 0 ? text.slice(before.end, here.start) : ",";
    out += element;
  });
  return out + text.slice(last.end, list.end);
}

function splice(text: string, edits: readonly { child: Child; text: string }[]): string {
  let [out, from] = ["", 0];
  for (const edit of edits.toSorted((a, b) => a.child.start - b.child.start)) {
    out += text.slice(from, edit.child.start) + edit.text;
    from = edit.child.end;
  }
  return out + text.slice(from);
}

function slice(text: string, child: Child | undefined): string {
  return child === undefined ? "null" : text.slice(child.start, child.end);
}

/** The member of that name that counts: readers use the last one. */
export function lastMember(children: readonly Child[], key: string): Child | undefined {
  return children.findLast((child) => child.key === key);
}

function lazily<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

export function skipSpace(text: string, at: number): number {
  let next = at;
  while (/\s/.test(text[next] ?? "x")) next++;
  return next;
}

/** The children of the container at `at`. The text is valid JSON. One pass over its tokens, without recursion. */
export function childrenOf(text: string, at: number): Child[] {
  return scan(text, at).children;
}

/**
 * The elements of the list under a key of an object's text; undefined if there is no list. Of a repeated key the last
 * counts. One pass, like {@link childrenOf}.
 */
export function elementsUnder(text: string, key: string): Child[] | undefined {
  return scan(text, skipSpace(text, 0), key).elements;
}

/** The result of one pass. */
interface Scanned {
  children: Child[];
  /** Elements of the list under the requested key. */
  elements: Child[] | undefined;
  /** The place where the container closes. */
  end: number;
}

function scan(text: string, at: number, listKey?: string): Scanned {
  const found: Scanned = { children: [], elements: undefined, end: at };
  const { children } = found;
  const isObject = text[at] === "{";
  if (!isObject && text[at] !== "[") return found;
  let [key, start, depth]: [string | undefined, number, number] = [undefined, -1, 0];
  const close = (end: number): void => {
    if (start >= 0) children.push({ key, start, end: trimEnd(text, end) });
    [key, start] = [undefined, -1];
  };
  for (let next = at + 1; next < text.length; next++) {
    const char = text[next] ?? "";
    if (depth === 0 && (char === "," || char === "}" || char === "]")) {
      close(next);
      found.end = next;
      if (char !== ",") break;
      continue;
    }
    if (depth === 0 && key !== undefined && key === listKey && start < 0 && !isBetween(char)) {
      const list = char === "[" ? scan(text, next) : undefined;
      found.elements = list?.children;
      start = next;
      if (list !== undefined) {
        next = list.end;
        continue;
      }
    }
    if (char === '"') {
      const end = stringEnd(text, next);
      if (depth === 0 && isObject && key === undefined) key = String(JSON.parse(text.slice(next, end + 1)));
      else if (depth === 0 && start < 0) start = next;
      next = end;
    } else if (char === "{" || char === "[") {
      if (depth === 0 && start < 0) start = next;
      depth++;
    } else if (char === "}" || char === "]") {
      depth--;
    } else if (depth === 0 && start < 0 && !isBetween(char)) {
      start = next;
    }
  }
  return found;
}

/** Whether a char may occur between a key and its value. */
const isBetween = (char: string): boolean => char === ":" || /\s/.test(char);

function trimEnd(text: string, end: number): number {
  let last = end;
  while (/\s/.test(text[last - 1] ?? "x")) last--;
  return last;
}
