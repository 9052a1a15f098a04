import { PassThrough, type Readable } from "node:stream";

/**
 * The bytes of a request's body as a stream of its own. Whoever sends a stream on destroys it when the answer comes
 * early or never; of the request itself that would close the client's connection, before it has read its answer.
 */
export function detached(body: Readable): Readable {
  const own: PassThrough = new PassThrough({
    destroy(error, done) {
      // At once: later it would pause a body whose rest somebody has begun to throw away.
      body.unpipe(own);
      done(error);
    },
  });
  // Without a listener the end of a client in the middle of its request would end the process.
  own.on("error", () => {});
  const breakOff = () => {
    if (!body.readableEnded) own.destroy(new Error("the request broke off"));
  };
  body.on("error", breakOff).on("close", breakOff);
  body.pipe(own);
  return own;
}
