import * as zlib from "node:zlib";
import { type Addon, loadAddon } from "../../native/addon.js";
import { headerOf } from "../edge.js";
import type { Hold } from "../in-flight.js";
import { ReceivedBody } from "./received.js";

/**
 * The decoded body, or why there is none. `too_large`: above the limit, found without making more than it;
 * `costly_encoding`: more pieces than a body of its size has; `no_room`: more than may be held now.
 */
export type Decoded =
  | { body: ReceivedBody }
  | { problem: "unsupported_encoding" | "broken_encoding" | "costly_encoding" | "too_large" | "no_room" };

export interface DecodeBudget {
  /** Largest decoded body. */
  maxBytes: number;
  /**
   * Whether `bytes` decoded bytes may be held, in sum, and `working` bytes that the decoder itself needs until it is done;
   * asked for before they are there.
   */
  reserve(bytes: number, working: number): boolean;
}

/** What a body with these headers is packed as, in lower case; undefined where it is sent as it is. */
export function encodingOf(rawHeaders: readonly string[]): string | undefined {
  const encoding = headerOf(rawHeaders, "content-encoding")?.trim().toLowerCase();
  return encoding === "identity" || encoding === "" ? undefined : encoding;
}

type Decode = (body: Buffer, budget: DecodeBudget, callKey: string | undefined) => Promise<Decoded>;

/**
 * Input and output of one turn. zlib works on the thread pool; between two turns everybody else's come, so that a body
 * that unpacks to much delays no other body for longer than one of them.
 */
const TURN_IN_BYTES = 64 * 1024;
const TURN_OUT_BYTES = 256 * 1024;

/** zlib's window and tables for inflating, and the streams' own objects. */
const INFLATE_BYTES = 64 * 1024;
/**
 * Working memory of all decoders of zlib at one time. Who comes then waits until another is done: packed bodies that come
 * together are decoded a few at a time, and a window of Brotli has up to 16 MiB.
 */
const MOST_WORKING_BYTES = 24 * 1024 * 1024;

/** Frames and blocks of a body in zstd; 64 MiB are 512 blocks of the usual size. */
const MOST_ZSTD_PIECES = 65_536;
/** Frames: whoever packs piece by piece has one each. */
const MOST_ZSTD_FRAMES = 4096;
/** Bodies in zstd decoded at one time: each is one turn of the pool. */
const ZSTD_AT_ONCE = 2;

const byGunzip = byZlib(
  () => zlib.createGunzip({ chunkSize: TURN_OUT_BYTES }),
  () => INFLATE_BYTES,
);

const DECODERS: Record<string, Decode> = {
  gzip: byGunzip,
  "x-gzip": byGunzip,
  deflate: byZlib(
    () => zlib.createInflate({ chunkSize: TURN_OUT_BYTES }),
    () => INFLATE_BYTES,
  ),
  br: byZlib(() => zlib.createBrotliDecompress({ chunkSize: TURN_OUT_BYTES }), brotliWindowBytes),
  zstd: byAddon,
};

/**
 * Decodes a request body off the JavaScript thread.
 *
 * @param encoding The value of `Content-Encoding`
 * @param callKey As `ReceivedBody` takes it
 */
export async function decodeBody(
  body: Buffer,
  encoding: string,
  budget: DecodeBudget,
  callKey?: string,
): Promise<Decoded> {
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  return decode === undefined ? { problem: "unsupported_encoding" } : decode(body, budget, callKey);
}

/**
 * The same within what a request may hold.
 *
 * @param copies As often each decoded byte is held
 */
export async function decodeHeld(
  body: Buffer,
  encoding: string,
  { maxBytes, hold, copies }: { maxBytes: number; hold: Hold; copies: number },
  callKey?: string,
): Promise<Decoded> {
  const reserve = (bytes: number, working: number) => hold.resize(body.length + copies * bytes + working);
  const decoded = await decodeBody(body, encoding, { maxBytes, reserve }, callKey);
  if ("body" in decoded) hold.owns(decoded.body);
  return decoded;
}

/** @param windowBytes What a decoder of this body holds of what it decoded last */
function byZlib(
  open: () => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress,
  windowBytes: (body: Buffer) => number,
): Decode {
  return async (body, budget, callKey) => {
    // zlib's streams take nothing at all for the end of nothing.
    if (body.length === 0) return { problem: "broken_encoding" };
    const working = windowBytes(body) + TURN_OUT_BYTES;
    const leave = await zlibRoom.enter(working);
    try {
      if (!budget.reserve(0, working)) return { problem: "no_room" };
      const within = { ...budget, reserve: (bytes: number) => budget.reserve(bytes, working) };
      return await inflate(body, open(), within, new ReceivedBody(callKey));
    } finally {
      leave();
    }
  };
}

type Inflater = zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress;

