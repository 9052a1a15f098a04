import type { Readable } from "node:stream";
import { detached } from "../body/detached.js";
import { GONE } from "../body/read.js";
import { headerOf, type Incoming } from "../edge.js";
import type { Hold } from "../in-flight.js";

/**
 * Reads a body as a whole where it has up to `maxBytes` and there is room for it; else gives it as a stream that begins with its
 * first byte. Batches have hundreds of megabytes, and one that is not reduced is never refused.
 */
export function receive(incoming: Incoming, maxBytes: number, hold: Hold): Promise<Buffer | Readable | typeof GONE> {
  incoming.wantBody();
  const body = detached(incoming.body);
  const declared = Number(headerOf(incoming.rawHeaders, "content-length") ?? 0);
  if (declared > maxBytes) return Promise.resolve(body);
  return new Promise((resolve) => {
    let pieces: Buffer[] = [];
    let bytes = 0;
    const settle = (result: Buffer | Readable | typeof GONE) => {
      body.off("data", onData).off("end", onEnd).off("close", onClose);
      pieces = [];
      resolve(result);
    };
    const onData = (piece: Buffer) => {
      bytes += piece.length;
      pieces.push(piece);
      // The pieces, and the one that is made of them.
      if (bytes <= maxBytes && hold.resize(2 * bytes)) return;
      body.pause();
      body.off("data", onData);
      body.unshift(Buffer.concat(pieces));
      settle(body);
    };
    const onEnd = () => settle(Buffer.concat(pieces));
    const onClose = () => settle(GONE);
    body.on("data", onData).on("end", onEnd).on("close", onClose);
  });
}
