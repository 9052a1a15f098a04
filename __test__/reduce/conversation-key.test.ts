// Which conversation a request belongs to, where clients change its first texts from request to request.

import { describe, expect, it } from "vitest";
import { finishedNow } from "../../ts/base/answers.js";
import type { Backend } from "../../ts/contract/backend.js";
import { conversationKey } from "../../ts/contract/conversation-key.js";
import { createSessionState } from "../../ts/contract/session-state.js";
import { createNative } from "../../ts/native/backend.js";
import { type Policy, resolvePolicy } from "../../ts/policy/policy.js";
import { keepsThinking } from "../../ts/reduce/keeps-thinking.js";
import { withSession } from "../../ts/reduce/session/with-session.js";
import { masksAlone } from "../support/masks-alone.js";
import { native, wasmBackends } from "../support/native.js";

const MINUTE = 60_000;
const backends: [string, Backend][] = wasmBackends();
if ("addon" in native) backends.push(["native", createNative(native.addon)]);

/** What changes in each request: a counter, a time of day, a date, a list of changed files. */
const billing = (n: number) =>
  `x-anthropic-billing-header: cc_version=2.1.${n}.a1b; cc_entrypoint=cli; cch=${(n * 7919).toString(16)};`;
const clock = (n: number) => `${10 + (n % 10)}:0${n % 10}:${10 + n}`;
const day = (n: number) => `2026-11-${10 + n}`;
const git = (n: number) =>
  `gitStatus: This is the git status at the start of the conversation.\nCurrent branch: topic-${n}\n\nStatus:\n M src/${n}.ts\n?? notes/${n}.md\n\nRecent commits:\n${(0xabcdef0 + n).toString(16)} Change ${n}`;
const env = (n: number) => `<env>\nWorking directory: /srv/a/${n}\nToday's date: ${day(n)}\n</env>`;
const reminder = (n: number) =>
  `<system-reminder>\nAs you answer, you can use this context:\n# currentDate\nToday's date is ${day(n)}. ${git(n)}\n</system-reminder>`;

const AGENT = "You are a careful agent.\nYou edit files and run tests.";
const TASK = "Tidy the invoice importer";
const text = (...texts: string[]) => texts.map((one) => ({ type: "text", text: one }));

type Beginning = (n: number) => { system?: unknown; first: unknown };
const BEGINNINGS: Record<string, Beginning> = {
  "a billing line in a block of its own": (n) => ({ system: text(billing(n), AGENT), first: text(TASK) }),
  "a billing line before the prompt": (n) => ({ system: `${billing(n)}\n${AGENT}`, first: TASK }),
  "a date in the system prompt": (n) => ({ system: `${AGENT}\nToday is ${day(n)}.`, first: TASK }),
  "a date and a time in its first line": (n) => ({
    system: `You are a careful agent. It is ${clock(n)}, November ${n}, 2026.`,
    first: TASK,
  }),
  "a day of the week in its first line": (n) => ({
    system: `You are a careful agent; today is ${["Monday", "Tuesday", "Wednesday"][n % 3]}.`,
    first: TASK,
  }),
  "a line about now before the prompt": (n) => ({ system: `Current time: ${clock(n)}\n${AGENT}`, first: TASK }),
  "a git status in the system prompt": (n) => ({ system: text(AGENT, git(n)), first: TASK }),
  "an environment in the system prompt": (n) => ({ system: `${env(n)}\n${AGENT}\n${env(n)}`, first: TASK }),
  "a number of the version in its first line": (n) => ({ system: `You are Agent 2.${n}, build ${n}f.`, first: TASK }),
  "a reminder before the user's words": (n) => ({ system: AGENT, first: text(reminder(n), TASK) }),
  "reminders around them in one text": (n) => ({ system: AGENT, first: `${reminder(n)}\n${TASK}\n${reminder(n + 1)}` }),
  "an environment of Codex": (n) => ({
    first: `<environment_context>\n<cwd>/a/${n}</cwd>\n</environment_context>\n${TASK}`,
  }),
  "a date and a time in the user's words": (n) => ({ system: AGENT, first: `[${day(n)}T${clock(n)}Z] ${TASK}` }),
  "a day of the week before the user's words": (n) => ({
    system: AGENT,
    first: `Today is ${["Monday", "Tuesday", "Wednesday"][n % 3]}.\n- Current time: ${n} o'clock\n\n${TASK}`,
  }),
  "a git status in the user's words": (n) => ({ system: AGENT, first: `${TASK}\n\n${git(n)}` }),
  "a reminder and nothing else but a date": (n) => ({ first: `<date>${day(n)}</date>` }),
  "the user's words as a text, then as a list": (n) => ({ system: AGENT, first: n % 2 === 0 ? TASK : text(TASK) }),
  "a random id": (n) => ({
    system: `You are a careful agent (session 0f8fad5b-d9cb-469f-a165-${(70867728950 + n).toString().padStart(12, "0")}).`,
    first: TASK,
  }),
};