function inflate(
  body: Buffer,
  stream: Inflater,
  { maxBytes, reserve }: { maxBytes: number; reserve(bytes: number): boolean },
  decoded: ReceivedBody,
): Promise<Decoded> {
  return new Promise((resolve) => {
    let result: Decoded | undefined;
    // Resolved once the decoder's memory is free.
    stream.on("close", () => resolve(result ?? { problem: "broken_encoding" }));
    const finish = (found: Decoded) => {
      result ??= found;
      if ("problem" in result) decoded.release();
      stream.destroy();
    };
    stream.on("data", (piece: Buffer) => {
      const bytes = decoded.bytes + piece.length;
      if (bytes > maxBytes) finish({ problem: "too_large" });
      else if (!reserve(bytes) || !decoded.takes(piece)) finish({ problem: "no_room" });
    });
    stream.on("end", () => finish({ body: decoded }));
    stream.on("error", () => finish({ problem: "broken_encoding" }));
    let at = 0;
    const feed = () => {
      if (stream.destroyed) return;
      const part = body.subarray(at, at + TURN_IN_BYTES);
      at += part.length;
      if (at < body.length) stream.write(part, feed);
      else stream.end(part);
    };
    feed();
  });
}

/** Lets decoders in while what they take is within a limit, and always one; the others wait in their order. */
class Room {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** Waits until there is room. @returns Gives the room back */
  async enter(amount: number): Promise<() => void> {
    while (this.#taken > 0 && this.#taken + amount > this.most)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken += amount;
    return () => {
      this.#taken -= amount;
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }
}

const zlibRoom = new Room(MOST_WORKING_BYTES);
const zstdRoom = new Room(ZSTD_AT_ONCE);

/**
 * The window that a body in Brotli asks for, from its first bits (RFC 7932, section 9.1); 16 MiB for what has no such bits.
 * A decoder allocates it with the first block, whatever that becomes.
 */
export function brotliWindowBytes(body: Buffer): number {
  const first = body[0] ?? 0;
  const [three, next] = [(first >> 1) & 7, (first >> 4) & 7];
  if ((first & 1) === 0) return 1 << 16;
  if (three > 0) return 1 << (17 + three);
  if (next === 0) return 1 << 17;
  return next === 1 ? 1 << 24 : 1 << (8 + next);
}

let addon: Addon | undefined | false;

async function byAddon(
  body: Buffer,
  { maxBytes, reserve }: DecodeBudget,
  callKey: string | undefined,
): Promise<Decoded> {
  if (addon === undefined) {
    const loaded = loadAddon();
    addon = "addon" in loaded && loaded.addon;
  }
  if (addon === false) return { problem: "unsupported_encoding" };
  const cost = zstdCost(body, MOST_ZSTD_PIECES);
  if (cost === undefined) return { problem: "broken_encoding" };
  if (cost.frames > MOST_ZSTD_FRAMES || cost.frames + cost.blocks > MOST_ZSTD_PIECES)
    return { problem: "costly_encoding" };
  if (!reserve(Math.min(cost.maxBytes, maxBytes), 0)) return { problem: "no_room" };
  const leave = await zstdRoom.enter(1);
  try {
    const { status, out } = await addon.zstdDecode(body, maxBytes);
    if (status === "ok") return { body: ReceivedBody.of(out, callKey) };
    return { problem: status === "too_large" ? "too_large" : "broken_encoding" };
  } catch {
    return { problem: "broken_encoding" };
  } finally {
    leave();
  }
}

// What a body in zstd would cost, read from the headers of its frames and blocks before anything is decoded (RFC 8878).
//
//   magic 4 │ descriptor 1 │ window 0–1 │ dictionary 0–4 │ size 0–8 │ blocks: header 3, content … │ checksum 0–4

/** An upper bound of the decoded bytes, and how many pieces there are; undefined for what is no zstd. */
interface ZstdCost {
  maxBytes: number;
  frames: number;
  blocks: number;
}

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const MOST_A_BLOCK = 128 * 1024;
const DICTIONARY_BYTES = [0, 1, 2, 4];
const SIZE_BYTES = [0, 2, 4, 8];

/** Walks the headers; ends as soon as there are more than `most` frames and blocks. */
export function zstdCost(body: Buffer, most: number): ZstdCost | undefined {
  const cost = { maxBytes: 0, frames: 0, blocks: 0 };
  let at = 0;
  while (at < body.length) {
    if (cost.frames + cost.blocks > most) return cost;
    if (at + 8 > body.length) return undefined;
    const magic = body.readUInt32LE(at);
    cost.frames++;
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) at += 8 + body.readUInt32LE(at + 4);
    else if (magic === MAGIC) at = overBlocks(body, at + 4, cost, most);
    else return undefined;
    if (at < 0) return undefined;
  }
  return at === body.length ? cost : undefined;
}

/** The end of the frame whose descriptor is at `at`; -1 where it is cut. */
function overBlocks(body: Buffer, at: number, cost: ZstdCost, most: number): number {
  const descriptor = body[at] as number;
  const single = (descriptor >> 5) & 1;
  const sizeBytes = SIZE_BYTES[descriptor >> 6] || single;
  let next = at + 1 + (1 - single) + (DICTIONARY_BYTES[descriptor & 3] as number) + sizeBytes;
  for (let isLast = false; !isLast; ) {
    if (next + 3 > body.length) return -1;
    const header = body.readUIntLE(next, 3);
    const [kind, size] = [(header >> 1) & 3, header >> 3];
    isLast = (header & 1) === 1;
    cost.blocks++;
    cost.maxBytes += kind === 2 ? MOST_A_BLOCK : size;
    if (cost.frames + cost.blocks > most) return body.length;
    next += 3 + (kind === 1 ? 1 : size);
  }
  return next + ((descriptor >> 2) & 1 ? 4 : 0);
}
