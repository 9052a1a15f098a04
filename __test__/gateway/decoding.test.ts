// Packed bodies: what they become is counted, and what they cost is bounded and shared fairly.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { brotliWindowBytes, decodeBody, zstdCost } from "../../ts/gateway/body/decode.js";
import { ReceivedBody } from "../../ts/gateway/body/received.js";
import { InFlight } from "../../ts/gateway/in-flight.js";
import { prepare } from "../../ts/gateway/reduce-request.js";
import { DEFAULT_POLICY } from "../../ts/policy/policy.js";
import { describeNative } from "../support/native.js";
import { rawUpstream } from "./raw.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";

const MIB = 1024 * 1024;
const big = (bytes: number) =>
  bytesOf({ ...agentRequest("openai-chat", { turns: 24 }), metadata: { pad: "x".repeat(bytes) } });
const headers = { "content-encoding": "gzip" };

describe("the limit of bytes in flight", () => {
  it("holds for what bodies become, not for what came", async () => {
    const openai = await rawUpstream(() => {});
    const { url, gateway } = await startGateway(undefined, {
      upstreams: { openai },
      limits: { inFlightBytes: 24 * MIB },
    });
    const body = gzipSync(big(6 * MIB));
    expect(body.length).toBeLessThan(100_000);
    const aborted = new AbortController();
    const asked = Array.from({ length: 8 }, () =>
      fetch(`${url}${PATHS["openai-chat"]}`, { method: "POST", body, headers, signal: aborted.signal }).then(
        (answer) => [answer.status, answer.headers.get("retry-after")],
        () => undefined,
      ),
    );
    const first = await Promise.race(asked);
    expect(first).toEqual([503, "1"]);
    await expect
      .poll(async () => Number(/^tamis_in_flight_bytes (\d+)/m.exec(await gateway.metrics())?.[1]))
      .toBeLessThan(24 * MIB);
    aborted.abort();
    await Promise.all(asked);
    await expect.poll(() => gateway.metrics()).toContain("tamis_in_flight_bytes 0");
  });

  it("lets a single body in, however large it becomes within body_bytes", async () => {
    const { url, upstream } = await startGateway(undefined, { limits: { inFlightBytes: MIB } });
    const answer = await ask(url, PATHS["openai-chat"], { body: gzipSync(big(4 * MIB)), headers });
    expect(answer.status).toBe(200);
    expect(upstream.arrived[0]?.body.length).toBeGreaterThan(4 * MIB);
  });

  it("counts the copies of plain bodies, too", async () => {
    let arrived = () => {};
    const isSent = new Promise<void>((resolve) => (arrived = resolve));
    const openai = await rawUpstream(() => arrived());
    const limits = { inFlightBytes: 10 * MIB };
    const { url } = await startGateway(undefined, { upstreams: { openai }, limits });
    const aborted = new AbortController();
    const init = { method: "POST", body: big(4 * MIB), signal: aborted.signal };
    const waiting = fetch(`${url}${PATHS["openai-chat"]}`, init).catch(() => {});
    await isSent;
    // 4 MiB held; of the next one 4 MiB come, and as many again would be made of them.
    expect((await ask(url, PATHS["openai-chat"], { body: big(4 * MIB) })).status).toBe(503);
    aborted.abort();
    await waiting;
  });
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Packed with a window of `bits`, which its decoder allocates. */
const brotli = (body: Buffer, bits: number) =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: bits },
  });

describe("the memory of packed bodies", () => {
  it.each<[string, (body: Buffer) => Buffer]>([
    ["gzip", gzipSync],
    ["br", (body) => brotli(body, 24)],
  ])("in %s is free while providers have yet to answer", async (encoding, pack) => {
    const openai = await rawUpstream(() => {});
    const { url, gateway } = await startGateway(undefined, { upstreams: { openai } });
    const body = pack(bytesOf({ model: "gpt-5.4", messages: [{ role: "user", content: "x".repeat(12 * MIB) }] }));
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    const aborted = new AbortController();
    const init = { method: "POST", body, headers: { "content-encoding": encoding }, signal: aborted.signal };
    const asked: Promise<unknown>[] = [];
    for (let at = 0; at < 8; at++) {
      asked.push(fetch(`${url}${PATHS["openai-chat"]}`, init).catch(() => {}));
      await expect.poll(() => gateway.metrics()).toContain(`tamis_open_requests ${at + 1}`);
      await expect
        .poll(async () => Number(/^tamis_in_flight_bytes (\d+)/m.exec(await gateway.metrics())?.[1]))
        .toBeLessThan(MIB);
    }
    const grown = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - before;
    };
    await expect.poll(grown).toBeLessThan(13 * MIB);
    aborted.abort();
    await Promise.all(asked);
  });

  it("is that of few decoders where windows of 16 MiB come together", async () => {
    const bomb = brotli(Buffer.alloc(20 * MIB), 24);
    let [now, most] = [0, 0];
    const decode = async () => {
      let own = 0;
      const reserve = (_: number, working: number) => {
        now += working - own;
        own = working;
        most = Math.max(most, now);
        return true;
      };
      const decoded = await decodeBody(bomb, "br", { maxBytes: MIB, reserve });
      now -= own;
      return decoded;
    };
    const decoded = await Promise.all(Array.from({ length: 48 }, decode));
    expect(decoded).toEqual(decoded.map(() => ({ problem: "too_large" })));
    expect(most).toBeGreaterThan(16 * MIB);
    // The next one comes in before this has heard of the last one's end.
    expect(most).toBeLessThan(34 * MIB);
  });

  it("is asked for before a decoder has it", async () => {
    const asked: number[] = [];
    const reserve = (_: number, working: number) => asked.push(working) === 0;
    expect(await decodeBody(brotli(Buffer.from("{}"), 22), "br", { maxBytes: MIB, reserve })).toEqual({
      problem: "no_room",
    });
    expect(asked).toEqual([4 * MIB + MIB / 4]);
  });

  it.each([10, 11, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24])(
    "of a window of %d bits is read from its first byte",
    (bits) => {
      // Larger than the window, so that no smaller one is written.
      expect(brotliWindowBytes(brotli(Buffer.alloc(2 ** bits + MIB, "ab"), bits))).toBe(2 ** bits);
    },
  );
});

