// Several processes that are one gateway: the first one starts and watches them, and has what they know together.
import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { AdminCommand, AdminOutcome, GatewayOptions, GatewayPeers, GatewaySettings } from "../../gateway/index.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { writeStderr, writeStdout } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";
import { Rpc } from "./rpc.js";
import { heedSignals } from "./signals.js";
import { sumMetrics, sumStats } from "./sums.js";

/** A worker that lives less long is not replaced at once. */
const SHORT_LIFE_MS = 5_000;
const PAUSE_MS = 1_000;
/** Of what workers share, where no Redis is configured. */
const MOST_VALUES = 100_000;

/** Runs `count` workers until a signal ends them. Returns the exit code. */
export async function runWorkers(count: number, json = false): Promise<number> {
  const signals = heedSignals();
  const fleet = new Fleet();
  const first = fleet.start();
  const url = await Promise.race([first.listens, first.exited]);
  // It has said why.
  if (typeof url === "number") return url;
  for (let at = 1; at < count; at++) fleet.start();
  await (json
    ? writeStdout(`${JSON.stringify({ url, workers: count })}\n`)
    : writeStderr(toTerminal(`tamis gateway listens on ${url} (${count} workers)\n`)));
  signals.onHangup(() => fleet.signal("SIGHUP"));
  await signals.ended;
  await fleet.end();
  return 0;
}

interface Member {
  worker: Worker;
  rpc: Rpc;
  listens: Promise<string>;
  exited: Promise<number>;
}

class Fleet {
  readonly #members = new Map<number, Member>();
  readonly #values = new SharedValues();
  #isEnding = false;

