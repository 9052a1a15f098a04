import { isRecord, type JsonRecord, nonEmpty, stringChars, visitStrings } from "../text/json-value.js";
import type { Media, ResultContent } from "./transcript.js";

/** What may stand in a wire's lists of results. */
export interface PartRules {
  /** Types of a text part. */
  texts: ReadonlySet<unknown>;
  /** Keys that mark a part for a prompt cache, by a value other than null. */
  markers: readonly string[];
  /** What a part that is no text shows; undefined for one that nothing is known of. */
  mediaKind(part: JsonRecord): Media["kind"] | undefined;
}

/** Reads the content of a result: a string, or a list of parts. */
export function readContent(content: unknown, rules: PartRules): ResultContent {
  if (typeof content === "string") return { kind: "text", text: content };
  return Array.isArray(content) && content.length > 0 ? readParts(content, rules) : { kind: "other" };
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

function readMedia(part: JsonRecord, kind: Media["kind"]): Media {
  let data = "";
  let named: string | undefined;
  visitStrings(part, (text, path) => {
    if (path.length === 2 && path[1] === "media_type") named = text;
    else if (text.length > data.length) data = text;
  });
  const candidates = [named, /^data:([^;,]*)/.exec(data)?.[1]];
  const mediaType = candidates.find((type) => type !== undefined && MEDIA_TYPE.test(type));
  return { kind, mediaType, dataChars: data.length };
}

/** `.length` of a content: of the string, or of the `text` of each part. */
export function contentChars(content: unknown): number {
  if (!Array.isArray(content)) return stringChars(content);
  let chars = 0;
  for (const part of content) if (isRecord(part)) chars += stringChars(part.text);
  return chars;
}
