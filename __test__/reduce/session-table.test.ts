import { describe, expect, it } from "vitest";
import { finishedNow } from "../../ts/base/answers.js";
import { createSessionState } from "../../ts/contract/session-state.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { SessionTable } from "../../ts/reduce/session/table.js";
import { placeIn, reduceTracked } from "../../ts/reduce/session/tracked.js";

const facts = (steps: number, firstCallId: string | null, wire = "anthropic") =>
  ({ steps, firstCallId, wire }) as never;
const state = (key: string) => ({ ...createSessionState(), key });

describe("a table of sessions", () => {
  it("forgets those used longest ago", () => {
    const table = new SessionTable(2);
    for (const key of ["a", "b", "a", "c"]) table.keep(key, facts(1, "x"), state(key));
    expect(table.size).toBe(2);
    expect(["a", "b", "c"].map((key) => table.find(key, facts(2, "x"))?.state.key)).toEqual(["a", undefined, "c"]);
  });

  it("tells conversations that begin alike apart from their first call on", () => {
    const table = new SessionTable();
    table.keep("k", facts(1, null), state("k"));
    expect(table.find("k", facts(2, "one"))?.state.key).toBe("k");
    // It was longer already when it was first seen.
    expect(table.find("k", facts(9, "two"))).toBeUndefined();
    // Each first request begins a conversation of its own.
    expect(table.find("k", facts(1, null))).toBeUndefined();
  });

  it("tells a conversation from the same one on another wire, whose provider has a cache of its own", () => {
    const table = new SessionTable();
    table.keep("k", facts(3, "one", "openai-chat"), state("k"));
    expect(table.find("k", facts(4, "one", "anthropic"))).toBeUndefined();
    expect(table.find("k", facts(4, "one", "openai-chat"))?.steps).toBe(3);
  });

  it("is the same after it was saved, with each policy in it once, and no text of a message", () => {
    const table = new SessionTable();
    const policy = definePolicy({ mask: { windowTurns: 3 } });
    for (const first of ["secret words", "other words"]) {
      const body = Buffer.from(
        JSON.stringify({ model: "claude-fable-5-2", messages: [{ role: "user", content: first }] }),
      );
      const place = finishedNow(placeIn(table, body, { wire: "anthropic" }));
      if (place !== undefined) finishedNow(reduceTracked(place, body, policy, { wire: "anthropic" }, undefined));
    }
    const saved = table.save();
    expect(saved).not.toContain("words");
    expect(saved.split('"windowTurns":3')).toHaveLength(2);
    const loaded = new SessionTable();
    loaded.load(saved);
    expect([loaded.size, loaded.save()]).toEqual([2, saved]);
  });

  it("takes what another process has saved meanwhile, and keeps what has changed here", () => {
    const [one, two] = [new SessionTable(3), new SessionTable(3)];
    for (const key of ["a", "b"]) one.keep(key, facts(1, "x"), state(key));
    two.load(one.save());
    one.keep("a", facts(5, "x"), state("a"));
    two.keep("b", facts(7, "x"), state("b"));
    two.keep("c", facts(1, "x"), state("c"));
    two.merge(one.save());
    expect(["a", "b", "c"].map((key) => two.find(key, facts(9, "x"))?.steps)).toEqual([5, 7, 1]);
    two.keep("d", facts(1, "x"), state("d"));
    expect(["a", "b", "c", "d"].map((key) => two.find(key, facts(9, "x"))?.steps)).toEqual([undefined, 7, 1, 1]);
    expect(() => two.merge("{")).toThrow("not JSON");
    expect(two.size).toBe(3);
  });

  it.each([
    ["{", /not JSON/],
    ['{"format":"tamis-sessions-0"}', /another version/],
    ['{"format":"tamis-sessions-1","policies":{},"sessions":[[1]]}', /expected policies and a list/],
    ['{"format":"tamis-sessions-1","policies":{},"sessions":[["k","",1,{},0]]}', /expected policies and a list/],
    [
      '{"format":"tamis-sessions-1","policies":{},"sessions":[["k",1,1,{"start":null},0]]}',
      /expected policies and a list/,
    ],
    ['{"format":"tamis-sessions-1","policies":{},"sessions":[["k","",1,{"lastStep":-1,"start":null},0]]}', /session 0/],
  ])("refuses what it did not save, and keeps what it had: %s", (text, message) => {
    const table = new SessionTable();
    table.keep("k", facts(1, "x"), state("k"));
    expect(() => table.load(text)).toThrow(message);
    expect(table.size).toBe(1);
  });
});
