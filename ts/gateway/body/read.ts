import { headerOf, type Incoming } from "../edge.js";
import type { Hold } from "../in-flight.js";
import type { Refusal } from "../refusal.js";
import { ReceivedBody } from "./received.js";

/** The client left before its request was complete, so no answer can be sent. */
export const GONE = Symbol("the client is gone");

export const TOO_MANY: Refusal = { reason: "overloaded", message: "too many request bytes at once; try again shortly" };

/** After so many bytes the thread is everybody else's for a turn: Node would go on with up to 2 MiB of one connection. */
const TURN_BYTES = 512 * 1024;

/**
 * Reads all bytes of a request's body, never more than `maxBytes`. Refuses a larger declared length before reading a
 * byte. Counts all bytes in `hold`.
 *
 * @param callKey The member of a result with the id of its call; undefined if the body's `glimpse` is not wanted.
 */
export function readBody(
  incoming: Incoming,
  maxBytes: number,
  hold: Hold,
  callKey?: string,
): Promise<ReceivedBody | Refusal | typeof GONE> {
  const declared = Number(headerOf(incoming.rawHeaders, "content-length") ?? 0);
  if (declared > maxBytes) return Promise.resolve(tooLarge(maxBytes));
  incoming.wantBody();
  return new Promise((resolve) => {
    // The listeners remain: data after a refusal is dropped, and errors of a closing connection have no other listener.
    let received: ReceivedBody | undefined = new ReceivedBody(callKey);
    hold.owns(received);
    const finish = (result: ReceivedBody | Refusal | typeof GONE) => {
      if (result !== received) received?.release();
      received = undefined;
      resolve(result);
    };
    let inTurn = 0;
    const onData = (chunk: Buffer) => {
      if (received === undefined) return hold.drop(chunk.length);
      inTurn += chunk.length;
      if (inTurn >= TURN_BYTES) {
        inTurn = 0;
        incoming.body.pause();
        setImmediate(() => incoming.body.resume());
      }
      const bytes = received.bytes + chunk.length;
      if (bytes > maxBytes) finish(tooLarge(maxBytes));
      else if (!hold.resize(bytes) || !received.takes(chunk, declared)) finish(TOO_MANY);
    };
    const onEnd = () => finish(received ?? GONE);
    const onClose = () => finish(GONE);
    incoming.body.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

/** The refusal of a body above the limit. */
export function tooLarge(maxBytes: number): Refusal {
  return { reason: "body_too_large", message: `the body has more than ${maxBytes} bytes (limits.body_bytes)` };
}
