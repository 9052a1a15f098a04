import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { userConfigFile } from "../../ts/gateway/index.js";
import { reduceBody } from "../../ts/index.js";
import type {
  CompareAnswer,
  DashboardAnswer,
  ImportAnswer,
  ReductionDetail,
  RequestPage,
  SaveAnswer,
  SessionDetail,
  SettingsAnswer,
  TryAnswer,
} from "../../ts/ui/api.js";
import { entryWith } from "../ledger/entries.js";
import { writeTo } from "../support/folder.js";
import { conversation } from "./conversation.js";
import { startPage } from "./start-page.js";

const fieldOf = ({ groups }: SettingsAnswer, key: string) =>
  groups.flatMap(({ fields }) => fields).find((one) => one.key === key);

describe("settings", () => {
  it("have the strategies of the dropdown, a table that compares them, and a text for every option", async () => {
    const answer = await (await startPage()).get<SettingsAnswer>("settings");
    expect(answer.strategies.slice(0, 2).map(({ label }) => label)).toEqual(["Native (default)", "Smart (improved)"]);
    for (const { cells } of answer.comparison) expect(cells.length).toBe(answer.strategies.length);
    const fields = answer.groups.flatMap((group) => group.fields);
    expect(fields.length).toBeGreaterThan(25);
    expect(fields.filter(({ description }) => description === "")).toEqual([]);
    expect(fieldOf(answer, "targetReductionPercent")?.control).toMatchObject({
      kind: "number",
      min: 1,
      max: 95,
      unit: "%",
    });
    expect(fieldOf(answer, "provider")).toMatchObject({
      value: "native",
      from: "default",
      label: "Context Condensation Strategy",
    });
  });

  it("show the preset in use and null as what holds where nothing is set, each by a name of its own", async () => {
    const answer = await (await startPage()).get<SettingsAnswer>("settings");
    expect(fieldOf(answer, "preset")).toMatchObject({ value: "balanced", from: "default" });
    expect(fieldOf(answer, "mask.keepImages")).toMatchObject({ value: null, from: "default", label: "Keep images" });
    expect(fieldOf(answer, "summarize.enabled")?.label).toBe("Summarize");
    for (const { fields } of answer.groups) expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
  });

  it("are saved like tamis config set, at once in effect, and can be taken back", async () => {
    const { post, get, env } = await startPage();
    const changes = [
      { key: "provider", value: "smart" },
      { key: "mask.windowTurns", value: 12 },
    ];
    const dry = await post<SaveAnswer>("settings", { scope: "global", changes, dryRun: true });
    expect(dry.value).toMatchObject({
      saved: false,
      lines: ['condensation.provider = "smart"', "mask.window_turns = 12"],
    });
    expect(existsSync(userConfigFile(env))).toBe(false);
    const saved = await post<SaveAnswer>("settings", { scope: "global", changes });
    expect(saved.value.saved).toBe(true);
    const now = await get<SettingsAnswer>("settings");
    expect(fieldOf(now, "provider")).toMatchObject({ value: "smart", from: "global", set: { global: "smart" } });
    expect(fieldOf(now, "mask.windowTurns")).toMatchObject({ value: 12, from: "global" });
    expect(now.undo?.lines).toHaveLength(2);
    const undone = await post<SaveAnswer>("settings/undo", {});
    expect(fieldOf(undone.value.settings, "provider")?.value).toBe("native");
    expect(existsSync(userConfigFile(env))).toBe(false);
    expect((await post("settings/undo", {})).status).toBe(422);
  });

  it("name field and value where they are wrong, and save nothing then", async () => {
    const { post, env } = await startPage();
    const changes = [
      { key: "provider", value: "smart" },
      { key: "targetReductionPercent", value: 200 },
    ];
    const answer = await post<{ error: { code: string; issues: { path: string; message: string }[] } }>("settings", {
      scope: "global",
      changes,
    });
    expect(answer.status).toBe(422);
    expect(answer.value.error.issues[0]).toMatchObject({ path: "targetReductionPercent" });
    expect(answer.value.error.issues[0]?.message).toContain("200");
    expect(existsSync(userConfigFile(env))).toBe(false);
    const policy = await post<{ error: { issues: { path: string }[] } }>("settings", {
      scope: "global",
      changes: [{ key: "mask.windowTurns", value: "x" }],
    });
    expect(policy.value.error.issues[0]?.path).toBe("mask.windowTurns");
    const untrusted = await post("settings", { scope: "workspace", changes: [{ key: "preset", value: "strong" }] });
    expect(untrusted.status).toBe(422);
  });

  it("of a mode are inherited where it says nothing", async () => {
    const { post } = await startPage();
    const changes = [
      { key: "targetReductionPercent", value: 40 },
      { key: "modes.code.provider", value: "smart" },
    ];
    const { value } = await post<SaveAnswer>("settings", { scope: "global", changes });
    const [mode] = value.settings.modes;
    const field = (key: string) => mode?.fields.find((one) => one.key === key);
    expect(mode?.name).toBe("code");
    expect(field("provider")).toMatchObject({ value: "smart", isInherited: false, from: "mode" });
    expect(field("targetReductionPercent")).toMatchObject({ value: 40, isInherited: true, from: "global" });
  });

  it("are exported and imported with a preview, and older ones are migrated with a notice", async () => {
    const { post, get, env } = await startPage();
    await post("settings", { scope: "global", changes: [{ key: "provider", value: "smart" }] });
    const { text } = await get<{ text: string }>("settings/export");
    await post("settings", { scope: "global", changes: [{ key: "provider" }] });
    const preview = await post<ImportAnswer>("settings/import", { scope: "global", text, dryRun: true });
    expect(preview.value).toMatchObject({ saved: false, changes: [{ key: "provider", to: "smart" }], refused: [] });
    expect((await post<ImportAnswer>("settings/import", { scope: "global", text })).value.saved).toBe(true);
    const typo = await post<ImportAnswer>("settings/import", {
      scope: "global",
      text: '{"provider":"smrt"}',
      dryRun: true,
    });
    expect(typo.value.refused).toMatchObject([{ path: "provider", message: expect.stringContaining('"smart"') }]);
    const file = userConfigFile(env);
    writeTo(file, "[condensation]\nautoCondenseContextPercent = 80\n");
    const { migration } = await get<SettingsAnswer>("settings");
    expect(migration?.[0]?.lines.join()).toContain("auto_condense_context_percent");
    const done = await post<SaveAnswer>("settings/migrate", { scope: "global" });
    expect(done.value.backup).toContain(".bak");
    expect(readFileSync(file, "utf8")).toContain("auto_condense_context_percent = 80");
  });
});

