// Every route of the page, and what answers it.

import { DAY_MS } from "../base/clock.js";
import { compareHoldout, type LedgerEntry, type LedgerQuery } from "../ledger/index.js";
import { hasHash } from "../load/text-backend.js";
import type { Policy } from "../policy/policy.js";
import { findLogs, namedPlace, usualPlaces } from "../simulate/index.js";
import { fromPointer } from "../text/json-pointer.js";
import { valueAt } from "../text/json-value.js";
import type {
  CompareRequest,
  HoldoutAnswer,
  ImportRequest,
  Info,
  MigrateRequest,
  OriginalAnswer,
  SaveRequest,
  SavingsResult,
  TuneResult,
} from "./api.js";
import { csvLines } from "./csv-cell.js";
import { DashboardSums, isMeant, SHOWN } from "./dashboard/answer.js";
import type { LedgerReader } from "./ledger/reader.js";
import { blockOf, detailOf } from "./reductions/detail.js";
import { bodylessDetail, liveRecord } from "./reductions/live.js";
import type { Pointer, ReductionRecord } from "./reductions/record.js";
import { CONFIGURED, type TrialRequest } from "./reductions/strategy.js";
import { requestIn, type Trials } from "./reductions/trials.js";
import type { LiveFeed } from "./requests/feed.js";
import { findRow, listRequests, requestsOf } from "./requests/list.js";
import type { LogWork } from "./savings/log-work.js";
import { ApiError, sendParts, startAnswer } from "./server/answers.js";
import type { ApiRequest, Handler, RouteEntry } from "./server/router.js";
import { IN_ROW, ledgerSession, SessionSums } from "./sessions/ledger-sessions.js";
import type { LogSessions } from "./sessions/log-sessions.js";
import type { SettingsStore } from "./settings/store.js";

/** The columns of a download, in order. */
const COLUMNS = [
  ...["at", "agent", "project", "mode", "surface", "run", "session", "model", "host", "wire", "policy", "stage"],
  ...["status", "refused", "skipped", "tokensBefore", "tokensAfter", "reducedCount", "moved", "waitingTokens", "input"],
  ...["cached", "written", "output", "cost", "otherInput", "otherCost", "reduceMicros", "firstByteMs", "ms"],
  ...["cacheCause", "cacheLost", "team", "virtualKey", "user"],
] as const;

/** Entries as CSV, with a line of names. */
export const csvOf = (entries: readonly LedgerEntry[]): string => csvLines([COLUMNS, ...entries.map(cellsOf)]);

const cellsOf = (entry: LedgerEntry) =>
  COLUMNS.map((name) => (name === "at" ? new Date(entry.at).toISOString() : entry[name]));

/** Entries as a file, in parts. */
async function* fileOf(
  pages: AsyncIterable<LedgerEntry[]>,
  isChosen: (entry: LedgerEntry) => boolean,
  isCsv: boolean,
): AsyncGenerator<string> {
  let count = 0;
  yield isCsv ? csvOf([]) : "[";
  for await (const page of pages) {
    const chosen = page.filter(isChosen);
    yield isCsv
      ? csvLines(chosen.map(cellsOf))
      : chosen.map((entry) => `${count++ === 0 ? "" : ","}\n${JSON.stringify(entry)}`).join("");
  }
  if (!isCsv) yield "\n]\n";
}

const MIB = 1024 * 1024;
/** Largest text that can be tried. */
const MOST_TRY_BYTES = 64 * MIB;

/** What answers each path, with its method in front. */
type Routes = Readonly<Record<`${RouteEntry["method"]} ${string}`, Handler>>;

export function routesOf(parts: PageParts): RouteEntry[] {
  const routes: Routes = {
    "GET info": () => parts.info(),
    ...settingRoutes(parts),
    ...requestRoutes(parts),
    ...reductionRoutes(parts),
    ...dashboardRoutes(parts),
    ...sessionRoutes(parts),
    "GET savings": () => parts.savings.answer(),
    "POST savings": () => parts.savings.start(),
    "GET tune": () => parts.tuning.answer(),
    "POST tune": () => parts.tuning.start(),
  };
  return Object.entries(routes).map(([route, handle]) => {
    const [method, path] = route.split(" ") as [RouteEntry["method"], string];
    return { method, path, handle, ...(path === "try" ? { maxBytes: MOST_TRY_BYTES } : {}) };
  });
}

function settingRoutes({ settings }: PageParts): Routes {
  return {
    "GET settings": () => settings.answer(),
    "POST settings": ({ json }) => settings.save(json<SaveRequest>()),
    "POST settings/undo": () => settings.undo(),
    "POST settings/migrate": ({ json }) => settings.migrate(json<MigrateRequest>()),
    "GET settings/export": () => settings.export(),
    "POST settings/import": ({ json }) => settings.import(json<ImportRequest>()),
  };
}

