import { isRecord, type JsonRecord, nonEmpty } from "../text/json-value.js";
import type { ResultContent } from "./transcript.js";

/** What may be in a wire's lists of results. */
export interface PartRules {
  texts: ReadonlySet<unknown>;
  /** Keys that mark a part for a prompt cache, by a value other than null. */
  markers: readonly string[];
  /** Whether a part that is no text is an image or a document. */
  isMedium(part: JsonRecord): boolean;
  /**
   * Where search results may be among the texts: what replaces a text that must not be empty. @default search results
   * are not known
   */
  filler?: string;
}

export function readContent(content: unknown, rules: PartRules): ResultContent {
  if (typeof content === "string") return { kind: "text", text: content };
  if (!Array.isArray(content) || content.length === 0) return { kind: "other" };
  const hasSearches = rules.filler !== undefined && content.some(isSearchResult);
  return hasSearches ? readSearches(content, rules) : readParts(content, rules);
}

const isSearchResult = (part: unknown): part is JsonRecord =>
  isRecord(part) && part.type === "search_result" && Object.hasOwn(part, "content");

/**
 * Reads a list of texts and search results. Each text stays in its place, because a search result's source and number may
 * be cited later.
 */
function readSearches(list: readonly unknown[], { texts: types, filler }: PartRules): ResultContent {
  const texts: string[] = [];
  const paths: (string | number)[][] = [];
  const add = (text: string, path: (string | number)[]) => {
    if (text === "" || text === filler) return;
    texts.push(text);
    paths.push(path);
  };
  for (const [index, part] of list.entries()) {
    if (!isRecord(part)) return { kind: "other" };
    if (types.has(part.type) && typeof part.text === "string") add(part.text, [index, "text"]);
    else {
      const found = isSearchResult(part) && Array.isArray(part.content) ? textsIn(part.content) : [];
      if (found.length === 0) return { kind: "other" };
      for (const { text, at } of found) add(text, [index, "content", at, "text"]);
    }
  }
  return { kind: "fields", texts, paths };
}

function textsIn(list: readonly unknown[]): { text: string; at: number }[] {
  return list.flatMap((part, at) => (isRecord(part) && typeof part.text === "string" ? [{ text: part.text, at }] : []));
}

function readParts(list: readonly unknown[], { texts: types, markers, isMedium }: PartRules): ResultContent {
  const texts: string[] = [];
  const paths: (string | number)[][] = [];
  for (const [index, part] of list.entries()) {
    if (!isRecord(part)) return { kind: "other" };
    if (types.has(part.type) && typeof part.text === "string") {
      texts.push(part.text);
      paths.push([index, "text"]);
    } else if (!isMedium(part) || markers.some((key) => part[key] != null)) return { kind: "other" };
  }
  return texts.length === list.length ? { kind: "parts", texts } : { kind: "fields", texts, paths };
}

/** Reads a list of objects whose texts are under `keys`. Empty texts are left out. */
export function readFields(list: readonly JsonRecord[], keys: readonly string[]): ResultContent {
  const found = list.flatMap((element, index) =>
    Object.entries(element).flatMap(([key, value]) => {
      const text = keys.includes(key) ? nonEmpty(value) : undefined;
      return text === undefined ? [] : [{ text, path: [index, key] }];
    }),
  );
  return { kind: "fields", texts: found.map(({ text }) => text), paths: found.map(({ path }) => path) };
}
