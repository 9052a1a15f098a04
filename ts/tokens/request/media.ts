// Images, documents, audio and video in a request.

import { readImageSize } from "../../wires/image-size.js";
import { WIRES } from "../../wires/index.js";
import { imageTokens, pageTokens } from "../media-tokens.js";
import type { DraftBlock, Sheet } from "./sheet.js";
import type { BlockKind } from "./types.js";

/** An image or document: its data in base64, or a `data:` address. Any other string is an address or an id. */
export interface Media {
  data?: unknown;
  mediaType?: string | undefined;
  detail?: unknown;
}

/** Chars of base64 that are searched for an image's size: 192 KB, because pictures may begin with a preview. */
const HEAD_CHARS = 1 << 18;

export function imageBlock(sheet: Sheet, blockIndex: number, { data, detail }: Media): DraftBlock {
  const { wire, model } = sheet;
  const head = typeof data === "string" ? sheet.source.headOf(data, HEAD_CHARS) : "";
  const size = head.startsWith("http") ? undefined : readImageSize(Buffer.from(base64In(head), "base64"));
  if (size === undefined) sheet.approximate("image-size");
  return mediaBlock("image", blockIndex, imageTokens(WIRES.of(wire).provider.images, { size, detail, model }));
}

/** A document: its text is counted, the pages of a PDF by the wire's formula. */
export function documentBlock(sheet: Sheet, blockIndex: number, { data, mediaType = "" }: Media): DraftBlock {
  const text = typeof data === "string" ? sheet.source.textOf(data) : "";
  const isPdf = mediaType.includes("pdf") || base64In(text).startsWith("JVBERi");
  const pages = isPdf && text !== "" ? countPages(Buffer.from(base64In(text), "base64")) : 0;
  // Pages also contain text, whose tokens some providers add.
  sheet.approximate("document-pages");
  return mediaBlock(
    "document",
    blockIndex,
    Math.max(1, pages) * pageTokens(WIRES.of(sheet.wire).provider.images, sheet.model),
  );
}

/** Audio and video. No header states their length. */
export function soundBlock(sheet: Sheet, kind: "audio" | "video", blockIndex: number): DraftBlock {
  sheet.approximate("media-length");
  return mediaBlock(kind, blockIndex, 0);
}

/** A file of which only the type is known. */
export function mediaByType(sheet: Sheet, blockIndex: number, media: Media): DraftBlock {
  const type = media.mediaType ?? "";
  if (type.startsWith("image/")) return imageBlock(sheet, blockIndex, media);
  if (type.startsWith("audio/")) return soundBlock(sheet, "audio", blockIndex);
  if (type.startsWith("video/")) return soundBlock(sheet, "video", blockIndex);
  return documentBlock(sheet, blockIndex, media);
}

function mediaBlock(kind: BlockKind, blockIndex: number, fixedTokens: number): DraftBlock {
  return { kind, blockIndex, strings: [], fixedTokens, nameChars: 0 };
}

/** The part of a `data:` address after the comma. */
function base64In(text: string): string {
  return text.startsWith("data:") ? text.slice(text.indexOf(",") + 1) : text;
}

/** Counts page objects, or reads the page tree's count, of a PDF without object streams. 0 if it finds none. */
function countPages(pdf: Buffer): number {
  const text = pdf.toString("latin1");
  const objects = text.match(/\/Type\s{0,8}\/Page(?![a-zA-Z])/g)?.length ?? 0;
  const counts = Array.from(text.matchAll(/\/Type\s{0,8}\/Pages\b[^>]{0,200}\/Count\s{1,8}(\d{1,5})/g), ([, count]) =>
    Number(count),
  );
  return Math.max(objects, ...counts.slice(0, 1000));
}
