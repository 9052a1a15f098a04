// The processes that are measured, each with clients of its own.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { ROOT } from "../package-under-test.js";

export const NAMES = ["direct", "pass-through", "tamis native", "tamis wasm", "portkey"] as const;
export type Name = (typeof NAMES)[number];

/** One answer, read to its end. */
export interface Asked {
  micros: number;
  text: string;
  /** Of `Server-Timing`; NaN where there is none. */
  reduceMicros: number;
  tokensBefore: number;
  tokensAfter: number;
}

export interface Load {
  perSecond: number;
  cpuMicros: number;
  delayP99Ms: number;
}

const PATH = "/v1/chat/completions";

export class Contestant {
  readonly #one: Pool;
  readonly #many: Pool;

  constructor(
    readonly name: Name,
    url: string,
    clients: number,
    private readonly child: ChildProcess | undefined,
    private readonly headers: Record<string, string> = {},
  ) {
    this.#one = new Pool(url, { connections: 1 });
    this.#many = new Pool(url, { connections: clients });
  }

  async ask(body: Buffer): Promise<Asked> {
    const startedAt = performance.now();
    const { headers, body: answer } = await this.#one.request(this.#request(body));
    const text = await answer.text();
    const micros = (performance.now() - startedAt) * 1000;
    const reduce = /tamis-reduce;dur=([\d.]+)/.exec(String(headers["server-timing"]))?.[1];
    return {
      micros,
      text,
      reduceMicros: reduce === undefined ? Number.NaN : Number(reduce) * 1000,
      tokensBefore: Number(headers["x-tamis-tokens-before"]),
      tokensAfter: Number(headers["x-tamis-tokens-after"]),
    };
  }

  /** Until the first byte of the answer's body. */
  async firstByte(body: Buffer): Promise<{ micros: number }> {
    const startedAt = performance.now();
    const { body: answer } = await this.#one.request(this.#request(body));
    let micros = Number.NaN;
    for await (const _ of answer) if (Number.isNaN(micros)) micros = (performance.now() - startedAt) * 1000;
    return { micros };
  }

  async load(body: Buffer, clients: number, seconds: number): Promise<Load> {
    await this.#delay();
    const cpuBefore = this.#cpuMicros();
    const startedAt = performance.now();
    let requests = 0;
    const client = async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        const { body: answer, statusCode } = await this.#many.request(this.#request(body));
        await answer.text();
        if (statusCode !== 200) throw new Error(`${this.name} answered ${statusCode}`);
        requests++;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const elapsed = (performance.now() - startedAt) / 1000;
    const cpuMicros = (this.#cpuMicros() - cpuBefore) / requests;
    return { perSecond: requests / elapsed, cpuMicros, delayP99Ms: await this.#delay() };
  }

  /** CPU time of reducing one body, in microseconds; NaN for who does not reduce. */
  async reducerCpu(body: Buffer): Promise<number> {
    if (!this.name.startsWith("tamis")) return Number.NaN;
    return (await this.#told<{ cpuMicros: number }>({ reduce: body.toString() }))?.cpuMicros ?? Number.NaN;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#one.destroy(), this.#many.destroy()]);
    this.child?.kill();
  }

  #request(body: Buffer) {
    const headers = { "content-type": "application/json", authorization: "Bearer k", ...this.headers };
    return { method: "POST" as const, path: PATH, headers, body };
  }

  /** CPU time of the process so far; NaN for none, or where the system does not tell. */
  #cpuMicros(): number {
    const file = `/proc/${this.child?.pid}/stat`;
    if (this.name === "direct" || !existsSync(file)) return Number.NaN;
    const [, , , , , , , , , , , user, system] = readFileSync(file, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .map(Number);
    return ((user ?? 0) + (system ?? 0)) * 10_000;
  }

  async #delay(): Promise<number> {
    return (await this.#told<{ delayP99Ms: number }>("delay"))?.delayP99Ms ?? Number.NaN;
  }

  /** What the child answers; undefined where there is none that does. */
  #told<T>(message: "delay" | { reduce: string }): Promise<T | undefined> {
    const { child } = this;
    if (child?.send === undefined || !child.connected) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      child.once("message", (told) => resolve(told as T));
      child.send(message);
    });
  }
}

/** Starts the upstream and everything in front of it. */
export async function startContestants(clients: number): Promise<{ contestants: Contestant[]; stop(): Promise<void> }> {
  const upstream = await start("gateway-upstream.mjs", []);
  const pass = await start("gateway-pass.mjs", [upstream.url]);
  const native = await start("gateway.mjs", [upstream.url], { TAMIS_BACKEND: "native" });
  const wasm = await start("gateway.mjs", [upstream.url], { TAMIS_BACKEND: "wasm" });
  const portkey = await startPortkey(upstream.url);
  const contestants = [
    new Contestant("direct", upstream.url, clients, undefined),
    new Contestant("pass-through", pass.url, clients, pass.child),
    new Contestant("tamis native", native.url, clients, native.child),
    new Contestant("tamis wasm", wasm.url, clients, wasm.child),
    new Contestant("portkey", portkey.url, clients, portkey.child, {
      "x-portkey-provider": "openai",
      "x-portkey-custom-host": `${upstream.url}/v1`,
    }),
  ];
  const stop = async () => {
    await Promise.all(contestants.map((contestant) => contestant.stop()));
    upstream.child.kill();
  };
  return { contestants, stop };
}

async function start(file: string, args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, ...environment };
  const child = fork(join(ROOT, "benches/children", file), args, {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { url: string }));
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { child, url };
}

async function startPortkey(upstream: string) {
  const port = await freePort();
  const file = join(ROOT, "node_modules/@portkey-ai/gateway/build/start-server.js");
  const env = {
    ...process.env,
    TRUSTED_CUSTOM_HOSTS: `127.0.0.1,localhost,${new URL(upstream).host}`,
    NODE_ENV: "production",
  };
  const child = spawn(process.execPath, [file, `--port=${port}`, "--headless"], { env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 200; attempt++) {
    const up = await fetch(url).then(
      () => true,
      () => false,
    );
    if (up) return { child, url };
    await sleep(50);
  }
  child.kill();
  throw new Error("@portkey-ai/gateway does not start");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
