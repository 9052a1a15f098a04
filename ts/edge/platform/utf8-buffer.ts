// The package `buffer` with UTF-8 by the platform: as Node does it also for halves of surrogate pairs and broken bytes,
// of which the package counts others.
import { Buffer } from "buffer/";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const isUtf8 = (encoding: string | undefined): boolean => encoding === undefined || /^utf-?8$/i.test(encoding);

const { byteLength, from } = Buffer;
const { toString: toText } = Buffer.prototype;

type Source = Parameters<typeof byteLength>[0];

Buffer.byteLength = (value: Source, encoding?: BufferEncoding) =>
  typeof value === "string" && isUtf8(encoding) ? encoder.encode(value).length : byteLength(value, encoding);

Object.assign(Buffer, {
  from: (value: unknown, ...rest: unknown[]) => {
    if (typeof value !== "string" || !isUtf8(rest[0] as string | undefined))
      return from(value as never, ...(rest as []));
    const { buffer, byteOffset, length } = encoder.encode(value);
    return from(buffer, byteOffset, length);
  },
});

Buffer.prototype.toString = function (this: Buffer, encoding?: string, start = 0, end = this.length) {
  return isUtf8(encoding) ? decoder.decode(this.subarray(start, end)) : toText.call(this, encoding, start, end);
};

export { Buffer };
