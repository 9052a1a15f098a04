// A file that is uploaded as `multipart/form-data` (RFC 7578):
//
//   --BOUNDARY            name="purpose"          batch
//   --BOUNDARY            name="file"             the file's bytes
//   --BOUNDARY--
import type { Span } from "../../contract/report.js";

/** The file of an upload with the requests of a batch; undefined for any other body, and where its bytes are not the file's own. */
export function batchFile(body: Buffer, contentType: string | undefined): Span | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  let file: Span | undefined;
  let purpose: string | undefined;
  for (const { name, isEncoded, start, end } of partsOf(body, boundary) ?? []) {
    if (name === "purpose") purpose = body.toString("latin1", start, end).trim();
    // Of several files it is open which one counts.
    if (name === "file" && (file !== undefined || isEncoded)) return undefined;
    if (name === "file") file = { start, end };
  }
  return purpose === "batch" ? file : undefined;
}

/** The text that separates parts, which must not come up in a part. */
export const delimiterOf = (contentType: string | undefined): string | undefined => {
  const boundary = boundaryOf(contentType);
  return boundary === undefined ? undefined : `--${boundary}`;
};

function boundaryOf(contentType = ""): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

interface Part extends Span {
  name: string | undefined;
  /** Its bytes are written in another form, such as base64. */
  isEncoded: boolean;
}

/** Undefined where a part has no end. Linear. */
function partsOf(body: Buffer, boundary: string): Part[] | undefined {
  const parts: Part[] = [];
  const opening = Buffer.from(`--${boundary}`, "latin1");
  const closing = Buffer.from(`\r\n--${boundary}`, "latin1");
  const isFirst = body.subarray(0, opening.length).equals(opening);
  const found = isFirst ? -2 : body.indexOf(closing);
  if (!isFirst && found < 0) return undefined;
  let at = found + closing.length;
  while (parts.length < MOST_PARTS) {
    if (body.toString("latin1", at, at + 2) === "--") return parts;
    const head = body.indexOf("\r\n", at);
    const start = head < 0 ? -1 : body.indexOf("\r\n\r\n", head);
    const end = start < 0 ? -1 : body.indexOf(closing, start + 2);
    if (end < 0 || start - head > MOST_HEAD_BYTES) return undefined;
    parts.push({ ...readHead(body.toString("latin1", head, start)), start: start + 4, end: Math.max(start + 4, end) });
    at = end + closing.length;
  }
  return undefined;
}

/** Far more than an upload of a file has. */
const MOST_PARTS = 100;
const MOST_HEAD_BYTES = 8 * 1024;

function readHead(head: string): Pick<Part, "name" | "isEncoded"> {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? "";
  const name = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition);
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase();
  const isEncoded = encoding !== undefined && !PLAIN.has(encoding);
  return { name: name?.[1] ?? name?.[2], isEncoded };
}

const PLAIN: ReadonlySet<string> = new Set(["binary", "8bit", "7bit"]);
