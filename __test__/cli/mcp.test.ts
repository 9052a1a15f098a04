// `tamis mcp`, asked by the SDK's own client.
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { reduceBody } from "../../ts/index.js";
import {
  createKey,
  openFolderStore,
  openSqliteStore,
  putOriginals,
  RETRIEVE_TOOL,
  type StoreSource,
} from "../../ts/restore/index.js";
import { temporaryFolder } from "../support/folder.js";
import { MAIN, tamis } from "./run-cli.js";

const LONG = `${"a line of what the tool said\n".repeat(200)}end`;

/** Reduces a request with a policy that names handles, keeps what it replaced, and returns the first handle. */
async function keep(source: StoreSource): Promise<string> {
  const messages = Array.from({ length: 2 }, (_, at) => [
    { role: "assistant", content: null, tool_calls: [{ id: `c${at}`, type: "function", function: { name: "grep" } }] },
    { role: "tool", tool_call_id: `c${at}`, content: LONG },
  ]).flat();
  const body = Buffer.from(JSON.stringify({ messages: [{ role: "user", content: "go on" }, ...messages] }));
  const key = typeof source.key === "string" ? source.key : Buffer.from(source.key).toString("hex");
  const mask = { windowTurns: 1, minChars: 0 };
  const policy = {
    preset: "none" as const,
    cache: { strategy: "every-turn" as const },
    mask,
    restore: { handles: true, key },
  };
  const reduction = reduceBody(body, policy, { tenant: source.tenant });
  expect((await putOriginals(reduction, source)).failed).toEqual([]);
  return / ref=([0-9a-f]{32})/.exec(Buffer.from(reduction.body).toString())?.[1] ?? "";
}

async function connect(...args: string[]): Promise<Client> {
  const client = new Client({ name: "a test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, "mcp", ...args] }));
  onTestFinished(() => client.close());
  return client;
}

async function textFrom(client: Client, args: object, name = RETRIEVE_TOOL) {
  const { content, isError } = await client.callTool({ name, arguments: { ...args } });
  return { text: (content as { text: string }[])[0]?.text, isError: isError === true };
}

describe("tamis mcp", () => {
  it("gives out the originals of a folder: whole, in lines, and a fixed text for what it does not have", async () => {
    const path = temporaryFolder();
    const store = openFolderStore(path);
    const handle = await keep({ store, tenant: "default", key: store.key });
    const client = await connect("--store", path);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([RETRIEVE_TOOL]);
    expect(await textFrom(client, { handle })).toEqual({ text: LONG, isError: false });
    expect((await textFrom(client, { handle, offset: 201 })).text).toBe("end");
    expect((await textFrom(client, { handle: "0".repeat(32) })).text).toMatch(/^There is no original/);
    expect((await textFrom(client, {})).text).toMatch(/^There is no original/);
    expect(await textFrom(client, { handle }, "grep")).toEqual({ text: "there is no tool grep", isError: true });
    const other = await connect("--store", path, "--tenant", "other");
    expect((await textFrom(other, { handle })).text).toMatch(/^There is no original/);
    const short = await connect("--store", path, "--max-chars", "10");
    expect((await textFrom(short, { handle })).text).toMatch(/^a line of \n\[cut here at 10 chars/);
  }, 60_000);

  it("gives out the originals of an SQLite file, with the key beside it", async () => {
    const path = join(temporaryFolder(), "originals.db");
    const key = createKey();
    writeFileSync(`${path}.key`, key, { mode: 0o600 });
    const store = await openSqliteStore(path);
    const handle = await keep({ store, tenant: "default", key });
    store.close();
    expect(await textFrom(await connect("--store", path), { handle })).toEqual({ text: LONG, isError: false });
  }, 60_000);

  it.each([
    [["mcp"], 2, /--store is missing/],
    [["mcp", "--store", "/no/such/place"], 1, /no such folder or file/],
    [["mcp", "--store", ".", "--max-chars", "x"], 2, /--max-chars: expected/],
    [["mcp", "--frob"], 2, /tamis mcp --help/],
  ])("says what is wrong: %s", (args, code, message) => {
    const run = tamis(args);
    expect([run.status, run.stderr]).toEqual([code, expect.stringMatching(message)]);
  });

  it("is one file without the SDK, of at most 300 KB", () => {
    expect(statSync(new URL("../../dist/mcp.js", import.meta.url)).size).toBeLessThan(300 * 1024);
  });
});
