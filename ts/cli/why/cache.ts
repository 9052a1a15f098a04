// `tamis why --cache`: which requests providers' caches had lost, from where on, why, and what it cost.

import { dollarText } from "../../base/dollars.js";
import { messageOf } from "../../base/errors.js";
import { CacheTrail, type TrailedRequest } from "../../pricing/index.js";
import {
  collectSavings,
  findLogs,
  type LogFile,
  namedPlace,
  type SavedSession,
  type UnreadableFile,
  usualPlaces,
} from "../../simulate/index.js";
import { COLUMNS, clockText, MISS_WORDS } from "../savings/cache-text.js";
import { FAILED } from "../shared/failure.js";
import { writeJson, writeStderr, writeText } from "../shared/io.js";
import { loginsIn, movesIn } from "../shared/ledger.js";
import { tellNoLogs } from "../shared/no-logs.js";
import { readRequestFile } from "../shared/request-file.js";
import { renderTable } from "../shared/table.js";
import { counted, groupDigits, printable, wrap } from "../shared/terminal.js";

type CapturedRequest = { file: string } & TrailedRequest;

type LoggedCache = Pick<SavedSession, "name" | "agent" | "isSubAgent"> & SavedSession["cache"];

/** Resolves to the exit code: 1 only where nothing could be read. */
export async function runWhyCache(paths: readonly string[], { json }: { json?: boolean }): Promise<number> {
  const isNamed = paths.length > 0;
  const { files, unseen } = findLogs(isNamed ? paths.map(namedPlace) : usualPlaces(), isNamed);
  const newest = files.toSorted((a, b) => b.changedAt - a.changedAt).slice(0, 1);
  const found = await readAll(isNamed ? inOrder(files) : newest, await loginsIn(isNamed));
  const skipped = [...unseen.map(({ path, reason }) => ({ name: path, reason })), ...found.skipped];
  if (files.length === 0) await tellNoLogs("why --cache", paths, unseen);
  else for (const one of skipped) await writeStderr(`tamis: ${placeOf(one)}: ${printable(one.reason, 200)}\n`);
  const { requests, sessions } = found;
  await (json
    ? writeJson({ requests, sessions, skipped })
    : writeText(`${capturedText(requests)}${loggedText(sessions)}`));
  return requests.length + sessions.length === 0 ? FAILED : 0;
}

const placeOf = ({ name, line }: UnreadableFile): string =>
  printable(line === undefined ? name : `${name}:${line}`, 200);

/** Numbers in names count as numbers. */
const inOrder = (files: readonly LogFile[]): LogFile[] =>
  files.toSorted((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }));

async function readAll(files: readonly LogFile[], isLogin: Awaited<ReturnType<typeof loginsIn>>) {
  const trail = new CacheTrail();
  const [requests, skipped, logs]: [CapturedRequest[], UnreadableFile[], LogFile[]] = [[], [], []];
  for (const file of files) {
    const captured = file.path.endsWith(".json") ? readRequestFile(file.path) : undefined;
    if (captured === undefined) logs.push(file);
    else if ("error" in captured) skipped.push({ ...captured, reason: captured.error });
    else {
      try {
        requests.push({ file: file.path, ...trail.add(captured.request) });
      } catch (error) {
        skipped.push({ name: file.path, reason: messageOf(error) });
      }
    }
  }
  const savings = await collectSavings(logs, { replays: false, moves: await movesIn(undefined), isLogin });
  const sessions: LoggedCache[] = savings.sessions.map(({ name, agent, isSubAgent, cache }) => {
    const { lifetimes: _, ...seen } = cache;
    return { name, agent, isSubAgent, ...seen };
  });
  return { requests, sessions, skipped: [...skipped, ...savings.skipped] };
}

const isMiss = ({ cause }: TrailedRequest): boolean => cause !== "first" && cause !== "hit";

/** Each break, then the sum. */
function capturedText(requests: readonly CapturedRequest[]): string {
  if (requests.length === 0) return "";
  const misses = requests.filter(isMiss);
  const conversations = new Set(requests.map(({ conversation }) => conversation)).size;
  const of = conversations > 1 ? ` of ${counted(conversations, "conversation")}` : "";
  const sum = `${counted(requests.length, "request")}${of}, ${sumOf(misses)}\n`;
  const note = requests.length === conversations ? "nothing to compare: no two are of one conversation\n" : "";
  return `${misses.map(missText).join("")}${sum}${note}`;
}

