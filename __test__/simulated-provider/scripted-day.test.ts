import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { TASK_WORD } from "../support/scripted-provider/script.js";
import { type ScriptedProvider, startScriptedProvider } from "../support/scripted-provider/server.js";

const STEPS = 20;
const ORIGINAL = `/me/.cache/tamis/originals/${"0123456789abcdef".repeat(2)}.txt`;
const CUT = `[clipped — 20000 chars left out; original: ${ORIGINAL}]`;
const TOOLS = [{ name: "Bash", input_schema: { type: "object", properties: { command: { type: "string" } } } }];

interface Block {
  type: string;
  id?: string;
  text?: string;
  input?: { command?: string };
}
interface Message {
  role: string;
  content: unknown[];
}

const workspace = temporaryFolder();
let provider: ScriptedProvider;
beforeAll(async () => {
  writeFileSync(join(workspace, "a.ts"), "export const value = compute(1);\n");
  const day = { kind: "large", files: ["a.ts"], fetchEvery: 3 } as const;
  provider = await startScriptedProvider({ steps: STEPS, workspace, day });
});
afterAll(async () => {
  await provider.close();
});

async function ask(run: string, messages: Message[], model = "claude-opus-5-5") {
  const body = { model, thinking: { type: "adaptive" }, tools: TOOLS, messages };
  const response = await fetch(`${provider.url(run)}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
  const { content = [], error } = (await response.json()) as { content?: Block[]; error?: { message: string } };
  return { status: response.status, content, message: error?.message };
}

/** The conversation after some turns, each with this result. */
async function talk(run: string, turns: number, result: string) {
  const messages: Message[] = [{ role: "user", content: [{ type: "text", text: TASK_WORD }] }];
  const commands: (string | undefined)[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const { content } = await ask(run, messages);
    messages.push({ role: "assistant", content });
    const calls = content.filter(({ type }) => type === "tool_use");
    commands.push(calls[0]?.input?.command);
    messages.push({
      role: "user",
      content: calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: result })),
    });
  }
  return { messages, commands };
}

describe("a day of the scripted provider", () => {
  it("takes its own thinking back, and refuses it behind a change where the model checks it", async () => {
    const { messages } = await talk("checked", 1, "a result");
    const next = await ask("checked", messages);
    expect(next.status).toBe(200);
    const asked = [...messages, { role: "assistant", content: next.content }];
    const results = next.content
      .filter(({ type }) => type === "tool_use")
      .map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "another" }));
    const whole = [...asked, { role: "user", content: results }];
    expect(await ask("checked", whole)).toMatchObject({ status: 200 });
    const changed = whole.map((message, at) =>
      at === 2
        ? { ...message, content: message.content.map((block) => ({ ...(block as object), content: "[gone]" })) }
        : message,
    );
    const refused = await ask("checked", changed);
    expect(refused.status).toBe(400);
    expect(refused.message).toContain("bound to a different conversation");
    expect(provider.run("checked").faults).toHaveLength(1);
    const unthinking = changed.map((message) => ({
      ...message,
      content: message.content.filter((block) => (block as Block).type !== "thinking"),
    }));
    expect(await ask("checked", unthinking)).toMatchObject({ status: 200 });
  });

  it("fetches each original once, between its turns", async () => {
    const { commands } = await talk("fetching", 6, CUT);
    const isFetch = commands.map((command) => command?.includes(ORIGINAL));
    expect(isFetch).toEqual([false, false, true, false, false, false]);
    const { commands: usual } = await talk("usual", 5, "a result");
    expect(commands.filter((_, at) => !isFetch[at])).toEqual(usual);
  });
});
