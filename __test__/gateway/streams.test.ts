import { once } from "node:events";
import { ServerResponse } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { agentRequest, bytesOf, PATHS, WIRES } from "./requests.js";
import { STREAMS, streamBytes } from "./sse.js";
import { ask, startGateway } from "./start.js";
import { events, type Respond } from "./upstream.js";

const SSE = { "content-type": "text/event-stream" };

/** Sends the head, then each part in a packet of its own. */
const inParts =
  (parts: readonly Uint8Array[], headers: Record<string, string> = SSE): Respond =>
  async (_, response) => {
    response.writeHead(200, headers).flushHeaders();
    response.socket?.setNoDelay(true);
    for (const part of parts) {
      response.write(part);
      await new Promise(setImmediate);
    }
    response.end();
  };

describe("a stream", () => {
  it.each(WIRES)("passes a stream split at any byte through unchanged: %s", async (wire) => {
    const { url, upstream } = await startGateway();
    const whole = streamBytes(wire);
    const body = bytesOf(agentRequest(wire, { turns: 1, chars: 10 }));
    // Every byte on one wire; on the others every seventh, which falls on each place of an event.
    for (let at = 0; at <= whole.length; at += wire === "gemini" ? 1 : 7) {
      upstream.respond = inParts([whole.subarray(0, at), whole.subarray(at)]);
      const response = await fetch(`${url}${PATHS[wire]}`, { method: "POST", body });
      const received = Buffer.from(await response.arrayBuffer());
      if (!received.equals(whole)) expect.fail(`split at ${at}: ${received.toString()}`);
    }
    upstream.respond = inParts(Array.from(whole, (byte) => Buffer.from([byte])));
    const response = await fetch(`${url}${PATHS[wire]}`, { method: "POST", body });
    expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
  });

  it("passes a gzip stream through unchanged", async () => {
    const packed = gzipSync(streamBytes("anthropic"));
    const { url } = await startGateway(
      inParts([packed.subarray(0, 20), packed.subarray(20)], { ...SSE, "content-encoding": "gzip" }),
    );
    const answer = await ask(url, PATHS.anthropic, { body: "{}" });
    expect(answer.text).toBe(streamBytes("anthropic").toString());
  });

  it("sends the head on its own only if the first event did not come with it", async () => {
    const flushed = vi.spyOn(ServerResponse.prototype, "flushHeaders");
    onTestFinished(() => flushed.mockRestore());
    const { url, upstream } = await startGateway(events(STREAMS.anthropic));
    const whole = await ask(url, PATHS.anthropic, { body: "{}" });
    expect([whole.text, flushed.mock.calls.length]).toEqual([STREAMS.anthropic.join(""), 0]);
    let finish = () => {};
    upstream.respond = async (_, response) => {
      response.writeHead(200, SSE).flushHeaders();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      response.end();
    };
    const late = await fetch(`${url}${PATHS.anthropic}`, { method: "POST", body: "{}" });
    expect(flushed).toHaveBeenCalledTimes(2);
    finish();
    expect(await late.text()).toBe("");
  });

  it("passes each event on before the next one is sent", async () => {
    const list = STREAMS.anthropic;
    let next = () => {};
    const { url } = await startGateway(async (_, response) => {
      response.writeHead(200, SSE).flushHeaders();
      for (const event of list) {
        await new Promise<void>((resolve) => {
          next = resolve;
        });
        response.write(event);
      }
      response.end();
    });
    const response = await fetch(`${url}${PATHS.anthropic}`, { method: "POST", body: "{}" });
    const reader = response.body?.getReader();
    for (const event of list) {
      next();
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event);
    }
    expect((await reader?.read())?.done).toBe(true);
  });

  it("asks a proxy in front not to buffer events, unless the upstream decides it", async () => {
    const headers = async (own: Record<string, string>) => {
      const { url } = await startGateway(inParts([Buffer.from("data: 1\n\n")], own));
      return (await ask(url, PATHS.anthropic, { body: "{}" })).headers.get("x-accel-buffering");
    };
    expect(await headers(SSE)).toBe("no");
    expect(await headers({ "content-type": "Text/Event-Stream; charset=utf-8" })).toBe("no");
    expect(await headers({ ...SSE, "content-encoding": "x-own" })).toBe("no");
    expect(await headers({ ...SSE, "X-Accel-Buffering": "yes" })).toBe("yes");
    expect(await headers({ "content-type": "application/json" })).toBeNull();
  });

  it("waits for a slow reader instead of filling the memory", async () => {
    const chunk = Buffer.alloc(64 * 1024, 97);
    let written = 0;
    let ended = false;
    const { url } = await startGateway(async (_, response) => {
      response.writeHead(200, SSE);
      for (let at = 0; at < 800 && !response.destroyed; at++) {
        written += chunk.length;
        if (!response.write(chunk)) await once(response, "drain").catch(() => {});
      }
      response.end();
      ended = true;
    });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write("POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
    let before = -1;
    while (written !== before || written === 0) {
      before = written;
      await sleep(300);
    }
    expect(ended).toBe(false);
    // What the system's buffers of two connections take, and nothing like the 52 MB of the whole.
    expect(written).toBeLessThan(30_000_000);
    let received = 0;
    for await (const part of socket) received += (part as Buffer).length;
    expect(ended).toBe(true);
    expect(received).toBeGreaterThan(800 * chunk.length);
  });
});