function request(beginning: Beginning, n: number, turns: number) {
  const { system, first } = beginning(n);
  const steps = Array.from({ length: turns }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "Read", input: { at } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "some line\n".repeat(300) }] },
  ]).flat();
  Object.assign(steps.at(-1)?.content[0] ?? {}, { cache_control: { type: "ephemeral" } });
  const messages = [{ role: "user", content: first }, ...steps];
  return { model: "claude-sonnet-4-5", max_tokens: 9, ...(system === undefined ? {} : { system }), messages };
}

function sender(backend: Backend) {
  const session = createSessionState();
  return (body: object, now: number) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const locate = (step: number) => backend.locateSession(bytes, {}, step);
    const run = (asked: Policy, others: object) => backend.reduceBody(bytes, asked, others);
    const call = { locate, run, make: (asked: Policy, more: object) => run(asked, more).body, keeps: keepsThinking };
    return finishedNow(withSession(resolvePolicy(masksAlone()), { session, now }, { ...call, isSent: true })).report;
  };
}

describe.each(backends)("a conversation with a beginning that changes, %s", (_, backend) => {
  it.each(Object.keys(BEGINNINGS))("is continued: %s", (name) => {
    const beginning = BEGINNINGS[name] as Beginning;
    const send = sender(backend);
    const found = [];
    for (let n = 2; n < 16; n++) found.push(send(request(beginning, n, n), n * 1_000).cache.session);
    expect(found).toEqual(["new", ...Array.from({ length: 13 }, () => "continued")]);
  });

  it.each(Object.keys(BEGINNINGS))("has a dead cache after an hour, and masks what waits: %s", (name) => {
    const beginning = BEGINNINGS[name] as Beginning;
    const send = sender(backend);
    send(request(beginning, 1, 20), 0);
    const { cache, maskedCount } = send(request(beginning, 2, 21), 60 * MINUTE);
    expect([cache.session, cache.waitingCount, maskedCount]).toEqual(["dead-cache", 0, 13]);
  });

  it("finds the same facts as the other backend", () => {
    for (const beginning of Object.values(BEGINNINGS)) {
      const bytes = Buffer.from(JSON.stringify(request(beginning, 3, 4)));
      const keys = backends.map(([, one]) => conversationKey("t", one.locateSession(bytes, {}, 0)?.opening));
      expect(new Set(keys).size).toBe(1);
    }
    expect(backend.locateSession(Buffer.from("[]"), {}, 0)).toBeUndefined();
  });

  it("has its first step before anything was said, and is none where the client has results cleared", () => {
    const locate = (body: object) => backend.locateSession(Buffer.from(JSON.stringify(body)), {}, 1);
    for (const empty of [{ messages: [] }, { contents: [] }, { input: [] }]) expect(locate(empty)?.steps).toBe(1);
    const context_management = { edits: [{ type: "clear_tool_uses_20250919" }] };
    const asked = { model: "claude-fable-5-2", max_tokens: 9, messages: [{ role: "user", content: "go" }] };
    expect(locate(asked)?.steps).toBe(1);
    expect(locate({ ...asked, context_management })).toBeUndefined();
  });
});

