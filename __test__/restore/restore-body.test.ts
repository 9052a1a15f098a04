import { describe, expect, it } from "vitest";
import { type Policy, resolvePolicy } from "../../ts/policy/policy.js";
import {
  createMemoryStore,
  createRestoreReport,
  handleOf,
  parseRestoreReport,
  putOriginals,
  type RestoreReport,
  restoreBody,
} from "../../ts/restore/index.js";
import { chatRequest } from "../cli/run-cli.js";
import { everyTurn } from "../support/every-turn.js";
import { bothBackends } from "../support/native.js";

const KEY = "a key of the tests";
const TOKEN = Buffer.from('"the \\u006friginal"');
const policy: Policy = resolvePolicy(everyTurn({ mask: { windowTurns: 1 } }));
const placeholder = (handle: string) => `[old result left out: 9 chars; original kept: ref=${handle}]`;
const bodyOf = (...contents: string[]) =>
  Buffer.from(JSON.stringify({ messages: contents.map((content) => ({ role: "tool", content })) }));

async function filledStore(tenant = "a") {
  const store = createMemoryStore();
  const handle = handleOf(TOKEN, { key: KEY, tenant });
  await store.put(handle, TOKEN, { tenant });
  return { source: { store, tenant, key: KEY }, handle };
}

describe.each(bothBackends())("from a report of the %s backend", (_, backend) => {
  const body = Buffer.from(` ${chatRequest(5)}\n`);
  const reduction = backend.reduceBody(body, policy, {});
  const report = createRestoreReport(body, reduction);

  it("the body comes back byte for byte, also after JSON", async () => {
    expect(reduction.changed).toBe(true);
    const restored = await restoreBody(reduction.body, parseRestoreReport(JSON.stringify(report)));
    expect(Buffer.from(restored.body).equals(body)).toBe(true);
    expect(restored).toMatchObject({ restoredCount: report.edits.length, missing: [] });
  });

  it("nothing is put back into another body", async () => {
    const other = Buffer.from(reduction.body);
    other[20] = (other[20] ?? 0) ^ 1;
    for (const wrong of [other, Buffer.from("{}"), body]) {
      const { body: same, restoredCount, missing } = await restoreBody(wrong, report);
      expect(same).toBe(wrong);
      expect(restoredCount).toBe(0);
      expect(missing).toHaveLength(report.edits.length);
      expect(missing[0]).toMatchObject({ reason: "body_changed" });
    }
  });

  it("a request without changes comes back as it is", async () => {
    const unchanged = backend.reduceBody(body, resolvePolicy({ mode: "off" }), {});
    const same = createRestoreReport(body, unchanged);
    expect(same.edits).toEqual([]);
    expect(await restoreBody(body, same)).toEqual({ body, restoredCount: 0, missing: [] });
  });
});

describe("a report", () => {
  const report: RestoreReport = {
    version: 1,
    prefixBytes: 9,
    prefixHash: "0",
    edits: [{ path: "/a", at: 5, replacement: "new", original: "old" }],
  };

  it.each<[string, unknown, string]>([
    ["no JSON", undefined, "it is no JSON text"],
    ["a report of `tamis reduce`", { decisions: [] }, "it has no originals"],
    ["another version", { ...report, version: 2 }, "it has no originals"],
    ["without a hash", { ...report, prefixHash: 1 }, "it has no hash of the body"],
    [
      "without an original",
      { ...report, edits: [{ path: "", at: 1, replacement: "" }] },
      "edits[0]: expected path, at,",
    ],
    ["a negative place", { ...report, edits: [{ ...report.edits[0], at: -1 }] }, "edits[0]: expected"],
    [
      "overlapping edits",
      { ...report, edits: [...report.edits, ...report.edits] },
      "edits[1].at: expected 8 or more, got 5",
    ],
    ["edits behind the prefix", { ...report, prefixBytes: 7 }, "prefixBytes: expected 8 or more, got 7"],
  ])("is refused: %s", (_, value, message) => {
    expect(() => parseRestoreReport(value === undefined ? "{" : JSON.stringify(value))).toThrow(message);
  });
});

