import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../../ts/session/index.js";
import type { Act } from "../../support/upstream/upstream.js";
import { piped, startPiped, useModelServer } from "./run-chat.js";

const chat = useModelServer();
const { folder } = chat;
let count = 0;
const newFile = () => join(folder, `${count++}.db`);

const openai = (store: string, ...more: string[]) => [
  ...["--base-url", `${chat.server.url}/v1`, "--model", "m", "--store", store],
  ...more,
];

async function turnsIn(store: string): Promise<[string, string][]> {
  const opened = await openStore(store);
  const [info] = await opened.list();
  const turns = info === undefined ? [] : await opened.read(info.id);
  opened.close();
  return turns.map(({ role, content }) => [role, content]);
}

describe("tamis chat from a pipe", () => {
  it("answers each message with the whole conversation, and saves it", async () => {
    const store = newFile();
    chat.server.script([{ text: "First answer." }, { text: "Second answer." }]);
    const { status, stdout, stderr } = await piped(openai(store), "one\ntwo \\\nlines\n", {});
    expect([status, stdout, stderr]).toEqual([0, "First answer.\nSecond answer.\n", ""]);
    expect(chat.server.seen.map(({ path, body }) => [path, body.stream])).toEqual([
      ["/v1/chat/completions", true],
      ["/v1/chat/completions", true],
    ]);
    const said = [
      { role: "user", content: "one" },
      { role: "assistant", content: "First answer." },
      { role: "user", content: "two \nlines" },
    ];
    expect(chat.server.seen[1]?.body.messages).toEqual(said);
    expect(await turnsIn(store)).toHaveLength(4);
  });

  it("speaks Anthropic, with the system prompt and the key in the right places", async () => {
    chat.server.script([{ text: "Bonjour." }]);
    const args = [
      "--wire",
      "anthropic",
      "--base-url",
      chat.server.url,
      "--model",
      "c",
      "--no-store",
      "--system",
      "Be brief.",
    ];
    const { status, stdout, stderr } = await piped(args, "hello\n/stats\n", { env: { ANTHROPIC_API_KEY: "secret" } });
    expect([status, stdout]).toEqual([0, "Bonjour.\n"]);
    expect(chat.server.seen[0]).toMatchObject({
      path: "/v1/messages",
      body: { max_tokens: 4096, stream: true, system: "Be brief.", messages: [{ role: "user", content: "hello" }] },
    });
    expect(stderr).toContain("40 tokens in (30 from the cache), 8 out, 1 answer");
  });

  it("reads several lines between quotes, and two slashes as one", async () => {
    chat.server.script([{ text: "ok" }]);
    await piped(openai(newFile()), '"""\na\n\nb\n"""\n"""c"""\n//help\n"""open', {});
    const asked = chat.server.seen.map(({ body }) => body.messages.at(-1)?.content);
    expect(asked).toEqual(["a\n\nb", "c", "/help", "open"]);
  });

  it("runs commands", async () => {
    const store = newFile();
    const file = join(folder, "export.json");
    chat.server.script([{ text: "An answer about whetstones." }]);
    const lines = [
      ...["/help", "a question", "/stats", `/export ${file}`, "/save before", "/clear", "/stats", "fresh"],
      ...[`/import ${file}`, "/undo", "/load before", "/sessions", "/sessions whetstone", "/sessions name now"],
      ...[
        "/model other",
        "again",
        "/reduce",
        "/sessions delete now",
        "/bogus",
        "/export",
        "/load nobody",
        "/quit",
        "never",
      ],
    ];
    const { stderr } = await piped(openai(store), `${lines.join("\n")}\n`);
    for (const text of [
      "/import FILE [--replace]",
      "2 (2 entries)",
      "unknown: no price for this model",
      `Exported 2 turns to ${file}`,
      'Saved 2 turns as "before"',
      "Cleared.",
      "0 (0 entries)",
      "Imported 2 turns from an export.",
      "Taken back: a question",
      "Loaded 2 turns of before.",
      "An answer about whetstones.",
      "This session is now called now.",
      "Model: other",
      "There is nothing to reduce",
      "session now is in use by process",
      "There is no /bogus",
      "Which file?",
      "there is no session",
    ]) {
      expect(stderr).toContain(text);
    }
    // Cleared: the next message started fresh.
    expect(chat.server.seen[1]?.body.messages).toEqual([{ role: "user", content: "fresh" }]);
    expect(chat.server.seen[2]?.body).toMatchObject({ model: "other", messages: [{}, {}, { content: "again" }] });
    expect(chat.server.seen).toHaveLength(3);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("continues a session by name", async () => {
    const store = newFile();
    chat.server.script([{ text: "noted" }]);
    await piped(openai(store, "--session", "notes"), "remember this\n");
    const { stderr } = await piped(openai(store, "--session", "notes"), "what was it?\n");
    expect(stderr).toContain("Going on with 2 turns.");
    expect(chat.server.seen.at(-1)?.body.messages).toHaveLength(3);
  });

  it("warns at the limit, trims, and says so, without colours in a pipe", async () => {
    chat.server.script([{ text: "x".repeat(1200) }]);
    const args = openai(newFile(), "--max-tokens", "2000");
    const { stderr } = await piped(args, Array.from({ length: 40 }, (_, at) => `question ${at}`).join("\n"));
    expect(stderr).toContain(
      "Context at 80% capacity. Consider /clear or /save.\nOlder turns are trimmed before the next prompt",
    );
    expect(stderr).toContain("Context trimmed. Kept first 2 and last 10 turns.");
    expect(stderr).not.toContain("\u001b");
  });

  it("saves raw requests if asked, for their owner alone", async () => {
    const record = join(folder, "record");
    chat.server.script([{ text: "ok" }]);
    await piped(openai(newFile(), "--record", record), "one\ntwo\n");
    await piped(openai(newFile(), "--record", record), "three\n");
    expect(readdirSync(record)).toEqual(["0001.json", "0002.json", "0003.json"]);
    expect(statSync(join(record, "0001.json")).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(record, "0003.json"), "utf8")).messages).toEqual([
      { role: "user", content: "three" },
    ]);
  });

  it("ends by Ctrl-C and keeps the session", async () => {
    const store = newFile();
    chat.server.script([{ pause: "half an answer, and more" }]);
    const run = startPiped(openai(store));
    run.write("question\n");
    await run.waitFor("half an");
    run.kill("SIGINT");
    await run.exit;
    expect(await turnsIn(store)).toEqual([
      ["user", "question"],
      ["assistant", "half an answ"],
    ]);
  });
});

