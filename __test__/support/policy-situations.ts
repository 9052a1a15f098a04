// Policies and requests in which every key of a policy matters somewhere.

import { factsOf } from "../../ts/models/facts.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { chatOf, type Turn } from "./on-wire.js";
import { written } from "./written.js";

const { row } = factsOf({ model: "claude-sonnet-4-5" });
/** A row of the caller's: reading costs as much as writing, so every result is masked at once. */
const FREE_MOVES = { ...row, names: [...row.names], cache: { ...row.cache, read: 1.25 } };

/** Arguments of calls that are shortened in any of the bodies with long ones. */
const ARGS = { maxChars: 300, digest: { maxChars: 60, ratio: 0.2 } } as const;

/** Policies to change one key of. */
export const SITUATIONS: readonly PolicyInput[] = [
  {},
  written({
    mask: { windowTurns: 8, minChars: 10, media: "mask", keepImages: 1 },
    cache: { strategy: "every-turn" },
  }),
  { mask: { windowTurns: 2, minChars: 10 }, cache: { strategy: "every-turn" } },
  written({
    mask: {
      windowTurns: 2,
      minChars: 10,
      tools: { "*": { never: false, keepLastK: null } },
      maxObservationChars: 400,
    },
    cache: { strategy: "every-turn" },
    pin: [{ text: "needle", role: "tool" }],
  }),
  written({
    mask: { windowTurns: 2, minChars: 10, digest: { maxChars: 300, ratio: 0.5 } },
    cache: { strategy: "every-turn" },
  }),
  written({ mask: { windowTurns: 2, minChars: 10, keepErrorsMaxChars: 200 }, cache: { strategy: "every-turn" } }),
  { mask: { windowTurns: 2, minChars: 10 }, models: [FREE_MOVES] },
  written({ mask: { windowTurns: 2, minChars: 10 }, cache: { strategy: "rent", prices: { read: 0.1, write: 1 } } }),
  written({
    mask: { windowTurns: 2, minChars: 10 },
    cache: { strategy: "rent", rent: 1000, prices: { read: 0.1, write: 1 } },
    budget: { tokens: 3000 },
  }),
  written({
    mask: { windowTurns: 2, minChars: 10 },
    cache: { strategy: "rent", rent: 1000, prices: { read: 0.1, write: 1 } },
    budget: { fraction: 0.01, model: "gpt-4" },
  }),
  written({
    mask: { windowTurns: 2, minChars: 10 },
    cache: { strategy: "every-turn" },
    restore: { handles: true, key: "a key of the tests" },
  }),
  written({
    mask: { windowTurns: 2, minChars: 10 },
    cache: { strategy: "every-turn" },
    restore: { handles: true, key: "a key of the tests", folder: "/x/originals" },
  }),
  {
    mask: { windowTurns: 2, minChars: 10 },
    cache: { strategy: "every-turn" },
  },
  written({ mask: { windowTurns: 2 }, cache: { strategy: "every-turn" }, args: ARGS }),
  written({ preset: "none", tools: { schema: true, maxDescriptionChars: 100, defer: ["shot"] } }),
  written({ mask: { windowTurns: 2 }, cache: { strategy: "every-turn" }, args: { ...ARGS, tools: ["w*"] } }),
  written({
    mask: { windowTurns: 2, minChars: 10, media: "mask" },
    cache: { strategy: "every-turn" },
  }),
];

const TURNS = 24;
const DISPATCH = `BEGIN_DISPATCH_RESULT {"status":"${"ok ".repeat(40)}"}\nEND_DISPATCH_RESULT`;

/** Results of all kinds: plain, an error, one with a dispatch block, one with the needle. */
function resultOf(turn: number): string {
  const text = `result ${turn} of a tool that was called\n`.repeat(12);
  if (turn % 5 === 1) return `Error: no such file ${turn}\n${text}`;
  if (turn % 5 === 2) return `${DISPATCH}\n${text}`;
  if (turn % 5 === 3) return `${text}needle\n${text}`;
  return text;
}

const nameOf = (turn: number) => (turn % 3 === 0 ? "grep" : "read");

/** A call, numbered by its turn. */
const calling = (turn: number, result: string, tool = nameOf(turn), args: object = {}): Turn => ({
  calls: [{ id: `c${turn}`, tool, args, result }],
});
const bodyOf = (model: string, turns: readonly Turn[]) =>
  Buffer.from(JSON.stringify({ model, messages: chatOf(turns) }));

function chatBody(model: string, isOpen: boolean): Buffer {
  const turns = Array.from({ length: TURNS }, (_, turn) => calling(turn, resultOf(turn)));
  const asked = isOpen ? [] : [{ say: "done" }, { user: "and \ud800 now" }];
  return bodyOf(model, [{ user: "needle: do it" }, ...turns, ...asked]);
}