function requestRoutes({ feed, ledger }: PageParts): Routes {
  const handle = ({ query }: ApiRequest) =>
    listRequests(feed, ledger, {
      before: query.get("before") ?? undefined,
      limit: numberIn(query, "limit"),
      session: query.get("session") ?? undefined,
      source: query.get("source") ?? undefined,
    });
  return { "GET requests": handle };
}

function reductionRoutes(parts: PageParts): Routes {
  const { trials, feed, ledger } = parts;
  return {
    "GET reductions/*": async ({ params: [id = ""] }) => {
      const record = recordIn(parts, id);
      if (record !== undefined) return detailOf(record);
      const row = await findRow(feed, ledger, id);
      if (row === undefined) throw new ApiError("not_found", "this reduction is not known any more");
      return bodylessDetail(row);
    },
    "GET reductions/*/block": ({ params: [id = ""], query }) =>
      blockOf(known(parts, id), numberIn(query, "message") ?? -1, numberIn(query, "block") ?? -1),
    "GET reductions/*/original": ({ params: [id = ""], query }) =>
      originalOf(known(parts, id), query.get("pointer") ?? ""),
    "POST compare": ({ json }) => {
      const asked = json<CompareRequest>();
      return trials.compare(known(parts, typeof asked.id === "string" ? asked.id : "").trial, asked);
    },
    "POST try": (request) => tryText(parts, request),
  };
}

/** A reduction that can be shown; undefined where no body is kept. */
function recordIn({ trials, feed, policyNamed }: PageParts, id: string): ReductionRecord | undefined {
  const kept = trials.find(id);
  const live = feed.find(id);
  if (live === undefined) return kept;
  // A row is made anew: its bill may have come since.
  const row = feed.rowOf(live);
  const record = kept ?? liveRecord(live, row, policyNamed(live.account.policy));
  return record && { ...trials.keep(record), row };
}

function known(parts: PageParts, id: string): ReductionRecord {
  const record = recordIn(parts, id);
  if (record === undefined) throw new ApiError("not_found", "the texts of this reduction are not kept (any more)");
  return record;
}

async function tryText({ trials, logs }: PageParts, { body, query }: ApiRequest) {
  const text = body.toString("utf8");
  const name = query.get("name") ?? "pasted";
  const trial: TrialRequest | undefined = requestIn(text, query.get("wire") ?? undefined);
  if (trial !== undefined) {
    const record = await trials.run(query.get("strategy") ?? CONFIGURED, trial, query.get("mode") ?? undefined);
    return { kind: "request", reduction: detailOf(record) };
  }
  const log = logs.paste(name, text);
  if (log !== undefined) return { kind: "log", ...log };
  throw new ApiError(
    "invalid",
    "this is neither a request (a JSON object with messages, contents or input) nor a log of Claude Code, Codex or another agent",
  );
}

function dashboardRoutes({ feed, ledger, now }: PageParts): Routes {
  const asked = (query: URLSearchParams) => {
    const to = numberIn(query, "to") ?? now();
    const since = numberIn(query, "from") ?? to - DAY_MS;
    const [model, policy, agent] = ["model", "policy", "agent"].map((name) => query.get(name) || undefined);
    return { since, until: to + 1, to, model, policy, agent };
  };
  return {
    "GET dashboard": async ({ query }) => {
      const { since, until, ...chosen } = asked(query);
      const sums = new DashboardSums({ ...chosen, from: since || undefined });
      for await (const page of allEntries(feed, ledger, { since, until }, SHOWN))
        for (const entry of page) sums.add(entry);
      return sums.answer(now(), feed.unread);
    },
    "GET holdout": () => holdoutOf(ledger),
    "GET dashboard/export": async ({ query, out }) => {
      const { since, until, ...chosen } = asked(query);
      const isCsv = query.get("format") !== "json";
      const type = isCsv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8";
      const name = `tamis-requests.${isCsv ? "csv" : "json"}`;
      const headers = ["content-type", type, "content-disposition", `attachment; filename="${name}"`];
      startAnswer(out, 200, [...headers, "cache-control", "no-store"]);
      const pages = allEntries(feed, ledger, { since, until });
      await sendParts(
        out,
        fileOf(pages, (entry) => isMeant(entry, chosen), isCsv),
      );
    },
  };
}

async function holdoutOf(ledger: LedgerReader): Promise<HoldoutAnswer> {
  const { answer, loss, reducedSessions, heldOutSessions, rows } = compareHoldout(await ledger.drawn());
  return { answer, loss, reducedSessions, heldOutSessions, rows };
}

