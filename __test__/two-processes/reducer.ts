import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Report } from "../../ts/contract/report.js";
import type { SessionState } from "../../ts/contract/session-state.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { ensureBuilt } from "../cli/run-cli.js";

const CHILD = fileURLToPath(new URL("child.mjs", import.meta.url));

/** What makes a process another one than its neighbour. */
export interface Surroundings {
  backend: "native" | "wasm";
  env: Record<string, string>;
  /** Arguments of Node's own, such as a seed of its hashes. */
  flags: readonly string[];
}

export interface Job {
  body: Uint8Array;
  policy: PolicyInput;
  options: { wire?: string; now?: number; tenant?: string };
  session?: SessionState | undefined;
}

export interface Done {
  body: Buffer;
  report: Pick<Report, "maskedCount" | "fits" | "cache" | "decisions">;
  session?: SessionState;
}

/** A process of its own that reduces what it is given, in order. */
export class Reducer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #errors = "";

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on("data", (chunk) => {
      this.#errors += chunk;
    });
  }

  static async start({ backend, env, flags }: Surroundings): Promise<Reducer> {
    ensureBuilt();
    const surroundings = { ...process.env, ...env, TAMIS_BACKEND: backend };
    const reducer = new Reducer(spawn(process.execPath, [...flags, CHILD], { env: surroundings }));
    const hello = await reducer.#next();
    if (hello.backend !== backend) throw new Error(`asked for ${backend}, got ${JSON.stringify(hello)}`);
    return reducer;
  }

  async reduce({ body, ...job }: Job): Promise<Done> {
    this.#child.stdin.write(`${JSON.stringify({ ...job, body: Buffer.from(body).toString("base64") })}\n`);
    const answer = await this.#next();
    if (typeof answer.error === "string") throw new Error(answer.error);
    return { ...(answer as unknown as Done), body: Buffer.from(String(answer.body), "base64") };
  }

  stop(): void {
    this.#child.stdin.end();
  }

  async #next(): Promise<Record<string, unknown>> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the process has ended: ${this.#errors}`);
    return JSON.parse(value) as Record<string, unknown>;
  }
}