describe("reductions", () => {
  it("of a pasted request show what was masked, why, and the words that went", async () => {
    const { post } = await startPage();
    const { value } = await post<TryAnswer>("try?strategy=balanced", JSON.stringify(conversation(60)));
    if (value.kind !== "request") throw new Error("no request");
    const { reduction } = value;
    expect(reduction.feedback).toContain("tokens");
    expect(reduction.decisions.length).toBeGreaterThan(0);
    const said = reduction.decisions.flatMap(({ role, what }) => (role === undefined ? [] : [`${role}: ${what}`]));
    expect(new Set(said)).toEqual(new Set(["file: text of a file: the tool's name says so"]));
    const changed = reduction.diff?.flatMap(({ blocks }) => blocks).filter(({ change }) => change !== "kept") ?? [];
    expect(changed.length).toBeGreaterThan(0);
    expect(changed[0]?.why).toBeTruthy();
    expect(changed[0]?.spans.some(({ side, text }) => side === "before" && text.includes("line"))).toBe(true);
  });

  it("are compared: presets, native and smart on the same request, each with a diff of its own", async () => {
    const { post, get } = await startPage();
    const tried = await post<TryAnswer>("try", JSON.stringify(conversation(14)));
    if (tried.value.kind !== "request") throw new Error("no request");
    const strategies = ["safe", "strong", "native", "smart", "nothing"];
    const { value } = await post<CompareAnswer>("compare", { id: tried.value.reduction.id, strategies });
    expect(value.columns.map(({ strategy }) => strategy)).toEqual(strategies);
    const [, , native, smart, none] = value.columns;
    expect(none?.problem).toContain("nothing");
    expect(native?.numbers?.tokensAfter).toBeLessThan(native?.numbers?.tokensBefore ?? 0);
    expect(smart?.userMessagesChanged).toBe(0);
    const detail = await get<ReductionDetail>(`reductions/${smart?.id}`);
    expect(detail.scores?.length).toBeGreaterThan(0);
    expect(detail.feedback).toContain("Context condensed using Smart strategy:");
  });

  it("do not take what a client wrote beside the user's words for these", async () => {
    const { post } = await startPage();
    const { messages, ...rest } = conversation(14) as { messages: { content: unknown }[] };
    const output = `<local-command-stdout>${"a line of the output of a command\n".repeat(80)}</local-command-stdout>`;
    const texts = [output, "Mind the tests."].map((text) => ({ type: "text", text }));
    const result = messages[4];
    if (result !== undefined) result.content = [...(result.content as object[]), ...texts];
    const body = JSON.stringify({ ...rest, messages });
    const tried = await post<TryAnswer>("try", body);
    if (tried.value.kind !== "request") throw new Error("no request");
    const { value } = await post<CompareAnswer>("compare", {
      id: tried.value.reduction.id,
      strategies: ["smart", "native"],
    });
    expect(value.columns.map(({ userMessagesChanged }) => userMessagesChanged)).toEqual([0, 1]);
  });

  it("have long texts cut, and give one block whole when asked", async () => {
    const { post, get } = await startPage();
    const { value } = await post<TryAnswer>("try?strategy=safe", JSON.stringify(conversation(3, 9_000)));
    if (value.kind !== "request") throw new Error("no request");
    const { diff = [], id } = value.reduction;
    const message = diff.findIndex(({ blocks }) =>
      blocks.some(({ spans }) => spans.some((span) => (span.rest ?? 0) > 0)),
    );
    const block = diff[message]?.blocks.findIndex(({ spans }) => spans.some((span) => (span.rest ?? 0) > 0)) ?? -1;
    const whole = await get<{ spans: { text: string; rest?: number }[] }>(
      `reductions/${id}/block?message=${message}&block=${block}`,
    );
    expect(whole.spans.every(({ rest }) => rest === undefined)).toBe(true);
    expect(whole.spans.map(({ text }) => text).join("").length).toBeGreaterThan(2_000);
  });

  it("of a live request are those of its bodies, which are kept within bounds and in memory alone", async () => {
    const { page, get } = await startPage({ mode: "reduce", keep: { requests: 2, bytes: 10_000_000 } });
    const came = Buffer.from(JSON.stringify(conversation(60)));
    const { body, report } = reduceBody(came, { preset: "balanced" }, { tokens: true });
    const account = { at: 1, wire: "anthropic", policy: "default", report, model: "claude-sonnet-4-5" } as never;
    for (let at = 1; at <= 3; at++) page.add(entryWith({ at }), account, { came, encoding: undefined, sent: body });
    const list = await get<RequestPage>("requests");
    expect(list.rows.map(({ hasBody }) => hasBody)).toEqual([true, true, false]);
    const detail = await get<ReductionDetail>(`reductions/${list.rows[0]?.id}`);
    expect(detail.diff?.some(({ change }) => change !== "kept")).toBe(true);
    const gone = await get<ReductionDetail>(`reductions/${list.rows[2]?.id}`);
    expect(gone.diff).toBeUndefined();
    expect(gone.bodyGone).toContain("memory");
  });

  it("of a live request have what became known of it since, and the time that it took itself", async () => {
    const { page, get } = await startPage({ mode: "reduce" });
    const came = Buffer.from(JSON.stringify(conversation(60)));
    const entry = entryWith({ reduceMicros: 77 });
    page.add(entry, { at: 1, wire: "anthropic" } as never, { came, encoding: undefined, sent: undefined });
    const [row] = (await get<RequestPage>("requests")).rows;
    const path = `reductions/${row?.id}`;
    const first = await get<ReductionDetail>(path);
    expect(first.numbers.elapsedMicros).toBe(77);
    entry.cacheCause = "timeout";
    expect((await get<ReductionDetail>(path)).row?.cache?.cause).toBe("timeout");
    page.forgetBodies();
    expect((await get<ReductionDetail>(path)).bodyGone).toContain("memory");
  });

  it("of one page, live and tried ones, are not another's, whose address a tab may still have open", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { page, get, post } = await startPage({ mode: "reduce" });
      page.add(entryWith(), { at: 1, wire: "anthropic" } as never, undefined);
      const tried = await post<TryAnswer>("try", conversation(20));
      if (tried.value.kind !== "request") throw new Error("no request");
      const [row] = (await get<RequestPage>("requests")).rows;
      for (const id of ids) expect(await get(`reductions/${id}`)).toMatchObject({ error: { code: "not_found" } });
      ids.push(row?.id ?? "", tried.value.reduction.id);
    }
    expect(new Set(ids).size).toBe(4);
  });

  it("refuse what is neither a request nor a log", async () => {
    const { post } = await startPage();
    for (const text of ["hello", "{}", '{"messages": 1}', ""]) expect((await post("try", text)).status).toBe(422);
  });

  it("of a pasted Claude Code log are sessions, opened turn by turn", async () => {
    const { post, get } = await startPage();
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 3_000,
      cache_read_input_tokens: 0,
      output_tokens: 5,
    };
    const lines = [
      {
        type: "user",
        uuid: "1",
        sessionId: "s",
        cwd: "/p",
        timestamp: "2026-11-01T00:00:00Z",
        message: { role: "user", content: "go" },
      },
      {
        ...{
          type: "assistant",
          uuid: "2",
          parentUuid: "1",
          sessionId: "s",
          cwd: "/p",
          timestamp: "2026-11-01T00:00:05Z",
        },
        message: {
          id: "m1",
          role: "assistant",
          model: "claude-sonnet-4-5",
          usage,
          content: [{ type: "text", text: "done" }],
        },
      },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const { value } = await post<TryAnswer>("try?name=log.jsonl", text);
    if (value.kind !== "log") throw new Error("no log");
    const [session] = value.sessions;
    const detail = await get<SessionDetail>(`sessions/${session?.id}`);
    expect(detail.turns.length).toBe(1);
  });

  it("of a pasted rollout of Codex are sessions, opened turn by turn", async () => {
    const { post, get } = await startPage();
    const item = (payload: object) => ({ type: "response_item", payload });
    const billed = (input: number, cached: number) => {
      const usage = { input_tokens: input, cached_input_tokens: cached, output_tokens: 40, total_tokens: input + 40 };
      return { type: "event_msg", payload: { type: "token_count", info: { last_token_usage: usage } } };
    };
    const lines = [
      { type: "session_meta", payload: { id: "r", cwd: "/srv/app" } },
      { type: "turn_context", payload: { model: "gpt-5" } },
      item({ type: "message", role: "user", content: [{ type: "input_text", text: "go" }] }),
      item({ type: "function_call", call_id: "1", name: "shell", arguments: "{}" }),
      billed(9_000, 2_432),
      item({ type: "function_call_output", call_id: "1", output: "out" }),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] }),
      billed(9_400, 8_960),
    ];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const { value } = await post<TryAnswer>("try?name=rollout-1.jsonl", text);
    if (value.kind !== "log") throw new Error("no log");
    expect(value.agent).toBe("Codex");
    const detail = await get<SessionDetail>(`sessions/${value.sessions[0]?.id}`);
    expect(detail.turns.length).toBe(2);
  });
});