describe("an endpoint", () => {
  it.each([
    ["none", [], "tamis: no endpoint: give --model NAME and --base-url URL"],
    ["no model", ["--base-url", "http://127.0.0.1:9"], "tamis: no model: give --model NAME"],
  ])("explains in one line how to give a missing endpoint (%s)", async (_, args, text) => {
    const { status, stderr } = await piped(args as string[], "hello\n");
    expect(status).toBe(2);
    expect(stderr).toContain(text);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("reports 401, 404, 429, 500, nonsense and cuts in a clear line, loses nothing, and asks again on an empty line", async () => {
    const store = newFile();
    const acts: [Act, string][] = [
      [{ status: 401 }, "401, the endpoint refuses the key; set OPENAI_API_KEY: scripted 401"],
      [{ status: 404 }, "404, there is nothing at this address, or no such model; check --base-url and --model"],
      [{ status: 429, headers: { "retry-after": "7" } }, "429, too many requests; wait a little (it asks to wait 7 s)"],
      [{ status: 500 }, "500, the endpoint has failed: scripted 500"],
      [{ body: "<html>" }, "the endpoint answered something that is no answer"],
      [{ cut: "at once" }, "the connection was cut"],
    ];
    chat.server.script([...acts.map(([act]) => act), { text: "now it works" }]);
    const { status, stdout, stderr } = await piped(openai(store), `question\n${"\n".repeat(acts.length)}`);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(acts.length);
    for (const [at, [, text]] of acts.entries()) {
      expect(lines[at]).toContain("No answer: ");
      expect(lines[at]).toContain(text);
      expect(lines[at]).toContain("Your message is kept; an empty line sends it again.");
    }
    expect([status, stdout]).toEqual([1, "now it works\n"]);
    expect(await turnsIn(store)).toEqual([
      ["user", "question"],
      ["assistant", "now it works"],
    ]);
  });

  it("keeps what came of a stream that is cut, lacks its end, or reports an error", async () => {
    const store = newFile();
    chat.server.script([
      { cut: "halfway" },
      { unfinished: "all but the end" },
      { errorEvent: "server_error" },
      { text: "fine" },
    ]);
    const { stderr } = await piped(openai(store), "a\nb\nc\nd\n");
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringContaining("the connection was cut in the middle of the answer. What came is kept."),
      "Not a whole answer: the answer broke off. What came is kept.",
      expect.stringContaining("the endpoint reports: scripted. What came is kept."),
    ]);
    const said = (await turnsIn(store)).map(([, content]) => content);
    expect(said).toEqual(["a", "half ", "b", "all but the end", "c", "half ", "d", "fine"]);
  });

  it("gives a slow endpoint up after the time limit", async () => {
    chat.server.script([{ hang: true }]);
    const { stderr } = await piped(openai(newFile(), "--timeout", "0.3"), "question\n");
    expect(stderr).toContain("nothing came for 0.3 s; --timeout sets another limit");
  });

  it("reports an endpoint that is down", async () => {
    const closed = createServer();
    const port = await new Promise<number>((resolve) => {
      closed.listen(0, "127.0.0.1", () => resolve((closed.address() as { port: number }).port));
    });
    await new Promise((done) => closed.close(done));
    const args = ["--base-url", `http://127.0.0.1:${port}/v1`, "--model", "m", "--no-store"];
    expect((await piped(args, "question\n")).stderr).toContain(
      `cannot reach 127.0.0.1:${port}: no server listens there`,
    );
  });

  it("never sends the key to another address", async () => {
    chat.server.script([{ status: 302, headers: { location: `${chat.server.url}/elsewhere` } }]);
    const { stderr } = await piped(openai(newFile()), "question\n", { env: { OPENAI_API_KEY: "secret" } });
    expect(stderr).toContain("No answer:");
    expect(chat.server.seen).toHaveLength(1);
  });
});

