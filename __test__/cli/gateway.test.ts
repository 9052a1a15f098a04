import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { agentRequest } from "../gateway/requests.js";
import { type Respond, startUpstream } from "../gateway/upstream.js";
import { temporaryFolder } from "../support/folder.js";
import { cleanEnvironment, MAIN, tamis } from "./run-cli.js";

const home = temporaryFolder();

/** `tamis run` without blocking this process, which is the upstream. */
function run(args: readonly string[], environment: Record<string, string>, signal?: NodeJS.Signals) {
  const { OPENAI_BASE_URL, ANTHROPIC_BASE_URL, ...clean } = cleanEnvironment();
  const env = { ...clean, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, ...environment };
  const child = spawn(process.execPath, [MAIN, "run", ...args], { env, cwd: home, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => {
    stdout += text;
    if (signal !== undefined && stdout.includes("ready")) child.kill(signal);
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

async function upstreamOf(respond?: Respond) {
  const upstream = await startUpstream(respond);
  onTestFinished(() => upstream.close());
  return upstream;
}

const ASK = `
const url = process.env.OPENAI_BASE_URL;
const body = JSON.stringify(${JSON.stringify(agentRequest("openai-chat"))});
fetch(url + "/chat/completions", { method: "POST", body, headers: { authorization: "Bearer k" } })
  .then((response) => response.text()).then((text) => { console.log(text); process.exit(7); });
`;

describe("tamis run", () => {
  it("gives the command a gateway, returns its exit code, and reports the savings", async () => {
    const upstream = await upstreamOf();
    const log = join(home, "lines.log");
    const args = ["--log", log, "--", process.execPath, "-e", ASK];
    const { status, stdout, stderr } = await run(args, { OPENAI_BASE_URL: `${upstream.url}/v1` });
    expect(stderr).toMatch(/^tamis: 1 request, [\d,]+ → [\d,]+ input tokens \(estimated\), −[1-9]\d\.\d %\n/);
    expect([status, stdout]).toEqual([7, '{"ok":true}\n']);
    expect(upstream.arrived[0]).toMatchObject({ url: "/v1/chat/completions", headers: { authorization: "Bearer k" } });
    expect(upstream.arrived[0]?.body.toString()).toContain("old result left out");
    expect(readFileSync(log, "utf8")).toContain('"stage":"masking"');
  });

  it("points every base URL to the gateway, for the command only", async () => {
    const names =
      "OPENAI_BASE_URL OPENAI_API_BASE ANTHROPIC_BASE_URL ANTHROPIC_API_BASE GOOGLE_GEMINI_BASE_URL NO_PROXY OTHER";
    const show = `for (const name of "${names}".split(" ")) console.log(name, process.env[name])`;
    const { stdout, stderr } = await run(["--", process.execPath, "-e", show], { NO_PROXY: "corp", OTHER: "mine" });
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0];
    expect(stdout.split("\n")).toEqual([
      `OPENAI_BASE_URL ${url}/openai/v1`,
      `OPENAI_API_BASE ${url}/openai/v1`,
      `ANTHROPIC_BASE_URL ${url}/anthropic`,
      `ANTHROPIC_API_BASE ${url}/anthropic`,
      `GOOGLE_GEMINI_BASE_URL ${url}/gemini`,
      "NO_PROXY corp,127.0.0.1",
      "OTHER mine",
      "",
    ]);
    expect(stderr).toContain("no request came through the gateway");
  });

  it.each(["llm.corp.example/v1", "ftp://x/v1"])("does not start where a base URL is none: %s", async (value) => {
    const { status, stdout, stderr } = await run(["--", "echo", "started"], { OPENAI_BASE_URL: value });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("OPENAI_BASE_URL is no URL that begins with http:// or https://");
  });

  it.each(["https://user:secret@llm.example/v1"])(
    "does not start where a part of a base URL would be lost, and does not show it: %s",
    async (value) => {
      const { status, stderr } = await run(["--", "echo"], { ANTHROPIC_BASE_URL: value });
      expect([status, stderr]).toEqual([2, expect.stringContaining("ANTHROPIC_BASE_URL has a user")]);
      expect(stderr).not.toContain("secret");
    },
  );

  it("has an upstream for each server that the environment names, its paths as they are", async () => {
    const [first, second, third] = [await upstreamOf(), await upstreamOf(), await upstreamOf()];
    const script = `
      const { OPENAI_BASE_URL: a, OPENAI_API_BASE: b, ANTHROPIC_API_BASE: c } = process.env;
      const post = (url) => fetch(url, { method: "POST", body: "{}" }).then((r) => r.text());
      post(a + "/chat/completions").then(() => post(b + "/chat/completions")).then(() => post(c + "/v1/messages"));`;
    await run(["--", process.execPath, "-e", script], {
      OPENAI_BASE_URL: `${first.url}/api/coding/paas/v4`,
      OPENAI_API_BASE: second.url,
      ANTHROPIC_BASE_URL: ` ${third.url}/api/anthropic/ `,
    });
    expect([first, second, third].map(({ arrived }) => arrived.map(({ url }) => url))).toEqual([
      ["/api/coding/paas/v4/chat/completions"],
      ["/chat/completions"],
      ["/api/anthropic/v1/messages"],
    ]);
  });

  it("says with --observe that nothing was changed", async () => {
    const upstream = await upstreamOf();
    const args = ["--observe", "--", process.execPath, "-e", ASK];
    const { stderr } = await run(args, { OPENAI_BASE_URL: `${upstream.url}/v1` });
    expect(stderr).toMatch(/^tamis: 1 request observed, nothing was changed; it would have been [\d,]+ → /);
  });

  it("does not start where its log cannot be written", async () => {
    const { status, stdout, stderr } = await run(["--log", join(home, "no", "such", "file"), "--", "echo", "x"], {});
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^tamis: cannot write .*file: no such file or folder; nothing was started\n$/);
  });

  it("lets the configuration's upstream win over the environment's", async () => {
    const [configured, other] = [await upstreamOf(), await upstreamOf()];
    const config = join(home, "own.toml");
    writeFileSync(config, `[upstreams]\nopenai = "${configured.url}"`);
    await run(["-c", config, "--observe", "--", process.execPath, "-e", ASK], { OPENAI_BASE_URL: other.url });
    expect([configured.arrived.length, other.arrived.length]).toEqual([1, 0]);
    expect(configured.arrived[0]?.body.toString()).not.toContain("old result left out");
  });

  it.each([
    ["SIGTERM", "process.on('SIGTERM', () => process.exit(9));", 9],
    ["SIGINT", "process.on('SIGINT', () => process.exit(8));", 8],
    ["SIGTERM", "", 143],
  ] as const)("forwards signals: %s %j", async (signal, handler, status) => {
    const script = `${handler} setInterval(() => {}, 1000); console.log("ready");`;
    expect((await run(["--", process.execPath, "-e", script], {}, signal)).status).toBe(status);
  });

  it("reports a command that cannot run, like a shell", async () => {
    const { status, stderr } = await run(["--", "no-such-command"], {});
    expect(status).toBe(127);
    expect(stderr).toContain("tamis: cannot run no-such-command: no such file or folder");
  });
});

describe("tamis config", () => {
  const env = { XDG_CONFIG_HOME: join(home, "config") };
  const file = join(home, "config", "tamis", "tamis.toml");

  it("writes a valid configuration with its schema, and replaces none", () => {
    expect(tamis(["config", "init"], { env, cwd: home }).status).toBe(0);
    expect(readFileSync(file, "utf8")).toMatch(/^#:schema \.\/tamis\.schema\.json\n/);
    const schema = JSON.parse(readFileSync(join(dirname(file), "tamis.schema.json"), "utf8"));
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(["gateway", "upstreams", "mask", "window_turns"]),
    );
    expect(tamis(["config", "validate"], { env, cwd: home }).stderr).toContain(`${file}: fine`);
    const again = tamis(["config", "init"], { env, cwd: home });
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining("--force")]);
  });

  it("shows the configuration in use", () => {
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, "# the defaults");
    writeFileSync(join(home, "tamis.toml"), "[mask]\nwindow_turns = 15");
    const { stdout } = tamis(["config", "show"], { env, cwd: home });
    const shown = JSON.parse(stdout.toString());
    expect(shown.files).toEqual([file, join(home, "tamis.toml")]);
    expect(shown.policies.default.mask.windowTurns).toBe(15);
    writeFileSync(join(home, "tamis.toml"), "[upstreams]\nopenai = 'https://evil.example'");
    const ignored = tamis(["config", "show"], { env, cwd: home });
    expect([ignored.status, ignored.stderr]).toEqual([0, expect.stringContaining("upstreams does not count here")]);
    expect(JSON.parse(ignored.stdout.toString()).upstreams.openai).toBe("https://api.openai.com");
    const checked = tamis(["config", "validate"], { env, cwd: home });
    expect([checked.status, checked.stderr]).toEqual([2, expect.stringContaining("CONFIG_UNTRUSTED")]);
    rmSync(join(home, "tamis.toml"));
  });

  it("names a missing file", () => {
    const { status, stderr } = tamis(["config", "validate", "none.toml"], { env, cwd: home });
    expect([status, stderr]).toEqual([2, "tamis: cannot read none.toml: no such file or folder\n"]);
  });
});
