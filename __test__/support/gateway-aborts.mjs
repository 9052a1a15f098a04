// How long an upstream is held on to once the client has left, at every moment of a request.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { until, within } from "./gateway-process.mjs";
import { ensure, isIdle } from "./gateway-trial.mjs";

const TIMES = 25;

const STREAM = { "content-type": "text/event-stream" };
const headOnly = (headers, text) => (_, response) => void response.writeHead(200, headers).write(text);
const silent = () => {};

/**
 * Measurements by title; each gives `{ median, worst }` in milliseconds.
 *
 * @param {{ start: Function, requests: object, upstreams: object[] }} context `start(name, more)` starts a gateway in front
 *   of the first upstream
 */
export function abortTimes({ start, requests: { PATHS, agentRequest, bytesOf }, upstreams: [upstream, other] }) {
  const body = bytesOf(agentRequest("anthropic"));
  const head = (path, length) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`;
  const whole = [head(PATHS.anthropic, body.length), body];
  const measure = (name, scene) => async () => {
    const gateway = await start(name, scene.more);
    try {
      const times = [];
      for (let at = 0; at < TIMES; at++) times.push(await leaveOnce(gateway, scene.upstream ?? upstream, scene, at));
      await until("nothing under way", () => isIdle(gateway));
      ensure((await gateway.metrics())("tamis_clients_gone_total") === TIMES, "not all of them counted as gone");
      return summed(times);
    } finally {
      await gateway.stop();
    }
  };
  const summarised = { upstream: other, more: { openai: other.url, more: BUDGET, env: { SUMMARY_KEY: "k" } } };
  return {
    "before the answer": measure("silent", { send: whole, respond: silent }),
    "within a stream": measure("stream", { send: whole, respond: headOnly(STREAM, "data: 1\n\n"), reads: true }),
    "within a whole answer": measure("whole", {
      ...{ send: whole, respond: headOnly({ "content-length": "9999" }, "{"), reads: true },
    }),
    "within an upload that is passed through": measure("upload", {
      ...{ send: [head("/anthropic/v1/files", 1e6), Buffer.alloc(1000)], respond: silent, uploads: true },
    }),
    "within an answer to an upload": measure("answered", {
      ...{ send: [head("/v1/files", 5), "hello"], respond: headOnly(STREAM, "data: 1\n\n"), reads: true },
    }),
    "while a summary is written": measure("summary", { send: whole, respond: silent, ...summarised }),
  };
}

/** Every request is over it, and with a summary below it, so that the model is asked. */
const BUDGET = `[mask]
window_turns = 20
[budget]
tokens = 6000
[summarizer]
upstream = "openai"
model = "m"
api_key_env = "SUMMARY_KEY"
`;

/** Half of the clients close, half reset their connection. */
async function leaveOnce(gateway, upstream, { send, respond, reads, uploads }, at) {
  upstream.respond = respond;
  upstream.arrived.length = 0;
  const letGo = new Promise((resolve) => {
    upstream.onAborted = () => resolve(performance.now());
  });
  const begun = new Promise((resolve) => {
    upstream.onBegun = resolve;
  });
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  for (const part of send) socket.write(part);
  if (reads) await within("the answer begins", once(socket, "data"));
  else if (uploads) await within("the upload begins", begun);
  else await until("the request arrives", () => upstream.arrived.length === 1);
  await sleep(at);
  const leftAt = performance.now();
  if (at % 2 === 0) socket.destroy();
  else socket.resetAndDestroy();
  return (await within("the upstream is let go of", letGo)) - leftAt;
}

function summed(times) {
  const sorted = times.sort((a, b) => a - b);
  const round = (value) => Math.round(value * 10) / 10;
  return { median: round(sorted[sorted.length >> 1]), worst: round(sorted.at(-1)) };
}
