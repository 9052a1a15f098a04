// node gateway-pass.mjs UPSTREAM: streams through node:http and undici without a gateway. It measures the least cost of
// any gateway in Node, and how long its event loop is blocked on this machine. Sends its URL and delays like
// gateway.mjs.
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Pool } from "undici";

const pool = new Pool(process.argv[2], { connections: 64 });
const HOP_BY_HOP = /^(host|connection|keep-alive|transfer-encoding)$/i;

/** Alternating names and values, without headers of one connection. */
const endToEnd = (raw) => raw.map(String).filter((_, at, all) => !HOP_BY_HOP.test(all[at & ~1]));

const server = createServer((request, response) => {
  const { method, url: path } = request;
  pool.dispatch(
    { method, path, headers: endToEnd(request.rawHeaders), body: request },
    {
      onRequestStart() {},
      onResponseStart(controller, status, headers) {
        response.writeHead(status, endToEnd(controller.rawHeaders));
        if (headers["content-length"] === undefined) response.flushHeaders();
      },
      onResponseData: (_, chunk) => response.write(chunk),
      onResponseEnd: () => response.end(),
      onResponseError: () => response.destroy(),
    },
  );
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on("message", () => {
  process.send({ delayP99Ms: delay.percentile(99) / 1e6 });
  delay.reset();
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
