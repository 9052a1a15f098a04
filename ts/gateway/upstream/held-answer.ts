import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Answers of more bytes are forwarded as they come. */
const MOST_BYTES = 64 * 1024;

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A short answer that is looked at before the client gets it. */
export class HeldAnswer {
  readonly chunks: Buffer[] = [];
  #bytes = 0;

  /** @param begin Sends the answer's head to the client */
  constructor(
    private readonly encoding: unknown,
    readonly begin: () => void,
  ) {}

  /** False if the answer is too long to be held. */
  take(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > MOST_BYTES) return false;
    this.chunks.push(chunk);
    return true;
  }

  /** Empty if it cannot be decoded. */
  text(): string {
    const whole = Buffer.concat(this.chunks);
    const decode = typeof this.encoding === "string" ? DECODERS[this.encoding.toLowerCase()] : undefined;
    try {
      return (decode === undefined ? whole : decode(whole, { maxOutputLength: 1024 * 1024 })).toString("utf8");
    } catch {
      return "";
    }
  }
}
