/** Reads one header by its lower-case name; undefined if it is missing. */
export type ReadHeader = (name: string) => string | null | undefined;

/** Why a request is sent unread. */
export type PassReason =
  /** A stream, a form, no body, or one that breaks off: it cannot be read here. */
  | "body"
  /** Not JSON by its content type, or compressed. */
  | "content_type"
  /** A signature or a digest covers the body (AWS Signature V4, `content-digest`, `content-md5`, RFC 9421). */
  | "signed"
  /** Longer than `maxBodyBytes`. */
  | "too_large";

const DIGESTS = ["content-digest", "digest", "content-md5", "signature-input", "x-amz-content-sha256"];

/** Returns why headers forbid to change the body, if they do. */
export function whyToPass(header: ReadHeader): PassReason | undefined {
  const encoding = header("content-encoding");
  if (encoding && encoding.toLowerCase() !== "identity") return "content_type";
  const type = header("content-type");
  // A string without an explicit type is sent as plain text.
  if (type && !/json|^text\/plain/i.test(type)) return "content_type";
  const signed = DIGESTS.some((name) => header(name)) || /^AWS4-/i.test(header("authorization") ?? "");
  return signed ? "signed" : undefined;
}