describe("a store", () => {
  it("reports an unusable store, and starts nothing", async () => {
    const file = newFile();
    writeFileSync(file, "something else entirely, ".repeat(10));
    const { status, stderr } = await piped(openai(file), "question\n");
    expect([status, stderr]).toEqual([1, expect.stringContaining("STORE_UNUSABLE")]);
  });

  it("reports a session that another process has", async () => {
    const store = newFile();
    chat.server.script([{ pause: "half an answer, and more" }]);
    const first = startPiped(openai(store, "--session", "notes"));
    first.write("question\n");
    await first.waitFor("half an");
    const { status, stderr } = await piped(openai(store, "--session", "notes"), "me too\n");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/session notes is in use by process \d+/)]);
    first.kill("SIGKILL");
    await first.exit;
    chat.server.script([{ text: "yes" }]);
    const { stdout } = await piped(openai(store, "--session", "notes"), "me now\n");
    expect(stdout).toBe("yes\n");
    // Killed in the middle of the answer: the message is there.
    expect((await turnsIn(store))[0]).toEqual(["user", "question"]);
  });
});

it("tamis chat refuses a named session without a store, and sends nothing", async () => {
  const args = ["--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--no-store", "--session", "notes"];
  const { status, stdout, stderr } = await piped(args, "hi\n");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toBe("tamis: --session notes needs a store. This chat is kept in memory only (--no-store).\n");
});
