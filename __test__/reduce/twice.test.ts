import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { createSessionState } from "../../ts/contract/session-state.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { reduceBody } from "../../ts/reduce/reduce.js";
import { reduceToolOutput } from "../../ts/reduce/tool-output.js";
import { everyBackend } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";
import { readRecording, recordings } from "../support/recordings.js";

if (recordings === undefined)
  console.log("recordings that are reduced twice: skipped, TAMIS_SHARED names no folder with recordings");

type Message = Record<string, unknown>;

const LISTS: Record<string, string> = { gemini: "contents", "openai-responses": "input" };
const policy = resolvePolicy({});

/** The messages of each step of a request, which ends in front of the model's next message. */
function stepsOf(list: readonly Message[]): Message[][] {
  const isModel = (one: Message | undefined) =>
    ["assistant", "model"].includes(String(one?.role)) || ["function_call", "reasoning"].includes(String(one?.type));
  const ends = list.flatMap((one, at) => (at > 0 && isModel(one) && !isModel(list[at - 1]) ? [at] : []));
  return [...ends, list.length].map((end) => list.slice(0, end));
}

/** The outputs of a chat's tools as a hook writes them. */
const afterHook = (list: readonly Message[]): Message[] =>
  list.map((one) =>
    one.role === "tool" && typeof one.content === "string"
      ? { ...one, content: reduceToolOutput(one.content, { tool: "shell" }).text }
      : one,
  );

describe.runIf(recordings !== undefined)("a recording that is reduced again", () => {
  const all = recordings ?? [];

  it.each(everyBackend())(
    "stays as it is: %s, every preset",
    (_, backend) => {
      const changed: string[] = [];
      for (const preset of ["safe", "balanced", "strong"] as const) {
        const asked = resolvePolicy({ preset });
        for (const recording of all) {
          const { wire } = recording;
          const once = backend.reduceBody(readRecording(recording), asked, { wire });
          if (backend.reduceBody(once.body, asked, { wire }).changed) changed.push(`${preset}: ${recording.file}`);
        }
      }
      expect(changed).toEqual([]);
    },
    240_000,
  );

  it("stays as it is at every step of two gateways in series, also behind a hook", () => {
    const changed: string[] = [];
    let steps = 0;
    for (const recording of all.filter((_, at) => at % 8 === 0)) {
      const { wire } = recording;
      const key = LISTS[wire] ?? "messages";
      const request = JSON.parse(readRecording(recording).toString());
      const list = request[key] as Message[];
      const sessions = [createSessionState(), createSessionState()] as const;
      let now = 1e12;
      for (const messages of stepsOf(wire === "openai-chat" ? afterHook(list) : list)) {
        now += 20_000;
        steps++;
        const body = Buffer.from(JSON.stringify({ ...request, [key]: messages }));
        const once = reduceBody(body, policy, { wire, session: sessions[0], now });
        const twice = reduceBody(once.body, policy, { wire, session: sessions[1], now });
        if (twice.changed) changed.push(`${recording.file}, ${messages.length} messages`);
      }
    }
    expect(steps).toBeGreaterThan(700);
    expect(changed).toEqual([]);
  }, 240_000);
});

describe.each(everyBackend())("a call whose clipped result became a pointer: %s", (_, backend) => {
  it("gets its next result whole from the second gateway too", () => {
    const listing = (name: string) =>
      Array.from({ length: 200 }, (_, line) => `entry ${line} of ${name}, ${line * 7919} bytes`).join("\n");
    const results: [string, string][] = [
      ["/a", `run 4470 of the tool\n${listing("one")}`],
      ["/b", `run 4471 of the tool\n${listing("one")}`],
      ["/b", listing("two")],
    ];
    const messages = results.flatMap(([path, content], at): Message[] =>
      chatOf([{ calls: [{ id: `c${at}`, tool: "list", args: { path: `${path}` }, result: content }] }]),
    );
    const request = { model: "gpt-5.5", messages: [{ role: "user", content: "look" }, ...messages] };
    const once = backend.reduceBody(Buffer.from(JSON.stringify(request)), policy, { wire: "openai-chat" });
    const sent = JSON.parse(Buffer.from(once.body).toString()).messages as Message[];
    expect(sent[2]?.content).toContain("[clipped");
    expect(sent[4]?.content).toContain("[see above: ");
    expect(sent[6]?.content).toBe(listing("two"));
    expect(backend.reduceBody(once.body, policy, { wire: "openai-chat" }).changed).toBe(false);
  });
});

/** A chat of `turns` calls with long results; `mark` is in the result of the call number `marked`. */
function chat(turns: number, marked = -1, mark = ""): object {
  const calls = Array.from({ length: turns }, (_, at): Message[] => {
    const lines = Array.from({ length: 60 }, (_, line) => `${at * 1000 + line} of the listing that call ${at} made`);
    return chatOf([
      {
        calls: [
          {
            id: `c${at}`,
            tool: "list",
            args: { at: at },
            result: [...lines, ...(at === marked ? [mark] : [])].join("\n"),
          },
        ],
      },
    ]);
  });
  return { model: "claude-opus-4-5", messages: [{ role: "user", content: "go on" }, ...calls.flat()] };
}

describe.each(everyBackend())("a mark that came with the request: %s", (_, backend) => {
  const wire: Wire = "openai-chat";
  const reduce = (request: object) =>
    JSON.parse(Buffer.from(backend.reduceBody(Buffer.from(JSON.stringify(request)), policy, { wire }).body).toString())
      .messages as Message[];
  const edited = (request: { messages?: Message[] }) =>
    reduce(request).flatMap((one, at) => (one.content === request.messages?.[at]?.content ? [] : [at]));
  const POINTER = "[see above: lines 1-9 of src/a.ts]";

  it("keeps the results in front of it, and no more", () => {
    const [plain, marked] = [edited(chat(80)), edited(chat(80, 12, POINTER))];
    expect(plain).toContain(2);
    expect(marked.filter((at) => at <= 2 * 12)).toEqual([]);
    expect(marked.length).toBeGreaterThan(0);
    expect(edited(chat(80, 12, "Reference: See message #2 for lines 1–9 of c0"))).toEqual(plain);
  });

  it("takes back no move that was made before it came", () => {
    const before = reduce(chat(40));
    expect(reduce(chat(41, 40, POINTER)).slice(0, before.length)).toEqual(before);
  });
});
