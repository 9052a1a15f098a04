// What a body in zstd would cost, read from the headers of its frames and blocks before anything is decoded (RFC 8878).
//
//   magic 4 │ descriptor 1 │ window 0–1 │ dictionary 0–4 │ size 0–8 │ blocks: header 3, content … │ checksum 0–4

/** An upper bound of the decoded bytes, and how many pieces there are; undefined for what is no zstd. */
export interface ZstdCost {
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
