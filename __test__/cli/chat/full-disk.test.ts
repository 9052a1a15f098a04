// A store that cannot grow: the system's limit on file sizes simulates a full disk.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../../ts/session/index.js";
import { cleanEnvironment, MAIN } from "../run-cli.js";
import { useModelServer } from "./run-chat.js";

const chat = useModelServer();
const { folder } = chat;

/** In blocks of 512 or 1,024 bytes, as the shell has it. */
const BLOCKS = 500;

it.skipIf(process.platform === "win32")(
  "reports a full disk, sends nothing that is not saved, and continues",
  async () => {
    const store = join(folder, "sessions.db");
    chat.server.script([{ text: "First answer." }, { text: "Second answer." }]);
    const command = [MAIN, "chat", "--base-url", `${chat.server.url}/v1`, "--model", "m", "--store", store];
    const child = spawn("sh", ["-c", `ulimit -f ${BLOCKS}; exec "$@"`, "sh", process.execPath, ...command], {
      env: cleanEnvironment(),
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    child.stdin.end(`one\n${"x".repeat(600_000)}\ntwo\n`);
    expect(await new Promise((done) => child.once("close", done))).toBe(1);
    expect(errors.trimEnd().split("\n")).toEqual([expect.stringMatching(/sessions\.db: .*; nothing was written/)]);
    expect(chat.server.seen.map(({ body }) => body.messages.at(-1)?.content)).toEqual(["one", "two"]);
    const opened = await openStore(store);
    const [info] = await opened.list();
    const turns = await opened.read(info?.id ?? "");
    opened.close();
    expect(turns.map(({ content }) => content)).toEqual(["one", "First answer.", "two", "Second answer."]);
  },
);
