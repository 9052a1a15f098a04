// What cannot be read, and what fails, at each door: the original stays, a message says why, and the same can be tried again.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { condense, registerProvider } from "../../ts/condensation/index.js";
import { ContextSession } from "../../ts/session/index.js";
import { tamis, temporaryFolder } from "../cli/run-cli.js";
import { ask, startGateway } from "../gateway/start.js";
import { startPage } from "../ui/start-page.js";
import { readFile, readingConversation } from "./readings.js";

const messages = readingConversation("openai-chat", [readFile(1), readFile(2), readFile(1)]);
const body = JSON.stringify({ model: "m", messages });
const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
const BODIES: [string, Buffer][] = [
  ["nothing", Buffer.from("")],
  ["no JSON", Buffer.from("nonsense")],
  ["a list", Buffer.from("[1, 2]")],
  ["no messages", Buffer.from('{"model":"m"}')],
  ["messages that are none", Buffer.from('{"model":"m","messages":[1,"x",null]}')],
  [
    "invalid UTF-8",
    Buffer.from([...Buffer.from('{"messages":[{"role":"user","content":"'), 0xff, 0xfe, 0x22, 0x7d, 0x5d, 0x7d]),
  ],
  ["too deep", Buffer.from(`{"model":"m","messages":[{"role":"user","content":${deep}}]}`)],
];
const condensation = { enabled: true, provider: "smart", contextTokens: 1_000, autoCondenseContextPercent: 5 } as const;

it.each(BODIES)("is passed on as it came by terminal and gateway, with a reason: %s", async (_, input) => {
  const folder = temporaryFolder();
  const env = { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const { status, stdout, stderr } = tamis(["condense", "--provider", "smart"], { env, cwd: folder, input });
  expect({ status, isSame: stdout.equals(input) }).toEqual({ status: 1, isSame: true });
  expect(stderr).toMatch(/^tamis: \S.{10}/);
  expect(stderr).not.toMatch(/ at .*\.js:\d|panick/);
  const { url, upstream } = await startGateway(undefined, { condensation });
  await ask(url, "/v1/chat/completions", {
    body: new Uint8Array(input),
    headers: { "content-type": "application/json" },
  });
  expect(upstream.arrived.map(({ body: sent }) => sent.equals(input))).toEqual([true]);
});

it.each(BODIES)("is refused with a message by the page: %s", async (_, input) => {
  const { post } = await startPage();
  const { status, value } = await post<{ error?: { message: string }; kind?: string }>("try", input.toString("utf8"));
  if (value.kind === "request") return;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(value)).toMatch(/"message":"\S.{10}/);
});

const EMPTY = [{ role: "user", content: "" }];
it.each([
  ["no messages", []],
  ["one without text", EMPTY],
  [
    "an image alone",
    [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] }],
  ],
  ["half surrogate pairs", [...messages, { role: "user", content: "\ud800 and \udc00" }]],
] as const)("comes back whole from the library, by both providers: %s", async (_, given) => {
  for (const provider of ["smart", "native"] as const) {
    const before = JSON.stringify(given);
    const result = await condense({ wire: "openai-chat", messages: given }, { provider });
    expect(result.fellBackFrom).toBeUndefined();
    expect(JSON.stringify(given)).toBe(before);
    if (result.error !== undefined || given.length === 0) expect(result.messages).toBe(given);
    else expect(JSON.stringify(result.messages)).toContain(JSON.stringify(given.at(-1)));
  }
});

const no = () => false;
const broken = {
  ...{ name: "broken", description: "For tests.", version: "1" },
  ...{ supportsLossless: no, supportsContentTypeAwareness: no, supportsCustomPrompts: no },
  condense: () => Promise.reject(new Error("boom")),
  estimateReduction: () => Promise.reject(new Error("boom")),
};
const SAID = "broken failed: boom; native took its place";

it("is named at library, session and terminal where a provider fails, and can be tried again", async () => {
  const end = registerProvider(broken);
  const before = JSON.stringify(messages);
  const result = await condense({ wire: "openai-chat", messages }, { provider: "broken" });
  expect(result.report.notes.map(({ message }) => message)).toContain(SAID);
  expect(JSON.stringify(messages)).toBe(before);
  end();
  // What failed is there now.
  const again = registerProvider({
    ...broken,
    condense: async ({ messages: own }) => ({ messages: own.slice(-2) }) as never,
  });
  expect(await result.retry()).toMatchObject({ provider: "broken" });
  again();
  const stop = registerProvider(broken);
  const session = new ContextSession({ maxTokens: 2_000, onLimit: "condense", condensation: { provider: "broken" } });
  await session.import(body, { replace: true, wire: "openai-chat" });
  expect(JSON.stringify(await session.prompt("openai-chat"))).toContain("And now?");
  stop();
  const folder = temporaryFolder();
  mkdirSync(join(folder, "tamis"), { recursive: true });
  writeFileSync(
    join(folder, "broken.mjs"),
    `const no = () => false; const fail = () => Promise.reject(new Error("boom"));
export default { name: "broken", description: "x", version: "1", supportsLossless: no, supportsContentTypeAwareness: no,
  supportsCustomPrompts: no, condense: fail, estimateReduction: fail };`,
  );
  writeFileSync(join(folder, "tamis", "tamis.toml"), `[condensation]\nplugins = ["${join(folder, "broken.mjs")}"]\n`);
  const env = { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const { status, stdout, stderr } = tamis(["condense", "--provider", "broken"], { env, cwd: folder, input: body });
  expect(stderr).toContain(SAID);
  expect(status).toBe(0);
  expect(stdout.toString()).toContain("And now?");
});
