import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chatRequest } from "../cli/run-cli.js";
import { claudeLog } from "../support/claude-log.js";
import { temporaryFolder } from "../support/folder.js";

const request = (turns: number, chars: number) => chatRequest(turns, chars).replace('"model":"m"', '"model":"gpt-5"');

/** A short log of Claude Code. */
const sessionLog = () =>
  claudeLog("s", [{ usage: { input_tokens: 900, output_tokens: 9 } }], { cwd: "/srv/my-app", sessionId: "s" });

/** The files that the pages' commands and programs read, under the names that the pages use. */
const FILES: Readonly<Record<string, string>> = {
  "request.json": request(40, 900),
  "more.json": request(30, 500),
  "recordings/one.json": request(40, 900),
  "recordings/two.json": request(12, 300),
  "batch.jsonl": [1, 2]
    .map((id) => `{"custom_id":"${id}","method":"POST","url":"/v1/chat/completions","body":${request(40, 900)}}\n`)
    .join(""),
  "args.json": '{"preset":"none","args":{}}',
  "my-tool.json": JSON.stringify({
    ...{ name: "my-tool", title: "My tool", programs: ["my-agent"] },
    routes: [{ id: "openai", provider: "openai", path: "/v1", variables: { OPENAI_BASE_URL: "{base}" } }],
  }),
  "tamis.toml": "[mask]\nwindow_turns = 6\n",
  // Folders that a command writes to or reads from.
  ".claude/projects/log.json": request(20, 600),
  ".claude/projects/my-app/log.jsonl": sessionLog(),
  ".local/share/bash-completion/completions/.keep": "",
};

/** A new folder with {@link FILES}; gone after the test file. It is also the HOME of what runs in it. */
export function fixtureFolder(): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