describe("an upstream that dies within a stream", () => {
  const dying =
    (text: string): Respond =>
    (_, response) => {
      response.writeHead(200, SSE).write(text, () => setTimeout(() => response.destroy(), 20));
    };

  it.each([
    [
      "openai-chat",
      /data: \{"error":\{"message":"tamis gateway: [^\n]+","type":"server_error","param":null,"code":"upstream_closed"\}\}\n\n$/,
    ],
    ["openai-responses", /event: error\ndata: \{"type":"error","code":"upstream_closed",[^\n]+\}\n\n$/],
    ["anthropic", /event: error\ndata: \{"type":"error","error":\{"type":"api_error",[^\n]+\}\}\n\n$/],
    ["gemini", /data: \{"error":\{"code":502,[^\n]+"status":"UNAVAILABLE"\}\}\n\n$/],
  ] as const)("ends with the provider's kind of error event if it dies between events: %s", async (wire, end) => {
    const whole = STREAMS[wire].slice(0, 3).join("");
    const { url, gateway } = await startGateway(dying(whole));
    const { text } = await ask(url, PATHS[wire], { body: "{}" });
    expect(text.startsWith(whole)).toBe(true);
    expect(text).toMatch(end);
    expect(text).not.toContain("[DONE]");
    expect(await gateway.metrics()).toContain('tamis_answers_cut_total{reason="upstream_closed"} 1');
  });

  it.each(WIRES)("cuts the connection if it dies within an event: %s", async (wire) => {
    const { url } = await startGateway(dying(STREAMS[wire].join("").slice(0, -30)));
    const response = await fetch(`${url}${PATHS[wire]}`, { method: "POST", body: "{}" });
    await expect(response.text()).rejects.toThrow(/terminated/);
  });

  it("cuts the connection if it dies within a body of known length", async () => {
    const { url } = await startGateway((_, response) => {
      response
        .writeHead(200, { "content-length": "500" })
        .write('{"id":', () => setTimeout(() => response.destroy(), 20));
    });
    const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body: "{}" });
    await expect(response.text()).rejects.toThrow(/terminated/);
  });

  it("gives up a silent stream after its time limit", async () => {
    const { url } = await startGateway(
      (_, response) => {
        response.writeHead(200, SSE).write(STREAMS.anthropic[0] ?? "");
      },
      { limits: { idleMs: 1200 } },
    );
    const { text } = await ask(url, PATHS.anthropic, { body: "{}" });
    expect(text).toContain('"type":"timeout_error"');
  });
});
