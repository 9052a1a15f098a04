// Definitions of tools that are left to the provider's tool search, by both backends.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { NO_MEMORY } from "../../ts/contract/session-facts.js";
import { factsOf } from "../../ts/models/facts.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createRestoreReport } from "../../ts/restore/report.js";
import { restoreBody } from "../../ts/restore/restore-body.js";
import { expectAgreement } from "../support/agreement.js";
import { describeNative } from "../support/native.js";

type Json = Record<string, unknown>;

const BETA = "advanced-tool-use-2025-11-20";
const BM25 = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
const schema = { $schema: "s", type: "object", properties: {} };
const CLAUDE = { model: "claude-sonnet-4-6", max_tokens: 9 };
const GPT = { model: "gpt-5.5" };

const claude = (name: string, more: Json = {}): Json => ({ name, input_schema: schema, ...more });
const gpt = (name: string, more: Json = {}): Json => ({ type: "function", name, parameters: schema, ...more });
const asked = { role: "user", content: "go" };
const anthropic = (tools: unknown[], more: Json = {}): Json => ({ ...CLAUDE, tools, messages: [asked], ...more });
const responses = (tools: unknown[], more: Json = {}): Json => ({ ...GPT, input: [asked], tools, ...more });

const DEFER: PolicyInput = { tools: { defer: ["mcp__*"] } };
const parsed = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString()) as Json;
const bodyOf = (request: Json, spaces = 0) => Buffer.from(JSON.stringify(request, null, spaces));

