import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../../ts/session/index.js";
import { type LibsqlServer, startLibsqlServer } from "../../support/libsql-server.js";
import { type ChatRun, noTerminal, piped, startPiped, startTerminal, useModelServer } from "./run-chat.js";

const TOKEN = "secret-token-of-the-chat";
const env = { TAMIS_SESSIONS_TOKEN: TOKEN };
const chat = useModelServer();
const { folder } = chat;
const runs: ChatRun[] = [];
let count = 0;
let server: LibsqlServer;
beforeEach(async () => {
  server = await startLibsqlServer(join(folder, `${count++}.db`), { token: TOKEN });
});
afterEach(async () => {
  for (const run of runs.splice(0)) run.kill("SIGKILL");
  await server.stop();
});

const args = (...more: string[]) => [
  "--base-url",
  `${chat.server.url}/v1`,
  "--model",
  "m",
  "--session",
  "notes",
  ...more,
];

async function stored(): Promise<string[]> {
  const store = await openStore(server.url, { authToken: TOKEN });
  const turns = await store.read("notes");
  store.close();
  return turns.map(({ content }) => content);
}

function keep<T extends ChatRun>(run: T): T {
  runs.push(run);
  return run;
}

describe("tamis chat --store URL", () => {
  it("stores the session at the server, continues it, and shows the token nowhere", async () => {
    chat.server.script({ text: "First answer." }, { text: "Second answer." });
    const first = await piped(args("--store", server.url), "one\n", { env });
    expect(first).toEqual({ status: 0, stdout: "First answer.\n", stderr: "" });
    expect(await stored()).toEqual(["one", "First answer."]);
    const lines = ["two", "/sessions", "/sessions First", "/save copy", "/undo", "/stats", "/load copy"];
    const second = await piped(args(), lines.join("\n"), { env: { ...env, TAMIS_SESSIONS: server.url } });
    for (const text of [
      "Going on with 2 turns.",
      'Saved 4 turns as "copy"',
      "Taken back: two",
      "Loaded 4 turns of copy.",
    ]) {
      expect(second.stderr).toContain(text);
    }
    expect(second.stdout).toBe("Second answer.\n");
    expect(await stored()).toEqual(["one", "First answer."]);
    expect(second.stderr).not.toContain(TOKEN);
  });

  it("reports a wrong token or a missing server in one line, and starts nothing", async () => {
    const wrong = await piped(args("--store", server.url), "one\n", { env: { TAMIS_SESSIONS_TOKEN: "wrong-token" } });
    expect(wrong.stderr).toBe(
      `tamis: STORE_UNUSABLE: ${server.url}: the server refuses the token, or wants one (401)\n`,
    );
    const inAddress = await piped(args("--store", `${server.url}?authToken=wrong-token`), "one\n");
    expect(inAddress.stderr).toBe(wrong.stderr);
    await server.stop();
    const down = await piped(args("--store", server.url), "one\n", { env });
    expect(down.stderr).toBe(
      `tamis: STORE_FAILED: ${server.url}: the server cannot be reached: no server listens there\n`,
    );
    expect([wrong.status, inAddress.status, down.status]).toEqual([1, 1, 1]);
    await server.start();
  });

  it("gives a session to one chat at a time", async () => {
    chat.server.script({ pause: "half an answer, and more" });
    const first = keep(startPiped(args("--store", server.url), { env }));
    first.write("question\n");
    await first.waitFor("half an");
    const { status, stderr } = await piped(args("--store", server.url), "me too\n", { env });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/session notes is in use by process \d+/)]);
  });

  it("sends nothing that could not be saved, and continues when the server is back", async () => {
    chat.server.script({ text: "First answer." }, { text: "Second answer." });
    const run = keep(startPiped(args("--store", server.url), { env }));
    run.write("one\n");
    await run.waitFor("First answer.");
    while ((await stored()).length < 2) await new Promise((done) => setTimeout(done, 20));
    await server.stop();
    run.write("lost\n");
    await run.waitFor("the server cannot be reached: no server listens there");
    expect(chat.server.seen).toHaveLength(1);
    await server.start();
    run.write("two\n");
    await run.waitFor("Second answer.");
    run.end();
    expect(await run.exit).toBe(1);
    expect(chat.server.seen[1]?.body.messages.map(({ content }) => content)).toEqual(["one", "First answer.", "two"]);
    expect(await stored()).toEqual(["one", "First answer.", "two", "Second answer."]);
  });

  it("ends with a line if the server is gone by then", async () => {
    chat.server.script({ text: "First answer." });
    const run = keep(startPiped(args("--store", server.url), { env }));
    run.write("one\n");
    await run.waitFor("First answer.");
    while ((await stored()).length < 2) await new Promise((done) => setTimeout(done, 20));
    await server.stop();
    run.end();
    expect(await run.exit).toBe(1);
    expect(run.stderr.trimEnd().split("\n")).toEqual([expect.stringContaining("the server cannot be reached")]);
    await server.start();
    // The chat's process is gone, and with it its claim.
    chat.server.script({ text: "Second answer." });
    expect((await piped(args("--store", server.url), "two\n", { env })).stdout).toBe("Second answer.\n");
  });
});

const missing = noTerminal();
if (missing !== undefined) console.log(`chat at a server, on a terminal: not tested, ${missing}`);

describe.skipIf(missing !== undefined)("on a terminal", () => {
  it("greets with the server, without the token, and survives a cut", async () => {
    chat.server.script({ text: "First answer." }, { text: "Second answer." });
    const run = keep(startTerminal(args("--store", `${server.url}?authToken=${TOKEN}`)));
    await run.waitFor(`kept in ${server.url}. /help`);
    await run.waitFor("> ");
    run.write("one\r");
    await run.waitFor("First answer.");
    await run.waitFor("> ");
    server.script({ cut: "before" }, { cut: "before" }, { cut: "before" }, { cut: "before" });
    run.write("lost\r");
    await run.waitFor("whether it was written is not known");
    await run.waitFor("> ");
    run.write("two\r");
    await run.waitFor("Second answer.");
    await run.waitFor("> ");
    run.write("/quit\r");
    expect(await run.exit).toBe(0);
    expect(await stored()).toEqual(["one", "First answer.", "two", "Second answer."]);
    // The address as it was typed is the shell's, which does not show it here.
    expect(run.output).not.toContain(TOKEN);
  });
});
