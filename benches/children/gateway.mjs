// node gateway.mjs UPSTREAM: runs a gateway in a process of its own, with the backend of TAMIS_BACKEND. Sends the
// parent process its URL; on the message "delay", the delay of its event loop since the last one, in milliseconds; on a
// message with a request as text, the CPU time of all threads that reducing it needs, in microseconds.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { backend, definePolicy, reduceBodyAsync } from "tamis";
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

const CALLS = 20;

async function cpuOfReducing(text) {
  const body = Buffer.from(text);
  const compiled = definePolicy(policy);
  const reduce = () => reduceBodyAsync(body, compiled, { wire: "openai-chat", tokens: true });
  for (let call = 0; call < CALLS; call++) await reduce();
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) await reduce();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

process.on("message", async (message) => {
  if (message !== "delay") {
    process.send({ cpuMicros: await cpuOfReducing(message.reduce) });
    return;
  }
  process.send({ delayP99Ms: delay.percentile(99) / 1e6 });
  delay.reset();
});
process.send({ url: await gateway.listen(), backend: backend.name });
