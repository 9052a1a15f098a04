import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RequestRow } from "../../ts/ui/api.js";
import { LiveFeed } from "../../ts/ui/requests/feed.js";
import { entryWith } from "../ledger/entries.js";

const LIMITS = { requests: 2, bytes: 1_000_000 };
const BODY = Buffer.from('{"model":"m","messages":[{"role":"user","content":"hello"}]}');

describe("the feed of live requests", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const following = (isHeard = true) => {
    const told: string[][] = [];
    const tell = (rows: readonly RequestRow[]) => void told.push(rows.map(({ id }) => id));
    return { told, feed: new LiveFeed(LIMITS, { isHeard: () => isHeard, tell }) };
  };
  const account = {
    wire: "openai-chat",
    report: { tokens: { before: 1, after: 1 } },
    request: { body: BODY },
  } as never;

  it("tells rows that come within a tenth of a second together, and a hundred at once", () => {
    const { told, feed } = following();
    for (let count = 0; count < 3; count++) feed.add(entryWith(), account, undefined);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(told).toEqual([feed.all.map(({ id }) => id)]);
    for (let count = 0; count < 250; count++) feed.add(entryWith(), account, undefined);
    expect(told.map((ids) => ids.length)).toEqual([3, 100, 100]);
    vi.advanceTimersByTime(100);
    expect(told.map((ids) => ids.length)).toEqual([3, 100, 100, 50]);
  });

  it("makes no rows where none follows", () => {
    const { told, feed } = following(false);
    feed.add(entryWith(), account, { came: BODY, encoding: undefined, sent: undefined });
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    expect(feed.all).toHaveLength(1);
  });

  it("counts requests whose bodies were forgotten unread, because more came than may wait", async () => {
    const { feed } = following();
    for (let count = 0; count < 1_003; count++)
      feed.add(entryWith(), account, { came: BODY, encoding: undefined, sent: undefined });
    expect(feed.unread).toBe(3);
    await feed.end();
    expect([feed.unread, feed.all[2]?.entry.tools, feed.all[3]?.entry.tools]).toEqual([3, undefined, "{}"]);
  });

  it("counts a packed body with the request that its report holds", async () => {
    const { feed } = following();
    const large = { ...Object(account), request: { body: Buffer.alloc(700_000) } } as never;
    for (let count = 0; count < 2; count++)
      feed.add(entryWith(), large, { came: BODY, encoding: "gzip", sent: undefined });
    expect(feed.all.map(({ bodies }) => bodies !== undefined)).toEqual([false, true]);
    expect(feed.kept).toEqual({ requests: 1, bytes: 700_000 + BODY.length });
    await feed.end();
  });

  it("keeps of a request whose body is gone neither the request nor its report, which holds the body", async () => {
    const { feed } = following();
    for (let count = 0; count < 3; count++)
      feed.add(entryWith(), account, { came: BODY, encoding: undefined, sent: undefined });
    expect(feed.all.map(({ bodies }) => bodies !== undefined)).toEqual([false, true, true]);
    expect(feed.all.map(({ account: { report } }) => report !== undefined)).toEqual([false, true, true]);
    for (const { account: kept } of feed.all) expect(kept).not.toHaveProperty("request");
    await feed.end();
    expect(feed.all[0]?.entry.tools).toBe("{}");
  });
});