describe("the dashboard", () => {
  const NOW = Date.now();

  it("begins with a sentence of money, and tells a loss from a saving", async () => {
    const { page, get } = await startPage({ mode: "reduce" });
    const account = { wire: "anthropic", report: undefined } as never;
    page.add(entryWith({ at: NOW - 1_000, cost: 4.12, otherCost: 5.6, policy: "safe" }), account, undefined);
    const good = await get<DashboardAnswer>("dashboard");
    expect(good.headline).toBe("today $4.12 instead of $5.60");
    expect(good.total.saved).toBeCloseTo(1.48);
    page.add(entryWith({ at: NOW - 500, cost: 3, otherCost: 1, refused: undefined }), account, undefined);
    const bad = await get<DashboardAnswer>("dashboard");
    expect(bad.total.saved).toBeCloseTo(-0.52);
    expect(bad.headline).toContain("more than without Tamis");
  });

  it("tells what was paid from what was only observed, which Tamis would have made of it", async () => {
    const { page, get } = await startPage({ mode: "observe" });
    const account = { wire: "anthropic", report: undefined } as never;
    page.add(entryWith({ at: NOW - 900, mode: "observe", cost: 1, otherCost: 0.4 }), account, undefined);
    const seen = await get<DashboardAnswer>("dashboard");
    expect(seen.headline).toBe("today $1.00; with Tamis it would have been $0.40");
    expect(seen.total).toMatchObject({ cost: 1, costWith: 0.4, costWithout: 1, saved: 0.6 });
    page.add(entryWith({ at: NOW - 800, cost: 2, otherCost: 3 }), account, undefined);
    const mixed = await get<DashboardAnswer>("dashboard");
    expect(mixed.headline).toBe("today $3.00 instead of $4.00");
    expect(mixed.total).toMatchObject({ cost: 3, costWith: 3, costWithout: 4, saved: 1 });
  });

  it("begins with the oldest request where it is asked for all of them, and downloads what it shows", async () => {
    const { page, get, text } = await startPage({ mode: "reduce" });
    const account = { wire: "anthropic", report: undefined } as never;
    page.add(entryWith({ at: NOW - 3 * 86_400_000, model: "old" }), account, undefined);
    page.add(entryWith({ at: NOW - 1_000, model: "new" }), account, undefined);
    const all = await get<DashboardAnswer>("dashboard?from=0");
    expect(all.series.points.map(({ requests }) => requests).filter(Boolean)).toEqual([1, 1]);
    expect(all).toMatchObject({ total: { requests: 2 }, headline: "in 3 days $0.02 instead of $0.04" });
    expect((await text("dashboard/export?from=0")).split("\r\n")).toHaveLength(4);
    expect((await text("dashboard/export?from=0&model=old")).split("\r\n")).toHaveLength(3);
  });

  it("counts what renewed an idle cache neither as a problem nor as a request sent as it came", async () => {
    const { page, get } = await startPage({ mode: "reduce" });
    const account = { wire: "anthropic", report: undefined } as never;
    page.add(entryWith({ at: NOW, skipped: "keep_alive", cost: 0.1, otherCost: 0 }), account, undefined);
    const { problems, stages, total, series } = await get<DashboardAnswer>("dashboard");
    expect({ problems, stages, total }).toMatchObject({ problems: [], stages: [], total: { requests: 0, cost: 0.1 } });
    expect(series.points.some(({ cost }) => cost === 0.1)).toBe(true);
  });

  it("has no member that the made-up server of the browser tests leaves out", async () => {
    const { createAnswers } = await import("../support/page-mock/answers.mjs");
    const { get } = await startPage({ mode: "reduce" });
    const real = await get<DashboardAnswer>("dashboard");
    const { body } = createAnswers({}).answer("GET", "dashboard", new URLSearchParams(), undefined) as {
      body: DashboardAnswer;
    };
    expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(real)));
    expect(Object.keys(body.total)).toEqual(expect.arrayContaining(Object.keys(real.total)));
  });

  it("says how many requests came faster than their bodies could be read", async () => {
    const { page, get } = await startPage({ mode: "reduce" });
    const came = Buffer.from('{"messages":[]}');
    const account = { wire: "anthropic", report: undefined } as never;
    for (let count = 0; count < 1_002; count++)
      page.add(entryWith({ at: NOW }), account, { came, encoding: undefined, sent: undefined });
    expect(await get<DashboardAnswer>("dashboard")).toMatchObject({ unread: 2, total: { requests: 1_002 } });
  });

  it("sums by model, policy, time, tool and reason, and survives a restart by the ledger", async () => {
    const { Ledger } = await import("../../ts/ledger/index.js");
    const { get, env } = await startPage();
    const ledger = await Ledger.open(join(env.XDG_STATE_HOME ?? "", "tamis", "ledger.db"));
    const tools = JSON.stringify({ read: [4, 2, 1_000, 600] });
    await ledger.add({
      requests: [
        entryWith({
          at: NOW - 3_000,
          policy: "safe",
          tools,
          ms: 10,
          stage: "masking",
          cacheCause: "timeout",
          cacheLost: 70,
        }),
        entryWith({ at: NOW - 2_000, policy: "strong", model: "gpt-5", tools, ms: 30, skipped: "reducer_failed" }),
        entryWith({ at: NOW - 1_000, refused: "status_429", status: 429 }),
      ],
    });
    ledger.close();
    const answer = await get<DashboardAnswer>("dashboard");
    expect(answer.total).toMatchObject({ requests: 3, refused: 1, failedOpen: 1 });
    expect(answer.byModel.map(({ key }) => key)).toContain("gpt-5");
    expect(answer.byPolicy.map(({ key }) => key).sort()).toEqual(["safe", "strong", "unknown"]);
    expect(answer.tools).toEqual([{ tool: "read", charsBefore: 2_000, charsRemoved: 1_200, results: 8, reduced: 4 }]);
    expect(answer.latency.totalMs).toMatchObject({ count: 2, p50: 10, most: 30 });
    expect(answer.cacheBreaks).toEqual([{ cause: "timeout", requests: 1, lostTokens: 70 }]);
    expect(answer.problems.map(({ reason }) => reason).sort()).toEqual(["reducer_failed", "status_429"]);
    expect(answer.series.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(3);
    const filtered = await get<DashboardAnswer>("dashboard?model=gpt-5");
    expect(filtered.total.requests).toBe(1);
    const list = await get<RequestPage>("requests?limit=2");
    expect(list).toMatchObject({ total: 3 });
    const older = await get<RequestPage>(`requests?limit=2&before=${list.before}`);
    expect(older.rows).toHaveLength(1);
  });
});

