// The children of objects and lists in a JSON text, and changes of them that leave everything else as it is written.
import { stringEnd } from "./json-strings.js";

/** A direct child of a container: the place of its value, in chars, and its key. */
export interface Child {
  key: string | undefined;
  start: number;
  end: number;
}

/** A new text for a part of another. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** The member of that name that counts: readers use the last one. */
export function lastMember(children: readonly Child[], key: string): Child | undefined {
  return children.findLast((child) => child.key === key);
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

/** A text with all of its changes, which do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let [out, from] = ["", 0];
  for (const { start, end, text: given } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    out += text.slice(from, start) + given;
    from = end;
  }
  return out + text.slice(from);
}
