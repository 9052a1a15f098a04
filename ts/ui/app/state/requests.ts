import { signal } from "@preact/signals";
import type { RequestPage, RequestRow } from "../../api.js";
import { ask, type Failure, toFailure } from "./ask.js";
import { onEvent } from "./events.js";

/** The list of requests, newest first. */
export interface RequestList {
  rows: readonly RequestRow[];
  total: number;
  isLoading: boolean;
  failure?: Failure;
}

const EMPTY: RequestList = { rows: [], total: 0, isLoading: true };
const PAGE_ROWS = 500;
/** So many are loaded without being asked for; older ones when one scrolls there. */
const EAGER_ROWS = 10_000;

export const requests = signal<RequestList>(EMPTY);
let cursor: string | undefined;
/** Rows that were asked for; new ones take the place of the oldest beyond them, which come back where one scrolls there. */
let asked = 0;
let ending = new AbortController();

/** Loads the newest rows, then older ones in the background. */
export async function loadRequests(): Promise<void> {
  ending.abort();
  ending = new AbortController();
  const { signal: aborted } = ending;
  cursor = undefined;
  requests.value = { ...requests.value, isLoading: true };
  await loadPage(aborted, true);
  while (!aborted.aborted && cursor !== undefined && requests.value.rows.length < EAGER_ROWS) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    await loadPage(aborted, false);
  }
}

/** Loads the next older rows, if there are any. */
export async function loadOlder(): Promise<void> {
  if (cursor !== undefined && !requests.value.isLoading) await loadPage(ending.signal, false);
}

async function loadPage(aborted: AbortSignal, isFirst: boolean): Promise<void> {
  const before = isFirst ? undefined : cursor;
  requests.value = { ...requests.value, isLoading: true };
  try {
    const page = await ask<RequestPage>("requests", { query: { limit: PAGE_ROWS, before }, signal: aborted });
    if (aborted.aborted) return;
    cursor = page.before;
    const rows = isFirst ? page.rows : joined(requests.value.rows, page.rows);
    asked = rows.length;
    requests.value = { rows, total: Math.max(page.total, rows.length), isLoading: false };
  } catch (error) {
    if (aborted.aborted) return;
    cursor = undefined;
    requests.value = { ...requests.value, isLoading: false, failure: toFailure(error) };
  }
}

/** Rows that arrived meanwhile may be in both. */
function joined(newer: readonly RequestRow[], older: readonly RequestRow[]): RequestRow[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

/** Many events change the list once: soon after a pause, and four times a second while they go on. */
const arrived = new Map<string, RequestRow>();
const SOON_MS = 50;
const BETWEEN_MS = 250;
let takenAt = Number.NEGATIVE_INFINITY;

onEvent((event) => {
  if (event.event !== "request") return;
  if (arrived.size === 0) setTimeout(takeArrived, Math.max(SOON_MS, takenAt + BETWEEN_MS - performance.now()));
  arrived.set(event.data.id, event.data);
});

function takeArrived(): void {
  takenAt = performance.now();
  const { rows, total, ...rest } = requests.value;
  const known = new Set<string>();
  const updated = rows.map((row) => {
    const newer = arrived.get(row.id);
    if (newer !== undefined) known.add(row.id);
    return newer ?? row;
  });
  const added = [...arrived.values()].filter(({ id }) => !known.has(id)).sort((a, b) => b.at - a.at);
  arrived.clear();
  const all = [...added, ...updated];
  const most = Math.max(EAGER_ROWS, asked);
  // What is being loaded comes behind the last row.
  if (!rest.isLoading && all.length > most) {
    all.length = most;
    cursor = all.at(-1)?.id;
  }
  requests.value = { ...rest, rows: all, total: total + added.length };
}