function missText({ file, path, what, message, lostTokens, inputTokens, dollars: cost }: CapturedRequest): string {
  const where =
    path === undefined ? "" : ` ${printable(path, 120)}${what === undefined ? "" : ` (${printable(what, 80)})`}:`;
  const price = cost === undefined ? "" : `, ${dollarText(cost)}`;
  const tokens = `about ${groupDigits(lostTokens)} of ${counted(inputTokens, "token")} again${price}`;
  return `${printable(file, 200)}:${where} ${printable(message, 200)}\n  ${tokens}\n`;
}

function sumOf(misses: readonly { lostTokens: number; dollars?: number }[]): string {
  const lost = misses.reduce((sum, { lostTokens }) => sum + lostTokens, 0);
  const known = misses.filter((miss) => miss.dollars !== undefined);
  const cost = known.reduce((sum, miss) => sum + (miss.dollars ?? 0), 0);
  const unknown = misses.length - known.length;
  const price = known.length === 0 ? "" : `, ${dollarText(cost)} more than from the cache`;
  const lack = unknown === 0 ? "" : ` (${counted(unknown, "of them")} without a price)`;
  return misses.length === 0
    ? "no cache miss"
    : `${groupDigits(misses.length)} cache miss${misses.length === 1 ? "" : "es"}: ${groupDigits(lost)} tokens sent again${price}${lack}`;
}

/** Each session that has misses, then the sum of all. */
function loggedText(sessions: readonly LoggedCache[]): string {
  if (sessions.length === 0) return "";
  const total = (of: (one: LoggedCache) => number) => sessions.reduce((sum, one) => sum + of(one), 0);
  const compared = total((one) => one.compared);
  const misses = sessions.flatMap((one) => one.misses);
  const clock = clockText({ untimed: total((one) => one.untimed), backwards: total((one) => one.backwards) });
  const sum = `${counted(sessions.length, "session")}, ${counted(compared, "request")} with one before, ${sumOf(misses)}\n`;
  return `${sessions.map(sessionText).join("")}${misses.length === 0 ? "" : wrap(LEGEND, COLUMNS)}${sum}${clock}`;
}

const LEGEND =
  "kept: the newest earlier request all of whose input the cache still had; front: less than the first one's, such as tools and system prompt. cost: what the tokens sent again cost more than reading them from the cache. *: the log names the cause.";

function sessionText({ name, agent, isSubAgent, misses }: LoggedCache): string {
  if (misses.length === 0) return "";
  const rows = misses.map((miss) => [
    miss.request,
    miss.time === undefined ? "–" : miss.time.slice(5, 16).replace("T", " "),
    `${MISS_WORDS[miss.cause]}${idleText(miss)}${miss.isStated ? " *" : ""}`,
    keptText(miss),
    miss.lostTokens,
    miss.dollars === undefined ? "–" : dollarText(miss.dollars),
  ]);
  const year = misses.find(({ time }) => time !== undefined)?.time?.slice(0, 4) ?? "";
  const head = `${printable(name, 200)} (${printable(agent, 40)}${isSubAgent ? ", sub-agent" : ""})\n`;
  return `${head}${renderTable(["request", year === "" ? "time" : `${year}, UTC`, "cause", "kept", "sent again", "cost"], rows)}\n`;
}

function keptText({ keptRequest, cachedTokens }: LoggedCache["misses"][number]): string {
  if (keptRequest !== undefined) return groupDigits(keptRequest);
  return cachedTokens === 0 ? "nothing" : "front";
}

/** For how long nothing was sent, where that is the cause. */
function idleText({ cause, idleSeconds: seconds }: LoggedCache["misses"][number]): string {
  if (cause !== "timeout" || seconds === undefined) return "";
  return seconds < 5_400 ? `, ${Math.round(seconds / 60)} min` : `, ${groupDigits(seconds / 3_600)} h`;
}