  start(): Member {
    const worker = cluster.fork();
    const startedAt = performance.now();
    let hasListened = false;
    let told = (_: string) => {};
    const listens = new Promise<string>((resolve) => {
      told = resolve;
    });
    const exited = new Promise<number>((resolve) => worker.on("exit", (code) => resolve(code ?? 1)));
    const rpc = new Rpc(worker, {
      listening: (url: string) => {
        hasListened = true;
        told(url);
      },
      metrics: async () => sumMetrics(await this.#askAll<string>("metrics")),
      stats: async () => sumStats(await this.#askAll<string>("stats")),
      carryOut: (command: AdminCommand) => this.#carryOut(command),
      mget: (keys: string[]) => this.#values.get(keys),
      set: ([key, value, ttlMs]: [string, string, number]) => this.#values.set(key, value, ttlMs),
    });
    const member = { worker, rpc, listens, exited };
    this.#members.set(worker.id, member);
    void exited.then(async () => {
      this.#members.delete(worker.id);
      // The error of the first one ends the command.
      if (this.#isEnding || (worker.id === 1 && !hasListened)) return;
      await writeStderr(`tamis: worker ${worker.process.pid} has ended; another is started\n`);
      if (performance.now() - startedAt < SHORT_LIFE_MS) await sleep(PAUSE_MS);
      if (!this.#isEnding) this.start();
    });
    return member;
  }

  signal(name: NodeJS.Signals): void {
    for (const { worker } of this.#members.values()) worker.process.kill(name);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const members = [...this.#members.values()];
    for (const { rpc } of members) void rpc.ask("end").catch(() => {});
    await Promise.all(members.map(({ exited }) => exited));
  }

  /** Of those that answer: one that is just ending does not. */
  async #askAll<T>(what: string, value?: unknown): Promise<T[]> {
    const asked = await Promise.allSettled([...this.#members.values()].map(({ rpc }) => rpc.ask<T>(what, value)));
    return asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  }

  async #carryOut(command: AdminCommand): Promise<AdminOutcome> {
    const members = [...this.#members.values()];
    const all = await Promise.all(members.map(({ rpc }) => rpc.ask<AdminOutcome>("carryOut", command)));
    const problem = all.find((one) => one.problem !== undefined)?.problem;
    if (problem !== undefined) return { problem };
    const counts = all.flatMap(({ erased }) => erased ?? []);
    return counts.length === 0 ? {} : { erased: counts.reduce((sum, one) => sum + one) };
  }
}

/** Values by key, as in Redis; the ones written longest ago are forgotten first. */
class SharedValues {
  readonly #values = new Map<string, { value: string; until: number }>();

  get(keys: readonly string[]): (string | null)[] {
    return keys.map((key) => {
      const found = this.#values.get(key);
      return found === undefined || found.until < Date.now() ? null : found.value;
    });
  }

  set(key: string, value: string, ttlMs: number): void {
    this.#values.delete(key);
    this.#values.set(key, { value, until: Date.now() + ttlMs });
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= MOST_VALUES) break;
      this.#values.delete(oldest);
    }
  }
}

/** Time for one question to the first process, which does little else. */
const SHARED_TIMEOUT_MS = 1_000;

/** What a worker is started with. */
export interface WorkerParts {
  /** The configuration with what workers share, where no Redis is configured. */
  sharing(settings: GatewaySettings): GatewaySettings;
  options: Pick<GatewayOptions, "peers" | "redis">;
  listens(url: string): void;
  /** Resolves once the worker is to end: it was told so, or the first process is gone. */
  ended: Promise<void>;
}

/**
 * The parts of this worker; undefined where this process is none.
 *
 * @throws CliFailure for what each worker would keep for itself.
 */
export function workerParts(
  settings: GatewaySettings,
  gateway: () => { metrics(): Promise<string>; stats(): Promise<string>; carryOut(command: AdminCommand): unknown },
): WorkerParts | undefined {
  if (!cluster.isWorker) return undefined;
  checkForWorkers(settings);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  process.on("disconnect", end).on("SIGTERM", end);
  // A terminal sends it to all; the first process says when to end.
  process.on("SIGINT", () => {});
  const rpc = new Rpc(process as never, {
    metrics: () => gateway().metrics(),
    stats: () => gateway().stats(),
    carryOut: (command: AdminCommand) => gateway().carryOut(command),
    end: () => end(),
  });
  const peers: GatewayPeers = {
    metrics: () => rpc.ask("metrics"),
    stats: () => rpc.ask("stats"),
    carryOut: (command) => rpc.ask("carryOut", command),
  };
  const listens = (url: string) => void rpc.ask("listening", url).catch(() => {});
  if (settings.shared !== undefined) return { sharing: (same) => same, options: { peers }, listens, ended };
  const sharing = (given: GatewaySettings) => ({ ...given, shared: given.shared ?? {} });
  return { sharing, options: { peers, redis: valuesOver(rpc) }, listens, ended };
}

/** The channel to the first process no longer keeps this one alive. Ending the channel would end it with 0, whatever failed. */
export function leaveWorkers(): void {
  if (cluster.isWorker) process.channel?.unref();
}

/** The part of a Redis client that sessions and summaries need. */
const valuesOver = (rpc: Rpc) => ({
  async mgetBuffer(...keys: string[]): Promise<(Buffer | null)[]> {
    const found = await rpc.ask<(string | null)[]>("mget", keys);
    return found.map((value) => (value === null ? null : Buffer.from(value, "base64")));
  },
  set: (key: string, value: string | Uint8Array, _: "PX", ttlMs: number) =>
    rpc.ask("set", [key, Buffer.from(value as string).toString("base64"), ttlMs]),
  disconnect() {},
  timeoutMs: SHARED_TIMEOUT_MS,
});

function checkForWorkers({ gateway, originals, shared }: GatewaySettings): void {
  const problem =
    gateway.sessionFile !== undefined && shared === undefined
      ? "gateway.session_file is one process's; [shared] keeps what several know"
      : originals.store === "memory"
        ? 'originals.store = "memory" is one process\'s; use "sqlite" or "redis"'
        : undefined;
  if (problem !== undefined) throw new CliFailure(WRONG_USAGE, `--workers: ${problem}`);
}
