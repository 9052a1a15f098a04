// What packed bodies take of the memory of a gateway with its defaults, page and ledger included: a process of its own.
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway-process.mjs";

const MIB = 1024 * 1024;
const LIMIT = 200 * MIB;
const BODY_BYTES = 60_000_000;
const AT_ONCE = 8;
/** Every request adds something of its own; what they share is of the process. */
const MOST = 1.1;
const TIME_MS = 120_000;

const root = fileURLToPath(new URL("../..", import.meta.url));
const body = Buffer.from(
  JSON.stringify({
    model: "claude-opus-5-5",
    max_tokens: 1,
    messages: [{ role: "user", content: "x".repeat(BODY_BYTES) }],
  }),
);

/** A body behind spaces that repeat: a block of one byte each. */
function zstd(): Buffer {
  const blockBytes = 128 * 1024;
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
  const blockOf = (type: number, bytes: number, isLast: boolean) => {
    const header = Buffer.alloc(3);
    header.writeUIntLE((bytes << 3) | (type << 1) | Number(isLast), 0, 3);
    return header;
  };
  const spaces = Array.from({ length: Math.ceil(BODY_BYTES / blockBytes) }, () =>
    Buffer.concat([blockOf(1, blockBytes, false), Buffer.from(" ")]),
  );
  const small = Buffer.from('{"model":"claude-opus-5-5","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}');
  return Buffer.concat([head, ...spaces, blockOf(0, small.length, true), small]);
}

const BOMBS: [encoding: string, pack: () => Buffer][] = [
  ["gzip", () => gzipSync(body)],
  ["deflate", () => deflateSync(body)],
  ["br", () => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ["zstd", zstd],
];

describe.runIf(process.platform === "linux")("bodies that become 60 MB, eight at once", () => {
  let folder: string;
  let upstream: string;
  const provider = createServer((incoming, answer) => {
    incoming.resume().on("end", () => answer.setHeader("content-type", "application/json").end("{}"));
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tamis-memory-"));
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    upstream = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    provider.close();
    rmSync(folder, { recursive: true });
  });

  it.each(BOMBS)(
    "in %s take no more than the limit",
    async (encoding, pack) => {
      const file = join(folder, "tamis.toml");
      const env = { HOME: folder, XDG_STATE_HOME: folder };
      const gateway = await startGateway({
        root,
        file,
        upstream,
        env,
        more: `[limits]\nin_flight_bytes = ${LIMIT}\n`,
      });
      const { pid } = gateway.child as unknown as ChildProcess;
      const bytesOf = (name: string) => {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) * 1024;
      };
      try {
        const small = Buffer.from('{"model":"claude-opus-5-5","max_tokens":1,"messages":[]}');
        expect(await ask(gateway.url, small, "identity")).toBe(200);
        const before = bytesOf("VmRSS");
        const packed = pack();
        const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(gateway.url, packed, encoding)));
        expect(statuses).toContain(200);
        expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
        expect((bytesOf("VmHWM") - before) / LIMIT).toBeLessThanOrEqual(MOST);
      } finally {
        await gateway.stop();
      }
    },
    TIME_MS,
  );
});

function ask(url: string, payload: Buffer, encoding: string): Promise<number | undefined> {
  const headers = {
    ...{ "content-type": "application/json", "content-length": payload.length, "x-api-key": "key" },
    ...{ "anthropic-version": "2023-06-01", "content-encoding": encoding },
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/messages`, { method: "POST", headers }, (answer) =>
      answer.resume().on("end", () => resolve(answer.statusCode)),
    );
    asked.on("error", reject).end(payload);
  });
}
