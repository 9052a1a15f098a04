// node gateway.mjs UPSTREAM: a gateway in a process of its own; the backend is chosen by TAMIS_BACKEND. Tells its URL to
// the parent process, and at each message the delay of its event loop since the last one, in milliseconds.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { backend } from "tamis";
import { createGateway } from "tamis/gateway";

const upstream = process.argv[2];
const policy = { mask: { windowTurns: 4, minChars: 0, keepErrors: false } };
const gateway = createGateway({
  gateway: { port: 0, logLevel: "silent" },
  upstreams: { openai: upstream },
  policies: { default: policy },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on("message", () => {
  process.send({ delayP99Ms: delay.percentile(99) / 1e6 });
  delay.reset();
});
process.send({ url: await gateway.listen(), backend: backend.name });
