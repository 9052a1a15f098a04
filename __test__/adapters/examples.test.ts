import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";
import { cleanEnvironment, ensureBuilt } from "../cli/run-cli.js";
import { startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { chatRequest } from "./request.js";

const FOLDER = `${ROOT}examples/adapters/`;
const SERVERS = ["hono.mjs", "express.mjs", "fastify.mjs"];
const guide = readFileSync(`${ROOT}docs/adapters.md`, "utf8");
const names = readdirSync(FOLDER);

let upstream: Upstream;
beforeAll(async () => {
  ensureBuilt();
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

function start(name: string): { child: ChildProcess; output: () => string } {
  const { url } = upstream;
  const key = "sk-canary";
  const env = {
    ...cleanEnvironment(),
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
    GEMINI_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    // The two packages read the same variable, one with the version in it.
    ANTHROPIC_BASE_URL: name.startsWith("ai-sdk") ? `${url}/v1` : url,
    GOOGLE_GEMINI_BASE_URL: url,
    OPENAI_API_BASE: `${url}/v1`,
    UPSTREAM: url,
    PORT: "0",
  };
  const child = spawn(process.execPath, [`${FOLDER}${name}`], { env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  return { child, output: () => text };
}

describe.each(names.filter((name) => !SERVERS.includes(name)))("examples/adapters/%s", (name) => {
  it("runs the example, and its request arrives", async () => {
    upstream.script([{ text: "Hello from the script." }]);
    const { child, output } = start(name);
    await once(child, "close");
    expect(output()).toContain("Hello from the script.\n");
    expect(child.exitCode).toBe(0);
    expect(upstream.seen).toHaveLength(1);
  });
});

describe.each(SERVERS)("examples/adapters/%s", (name) => {
  it("hands a smaller request to its upstream, with the caller's key", async () => {
    upstream.script([{ text: "Hello from the script." }]);
    const { child, output } = start(name);
    try {
      await expect.poll(output, { timeout: 20_000 }).toMatch(/^listening on \d+\n/);
      const port = /\d+/.exec(output())?.[0];
      const headers = { "content-type": "application/json", authorization: "Bearer sk-canary" };
      // So many files that the default policy no longer keeps the first ones.
      const { model, messages } = chatRequest(80);
      const body = JSON.stringify({ model, messages });
      const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: "POST", headers, body });
      expect(await answer.text()).toContain("Hello from the script.");
      expect(upstream.seen[0]?.text.match(/old result left out/g)?.length).toBeGreaterThan(16);
      expect(upstream.seen[0]?.headers.authorization).toBe("Bearer sk-canary");
    } finally {
      child.kill();
      await once(child, "close");
    }
  });
});

describe("docs/adapters.md", () => {
  it.each(names)("links %s", (name) => {
    expect(guide).toContain(`](../examples/adapters/${name})`);
  });

  it("shows no other JavaScript than these programs, unchanged", () => {
    const programs = names.map((name) => readFileSync(`${FOLDER}${name}`, "utf8").split("\n").slice(1).join("\n"));
    const shown = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
    expect(shown.length).toBeGreaterThan(0);
    for (const code of shown) expect(programs).toContain(code);
  });
});