describe("from a store", () => {
  it("the value of a placeholder's handle comes back as it was spelled", async () => {
    const { source, handle } = await filledStore();
    const { body, restoredCount, missing } = await restoreBody(bodyOf("before", placeholder(handle)), source);
    expect(Buffer.from(body).toString()).toBe(
      '{"messages":[{"role":"tool","content":"before"},{"role":"tool","content":"the \\u006friginal"}]}',
    );
    expect({ restoredCount, missing }).toEqual({ restoredCount: 1, missing: [] });
  });

  it("the head of a result goes with its placeholder", async () => {
    const { source, handle } = await filledStore();
    const { restoredCount } = await restoreBody(bodyOf(`${placeholder(handle)}\nthe head of it...`), source);
    expect(restoredCount).toBe(1);
  });

  it.each([
    ["in the middle of a text", (handle: string) => `see ${placeholder(handle)}`],
    ["with more behind it", (handle: string) => `${placeholder(handle)} and more`],
    ["on the second line", (handle: string) => `[first\n${placeholder(handle)}`],
    ["with too few digits", (handle: string) => placeholder(handle.slice(1))],
    ["in capitals", (handle: string) => placeholder(handle.toUpperCase())],
    ["behind a long text", (handle: string) => `[${"x".repeat(10_000)} ref=${handle}]`],
  ])("nothing comes back for a handle %s", async (_, text) => {
    const { source, handle } = await filledStore();
    const body = bodyOf(text(handle));
    expect(await restoreBody(body, source)).toEqual({ body, restoredCount: 0, missing: [] });
  });

  it("nothing comes back for the name of a member", async () => {
    const { source, handle } = await filledStore();
    const body = Buffer.from(JSON.stringify({ [placeholder(handle)]: 1 }, null, 1));
    expect(await restoreBody(body, source)).toEqual({ body, restoredCount: 0, missing: [] });
  });

  it("a handle of another tenant is listed and stays", async () => {
    const { source, handle } = await filledStore("b");
    const body = bodyOf(placeholder(handle));
    const { missing, body: same } = await restoreBody(body, { ...source, tenant: "a" });
    expect(same).toBe(body);
    expect(missing).toEqual([{ place: `#${body.indexOf('"[')}`, handle, reason: "unknown" }]);
  });

  it("a value that is not the handle's is listed and stays", async () => {
    const { source, handle } = await filledStore();
    await source.store.put(handle, Buffer.from('"forged"'), source);
    expect((await restoreBody(bodyOf(placeholder(handle)), source)).missing).toMatchObject([{ reason: "wrong_hash" }]);
    const bare = Buffer.from("no JSON");
    const own = handleOf(bare, source);
    await source.store.put(own, bare, source);
    expect((await restoreBody(bodyOf(placeholder(own)), source)).missing).toMatchObject([{ reason: "wrong_hash" }]);
    const { missing } = await restoreBody(bodyOf(placeholder(handle)), { ...source, key: "another key of these" });
    expect(missing).toMatchObject([{ reason: "wrong_hash" }]);
  });

  it("a store that fails is reported and never thrown", async () => {
    const store = {
      get: () => Promise.reject(new Error("the disk is gone")),
      put: () => Promise.reject(new Error("the disk is full")),
    };
    const source = { store, tenant: "a", key: KEY };
    const body = bodyOf(placeholder("0".repeat(32)));
    expect((await restoreBody(body, source)).missing).toMatchObject([
      { reason: "store_failed", detail: "the disk is gone" },
    ]);
    const edit = { path: "/messages/0/content", replacement: '""', action: "mask", reason: "window" } as const;
    const put = await putOriginals({ originals: () => [{ edit, bytes: TOKEN }] }, source);
    expect(put).toEqual({ stored: [], failed: [{ path: edit.path, reason: "the disk is full" }] });
  });

  it("bodies that are no JSON stay as they are", async () => {
    const { source, handle } = await filledStore();
    for (const text of ["", '"', `"${placeholder(handle)}`, '{"a":"\\', "\xff\xfe"]) {
      const body = Buffer.from(text, "latin1");
      expect((await restoreBody(body, source)).body).toBe(body);
    }
  });

  it("takes time in proportion to the body", async () => {
    const { source } = await filledStore();
    const started = performance.now();
    await restoreBody(bodyOf(`[${"\\".repeat(4e6)}`, "[".repeat(4e6), "[ ref=".repeat(1e6)), source);
    await restoreBody(Buffer.from(`[${'"[ ref=",'.repeat(300_000)}""]`), source);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it.each([
    ["a short key", { key: "short", tenant: "a" }, "options.key: expected at least 16 bytes, got 5"],
    ["a tenant with U+0000", { key: KEY, tenant: "a\0b" }, "options.tenant: expected a text without U+0000"],
  ])("refuses %s", async (_, scope, message) => {
    await expect(restoreBody(bodyOf(""), { store: createMemoryStore(), ...scope })).rejects.toThrow(message);
  });
});
