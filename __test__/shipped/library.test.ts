// Smaller faults of the library, by what a user's script gets.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { expect, it } from "vitest";
import { MAIN } from "../cli/run-cli.js";
import { agentRequest } from "../gateway/requests.js";
import { folderWith, homeAt, script } from "./shipped.js";

const print = (value: string) => `console.log(JSON.stringify(${value}));`;

it("has its two main entries by name", () => {
  const code = `import { tamisFetch, ContextSession } from "tamis"; ${print("[typeof tamisFetch, typeof ContextSession]")}`;
  expect(script(code)).toEqual(["function", "function"]);
});

it("takes a body in shared memory as any other, and gives bytes of its own", () => {
  const body = JSON.stringify(JSON.stringify(agentRequest("anthropic")));
  const code = `import { reduceBody } from "tamis";
    const body = Buffer.from(${body});
    const shared = new Uint8Array(new SharedArrayBuffer(body.length));
    shared.set(body);
    const [one, two] = [reduceBody(body), reduceBody(shared)];
    ${print("[one.changed, Buffer.compare(one.body, two.body), two.body.buffer instanceof SharedArrayBuffer]")}`;
  expect(script(code)).toEqual([true, 0, false]);
});

it("finds an original by a handle with what a model copied around it, and none inside a longer word", () => {
  const code = `import { createKey, createMemoryStore, handleOf, retrieve } from "tamis/restore";
    const store = createMemoryStore();
    const key = createKey();
    const token = Buffer.from('"kept"');
    const handle = handleOf(token, { key, tenant: "t" });
    await store.put(handle, token, { tenant: "t" });
    const found = [];
    for (const text of [handle, "ref=" + handle + "]", handle + "\\n", handle + "\\u0000", handle + "a"])
      found.push((await retrieve({ handle: text }, { store, key, tenant: "t" })).found);
    ${print("found")}`;
  expect(script(code)).toEqual([true, true, true, true, false]);
});

it("leaves another program's database as it is", async () => {
  const file = join(folderWith({}), "notes.db");
  const client = createClient({ url: `file:${file}` });
  await client.execute("CREATE TABLE notes (text TEXT)");
  client.close();
  const code = `import { openSqliteStore } from "tamis/restore";
    ${print(`await openSqliteStore(${JSON.stringify(file)}).then(() => "opened", ({ code, message }) => [code, /another program/.test(message)])`)}`;
  expect(script(code)).not.toBe("opened");
});

it("validates what stands beside a repeated key, and names an orphan of the advisor's by its tool", () => {
  const orphan = { type: "tool_result", tool_use_id: "t1", content: "x" };
  const advice = {
    type: "advisor_tool_result",
    tool_use_id: "srvtoolu_1",
    content: { type: "advisor_result", text: "a" },
  };
  const repeated = `{"model":"claude-opus-5-5","max_tokens":9,"messages":[{"role":"user","role":"user","content":[${JSON.stringify(orphan)}]}]}`;
  const resumed = {
    model: "claude-opus-5-5",
    max_tokens: 9,
    messages: [
      { role: "user", content: "x" },
      { role: "assistant", content: [advice] },
    ],
  };
  const code = `import { validateRequest } from "tamis/validate";
    const of = (text) => validateRequest(Buffer.from(text)).map(({ rule, message }) => [rule, message]);
    ${print(`[of(${JSON.stringify(repeated)}), of(${JSON.stringify(JSON.stringify(resumed))})]`)}`;
  const [one, other] = script<[string, string][][]>(code);
  expect(one?.map(([rule]) => rule)).toContain("anthropic/orphan-result");
  expect(JSON.stringify(other)).toMatch(/server-result-orphan.*resumed/);
  expect(JSON.stringify(other)).not.toContain("web_search");
});

it("prints the token of the gateway's page to no file", async () => {
  const home = folderWith({});
  const child = spawn(process.execPath, [MAIN, "gateway", "--port", "0"], { cwd: home, env: homeAt(home) });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  await expect.poll(() => output, { timeout: 20_000 }).toContain("listens on");
  child.kill("SIGTERM");
  await new Promise((resolve) => child.on("close", resolve));
  expect(output).not.toMatch(/token=[\w-]{20,}/);
});
