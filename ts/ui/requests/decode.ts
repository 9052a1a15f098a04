// Bodies as they came may be packed. What is shown is unpacked when somebody looks.
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Most bytes that a body may unpack to, to be looked at. */
const MOST_BYTES = 16 * 1024 * 1024;

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Whether a body is packed as it came. */
export const isPacked = ({ encoding }: { encoding: string | undefined }): boolean => nameOf(encoding) !== "";

const nameOf = (encoding = "identity"): string =>
  encoding
    .trim()
    .toLowerCase()
    .replace(/^identity$/, "");

/** The unpacked body; undefined for an encoding that is not known here, or broken. */
export function decodedNow(body: Uint8Array, encoding: string | undefined): Uint8Array | undefined {
  const name = nameOf(encoding);
  if (name === "") return body;
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  try {
    return decode?.(body, { maxOutputLength: MOST_BYTES });
  } catch {
    return undefined;
  }
}