const budget = (maxBytes = 64 * MIB) => ({ maxBytes, reserve: () => true });

it("counts while a body is decoded what its reduction takes, so that a bomb is refused at a third of the limit", async () => {
  const all = new InFlight(6 * MIB);
  all.open().resize(1);
  const hold = all.open();
  let pieces = 0;
  const counted = Object.assign(Object.create(hold), {
    resize(bytes: number) {
      pieces++;
      return hold.resize(bytes);
    },
  });
  const body = new ReceivedBody();
  const bomb = gzipSync(Buffer.alloc(20 * MIB));
  body.takes(bomb, bomb.length);
  const ready = { name: "default", policy: DEFAULT_POLICY, observing: DEFAULT_POLICY };
  const request = {
    ...{ body, host: "localhost", wire: "openai-chat" as const, path: "/", hold: counted },
    ...{ rawHeaders: ["content-encoding", "gzip"], control: { bypass: false, dryRun: false } },
    gone: () => new AbortController().signal,
  };
  const settings = {
    ...{ chooser: { byName: () => ready, choose: () => Promise.resolve(ready) }, observe: false, maxBytes: 64 * MIB },
    ...{ sessions: undefined, keepsRequests: false },
  };
  expect(await prepare(request, settings)).toMatchObject({ reason: "overloaded" });
  // Pieces of 256 KiB.
  expect(pieces).toBeLessThanOrEqual(9);
});

describe("decoding", () => {
  it("asks for room before it goes on", async () => {
    const asked: number[] = [];
    const reserve = (bytes: number) => asked.push(bytes) < 3;
    expect(await decodeBody(gzipSync(Buffer.alloc(20 * MIB)), "gzip", { maxBytes: 64 * MIB, reserve })).toEqual({
      problem: "no_room",
    });
    expect(asked.at(-1)).toBeLessThan(2 * MIB);
  });

  it("of bombs delays a small body by no more than their turns", async () => {
    const bomb = brotliCompressSync(Buffer.alloc(64 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    expect(bomb.length).toBeLessThan(1000);
    const order: string[] = [];
    const bombs = Array.from({ length: 16 }, () => decodeBody(bomb, "br", budget()).then(() => order.push("bomb")));
    await decodeBody(gzipSync("{}"), "gzip", budget()).then(() => order.push("small"));
    expect(order[0]).toBe("small");
    await Promise.all(bombs);
  });

  it.each(["gzip", "br", "deflate"])("of nothing is no %s", async (encoding) => {
    expect(await decodeBody(Buffer.alloc(0), encoding, budget())).toEqual({ problem: "broken_encoding" });
  });

  it("of many members one after the other gives all of them", async () => {
    const packed = Buffer.concat(Array.from({ length: 3000 }, (_, at) => gzipSync(`${at},`)));
    const decoded = await decodeBody(packed, "gzip", budget());
    expect("body" in decoded && decoded.body.whole().toString().split(",").length).toBe(3001);
  });
});

/** Single segment, size 0 in one byte, one raw block of no bytes that is the last. */
const EMPTY_FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00]);
/** The same with `blocks` empty blocks before it. */
const emptyBlocks = (blocks: number) =>
  Buffer.concat([EMPTY_FRAME.subarray(0, 6), Buffer.alloc(3 * blocks), EMPTY_FRAME.subarray(6)]);

describe("zstdCost", () => {
  it.each([
    ["an empty frame", EMPTY_FRAME, { maxBytes: 0, frames: 1, blocks: 1 }],
    ["two frames", Buffer.concat([EMPTY_FRAME, EMPTY_FRAME]), { maxBytes: 0, frames: 2, blocks: 2 }],
    ["empty blocks", emptyBlocks(5), { maxBytes: 0, frames: 1, blocks: 6 }],
    ["a skippable frame", Buffer.from([0x53, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9]), { maxBytes: 0, frames: 1, blocks: 0 }],
    ["a frame cut short", EMPTY_FRAME.subarray(0, 8), undefined],
    ["a skippable frame longer than the body", Buffer.from([0x50, 0x2a, 0x4d, 0x18, 255, 255, 255, 255]), undefined],
    ["no zstd", Buffer.from("{}{}{}{}"), undefined],
    ["nothing", Buffer.alloc(0), { maxBytes: 0, frames: 0, blocks: 0 }],
  ])("%s", (_, body, cost) => expect(zstdCost(body, 100)).toEqual(cost));

  it("ends where there is too much", () => {
    expect(zstdCost(emptyBlocks(1_000_000), 100)?.blocks).toBeLessThan(102);
  });
});

describeNative("zstd", () => {
  it.each([
    ["frames", Buffer.concat(Array.from({ length: 100_000 }, () => EMPTY_FRAME))],
    ["blocks", emptyBlocks(1_000_000)],
  ])("of too many %s goes on as it came", async (_, body) => {
    const { url, upstream } = await startGateway();
    const begun = performance.now();
    const answer = await ask(url, PATHS.anthropic, { body, headers: { "content-encoding": "zstd" } });
    expect([answer.status, answer.headers.get("x-tamis-skipped")]).toEqual([200, "costly_encoding"]);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(upstream.arrived[0]?.body.equals(body)).toBe(true);
  });
});
