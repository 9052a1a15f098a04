// The page's list of requests in a tab that stays open: the server is played by the two modules that reach it.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RequestPage } from "../../../ts/ui/api.js";

// By a name that the compiler does not follow: it would check the page's code as Node's.
const module: string = "../../../ts/ui/app/state/requests.js";
const { loadOlder, loadRequests, requests } = (await import(module)) as {
  loadOlder(): Promise<void>;
  loadRequests(): Promise<void>;
  requests: { value: RequestPage };
};

const server = vi.hoisted(() => ({
  total: 10_400,
  asked: [] as (string | undefined)[],
  tell: (_: { event: string; data: object }) => {},
}));

vi.mock("../../../ts/ui/app/state/events.js", () => ({
  onEvent: (listener: typeof server.tell) => {
    server.tell = listener;
  },
}));

vi.mock("../../../ts/ui/app/state/ask.js", () => ({
  ask: async (_: string, { query: { limit, before } }: { query: { limit: number; before?: string } }) => {
    server.asked.push(before);
    const from = before === undefined ? server.total : Number(before) - 1;
    const rows = Array.from({ length: Math.min(limit, from) }, (_, at) => ({ id: String(from - at), at: from - at }));
    return { rows, total: server.total, before: from > limit ? rows.at(-1)?.id : undefined };
  },
  toFailure: (error: unknown) => error,
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("has as many rows as were asked for however many come, and the others where one scrolls", async () => {
  const loaded = loadRequests();
  await vi.runAllTimersAsync();
  await loaded;
  expect(requests.value.rows).toHaveLength(10_000);
  for (let come = 0; come < 30; come++) {
    for (let one = 0; one < 100; one++) {
      const id = ++server.total;
      server.tell({ event: "request", data: { id: String(id), at: id } });
    }
    await vi.advanceTimersByTimeAsync(300);
  }
  const { rows, total } = requests.value;
  expect([rows.length, rows[0]?.id, rows.at(-1)?.id, total]).toEqual([10_000, "13400", "3401", 13_400]);
  await loadOlder();
  expect(server.asked.at(-1)).toBe("3401");
  const ids = requests.value.rows.map(({ id }) => Number(id));
  expect(ids).toEqual(Array.from({ length: 10_500 }, (_, at) => 13_400 - at));
});
