// A long calculation over logs: begun when asked for, once at a time.
import { messageOf } from "../../base/errors.js";
import { findLogs, type LogFile, namedPlace, usualPlaces } from "../../simulate/index.js";
import type { ApiIssue, WorkAnswer } from "../api.js";

/** What a calculation is given. */
export interface WorkInput {
  files: readonly LogFile[];
  /** Places that could not be looked into. */
  unseen: readonly ApiIssue[];
  /** Whether files were named, which may be from elsewhere. */
  isNamed: boolean;
  signal: AbortSignal;
  /** @param done From 0 to 1. */
  onProgress: (done: number) => void;
}

/** Where it reads, and who hears of it. */
export interface WorkOptions {
  /** Files and folders that were named; none: the agents' own places. */
  sources: readonly string[];
  /** @param done From 0 to 1. */
  onProgress: (done: number) => void;
  env?: NodeJS.ProcessEnv | undefined;
}

/** A calculation over the named files, or the agents' own logs. */
export class LogWork<T> {
  #state: WorkAnswer<T> = { state: "none" };
  #ending: AbortController | undefined;
  readonly #calculate: (input: WorkInput) => Promise<T>;
  readonly #options: WorkOptions;

  constructor(calculate: (input: WorkInput) => Promise<T>, options: WorkOptions) {
    this.#calculate = calculate;
    this.#options = options;
  }

  answer(): WorkAnswer<T> {
    return this.#state;
  }

  /** Begins, unless it runs. */
  start(): WorkAnswer<T> {
    if (this.#state.state === "running") return this.#state;
    this.#state = { ...this.#kept(), state: "running", done: 0 };
    const ending = new AbortController();
    this.#ending = ending;
    void this.#run(ending.signal);
    return this.#state;
  }

  stop(): void {
    this.#ending?.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { sources, env, onProgress } = this.#options;
    try {
      const isNamed = sources.length > 0;
      const { files, unseen } = findLogs(isNamed ? sources.map(namedPlace) : usualPlaces(env), isNamed);
      const hidden = unseen.map(({ path, reason: message }) => ({ path, message }));
      const progress = (done: number) => this.#progress(done);
      this.#state = {
        state: "done",
        result: await this.#calculate({ files, unseen: hidden, isNamed, signal, onProgress: progress }),
      };
    } catch (error) {
      this.#state = { ...this.#kept(), state: "failed", problem: messageOf(error) };
    }
    onProgress(1);
  }

  /** The result of the calculation before. */
  #kept(): Pick<WorkAnswer<T>, "result"> {
    const { result } = this.#state;
    return result === undefined ? {} : { result };
  }

  #progress(done: number): void {
    const before = this.#state.done ?? 0;
    if (this.#state.state !== "running" || done < before + 0.01) return;
    this.#state = { ...this.#state, done };
    this.#options.onProgress(done);
  }
}
