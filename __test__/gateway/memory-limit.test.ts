// What bodies take of the memory of a gateway with its defaults, page and ledger included: a process of its own.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { startGateway } from "../support/gateway-process.mjs";

const MIB = 1024 * 1024;
const LIMIT = 200 * MIB;
const BODY_BYTES = 60_000_000;
/** It is kept to 1.05; a loaded machine frees later. */
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

/** A conversation of as many bytes, about, whose results are masked. */
function toolTurns(bytes: number): Buffer {
  const turns = Array.from({ length: Math.ceil(bytes / 6_200) }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "Bash", input: { command: `ls ${at}` } }] },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "line of output\n".repeat(400) + at }],
    },
  ]);
  const messages = [{ role: "user", content: "go" }, ...turns.flat()];
  return Buffer.from(JSON.stringify({ model: "claude-opus-5-5", max_tokens: 1, messages }));
}

const KINDS: [what: string, encoding: string, atOnce: number, make: () => Buffer][] = [
  ["60 MB in gzip", "gzip", 8, () => gzipSync(body)],
  ["60 MB in Brotli", "br", 8, () => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ["60 MB in zstd", "zstd", 8, zstd],
  ["60 MB", "identity", 8, () => body],
  ["15 MB of tool turns", "identity", 40, () => toolTurns(15_000_000)],
  ["2 MB of tool turns", "identity", 120, () => toolTurns(2_000_000)],
];

describe.runIf(process.platform === "linux")("bodies that come at once", () => {
  let folder: string;
  let upstream: string;
  const provider = createServer((incoming, answer) => {
    incoming.resume().on("end", () => answer.setHeader("content-type", "application/json").end("{}"));
  });
  beforeAll(async () => {
    folder = temporaryFolder();
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    upstream = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    provider.close();
  });

  it.each(KINDS)(
    "take no more than the limit: %s",
    async (_, encoding, atOnce, make) => {
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
        const payload = make();
        const statuses = await Promise.all(Array.from({ length: atOnce }, () => ask(gateway.url, payload, encoding)));
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
