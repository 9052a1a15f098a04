// The page as a whole: made by whoever serves it, a gateway, a run, or `tamis ui` alone.
import { loginsBy } from "../agents/index.js";
import { homeFolder } from "../base/home-folder.js";
import { packageVersion } from "../base/version.js";
import { loadCondensationConfig } from "../condensation/index.js";
import {
  type GatewayPage,
  loadConfig,
  type NamedPolicy,
  type RequestAccount,
  type RequestBodies,
} from "../gateway/index.js";
import { type LedgerEntry, ledgerFile } from "../ledger/index.js";
import { definePolicy, type Policy } from "../policy/policy.js";
import { PRESETS } from "../policy/presets.js";
import { collectSavings, groupSavings, type Savings } from "../simulate/index.js";
import type { ApiIssue, Info, PageEvent, PolicyPoint, RequestMode, SavingsResult, TuneResult } from "./api.js";
import { LedgerReader } from "./ledger/reader.js";
import { Trials } from "./reductions/trials.js";
import { type FeedLimits, LiveFeed } from "./requests/feed.js";
import { routesOf } from "./routes.js";
import { LogWork, type WorkInput } from "./savings/log-work.js";
import { changesOf, unreadOf } from "./savings/parts.js";
import { calculateTuning } from "./savings/tuning.js";
import type { HubLimits } from "./server/events.js";
import { PageServer } from "./server/page.js";
import { LogSessions } from "./sessions/log-sessions.js";
import { SettingsStore } from "./settings/store.js";

export interface PageOptions {
  /** Who serves it. */
  surface: Info["surface"];
  /** Of a run: the agent. @default none */
  agent?: string | undefined;
  /** How requests are treated. @default no requests pass here */
  mode?: RequestMode | undefined;
  /** What every request for data has to know. @default a random one */
  token?: string | undefined;
  /** More names that the Host header may have. @default none */
  hosts?: (() => readonly string[]) | undefined;
  /** Files and folders with recorded requests and logs. @default the agents' own places */
  sources?: readonly string[] | undefined;
  /** The workspace. @default the working directory */
  cwd?: string | undefined;
  /** Environment variables. @default process.env */
  env?: NodeJS.ProcessEnv | undefined;
  /** The only configuration that counts. @default the user's own, and the workspace's over it */
  config?: string | undefined;
  /** The policies in use. @default those of the configuration's files */
  policies?: (() => ReadonlyMap<string, NamedPolicy>) | undefined;
  /** Takes over saved settings, and names what needs a restart. @default nothing runs that could */
  reload?: (() => readonly string[]) | undefined;
  /** The ledger's file. @default that of the environment */
  ledger?: string | undefined;
  /** Bodies that are kept. @default 50 requests, 64 MiB */
  keep?: FeedLimits | undefined;
  /** The folder with the built page. @default the package's */
  folder?: string | undefined;
  /** Limits of the stream of events. @default 16 readers, 256 KiB, 10 seconds */
  limits?: HubLimits | undefined;
}

const MIB = 1024 * 1024;
export const DEFAULT_KEEP: FeedLimits = { requests: 50, bytes: 64 * MIB };

export class Page implements GatewayPage {
  readonly #server: PageServer;
  readonly #feed: LiveFeed;
  readonly #ledger: LedgerReader;
  readonly #trials: Trials;
  readonly #savings: LogWork<SavingsResult>;
  readonly #tuning: LogWork<TuneResult>;
  readonly #options: PageOptions;
  readonly #startedAt = Date.now();

