// `npm run chat:demo`: `tamis chat` with a scripted model on this machine; nothing leaves it, and nothing is left on it.
// The limit is small, so that a few messages are enough to see warnings and a trim.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startModel } from "./model.mjs";

const cli = fileURLToPath(new URL("../../dist/cli/main.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tamis-chat-demo-"));
const model = await startModel();
const settings = ["--max-tokens", "1000", "--system", "Answer briefly.", "--store", join(folder, "sessions.db")];
const args = ["chat", "--base-url", model.url, "--model", "demo", ...settings, ...process.argv.slice(2)];
const chat = spawn(process.execPath, [cli, ...args], { stdio: "inherit" });
// Ctrl-C is the chat's to answer.
process.on("SIGINT", () => {});
chat.on("close", (status) => {
  model.close();
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = status ?? 1;
});