describe("conversations are told apart", () => {
  const keyOf = (system: unknown, first: unknown, tenant?: string) =>
    conversationKey(tenant, [system, [{ role: "user", content: first }]]);
  const base = keyOf(AGENT, TASK);

  it.each<[string, string]>([
    ["by the user's words", keyOf(AGENT, "Tidy the invoice exporter")],
    ["by a number in them", keyOf(AGENT, `${TASK} 12`)],
    ["by the agent", keyOf("You are a quick agent.\nYou edit files and run tests.", TASK)],
    ["by a second block of the system prompt", keyOf(text(AGENT, "You search files."), TASK)],
    ["by the tenant", keyOf(AGENT, TASK, "acme")],
    ["by an image", keyOf(AGENT, [...text(TASK), { type: "image", source: { data: "AAAA" } }])],
    ["from one without a system prompt", keyOf(undefined, TASK)],
    ["from one without words", keyOf(AGENT, "")],
    [
      "from one in which the agent began",
      conversationKey(undefined, [
        AGENT,
        [
          { role: "assistant", content: "Hi" },
          { role: "user", content: TASK },
        ],
      ]),
    ],
  ])("%s", (_, other) => expect(other).not.toBe(base));

  it("by two numbers, two images, and words that look like a reminder's", () => {
    expect(keyOf(AGENT, "fix page 12")).not.toBe(keyOf(AGENT, "fix page 13"));
    const image = (data: string) => [{ type: "image", source: { data } }];
    expect(keyOf(AGENT, image("AAAA"))).not.toBe(keyOf(AGENT, image("AAAB")));
    const reminded = (words: string) => keyOf(AGENT, `<system-reminder>${words}</system-reminder>`);
    expect(reminded("tidy")).not.toBe(reminded("test"));
    expect(keyOf(AGENT, "<env>tidy")).not.toBe(keyOf(AGENT, "<env>test"));
  });

  it("by system messages among the messages, of whose texts only the beginning counts", () => {
    const chat = (system: string) =>
      conversationKey(undefined, [
        null,
        [
          { role: "system", content: system },
          { role: "user", content: TASK },
        ],
      ]);
    expect(chat(`${AGENT}\nToday is ${day(1)}`)).toBe(chat(`${AGENT}\nToday is ${day(2)}`));
    expect(chat(AGENT)).not.toBe(chat("You are a quick agent."));
    const gemini = (words: string) =>
      conversationKey(undefined, [{ parts: [{ text: AGENT }] }, [{ role: "user", parts: [{ text: words }] }]]);
    expect(gemini(`${reminder(1)}${TASK}`)).toBe(gemini(`${reminder(2)}${TASK}`));
    expect(gemini("a")).not.toBe(gemini("b"));
  });

  it.each(["<env>", "<env></env>", "1:", "a1 ", "0f", "jan 1 ", "?? a\n", "\n", "mon ", "-", "x-anthropic-"])(
    "in linear time, of %j many times",
    (part) => {
      const long = part.repeat(300_000);
      const started = performance.now();
      keyOf(long, long);
      expect(performance.now() - started).toBeLessThan(1_500);
    },
  );
});

describe.each(backends)("a first message of 3 MB with %s", (_, backend) => {
  const document = "a page of a document\n".repeat(150_000);
  const bodyOf = (turn: number, words = document) => {
    const marked = (at: number) => (turn === at ? { cache_control: { type: "ephemeral" } } : {});
    const first = [
      { type: "text", text: reminder(turn), ...marked(1) },
      { type: "text", text: words, ...marked(2) },
      { type: "text", text: TASK, ...marked(3) },
    ];
    return Buffer.from(JSON.stringify({ model: "m", messages: [{ role: "user", content: first }] }));
  };
  const keyOf = (body: Uint8Array) =>
    conversationKey(undefined, backend.locateSession(body, { wire: "anthropic" }, 0)?.opening);

  it("is known by its beginning, wherever the marker is and whatever the date", () => {
    const key = keyOf(bodyOf(0));
    expect([1, 2, 3].map((turn) => keyOf(bodyOf(turn)))).toEqual([key, key, key]);
    expect(keyOf(bodyOf(0, `other ${document}`))).not.toBe(key);
  });

  it("is not read as a whole", () => {
    const facts = backend.locateSession(bodyOf(0), { wire: "anthropic" }, 0);
    expect(JSON.stringify(facts?.opening).length).toBeLessThan(document.length / 2);
  });
});