  constructor(options: PageOptions) {
    this.#options = options;
    const { env = process.env, cwd = process.cwd(), sources = [], keep = DEFAULT_KEEP } = options;
    const send = (event: PageEvent) => this.#server.hub.send(event);
    this.#feed = new LiveFeed(keep, {
      isHeard: () => this.#server.hub.size > 0,
      tell: (rows) => this.#server.hub.send(...rows.map((data) => ({ event: "request", data }) as const)),
    });
    this.#ledger = new LedgerReader(options.ledger ?? ledgerFile(env), env);
    const workFor = (what: "savings" | "tune") => ({
      ...{ sources, env },
      onProgress: (done: number) => send({ event: "progress", data: { what, done } }),
    });
    this.#savings = new LogWork((input) => this.#calculateSavings(input), workFor("savings"));
    this.#tuning = new LogWork(calculateTuning, workFor("tune"));
    const { policies, reload, config } = options;
    const changed = () => send({ event: "settings", data: { at: Date.now() } });
    const policyNamed = (name: string | undefined) => this.#policies().get(name ?? "default")?.policy;
    this.#trials = new Trials({
      policy: (): Policy => policyNamed("default") ?? definePolicy({}),
      settings: () => loadCondensationConfig({ cwd, env, config }).settings,
    });
    const parts = {
      ...{ feed: this.#feed, ledger: this.#ledger, savings: this.#savings, tuning: this.#tuning },
      ...{ sources, env, policyNamed },
      info: () => this.#info(),
      settings: new SettingsStore({ cwd, env, config, policies, reload }, changed),
      logs: new LogSessions(),
      trials: this.#trials,
      now: Date.now,
    };
    const { token, hosts, folder, limits } = options;
    this.#server = new PageServer({ routes: routesOf(parts), token, hosts, folder, limits });
  }

  /** The address for people, with the token. */
  address(url: string): string {
    this.#server.url = url;
    return this.#server.address;
  }

  owns(method: string, target: string): boolean {
    return this.#server.owns(method, target);
  }

  serve(...[incoming, out]: Parameters<GatewayPage["serve"]>): Promise<void> {
    return this.#server.serve(incoming, out);
  }

  /** Takes a request that passed. */
  add(entry: LedgerEntry, account: RequestAccount, bodies: RequestBodies | undefined): void {
    this.#feed.add(entry, account, bodies);
  }

  forgetBodies(): void {
    this.#feed.forgetBodies();
    this.#trials.forget();
  }

  /** Tells that settings were changed by others. */
  settingsChanged(): void {
    this.#server.hub.send({ event: "settings", data: { at: Date.now() } });
  }

  /** Ends the streams. */
  close(): void {
    this.#savings.stop();
    this.#tuning.stop();
    this.#server.close();
  }

  async end(): Promise<void> {
    this.close();
    await this.#feed.end();
    await this.#ledger.close();
  }

  #policies(): ReadonlyMap<string, NamedPolicy> {
    const { policies, cwd, env, config } = this.#options;
    return policies?.() ?? loadConfig({ cwd, env, config }).settings.policies;
  }

  async #calculateSavings({ files, unseen, isNamed, signal, onProgress }: WorkInput): Promise<SavingsResult> {
    const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const onBytes = (bytes: number) => onProgress(all === 0 ? 1 : bytes / all);
    const { env = process.env } = this.#options;
    const payers = await this.#ledger.payers().catch(() => new Map());
    const isLogin = loginsBy(payers, isNamed ? undefined : { env, home: homeFolder(env) });
    return resultOf(await collectSavings(files, { signal, isLogin, onProgress: onBytes }), unseen);
  }

  async #info(): Promise<Info> {
    const { surface, agent, mode, sources = [], keep = DEFAULT_KEEP } = this.#options;
    const problem = await this.#ledger.problem();
    const bodies = { ...this.#feed.kept, mostRequests: keep.requests, mostBytes: keep.bytes };
    return {
      ...{ version: packageVersion(), surface, instance: this.#server.instance, startedAt: this.#startedAt },
      ...(agent === undefined ? {} : { agent }),
      ...(mode === undefined ? {} : { mode, bodies }),
      ledger: {
        available: problem === undefined,
        file: this.#ledger.file,
        ...(problem === undefined ? {} : { problem }),
      },
      ...{ sources: [...sources], presets: [...PRESETS] },
    };
  }
}

function resultOf(savings: Savings, unseen: readonly ApiIssue[]): SavingsResult {
  const { requests, sessions, dollars, content, recommendation, unpriced, gaps, skipped } = savings;
  const { reason, saved, share, policy } = recommendation;
  const by = (kind: Parameters<typeof groupSavings>[1]) => groupSavings(savings, kind);
  return {
    ...{ at: Date.now(), requests, sessions: sessions.length, dollars, content: { ...content }, unpriced },
    logins: gaps.logins ?? 0,
    policies: savings.policies.map((one) => pointOf(one, policy)),
    recommendation: { reason, saved, share, ...(policy === undefined ? {} : { policy }) },
    ...{
      byDay: by("day"),
      byProject: by("project"),
      byAgent: by("agent"),
      byModel: by("model"),
      bySession: by("session"),
    },
    problems: [...unseen, ...unreadOf(skipped)],
  };
}

function pointOf(one: Savings["policies"][number], chosen: string | undefined): PolicyPoint {
  const { name, about, saved, ratio, dearer, grounding, settings } = one;
  const changes = "settings" in settings ? undefined : changesOf(settings);
  return {
    ...{ name, about, saved, ratio, dearer, isChosen: name === chosen },
    ...(grounding === undefined ? {} : { grounding }),
    ...(changes === undefined ? {} : { changes }),
  };
}