describeNative("deferred tools", ({ addon, levels }) => {
  const backends = { native: createNative(addon, levels.at(-1)), baseline: createBaseline() };

  /** The tools as both backends send them, and the report. */
  function sent(request: Json, wire: Wire, given: PolicyInput = DEFER, options: object = {}) {
    const policy = resolvePolicy(given);
    for (const spaces of [0, 2]) expectAgreement(backends, bodyOf(request, spaces), policy, { wire, ...options });
    const { body, report } = backends.native.reduceBody(bodyOf(request), policy, { wire, ...options });
    return { tools: parsed(body).tools, report };
  }

  it("are marked, and the provider's search is put behind the last tool, on Claude's wire", () => {
    const strict = { strict: true, cache_control: null };
    const request = anthropic([claude("Read"), claude("mcp__a"), claude("mcp__b", strict)]);
    const { tools, report } = sent(request, "anthropic");
    expect(tools).toEqual([
      claude("Read"),
      claude("mcp__a", { defer_loading: true }),
      claude("mcp__b", { ...strict, defer_loading: true }),
      BM25,
    ]);
    expect(report).toMatchObject({ changed: true, deferredToolsCount: 2, headers: { "anthropic-beta": BETA } });
    expect(report.shortenedToolsCount).toBeUndefined();
    const { edits } = backends.baseline.planBody(bodyOf(request), resolvePolicy(DEFER), { wire: "anthropic" });
    expect(edits.map(({ path, replacement }) => [path, replacement])).toEqual([
      ["/tools/1/defer_loading", ',"defer_loading":true'],
      ["/tools/2/defer_loading", ',"defer_loading":true'],
      ["/tools/-", `,${JSON.stringify(BM25)}`],
    ]);
  });

  it("are marked on the Responses wire, which needs no header", () => {
    const { tools, report } = sent(responses([gpt("shell"), gpt("mcp__a")]), "openai-responses");
    expect(tools).toEqual([gpt("shell"), gpt("mcp__a", { defer_loading: true }), { type: "tool_search" }]);
    expect(report.deferredToolsCount).toBe(1);
    expect(report.headers).toBeUndefined();
  });

  it("are made smaller, too, if the policy says so, and the header has both betas where the provider clears", () => {
    const given: PolicyInput = {
      tools: { schema: true, defer: ["mcp__*"] },
      mask: { windowTurns: 1, minChars: 0 },
      cache: { clearing: "provider", strategy: "every-turn" },
    };
    const turns = Array.from({ length: 4 }, (_, at) => [
      { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "Read", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "x".repeat(9000) }] },
    ]).flat();
    const request = anthropic([claude("Read"), claude("mcp__a")], { messages: [asked, ...turns] });
    const { tools, report } = sent(request, "anthropic", given);
    const smaller = { type: "object", properties: {} };
    expect(tools).toEqual([
      { name: "Read", input_schema: smaller },
      { name: "mcp__a", input_schema: smaller, defer_loading: true },
      BM25,
    ]);
    expect(report.headers?.["anthropic-beta"]).toBe(`context-management-2025-06-27,${BETA}`);
  });

  const two = [claude("Read"), claude("mcp__a")];
  const stays: [string, Wire, Json][] = [
    ["all would be", "anthropic", anthropic([claude("mcp__a"), claude("mcp__b")])],
    ["the client defers itself", "anthropic", anthropic([...two, claude("x", { defer_loading: true })])],
    [
      "the client searches itself",
      "anthropic",
      anthropic([...two, { type: "tool_search_tool_regex_20251119", name: "r" }]),
    ],
    ["the search's name is taken", "anthropic", anthropic([...two, claude(BM25.name)])],
    [
      "the tool has a cache marker",
      "anthropic",
      anthropic([two[0], claude("mcp__a", { cache_control: { type: "ephemeral" } })]),
    ],
    ["the tool has examples", "anthropic", anthropic([two[0], claude("mcp__a", { input_examples: [] })])],
    ["it is the provider's own tool", "anthropic", anthropic([two[0], { type: "bash_20250124", name: "mcp__a" }])],
    ["the request chooses one of them", "anthropic", anthropic(two, { tool_choice: { type: "tool", name: "mcp__a" } })],
    ["the model has no search", "anthropic", anthropic(two, { model: "claude-3-opus" })],
    ["another vendor has the model", "anthropic", anthropic(two, { model: "deepseek-v4-pro" })],
    ["the body names no model", "anthropic", anthropic(two, { model: undefined })],
    ["the model is older", "openai-responses", responses([gpt("shell"), gpt("mcp__a")], { model: "gpt-5.1" })],
    [
      "a namespace defers itself",
      "openai-responses",
      responses([gpt("mcp__a"), { type: "namespace", name: "n", tools: [gpt("b", { defer_loading: true })] }]),
    ],
    [
      "one of the allowed tools is one of them",
      "openai-responses",
      responses([gpt("shell"), gpt("mcp__a")], {
        tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "mcp__a" }] },
      }),
    ],
    [
      "the wire has no search (Chat)",
      "openai-chat",
      {
        ...GPT,
        messages: [asked],
        tools: ["shell", "mcp__a"].map((name) => ({ type: "function", function: { name } })),
      },
    ],
    [
      "the wire has no search (Gemini)",
      "gemini",
      {
        contents: [{ role: "user", parts: [{ text: "go" }] }],
        tools: [{ functionDeclarations: [{ name: "mcp__a" }] }],
      },
    ],
  ];
  it.each(stays)("none is where %s", (_, wire, request) => {
    const { tools, report } = sent(request, wire);
    expect(tools).toEqual(request.tools);
    expect(report.deferredToolsCount).toBeUndefined();
  });

  it("a choice of another tool, or of any, changes nothing", () => {
    for (const choice of [{ type: "tool", name: "Read" }, { type: "any" }, "auto", null]) {
      expect(sent(anthropic(two, { tool_choice: choice }), "anthropic").report.deferredToolsCount).toBe(1);
    }
  });

  it("stay deferred in every request, and what was sent is not changed when it comes back", () => {
    const found = [
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "s1", name: BM25.name, input: { query: "a" } },
          {
            type: "tool_search_tool_result",
            tool_use_id: "s1",
            content: {
              type: "tool_search_tool_search_result",
              tool_references: [{ type: "tool_reference", tool_name: "mcp__a" }],
            },
          },
          { type: "tool_use", id: "t1", name: "mcp__a", input: {} },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "answer" }] },
    ];
    const first = sent(anthropic(two), "anthropic").tools;
    const request = anthropic(two, { messages: [asked, ...found] });
    expect(sent(request, "anthropic").tools).toEqual(first);
    const policy = resolvePolicy(DEFER);
    for (const backend of Object.values(backends)) {
      const { body } = backend.reduceBody(bodyOf(request), policy, {});
      expect(parsed(body).messages).toEqual(request.messages);
      expect(backend.reduceBody(body, policy, {}).changed).toBe(false);
    }
  });

  it("a session that began without keeps its list", () => {
    const memory = { ...NO_MEMORY, startStep: 3 };
    const turn = (at: number) => [
      { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "Read", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "ok" }] },
    ];
    const request = anthropic(two, { messages: [asked, ...[0, 1, 2, 3, 4].flatMap(turn)] });
    expect(sent(request, "anthropic").report.deferredToolsCount).toBe(1);
    expect(sent(request, "anthropic", DEFER, { memory }).tools).toEqual(two);
  });

  it("a row of the caller's says that a model has a search", () => {
    const request = anthropic(two, { model: "claude-haiku-4-5" });
    expect(sent(request, "anthropic").report.deferredToolsCount).toBeUndefined();
    const { row } = factsOf({ model: "claude-haiku-4-5" });
    const given = { ...DEFER, models: [{ ...row, names: [...row.names], toolSearch: true }] };
    expect(sent(request, "anthropic", given).report.deferredToolsCount).toBe(1);
  });

  it("a report puts the list back byte for byte", async () => {
    for (const backend of Object.values(backends)) {
      for (const [wire, request] of [
        ["anthropic", anthropic(two)],
        ["openai-responses", responses([gpt("é"), gpt("mcp__a")])],
      ] as const) {
        const body = bodyOf(request);
        const reduction = backend.reduceBody(body, resolvePolicy(DEFER), { wire });
        expect(reduction.changed).toBe(true);
        const { body: back } = await restoreBody(reduction.body, createRestoreReport(body, reduction));
        expect(Buffer.from(back).equals(body)).toBe(true);
      }
    }
  });
});

describe("the policy's key", () => {
  it("names what is wrong", () => {
    expect(() => resolvePolicy({ tools: { defer: "mcp__*" } } as never)).toThrow(
      /tools.defer: expected a list of globs/,
    );
  });
});
