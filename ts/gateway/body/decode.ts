import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { type Addon, loadAddon } from "../../native/addon.js";

/** The decoded body, or why there is none. `too_large` means above the limit; decoding stops there. */
export type Decoded = { body: Buffer } | { problem: "unsupported_encoding" | "broken_encoding" | "too_large" };

type Decode = (body: Buffer, maxBytes: number) => Promise<Decoded>;

/** Most bodies decoded at one time. Each may grow to the limit, so together they are at most a few times the limit. */
const AT_ONCE = 4;

const DECODERS: Record<string, Decode> = {
  gzip: byZlib(promisify(zlib.gunzip)),
  "x-gzip": byZlib(promisify(zlib.gunzip)),
  deflate: byZlib(promisify(zlib.inflate)),
  br: byZlib(promisify(zlib.brotliDecompress)),
  zstd: byAddon,
};

/** Decodes a request body off the JavaScript thread. `encoding` is the value of `Content-Encoding`. */
export async function decodeBody(body: Buffer, encoding: string, maxBytes: number): Promise<Decoded> {
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decode === undefined) return { problem: "unsupported_encoding" };
  await turn();
  try {
    return await decode(body, maxBytes);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

let running = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
}

function byZlib(unpack: (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>): Decode {
  return async (body, maxBytes) => {
    try {
      return { body: await unpack(body, { maxOutputLength: maxBytes }) };
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      return { problem: tooLarge ? "too_large" : "broken_encoding" };
    }
  };
}

let addon: Addon | undefined | false;

async function byAddon(body: Buffer, maxBytes: number): Promise<Decoded> {
  if (addon === undefined) {
    const loaded = loadAddon();
    addon = "addon" in loaded && loaded.addon;
  }
  if (addon === false) return { problem: "unsupported_encoding" };
  try {
    const { status, out } = await addon.zstdDecode(body, maxBytes);
    if (status === "ok") return { body: out };
    return { problem: status === "too_large" ? "too_large" : "broken_encoding" };
  } catch {
    return { problem: "broken_encoding" };
  }
}
