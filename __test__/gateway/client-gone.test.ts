import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { STREAMS, streamBytes } from "./sse.js";
import { startGateway } from "./start.js";
import { events, type Respond, type Upstream } from "./upstream.js";

const SSE = { "content-type": "text/event-stream" };

describe("a client that goes away", () => {
  /** Sends the start of a request, and leaves when `begun` says so; resolves once the upstream has been let go of. */
  async function leave(
    start: string,
    begun: (upstream: Upstream, socket: Socket) => Promise<unknown>,
    respond: Respond,
  ) {
    const { url, upstream, gateway } = await startGateway(respond);
    const letGo = new Promise<void>((resolve) => {
      upstream.onAborted = () => resolve();
    });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on("error", () => {});
    socket.write(start);
    await begun(upstream, socket);
    socket.destroy();
    await letGo;
    await expect.poll(() => gateway.metrics()).toContain("tamis_clients_gone_total 1");
    expect(await gateway.metrics()).toContain("tamis_in_flight_bytes 0");
  }

  const post = (path: string, length: number, body: string) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n${body}`;
  const arrived = (upstream: Upstream) => expect.poll(() => upstream.arrived.length).toBe(1);
  const begunUpload = (upstream: Upstream) =>
    new Promise<void>((resolve) => {
      upstream.onBegun = resolve;
    });
  const answered = (_: Upstream, socket: Socket) => once(socket, "data");
  const stream: Respond = (_, response) => void response.writeHead(200, SSE).write(STREAMS.anthropic[0] ?? "");
  const half: Respond = (_, response) => void response.writeHead(200, { "content-length": "500" }).write("{");

  // How long it takes is measured where the machine is quiet: `npm run test:system -- --only gateway`, at most 100 ms.
  it.each([
    ["before the answer", post(PATHS.anthropic, 2, "{}"), arrived, () => {}],
    ["within a stream", post(PATHS.anthropic, 2, "{}"), answered, stream],
    ["within a whole answer", post(PATHS.anthropic, 2, "{}"), answered, half],
    ["within an upload", post("/v1/files", 100_000, "part"), begunUpload, () => {}],
    ["within the answer to an upload", post("/v1/files", 4, "part"), answered, half],
  ] as const)("aborts the upstream request: %s", (_, start, begun, respond) => leave(start, begun, respond));

  it("aborts the summaries' model, and does not forward the request", async () => {
    let aborted = false;
    let ask = () => {};
    const asking = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const { url, upstream, gateway } = await startGateway(
      undefined,
      { policies: { default: { budget: { tokens: 6000 }, mask: { windowTurns: 20 } } } },
      {
        summarizers: {
          default: (_, { signal }) =>
            new Promise((_, reject) => {
              ask();
              signal?.addEventListener("abort", () => {
                aborted = true;
                reject(signal.reason);
              });
            }),
        },
      },
    );
    const controller = new AbortController();
    const body = bytesOf(agentRequest("anthropic"));
    const asked = fetch(`${url}${PATHS.anthropic}`, { method: "POST", body, signal: controller.signal });
    asked.catch(() => {});
    await asking;
    controller.abort();
    await expect.poll(() => gateway.metrics()).toContain("tamis_clients_gone_total 1");
    expect([aborted, upstream.arrived.length]).toEqual([true, 0]);
  });

  it("does not affect other clients' answers", async () => {
    const { url, upstream } = await startGateway(events(STREAMS.anthropic));
    const controllers = Array.from({ length: 20 }, () => new AbortController());
    const asked = controllers.map(({ signal }) =>
      fetch(`${url}${PATHS.anthropic}`, { method: "POST", body: "{}", signal }).then((response) => response.text()),
    );
    controllers.forEach((controller, at) => {
      if (at % 2 === 0) controller.abort();
    });
    const results = await Promise.allSettled(asked);
    results.forEach((result, at) => {
      if (at % 2 === 1)
        expect(result).toMatchObject({ status: "fulfilled", value: streamBytes("anthropic").toString() });
    });
    await expect.poll(() => upstream.connections()).toBeLessThanOrEqual(20);
  });
});
