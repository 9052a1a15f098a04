import { describe, expect, it } from "vitest";
import { reduceBody } from "../../ts/index.js";
import { CallWatch } from "../../ts/ledger/index.js";

type Json = Record<string, unknown>;

const reads = (id: string, path: string, more: Json = {}): Json[] => [
  { role: "assistant", content: [{ type: "tool_use", id, name: "Read", input: { file_path: path, ...more } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "a line of text\n".repeat(200) }] },
];
const runs = (id: string, command: string, isError = false): Json[] => [
  { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { command, description: id } }] },
  {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: id, content: "done", ...(isError ? { is_error: true } : {}) }],
  },
];
const START = { role: "user", content: "Fix it." };
const POLICY = {
  mask: { windowTurns: 1 },
  cache: { strategy: "every-turn" },
  experimental: { mask: { workingSetFiles: 1 } },
} as const;

/** Sees the request of these messages, reduced by the policy. */
function see(watch: CallWatch, messages: readonly Json[], session = "s") {
  const body = Buffer.from(JSON.stringify({ model: "m", max_tokens: 1, messages }));
  const { report } = reduceBody(body, POLICY, { wire: "anthropic" });
  return watch.see({ body, decisions: report.decisions }, "anthropic", session);
}

describe("the calls of a conversation", () => {
  it("are told without the hash of a result, which costs as much as reading it", () => {
    let hashed = 0;
    const messages = [START, ...reads("a", "/a"), ...reads("b", "/b"), ...reads("c", "/c")];
    const body = Buffer.from(JSON.stringify({ model: "m", max_tokens: 1, messages }));
    const { report } = reduceBody(body, POLICY, { wire: "anthropic" });
    const decisions = report.decisions.map((decision) => {
      const { hash: _, ...rest } = { hash: undefined, ...decision };
      return Object.defineProperty(rest, "hash", { enumerable: true, get: () => String(++hashed) });
    });
    expect(new CallWatch().see({ body, decisions }, "anthropic", "s")?.results.length).toBeGreaterThan(0);
    expect(hashed).toBe(0);
  });

  it("are new ones once, and a call with the same arguments repeats an earlier one", () => {
    const watch = new CallWatch();
    const first = [START, ...runs("a", "npm test"), ...runs("b", "npm test")];
    expect(see(watch, first)).toMatchObject({ calls: 2, repeats: 1, rereads: 0, prompts: 1 });
    expect(see(watch, first)).toMatchObject({ calls: 0, repeats: 0, prompts: 0 });
  });

  it("are edits where they quote a file, and failed ones where the tool did not find the text", () => {
    const edit = (id: string, content: string): Json[] => [
      {
        role: "assistant",
        content: [{ type: "tool_use", id, name: "Edit", input: { file_path: "a", old_string: "x", new_string: "y" } }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, content, is_error: content.includes("error") }],
      },
    ];
    const watch = new CallWatch();
    const missed = "<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>";
    const first = [START, ...edit("a", "The file a has been updated."), ...edit("b", missed), ...runs("c", "cat a")];
    expect(see(watch, first)).toMatchObject({ calls: 3, edits: 2, failedEdits: 1 });
    expect(see(watch, [...first, ...edit("d", "<tool_use_error>User said no</tool_use_error>")])).toMatchObject({
      edits: 1,
      failedEdits: 0,
    });
  });

  it("imitate where their own arguments have the mark of shortened ones, each counted once", () => {
    const watch = new CallWatch();
    const mark = "[argument shortened: 312 chars left out; mentions: src/a.ts]";
    const first = [START, ...runs("a", "npm test"), ...runs("b", `echo ${mark}`), ...runs("c", `cat << ${mark}`, true)];
    expect(see(watch, first)).toMatchObject({ calls: 3, imitations: 2 });
    expect(see(watch, first)).toMatchObject({ calls: 0, imitations: 0 });
    const asText = [...first, { role: "user", content: `what is ${mark}?` }, ...runs("d", "argument shortened: 3")];
    expect(see(watch, asText)).toMatchObject({ calls: 1, imitations: 0 });
  });

  it("read again what is gone, and the rule that removed it is named", () => {
    const watch = new CallWatch();
    const first = [START, ...reads("a", "src/x.ts"), ...reads("b", "src/y.ts")];
    const gone = { call: "a", tool: "Read", action: "mask", reason: "window" };
    expect(see(watch, first)?.results).toMatchObject([{ kind: "reduced", ...gone, charsBefore: 3_000 }]);
    const seen = see(watch, [...first, ...reads("c", "src/x.ts")]);
    expect(seen).toMatchObject({ calls: 1, repeats: 1, rereads: 1 });
    expect(seen?.results).toMatchObject([
      { kind: "reread", ...gone, later: "c" },
      { kind: "reduced", call: "b" },
    ]);
  });

  it("take a fresh look where something may have changed since: a command after another or an edit, a file that was edited", () => {
    const edit = (id: string, path: string): Json[] => [
      {
        role: "assistant",
        content: [{ type: "tool_use", id, name: "Edit", input: { file_path: path, old_string: "x", new_string: "y" } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "The file has been updated." }] },
    ];
    const long = (id: string, command: string) => {
      const [call, result] = runs(id, command);
      return [
        call,
        { ...result, content: [{ type: "tool_result", tool_use_id: id, content: "M src/x.ts\n".repeat(200) }] },
      ] as Json[];
    };
    const around = (command: string, ...calls: Json[][]) => {
      const watch = new CallWatch();
      const first = [
        START,
        ...long("a", command),
        ...reads("r", "src/y.ts"),
        ...reads("s", "src/z.ts"),
        ...reads("t", "src/u.ts"),
      ];
      see(watch, first);
      return see(watch, [...first, ...calls.flat(), ...long("z", command), ...reads("w", "src/y.ts")]);
    };
    const between = (...calls: Json[][]) => around("npm run lint", ...calls);
    expect(between()).toMatchObject({ repeats: 2, rereads: 2 });
    expect(between(edit("e", "src/x.ts"))).toMatchObject({ repeats: 2, rereads: 1 });
    expect(between(runs("b", "npm test"))).toMatchObject({ repeats: 2, rereads: 1 });
    expect(between(edit("e", "src/y.ts"))).toMatchObject({ repeats: 2, rereads: 0 });
    // While the user thinks, anything may change; a file that the agent reads again has its own edits alone.
    expect(between([{ role: "user", content: "And now?" }])).toMatchObject({ repeats: 2, rereads: 1 });
    // Where a command asks how things stand now, each answer is a new one.
    for (const now of ["git status", "cd /w && git -C sub --no-pager status --short | head -20"])
      expect([now, around(now)]).toMatchObject([now, { repeats: 2, rereads: 1 }]);
    for (const other of ["git log && git status", "git show HEAD:status"])
      expect([other, around(other)]).toMatchObject([other, { repeats: 2, rereads: 2 }]);
  });

  it("do not read again where they ask for other lines, or for what is still there", () => {
    const watch = new CallWatch();
    const first = [START, ...reads("a", "src/x.ts", { offset: 1, limit: 50 }), ...reads("b", "src/y.ts")];
    see(watch, first);
    const more = [...first, ...reads("c", "src/x.ts", { offset: 51, limit: 50 }), ...reads("d", "src/y.ts")];
    expect(see(watch, more)).toMatchObject({ calls: 2, repeats: 1, rereads: 0 });
  });

  it("read again what is gone where they read the file of its original, by whatever tool", () => {
    const file = `/cache/originals/${"0a".repeat(16)}.txt`;
    const watch = new CallWatch(({ callId }) => (callId === "a" ? file : undefined));
    const first = [START, ...reads("a", "src/x.ts"), ...reads("b", "src/y.ts")];
    expect(see(watch, first)?.results).toMatchObject([{ kind: "reduced", call: "a", original: file }]);
    const read = [
      ...first,
      ...runs("c", `sed -n 1,40p ${file}`),
      ...reads("d", `/cache/originals/${"1b".repeat(16)}.txt`),
    ];
    const seen = see(watch, read);
    expect(seen).toMatchObject({ calls: 2, repeats: 0, rereads: 1 });
    expect(seen?.results[0]).toMatchObject({ kind: "reread", call: "a", reason: "window", original: file, later: "c" });
    const again = see(watch, [...read, ...reads("e", file)]);
    expect(again).toMatchObject({ calls: 1, rereads: 1 });
    expect(again?.results[0]).toMatchObject({ kind: "reread", call: "a", later: "e" });
  });

  it("of another conversation are none of the files of this one", () => {
    const file = `/cache/originals/${"0a".repeat(16)}.txt`;
    const watch = new CallWatch(() => file);
    see(watch, [START, ...reads("a", "src/x.ts"), ...reads("b", "src/y.ts")]);
    const other = { role: "user", content: "Something else." };
    expect(see(watch, [other, ...reads("a", file)])).toMatchObject({ calls: 1, rereads: 0 });
  });

  it("are retries after an error of the same tool", () => {
    const failed = [START, ...runs("a", "npm test", true), ...runs("b", "npm run test")];
    expect(see(new CallWatch(), failed)).toMatchObject({ calls: 2, retries: 1 });
  });

  it("count the user's words, and not those beside results", () => {
    const watch = new CallWatch();
    const first = [START, ...runs("a", "ls"), { role: "assistant", content: "Done." }];
    see(watch, first);
    expect(see(watch, [...first, { role: "user", content: "Now the docs." }])).toMatchObject({ calls: 0, prompts: 1 });
  });

  it("belong to one of a session's conversations", () => {
    const watch = new CallWatch();
    const one = see(watch, [START, ...runs("a", "ls")]);
    const marked = { role: "user", content: [{ type: "text", text: "Other", cache_control: { type: "ephemeral" } }] };
    const plain = { role: "user", content: [{ type: "text", text: "Other" }] };
    const two = see(watch, [marked, ...runs("b", "ls")]);
    const same = see(watch, [plain, ...runs("b", "ls"), ...runs("c", "ls")]);
    expect([one?.conversation === two?.conversation, two?.conversation === same?.conversation]).toEqual([false, true]);
    expect(same).toMatchObject({ calls: 1, repeats: 1 });
  });

  it("of a history that has become shorter are not counted again", () => {
    const watch = new CallWatch();
    see(watch, [START, ...runs("a", "ls"), ...runs("b", "ls -l")]);
    expect(see(watch, [START, ...runs("a", "ls")])).toMatchObject({ calls: 0 });
    expect(see(watch, [START, ...runs("a", "ls"), ...runs("c", "pwd")])).toMatchObject({ calls: 1 });
  });

  it("are none of what is no conversation", () => {
    const body = Buffer.from("[1]");
    expect(new CallWatch().see({ body, decisions: [] }, "anthropic", undefined)).toBeUndefined();
  });
});