describe("a session of the ledger", () => {
  it.each(["reduce", "observe"] as const)(
    "has its tokens without and with the policy in this order: %s",
    async (mode) => {
      const { page, get } = await startPage();
      const [whole, small] = [1_000, 400];
      const [input, otherInput] = mode === "reduce" ? [small, whole] : [whole, small];
      page.add(entryWith({ mode, input, otherInput, cached: 100 }), { wire: "anthropic" } as never, undefined);
      const [row] = (await get<RequestPage>("requests")).rows;
      const { turns } = await get<SessionDetail>("sessions/ledger:s-1");
      expect(turns).toMatchObject([{ requestId: row?.id, tokens: whole, reduced: small, unread: input - 100 }]);
    },
  );
});

describe("settings that the page has no control for", () => {
  it("are none of these, which are no change at all", async () => {
    const { post } = await startPage();
    for (const change of [null, 7, [], { key: 7 }])
      expect((await post("settings", { scope: "global", changes: [change] })).status).toBe(422);
  });

  it.each([
    [{ key: "plugins", value: ["./mine.mjs"] }],
    [{ key: "condensation.plugins", value: ["./mine.mjs"] }],
    [{ key: "condensation.summarizer", value: { upstream: "openai" } }],
    [{ key: "restore.folder", value: "/tmp" }],
    [{ key: "restore", value: { folder: "/tmp" } }],
    [{ key: "summarize.prompt", value: "{data}" }],
    [{ key: "models", value: [] }],
    [{ key: "modes.code.plugins", value: ["./mine.mjs"] }],
  ])("are not set by %j", async (change) => {
    const { post, env } = await startPage();
    const answer = await post("settings", { scope: "global", changes: [{ key: "provider", value: "smart" }, change] });
    expect(answer.status).toBe(422);
    expect(existsSync(userConfigFile(env))).toBe(false);
  });
});
