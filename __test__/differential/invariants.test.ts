import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { meaningOf } from "../support/agreement.js";
import { arbitraryChatRequest, arbitraryPolicy } from "../support/arbitrary-chat.js";
import { cases, timeLimit } from "../support/cases.js";
import { everyTurn } from "../support/every-turn.js";
import { bothBackends } from "../support/native.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const RUNS = { numRuns: cases(1_000) };
const LIMIT = timeLimit(120_000);

/** Read as chat whatever is in it, so that added messages cannot make it another wire. */
const CHAT = { wire: "openai-chat", explain: true, tokens: true } as const;

const toBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const parse = (bytes: Uint8Array): { messages: Record<string, unknown>[] } => JSON.parse(Buffer.from(bytes).toString());
const reduce = (backend: Backend, body: Uint8Array, policy: PolicyInput) =>
  backend.reduceBody(body, resolvePolicy(everyTurn(policy)), CHAT);

/** Contents of all messages: the only part that a reduction may change. */
const contentsOf = (bytes: Uint8Array): unknown[] => parse(bytes).messages.map((message) => message?.content);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same value with its keys in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, reordered(child)]),
  );
}

const FOREIGN = { role: "tool", tool_call_id: "call_1", content: "x".repeat(999), id: "call_1", type: "tool_result" };
const DECOY = { messages: [FOREIGN, { role: "assistant", tool_calls: [{ id: "call_1" }] }], content: FOREIGN };

/** The same request with fields that no wire knows in it, its messages, calls and parts; they look like all of them. */
function withUnknownFields({ messages, ...rest }: { messages: unknown[] }): unknown {
  const more = (value: unknown) => (isObject(value) ? { zz_before: DECOY, ...value, zz_after: [DECOY] } : value);
  const list = (value: unknown) => (Array.isArray(value) ? value.map(more) : value);
  const decorated = messages.map((message) => {
    if (!isObject(message)) return message;
    const { content, tool_calls } = message;
    return more({
      ...message,
      ...("content" in message ? { content: list(content) } : {}),
      ...("tool_calls" in message ? { tool_calls: list(tool_calls) } : {}),
    });
  });
  return { zz_messages: [FOREIGN], ...rest, messages: decorated, metadata: DECOY };
}

describe.each(bothBackends())("invariants: %s", (_, backend) => {
  const check = <T extends unknown[]>(
    title: string,
    arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
    run: (...args: T) => void,
  ) =>
    it(
      title,
      () =>
        fc.assert(
          fc.property(fc.tuple<T>(...arbitraries), (args) => run(...args)),
          RUNS,
        ),
      LIMIT,
    );

  check("reducing again changes nothing", [arbitraryChatRequest, arbitraryPolicy], (request, policy) => {
    const once = reduce(backend, toBytes(request), policy).body;
    const twice = reduce(backend, once, policy);
    expect([twice.changed, twice.body === once]).toEqual([false, true]);
  });

  check(
    "reducing a reduced history that has grown is reducing the grown history",
    [arbitraryChatRequest, arbitraryChatRequest, arbitraryPolicy],
    (request, later, policy) => {
      const reduced = parse(reduce(backend, toBytes(request), policy).body);
      const grown = (messages: unknown[]) => toBytes({ ...request, messages: [...messages, ...later.messages] });
      const fromReduced = reduce(backend, grown(reduced.messages), policy).body;
      const fromOriginal = reduce(backend, grown(request.messages), policy).body;
      expect(parse(fromReduced)).toEqual(parse(fromOriginal));
    },
  );

  check(
    "a larger window edits no more",
    [arbitraryChatRequest, arbitraryPolicy, fc.integer({ min: 1, max: 6 })],
    (request, policy, windowTurns) => {
      const { tools: _tools, ...mask } = policy.mask ?? {};
      const edited = (turns: number) =>
        reduce(backend, toBytes(request), { mask: { ...mask, windowTurns: turns } })
          .report.decisions.filter(({ action }) => action !== "keep")
          .map(({ messageIndex }) => messageIndex);
      expect(edited(windowTurns)).toEqual(expect.arrayContaining(edited(windowTurns + 1)));
    },
  );

  check(
    "white space, escapes and the order of keys mean nothing",
    [arbitraryChatRequest, arbitraryPolicy, arbitraryJsonStyle],
    (request, policy, style) => {
      const plain = reduce(backend, toBytes(request), policy);
      for (const value of [request, reordered(request)]) {
        const other = reduce(backend, Buffer.from(renderJson(value, style)), policy);
        expect(meaningOf(other.report)).toEqual(meaningOf(plain.report));
        expect(contentsOf(other.body).map(reordered)).toEqual(contentsOf(plain.body).map(reordered));
      }
    },
  );

  check(
    "unknown fields mean nothing, even if they look like a conversation",
    [arbitraryChatRequest, arbitraryPolicy],
    (request, policy) => {
      const plain = reduce(backend, toBytes(request), policy);
      const body = toBytes(withUnknownFields(request));
      const other = reduce(backend, body, policy);
      expect(meaningOf(other.report)).toEqual(meaningOf(plain.report));
      // Their bytes stay.
      const count = (bytes: Uint8Array) => Buffer.from(bytes).toString().split(JSON.stringify(FOREIGN)).length;
      const lost = parse(body).messages.length === 0 ? 0 : count(body) - count(other.body);
      expect(lost).toBeLessThanOrEqual(4 * removedParts(backend, body, policy));
    },
  );
});

/** Parts removed from lists: the only edits that take unknown fields along. */
function removedParts(backend: Backend, body: Uint8Array, policy: PolicyInput): number {
  return backend
    .planBody(body, resolvePolicy(everyTurn(policy)), CHAT)
    .edits.filter(({ replacement }) => replacement === "").length;
}
