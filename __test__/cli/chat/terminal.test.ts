import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ContextSession, openStore } from "../../../ts/session/index.js";
import { estimateTokens } from "../../../ts/tokens/index.js";
import { noTerminal, startTerminal, type TerminalRun, useModelServer } from "./run-chat.js";

const missing = noTerminal();
if (missing !== undefined) console.log(`chat on a terminal: not tested, ${missing}`);

describe.skipIf(missing !== undefined)("tamis chat on a terminal", () => {
  const chat = useModelServer();
  const { folder } = chat;
  const runs: TerminalRun[] = [];
  let count = 0;
  afterAll(() => {
    for (const run of runs) run.kill("SIGKILL");
  });

  async function start(more: string[] = [], env: Record<string, string> = {}): Promise<TerminalRun> {
    const store = join(folder, `${count++}.db`);
    const args = ["--base-url", `${chat.server.url}/v1`, "--model", "m", "--store", store, ...more];
    const run = startTerminal(args, { env });
    runs.push(run);
    await run.waitFor("/help lists the commands.");
    await run.waitFor("> ");
    return run;
  }

  it("greets, answers, runs commands, and leaves by /quit", async () => {
    chat.server.script([{ text: "Hello from the script." }]);
    const run = await start();
    run.write("hi\r");
    await run.waitFor("Hello from the script.");
    await run.waitFor("> ");
    run.write("/stats\r");
    await run.waitFor("2 (2 entries)");
    run.write("/quit\r");
    expect(await run.exit).toBe(0);
  });

  it("stops an answer by Ctrl-C, keeps the part that came, and continues", async () => {
    chat.server.script([{ pause: "half of an answer that never ends" }, { text: "And on we go." }]);
    const run = await start();
    run.write("question\r");
    await run.waitFor("half of an");
    run.write("\u0003");
    await run.waitFor("Stopped. What came is kept.");
    await run.waitFor("> ");
    run.write("more\r");
    await run.waitFor("And on we go.");
    expect(chat.server.seen[1]?.body.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    run.write("\u0004");
    expect(await run.exit).toBe(0);
  });

  it("stops an answer that has not begun, and sends the message again on an empty line", async () => {
    chat.server.script([{ hang: true }, { text: "There you are." }]);
    const run = await start();
    run.write("question\r");
    while (chat.server.seen.length === 0) await new Promise((done) => setTimeout(done, 10));
    run.write("\u0003");
    await run.waitFor("Stopped. Your message is kept; an empty line sends it again.");
    run.write("\r");
    await run.waitFor("There you are.");
    expect(chat.server.seen[1]?.body.messages).toEqual([{ role: "user", content: "question" }]);
  });

  it("leaves an answer as it is when the window is resized, and draws its line again behind it", async () => {
    chat.server.script([{ pause: "half of an answer that never ends" }, { text: "ok" }]);
    const run = await start();
    run.write("question\r");
    await run.waitFor("half of an");
    const before = run.raw.length;
    await run.resize(60, 20);
    await run.resize(90, 30);
    await new Promise((done) => setTimeout(done, 300));
    expect(run.raw.slice(before)).toBe("");
    run.write("\u0003");
    await run.waitFor("Stopped.");
    await run.waitFor("> ");
    const prompt = run.raw.length;
    await run.resize(70, 20);
    await expect.poll(() => run.raw.slice(prompt)).toContain("> ");
  });

  it("clears a line by Ctrl-C, and leaves by two of them", async () => {
    chat.server.script([{ text: "ok" }]);
    const run = await start();
    run.write("half a line");
    await run.waitFor("half a line");
    run.write("\u0003");
    await run.waitFor("> ");
    run.write("whole\r");
    await run.waitFor("ok");
    expect(chat.server.seen[0]?.body.messages).toEqual([{ role: "user", content: "whole" }]);
    await run.waitFor("> ");
    run.write("\u0003");
    await run.waitFor("Once more, /quit or Ctrl-D leaves.");
    run.write("\u0003");
    expect(await run.exit).toBe(0);
  });

  it("remembers messages, completes commands and names of sessions, and takes several lines", async () => {
    chat.server.script([{ text: "ok" }]);
    const run = await start();
    run.write("first message\r");
    await run.waitFor("ok");
    await run.waitFor("> ");
    run.write("\u001b[A\r");
    await run.waitFor("ok");
    expect(chat.server.seen[1]?.body.messages.at(-1)?.content).toBe("first message");
    await run.waitFor("> ");
    // What comes in one piece is taken for pasted text, which is not completed.
    run.write("/sav");
    await run.waitFor("/sav");
    run.write("\t");
    await run.waitFor("e ");
    run.write("mark\r");
    await run.waitFor('Saved 4 turns as "mark"');
    await run.waitFor("> ");
    run.write("/load ma");
    await run.waitFor("/load ma");
    run.write("\t");
    await run.waitFor("rk");
    run.write("\r");
    await run.waitFor("Loaded 4 turns of mark.");
    await run.waitFor("> ");
    run.write('"""\rtwo\r');
    await run.waitFor("… ");
    run.write('lines\r"""\r');
    await run.waitFor("ok");
    expect(chat.server.seen[2]?.body.messages.at(-1)?.content).toBe("two\nlines");
  });

  it("takes a paste of several lines as one message, with its blank lines, when Enter is typed", async () => {
    chat.server.script([{ text: "read" }]);
    const run = await start();
    run.write("\u001b[200~/quit is not meant\r\rthird line\u001b[201~");
    await run.waitFor("[paste 1: 3 lines]");
    run.write(" and more");
    await run.waitFor("and more");
    expect(chat.server.seen).toEqual([]);
    run.write("\r");
    await run.waitFor("read");
    expect(chat.server.seen.map(({ body }) => body.messages)).toEqual([
      [{ role: "user", content: "/quit is not meant\n\nthird line and more" }],
    ]);
    await run.waitFor("> ");
    run.write("\u0004");
    expect(await run.exit).toBe(0);
    expect(run.raw).toContain("\u001b[?2004h");
    expect(run.raw).toContain("\u001b[?2004l");
  });

  it("shows where a session stopped, and history without control characters", async () => {
    const store = join(folder, "stopped.db");
    const sessions = await openStore(store);
    const session = new ContextSession({ maxTokens: 1000 });
    await session.save(sessions, { name: "notes" });
    await session.addTurn({ role: "user", content: "a plain question" });
    await session.addTurn({ role: "assistant", content: "an answer" });
    await session.addTurn({ role: "user", content: "evil \u001b]0;owned\u0007" });
    await session.close();
    sessions.close();
    const run = startTerminal([
      "--base-url",
      `${chat.server.url}/v1`,
      "--model",
      "m",
      "--store",
      store,
      "--session",
      "notes",
    ]);
    runs.push(run);
    await run.waitFor("Going on with 3 turns.");
    await run.waitFor("you: evil \\u{1b}]0;owned\\u{7}");
    await run.waitFor("an empty line sends it again");
    await run.waitFor("> ");
    run.write("\u001b[A");
    await run.waitFor("a plain question");
    expect(run.raw).not.toContain("\u001b]0;");
    run.write("\u0003\u0004");
  });

  it("continues when the terminal is resized, before and within an answer", async () => {
    chat.server.script([{ text: "one" }, { pause: "half of an answer that never ends" }, { text: "three" }]);
    const run = await start();
    await run.resize(30, 10);
    run.write("a line that is longer than the terminal is wide by now\r");
    await run.waitFor("one");
    await run.waitFor("> ");
    run.write("second\r");
    await run.waitFor("half of an");
    await run.resize(200, 50);
    run.write("\u0003");
    await run.waitFor("Stopped.");
    run.write("third\r");
    await run.waitFor("three");
    expect(chat.server.seen[0]?.body.messages[0]?.content).toBe(
      "a line that is longer than the terminal is wide by now",
    );
  });

  it("warns in yellow and orange, and in words alone if NO_COLOR is set", async () => {
    const limit = 5_000;
    const wordTokens = estimateTokens("word ".repeat(1_000)) / 1_000;
    const file = (share: number): string => {
      const path = join(folder, `${share}.json`);
      const content = "word ".repeat(Math.ceil((share * limit) / wordTokens));
      writeFileSync(
        path,
        JSON.stringify({
          messages: [
            { role: "user", content },
            { role: "assistant", content: "ok" },
          ],
        }),
      );
      return path;
    };
    const warnings = [
      [0.84, "\u001b[33m", "Context at 80% capacity. Consider /clear or /save."],
      [0.94, "\u001b[38;5;208m", "Context at 90% capacity. Auto-trimming soon."],
    ] as const;
    for (const env of [{}, { NO_COLOR: "1" }] as Record<string, string>[]) {
      chat.server.script([{ text: "\u001b]0;a title\u0007done" }]);
      const run = await start(["--max-tokens", String(limit)], env);
      for (const [share, color, text] of warnings) {
        run.write(`/import ${file(share)} --replace\r`);
        await run.waitFor(text);
        expect(run.raw.includes(`${color}${text}`)).toBe(env.NO_COLOR === undefined);
      }
      run.write("hi\r");
      // What an answer says cannot rename the window.
      await run.waitFor("�]0;a title�done");
      run.write("/quit\r");
      await run.exit;
    }
  });
});