function sessionRoutes(parts: PageParts): Routes {
  const { feed, ledger, logs, sources } = parts;
  return {
    "GET sessions": async ({ query }) => {
      if (query.get("source") !== "logs") {
        const sums = new SessionSums();
        for await (const page of allEntries(feed, ledger, {}, IN_ROW)) for (const entry of page) sums.add(entry);
        return { sessions: sums.rows(), problems: [] };
      }
      const isNamed = sources.length > 0;
      const { files, unseen } = findLogs(isNamed ? sources.map(namedPlace) : usualPlaces(parts.env), isNamed);
      const { sessions, problems } = await logs.read(files);
      const hidden = unseen.map(({ path, reason: message }) => ({ path, message }));
      return {
        sessions: sessions.sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0)),
        problems: [...hidden, ...problems],
      };
    },
    "GET sessions/*": async ({ params: [id = ""] }) => {
      if (!id.startsWith("ledger:")) return logs.open(id, { preset: RECOMMENDED }, RECOMMENDED);
      const session = id.slice("ledger:".length);
      const found = ledgerSession(session, await requestsOf(feed, ledger, session));
      if (found === undefined) throw new ApiError("not_found", "the ledger has no such session");
      return found;
    },
  };
}

/** The policy under which logs are opened where nothing was calculated yet. */
const RECOMMENDED = "balanced";

/** @throws ApiError for what is no number */
function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(Math.round(value)) || value < 0)
    throw new ApiError("invalid", `${name}: expected a number, 0 or more`);
  return value;
}

/** Pages of entries of the ledger and of what passes here, each once, in the order of time. A ledger that cannot be read is empty. */
async function* allEntries<Name extends keyof LedgerEntry = keyof LedgerEntry>(
  feed: LiveFeed,
  ledger: LedgerReader,
  { since = 0, until = Number.MAX_SAFE_INTEGER }: Pick<LedgerQuery, "since" | "until">,
  names?: readonly Name[],
): AsyncGenerator<Pick<LedgerEntry, Name | "at" | "run">[]> {
  const all = feed.entries();
  const [oldest] = all;
  const here = all.filter(({ at }) => at >= since && at < until).sort((a, b) => a.at - b.at);
  const pages = ledger.pages({ since, until }, names && [...new Set<Name | "at" | "run">([...names, "at", "run"])]);
  for await (const page of pages) {
    const older = oldest === undefined ? page : page.filter(({ run, at }) => run !== oldest.run || at < oldest.at);
    const end = page.at(-1)?.at ?? 0;
    const count = here.findIndex(({ at }) => at > end);
    const between = here.splice(0, count < 0 ? here.length : count);
    yield [...older, ...between].sort((a, b) => a.at - b.at);
  }
  yield here;
}

interface PageParts {
  info(): Promise<Info>;
  settings: SettingsStore;
  feed: LiveFeed;
  ledger: LedgerReader;
  trials: Trials;
  logs: LogSessions;
  savings: LogWork<SavingsResult>;
  tuning: LogWork<TuneResult>;
  /** Files and folders that were named; none: the agents' own places. */
  sources: readonly string[];
  env: NodeJS.ProcessEnv;
  /** A policy in use by its name; undefined for one that is not, any more. */
  policyNamed(name: string | undefined): Policy | undefined;
  now(): number;
}

/** The text that a pointer replaced, from where its original is. @throws ApiError */
function originalOf(record: ReductionRecord, id: string): OriginalAnswer {
  const pointer = record.pointers.find((one) => one.id === id);
  if (pointer === undefined) throw new ApiError("not_found", "there is no such pointer in this reduction");
  const source = sourceText(record, pointer);
  if (source === undefined) throw new ApiError("not_found", "its original is no longer in the request");
  const { lines, originalIndex, path, hash } = pointer;
  const text = lines === undefined ? source : linesFrom(source, lines.from, lines.count);
  return {
    ...{ text, messageIndex: originalIndex, isVerified: hasHash(text, hash) || hasHash(`${text}\n`, hash) },
    ...(path === undefined ? {} : { path }),
  };
}

function sourceText({ after }: ReductionRecord, { source }: Pointer): string | undefined {
  if (typeof source === "number") {
    const results = after.blocks.filter(({ kind }) => kind === "result");
    return results[source]?.text;
  }
  const value = valueAt(after.messages, fromPointer(source));
  return typeof value === "string" ? value : undefined;
}

function linesFrom(text: string, from: number, count: number): string {
  return text
    .split("\n")
    .slice(from, from + count)
    .join("\n");
}
