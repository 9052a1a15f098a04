import { isRecord, type JsonRecord, nonEmpty, visitStrings } from "../text/json-value.js";
import type { Media, ResultContent } from "./transcript.js";

/** What may be in a wire's lists of results. */
export interface PartRules {
  texts: ReadonlySet<unknown>;
  /** Keys that mark a part for a prompt cache, by a value other than null. */
  markers: readonly string[];
  /** What a part that is no text shows; undefined for one that nothing is known of. */
  mediaKind(part: JsonRecord): Media["kind"] | undefined;
  /**
   * Where search results may be among the texts: what replaces a text that must not be empty. @default search results
   * are not known
   */
  filler?: string;
}

/** Reads the content of a result: a string, or a list of parts. */
export function readContent(content: unknown, rules: PartRules): ResultContent {
  if (typeof content === "string") return { kind: "text", text: content };
  if (!Array.isArray(content) || content.length === 0) return { kind: "other" };
  const hasSearches = rules.filler !== undefined && content.some(isSearchResult);
  return hasSearches ? readSearches(content, rules, rules.filler ?? "") : readParts(content, rules);
}

const isSearchResult = (part: unknown): part is JsonRecord =>
  isRecord(part) && part.type === "search_result" && Object.hasOwn(part, "content");

/**
 * Reads a list of texts and search results. Each text stays in its place, because a search result's source and number may
 * be cited later.
 */
function readSearches(list: readonly unknown[], rules: PartRules, filler: string): ResultContent {
  const texts: string[] = [];
  const paths: (string | number)[][] = [];
  const add = (text: string, path: (string | number)[]) => {
    if (text === "" || text === filler) return;
    texts.push(text);
    paths.push(path);
  };
  for (const [index, part] of list.entries()) {
    if (!isRecord(part)) return { kind: "other" };
    if (rules.texts.has(part.type) && typeof part.text === "string") add(part.text, [index, "text"]);
    else {
      const found = isSearchResult(part) && Array.isArray(part.content) ? textsIn(part.content) : [];
      if (found.length === 0) return { kind: "other" };
      for (const { text, at } of found) add(text, [index, "content", at, "text"]);
    }
  }
  return { kind: "fields", texts, paths, filler };
}

function textsIn(list: readonly unknown[]): { text: string; at: number }[] {
  return list.flatMap((part, at) => (isRecord(part) && typeof part.text === "string" ? [{ text: part.text, at }] : []));
}

function readParts(list: readonly unknown[], rules: PartRules): ResultContent {
  const texts: string[] = [];
  const parts: (Media | undefined)[] = [];
  let firstText = -1;
  let lastMarked = -1;
  for (const [index, part] of list.entries()) {
    if (!isRecord(part)) return { kind: "other" };
    const marked = rules.markers.some((key) => part[key] != null);
    if (rules.texts.has(part.type) && typeof part.text === "string") {
      if (firstText < 0) firstText = index;
      if (marked) lastMarked = index;
      texts.push(part.text);
      parts.push(undefined);
    } else {
      const kind = marked ? undefined : rules.mediaKind(part);
      if (kind === undefined) return { kind: "other" };
      parts.push(readMedia(part, kind));
    }
  }
  const keptPart = lastMarked < 0 ? firstText : lastMarked;
  return texts.length === parts.length ? { kind: "parts", texts, keptPart } : { kind: "media", texts, parts, keptPart };
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

/** What a media type looks like; anything else in its place is not repeated to a model. */
const MEDIA_TYPE = /^[A-Za-z0-9.+/-]{1,64}$/;

/** Names of the member that has the media type. */
const TYPE_NAMES: ReadonlySet<unknown> = new Set(["media_type", "mimeType", "mime_type"]);

/**
 * Reads an image or a document.
 *
 * @param kind Undefined: its media type says which.
 */
export function readMedia(part: JsonRecord, kind?: Media["kind"]): Media {
  let data = "";
  let named: string | undefined;
  visitStrings(part, (text, path) => {
    if (path.length === 2 && TYPE_NAMES.has(path[1])) named = text;
    else if (text.length > data.length) data = text;
  });
  const candidates = [named, /^data:([^;,]*)/.exec(data)?.[1]];
  const mediaType = candidates.find((type) => type !== undefined && MEDIA_TYPE.test(type));
  const isImage = mediaType?.startsWith("image/") === true;
  const isKnown = kind ?? (isImage ? "image" : "document");
  return { kind: isKnown, mediaType, dataChars: data.length, dataBytes: dataBytes(data), value: part };
}

/** Chars that are looked at to see that a text is base64, and in which the comma of a `data:` address must be. */
const LOOKED_AT_CHARS = 120;

/** Bytes of data in base64; undefined for any other text, such as an address. */
function dataBytes(data: string): number | undefined {
  const start = startOfData(data);
  if (start === undefined) return undefined;
  const first = data.slice(start, start + LOOKED_AT_CHARS);
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(first)) return undefined;
  const padding = /={0,2}$/.exec(data.slice(-2))?.[0].length ?? 0;
  return Math.floor(((data.length - start - padding) * 3) / 4);
}

/** Where the data of a `data:` address begin, or of any other text; undefined if that address has none in base64. */
function startOfData(data: string): number | undefined {
  if (!data.startsWith("data:")) return 0;
  const comma = data.slice(0, LOOKED_AT_CHARS).indexOf(",");
  return comma >= 0 && /^[ -~]*;base64$/.test(data.slice(0, comma)) ? comma + 1 : undefined;
}
