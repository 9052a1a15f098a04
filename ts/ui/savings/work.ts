// What each policy would have saved over logs: calculated when asked for, once at a time.
import { collectSavings, findLogs, groupSavings, namedPlace, type Savings, usualPlaces } from "../../simulate/index.js";
import type { PolicyPoint, SavingsAnswer, SavingsResult } from "../api.js";

/** Calculates savings over the named files, or the agents' own logs. */
export class SavingsWork {
  #state: SavingsAnswer = { state: "none" };
  #ending: AbortController | undefined;
  readonly #sources: readonly string[];
  readonly #onProgress: (done: number) => void;
  readonly #env: NodeJS.ProcessEnv | undefined;

  constructor(sources: readonly string[], onProgress: (done: number) => void, env?: NodeJS.ProcessEnv) {
    this.#sources = sources;
    this.#onProgress = onProgress;
    this.#env = env;
  }

  /** How far it is. */
  answer(): SavingsAnswer {
    return this.#state;
  }

  /** Begins, unless it runs. */
  start(): SavingsAnswer {
    if (this.#state.state === "running") return this.#state;
    const before = this.#state.result;
    this.#state = { state: "running", done: 0, ...(before === undefined ? {} : { result: before }) };
    const ending = new AbortController();
    this.#ending = ending;
    void this.#run(ending.signal);
    return this.#state;
  }

  /** Ends it. */
  stop(): void {
    this.#ending?.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      const named = this.#sources.length > 0;
      const { files, unseen } = findLogs(named ? this.#sources.map(namedPlace) : usualPlaces(this.#env), named);
      const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
      const onProgress = (bytes: number) => this.#progress(all === 0 ? 1 : bytes / all);
      const savings = await collectSavings(files, { signal, onProgress });
      this.#state = { state: "done", result: resultOf(savings, unseen) };
    } catch (error) {
      this.#state = { state: "failed", problem: error instanceof Error ? error.message : String(error) };
    }
    this.#onProgress(1);
  }

  #progress(done: number): void {
    const before = this.#state.done ?? 0;
    if (this.#state.state !== "running" || done < before + 0.01) return;
    this.#state = { ...this.#state, done };
    this.#onProgress(done);
  }
}

function resultOf(savings: Savings, unseen: readonly { path: string; reason: string }[]): SavingsResult {
  const { requests, sessions, dollars, content, recommendation, unpriced, skipped } = savings;
  const { reason, saved, share, policy } = recommendation;
  const by = (kind: Parameters<typeof groupSavings>[1]) => groupSavings(savings, kind);
  return {
    ...{ at: Date.now(), requests, sessions: sessions.length, dollars, content: { ...content }, unpriced },
    policies: savings.policies.map((one) => pointOf(one, policy)),
    recommendation: { reason, saved, share, ...(policy === undefined ? {} : { policy }) },
    ...{
      byDay: by("day"),
      byProject: by("project"),
      byAgent: by("agent"),
      byModel: by("model"),
      bySession: by("session"),
    },
    problems: [
      ...unseen.map(({ path, reason: message }) => ({ path, message })),
      ...skipped.map(({ name, line, reason: message }) => ({
        path: line === undefined ? name : `${name}:${line}`,
        message,
      })),
    ],
  };
}

function pointOf(one: Savings["policies"][number], chosen: string | undefined): PolicyPoint {
  const { name, about, saved, ratio, dearer, grounding, settings } = one;
  const isOurs = settings !== undefined && !("settings" in settings);
  const changes = isOurs ? Object.entries(settings).map(([key, value]) => ({ key, value })) : undefined;
  return {
    ...{ name, about, saved, ratio, dearer, isChosen: name === chosen },
    ...(grounding === undefined ? {} : { grounding }),
    ...(changes === undefined ? {} : { changes }),
  };
}
