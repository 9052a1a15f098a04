// A launch whose model asks for originals: the turns that only fetch them are paid, and would not be there without Tamis.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { TASK_WORD } from "../support/scripted-provider/script.js";
import { startScriptedProvider } from "../support/scripted-provider/server.js";
import { agentIs, run } from "./scripted-agent.js";

const FETCHES = 4;

/** An agent that does what it is told until nothing is left to do. Its tools give the same every time, and read originals. */
const WORKS = `
const { existsSync, readFileSync } = require("node:fs");
const lines = (seed, count) => Array.from({ length: count }, (_, at) => seed + " line " + at + " of " + ((at * 7919) % 1009)).join("\\n");
const sumOf = (text) => [...text].reduce((sum, char) => sum + char.charCodeAt(0), 0);
const give = ({ file_path: path = "", command = path }) =>
  path.includes("/originals/") && existsSync(path) ? readFileSync(path, "utf8") : lines(command.slice(-40), sumOf(command.slice(-40)) % 5 === 0 ? 700 : 160);
const tools = [
  { name: "Bash", input_schema: { type: "object", properties: { command: { type: "string" } } } },
  { name: "Read", input_schema: { type: "object", properties: { file_path: { type: "string" } } } },
];
const mark = { cache_control: { type: "ephemeral" } };
const marked = (list) => list.map((message, at) => at < list.length - 1 ? message
  : { ...message, content: message.content.map((block, place) => place < message.content.length - 1 ? block : { ...block, ...mark }) });
(async () => {
  const messages = [{ role: "user", content: [{ type: "text", text: ${JSON.stringify(TASK_WORD)} }] }];
  for (;;) {
    const body = { model: "claude-opus-5-5", max_tokens: 9000, thinking: { type: "adaptive" }, tools, messages: marked(messages),
      system: [{ type: "text", text: "You are a careful agent. ".repeat(400), ...mark }] };
    const answer = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages",
      { method: "POST", body: JSON.stringify(body), headers: { "x-api-key": "k", "x-claude-code-session-id": "s-1" } });
    const { content } = await answer.json();
    messages.push({ role: "assistant", content });
    const calls = content.filter(({ type }) => type === "tool_use");
    if (calls.length === 0) return;
    messages.push({ role: "user", content: calls.map(({ id, input }) => ({ type: "tool_result", tool_use_id: id, content: give(input) })) });
  }
})();`;

it.skipIf(process.platform === "win32")(
  "says at the end what a direct run costs, though the model fetches four originals in 40 turns",
  { timeout: 60_000 },
  async () => {
    const workspace = temporaryFolder();
    writeFileSync(join(workspace, "a.ts"), "export const value = compute(1);\n");
    const day = { kind: "large", files: ["a.ts"], fetchEvery: 10 } as const;
    const provider = await startScriptedProvider({ steps: 40, workspace, day });
    onTestFinished(() => provider.close());
    agentIs("claude", WORKS);
    const direct = await run(["claude", "--no-ledger", "--observe"], { ANTHROPIC_BASE_URL: provider.url("direct") });
    const { status, stderr } = await run(["claude"], { ANTHROPIC_BASE_URL: provider.url("tamis") });
    const [whole, reduced] = [provider.run("direct"), provider.run("tamis")];
    expect([direct.status, status, whole.faults, reduced.faults]).toEqual([0, 0, [], []]);
    expect(reduced.requests - whole.requests).toBe(FETCHES);
    const said = Number(/bill ([-−+]?[\d.]+) %/.exec(stderr)?.[1]?.replace("−", "-"));
    const is = 100 * (reduced.weight / whole.weight - 1);
    expect(is).toBeLessThan(-10);
    expect(Math.abs(said - is), `${said} is said, ${is.toFixed(1)} is right: ${stderr}`).toBeLessThan(2);
    // The ledger's account is the same.
    const { stdout } = await run(["why", "--ledger", "--json"]);
    const entries = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const own = entries.slice(-reduced.requests);
    const sum = (key: string) => own.reduce((all, entry) => all + (entry[key] ?? 0), 0);
    expect(Math.abs(100 * (sum("cost") / sum("otherCost") - 1) - said)).toBeLessThan(0.1);
    expect(own.filter(({ otherInput }) => otherInput === 0)).toHaveLength(FETCHES);
  },
);