/** With breakpoints of the client's, and images among the results and of the user's own. */
function anthropicBody(model: string): Buffer {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
  const messages = Array.from({ length: TURNS }, (_, turn) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${turn}`, name: nameOf(turn), input: {} }] },
    { role: "user", content: [toolResult(turn, turn % 4 === 0 ? [image] : [])] },
  ]).flat();
  const photo = { ...image, source: { ...image.source, data: "iVBORw0KGgo".repeat(20) } };
  const asked = { role: "user", content: [{ type: "text", text: "go" }, photo] };
  const body = { model, max_tokens: 9, messages: [asked, ...messages] };
  return Buffer.from(JSON.stringify(body));
}

function toolResult(turn: number, media: readonly object[]) {
  const content = [{ type: "text", text: resultOf(turn) }, ...media];
  const isMarked = turn === TURNS / 2;
  const marker = isMarked ? { cache_control: { type: "ephemeral" } } : {};
  return { type: "tool_result", tool_use_id: `t${turn}`, content, ...marker };
}

/** With thinking of a closed loop, on a model that bills it. */
function thinkingBody(model: string): Buffer {
  const { messages } = JSON.parse(anthropicBody(model).toString());
  const thinking = { type: "thinking", thinking: "so ".repeat(90), signature: "S" };
  messages[1].content.unshift(thinking);
  messages.push({ role: "assistant", content: [{ type: "text", text: "done" }] }, { role: "user", content: "and now" });
  return Buffer.from(JSON.stringify({ model, max_tokens: 9, messages }));
}

/** Results for which each kind of arrival has a smaller form. */
function arrivalBody(model: string): Buffer {
  const numbered = Array.from({ length: 30 }, (_, at) => `${String(at + 1).padStart(6)}→a line of the file`).join("\n");
  const texts = [
    "\u001b[31mred\u001b[0m  \n10 %\r20 %\rdone",
    JSON.stringify({ list: [1, 2, 3], name: "value" }, null, 4),
    Array.from({ length: 9 }, (_, at) => `src/some/folder/file.ts:${at}:const x`).join("\n"),
    `start\n${"the same line\n".repeat(30)}end`,
    Array.from({ length: 30 }, (_, at) => `request ${at} took ${at * 7} ms`).join("\n"),
    `x${"y".repeat(5000)}\nend`,
    "some words of a line that is long enough\n".repeat(3) +
      Array.from({ length: 900 }, (_, at) => `word${at} ${at % 7 === 0 ? "odd" : "even"}`).join("\n"),
  ];
  const turns = [...texts, numbered, numbered].map((text, turn) => calling(turn, text, turn >= 7 ? "Read" : "make"));
  return bodyOf(model, [{ user: "go" }, ...turns]);
}

/** With files that were written, before and after the user's last words. */
function writingBody(model: string): Buffer {
  const turns = Array.from({ length: 9 }, (_, turn) => [
    ...(turn === 4 ? [{ user: "go on" }] : []),
    calling(turn, "ok", turn % 2 === 0 ? "write" : "edit", { path: "a", text: writtenText(turn) }),
  ]);
  return bodyOf(model, [{ user: "write" }, ...turns.flat()]);
}

const writtenText = (turn: number) =>
  Array.from({ length: 60 }, (_, at) => `import x from "src/file${turn}_${at}.ts";`).join("\n");

/** With a file that is read again, and an answer that it is as it was. */
function readingBody(model: string): Buffer {
  const texts = [resultOf(0), resultOf(3), resultOf(5), "as before", resultOf(8)];
  const isRead = (turn: number) => turn === 0 || turn === 3;
  const turns = texts.map((text, turn) =>
    isRead(turn) ? calling(turn, text, "Read", { path: "a.ts" }) : calling(turn, text),
  );
  return bodyOf(model, [{ user: "read" }, ...turns]);
}

/** With pictures alone as results, and a file that is written after it was read. */
function picturesBody(model: string): Buffer {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo".repeat(90) } };
  const results = [[{ type: "text", text: resultOf(0) }], [image], [image], [{ type: "text", text: "written" }]];
  const names = ["Read", "shot", "shot", "Edit"];
  const turns = results.map((content, turn) => [
    {
      role: "assistant",
      content: [{ type: "tool_use", id: `t${turn}`, name: names[turn], input: { file_path: "a.ts" } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${turn}`, content }] },
  ]);
  const end = [{ role: "assistant", content: [{ type: "tool_use", id: "t9", name: "ls", input: {} }] }];
  const messages = [{ role: "user", content: "go" }, ...turns.flat(), ...end];
  const last = { role: "user", content: [{ type: "tool_result", tool_use_id: "t9", content: "a.ts" }] };
  const schema = { $schema: "s", type: "object", properties: {} };
  const shot = { name: "shot", description: "Takes a picture of it. ".repeat(20), input_schema: schema };
  const tools = [shot, { name: "ls", input_schema: schema }];
  return Buffer.from(JSON.stringify({ model, max_tokens: 9, tools, messages: [...messages, last] }));
}

export const BODIES: readonly Uint8Array[] = [
  picturesBody("claude-sonnet-4-5"),
  readingBody("gpt-4o"),
  writingBody("gpt-4o"),
  arrivalBody("gpt-4o"),
  chatBody("gpt-4o", true),
  chatBody("gpt-4", false),
  anthropicBody("claude-sonnet-4-5"),
  anthropicBody("deepseek-v4-pro"),
  thinkingBody("claude-opus-4-6"),
];
