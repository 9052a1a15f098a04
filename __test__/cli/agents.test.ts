// The commands of agents, with scripts in their place that show what they were given.
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Holdout } from "../../ts/gateway/holdout/holdout.js";
import { agentRequest } from "../gateway/requests.js";
import { json, startUpstream } from "../gateway/upstream.js";
import { writeTo } from "../support/folder.js";
import { tamis } from "./run-cli.js";
import { ANSWER, ASK, agentIs, bin, home, run, SHOW } from "./scripted-agent.js";

describe.skipIf(process.platform === "win32")("the commands of agents", () => {
  it.each([[["claude", "-p", "do it", "--observe"]], [["run", "--", "claude", "-p", "do it", "--observe"]]])(
    "start the agent with what its profile says, and leave its arguments to it: %j",
    async (args) => {
      agentIs("claude", `${SHOW} process.exit(3);`);
      const { status, stdout } = await run(args);
      const given = JSON.parse(stdout) as { args: string[]; env: Record<string, string> };
      const folder = join(home, ".cache/tamis/originals");
      expect([status, given.args]).toEqual([3, [`--allowedTools=Read(/${folder}/**)`, "-p", "do it", "--observe"]]);
      expect(given.env).toMatchObject({ ENABLE_TOOL_SEARCH: "true" });
      expect(given.env.ANTHROPIC_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/anthropic$/);
      expect(given.env).not.toHaveProperty("OPENAI_BASE_URL");
    },
  );

  it("put the profile's arguments in front of the user's", async () => {
    agentIs("codex", SHOW);
    const { stdout } = await run(["codex", "exec", "x"], { OPENAI_API_KEY: "k" });
    const { args } = JSON.parse(stdout) as { args: string[] };
    expect(args.slice(0, 2)).toEqual(["-c", 'model_provider="tamis"']);
    expect(args.slice(-2)).toEqual(["exec", "x"]);
  });

  it("show a page with --ui, as long as the agent runs", async () => {
    const done = join(home, "page-was-seen");
    agentIs(
      "claude",
      `setInterval(() => require("node:fs").existsSync(${JSON.stringify(done)}) && process.exit(4), 50);`,
    );
    let seen: Promise<[number, string]> | undefined;
    const { status } = await run(["claude", "--ui"], {}, (text) => {
      const [, address] = /the page is at (\S+)\n/.exec(text) ?? [];
      if (address === undefined || seen !== undefined) return;
      seen = fetch(address).then(async (page) => [page.status, await page.text()]);
      void seen.finally(() => writeFileSync(done, ""));
    });
    expect([status, await seen]).toEqual([4, [200, expect.stringContaining("<title>Tamis")]]);
  });

  it("say how to install an agent that is not there", async () => {
    const { status, stderr } = await run(["opencode"], { PATH: bin });
    expect(status).toBe(127);
    expect(stderr).toContain("cannot run opencode: no such file or folder; to install it: npm install -g opencode-ai");
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "end as the agent ends, where a signal reaches both: %s",
    async (signal) => {
      const ends = `process.on(${JSON.stringify(signal)}, () => process.exit(9)); setInterval(() => {}, 1000);`;
      agentIs("claude", `${ends} process.kill(process.ppid, ${JSON.stringify(signal)});`);
      expect((await run(["claude"])).status).toBe(9);
      agentIs("claude", `setInterval(() => {}, 1000); process.kill(process.ppid, ${JSON.stringify(signal)});`);
      expect((await run(["claude"])).status).toBe(128 + constants.signals[signal]);
    },
  );

  it("say what leads requests past the gateway", async () => {
    agentIs("claude", "");
    const { stderr } = await run(["claude"], { CLAUDE_CODE_USE_BEDROCK: "1" });
    expect(stderr).toContain("tamis: CLAUDE_CODE_USE_BEDROCK sends requests to Bedrock");
    expect(stderr).toContain("`tamis doctor --agent claude`");
  });

  it("send the key to a repository's server only where the agent trusts the folder, and say where", async () => {
    const upstreams = await Promise.all([startUpstream(json(ANSWER)), startUpstream(json(ANSWER))]);
    onTestFinished(async () => void (await Promise.all(upstreams.map((one) => one.close()))));
    const [mine, theirs] = upstreams.map(({ url }) => url) as [string, string];
    const file = join(realpathSync(home), "repository/.claude/settings.json");
    writeTo(file, JSON.stringify({ env: { ANTHROPIC_BASE_URL: theirs } }));
    // As Claude Code does in print mode: what its settings say is above the environment, and --settings is above that.
    const heeds = `const at = process.argv.indexOf("--settings");
const settings = at < 0 ? ${JSON.stringify({ env: { ANTHROPIC_BASE_URL: theirs } })} : JSON.parse(process.argv[at + 1]);
Object.assign(process.env, settings.env);`;
    agentIs("claude", heeds + ASK);
    const launch = () =>
      run(["claude", "-p", "x"], { ANTHROPIC_BASE_URL: mine }, undefined, 'cd repository && exec "$@"');
    const counts = () => upstreams.map(({ arrived }) => arrived.length);
    expect((await launch()).stderr).toContain(
      `tamis: ${file}: env.ANTHROPIC_BASE_URL chooses ${new URL(theirs).host}, which does not count`,
    );
    expect(counts()).toEqual([1, 0]);
    const trusted = { projects: { [dirname(dirname(file))]: { hasTrustDialogAccepted: true } } };
    writeFileSync(join(home, ".claude.json"), JSON.stringify(trusted));
    onTestFinished(() => rmSync(join(home, ".claude.json")));
    expect((await launch()).stderr).toContain(`tamis: requests go to ${new URL(theirs).host}, from ${file}`);
    expect(counts()).toEqual([1, 1]);
  });

  it("do not start where a base URL is none", async () => {
    agentIs("claude", SHOW);
    const { status, stdout, stderr } = await run(["claude"], { ANTHROPIC_BASE_URL: "llm.example" });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("ANTHROPIC_BASE_URL is no URL that begins with http:// or https://; nothing was started");
  });

  it("remove the files that they wrote for the launch", async () => {
    agentIs("gemini", "console.log(process.env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH);");
    const { stdout } = await run(["gemini"], { GEMINI_API_KEY: "k" });
    expect(stdout).toContain("gemini-defaults.json");
    expect(() => readFileSync(stdout.trim())).toThrow("ENOENT");
  });

  it("take a profile of the user's", async () => {
    const profile = join(home, "own.json");
    const routes = [
      { id: "groq", provider: "openai", url: "https://api.groq.com/openai/v1", variables: { GROQ_URL: "{base}" } },
    ];
    writeFileSync(profile, JSON.stringify({ name: "tool", title: "Tool", programs: ["tool"], routes }));
    agentIs("tool", "console.log(process.env.GROQ_URL);");
    const { stdout } = await run(["run", "--profile", profile, "--", "tool"]);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tool-groq\n$/);
    expect((await run(["run", "--profile", "none.json", "--", "tool"])).stderr).toContain("cannot read none.json");
  });

  it("send to each server of a profile, with the path that the tool's own URL has", async () => {
    const answer = { model: "m", usage: { prompt_tokens: 900, completion_tokens: 3 } };
    const [one, two] = await Promise.all([startUpstream(json(answer)), startUpstream(json(answer))]);
    onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
    const route = (id: string, url: string) => ({
      id,
      provider: "openai",
      url,
      variables: { [`${id}_URL`]: "{base}" },
    });
    const profile = join(home, "two.json");
    const routes = [route("groq", `${one.url}/openai/v1`), route("zai", `${two.url}/api/paas/v4`)];
    const policy = { preset: "balanced", cache: { strategy: "every-turn" } };
    writeFileSync(profile, JSON.stringify({ name: "two", title: "Two", programs: ["two"], routes, policy }));
    const body = JSON.stringify(agentRequest("openai-chat", { model: "m" }));
    agentIs(
      "two",
      `const ask = (base) => fetch(base + "/chat/completions", { method: "POST", body: ${JSON.stringify(body)} }).then((r) => r.text());
ask(process.env.groq_URL).then(() => ask(process.env.zai_URL));`,
    );
    const { status, stderr } = await run(["run", "--profile", profile, "--", "two"]);
    expect([status, ...[one, two].flatMap(({ arrived }) => arrived.map(({ url }) => url))]).toEqual([
      0,
      "/openai/v1/chat/completions",
      "/api/paas/v4/chat/completions",
    ]);
    for (const { arrived } of [one, two]) expect(arrived[0]?.body.toString()).toContain("old result left out");
    expect(stderr).toMatch(/^tamis: 2 requests: 1,800 input tokens/);
  });
});

describe.skipIf(process.platform === "win32")("what a run leaves", () => {
  async function runWith(...flags: string[]) {
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    agentIs("claude", ASK);
    const result = await run(["claude", ...flags], { ANTHROPIC_BASE_URL: upstream.url });
    return { ...result, upstream };
  }
  const ledger = (...args: string[]) =>
    tamis(["why", "--ledger", ...args], { env: { XDG_STATE_HOME: join(home, "state") } });

  it("are the tokens that were billed, in the last line and in the ledger", async () => {
    ledger("--clear");
    const { stderr, upstream } = await runWith();
    expect(stderr).toMatch(
      /^tamis: 1 request: 5,100 input tokens \(98\.0 % from the cache\) and 40 output tokens billed, \$0\.\d+; without/,
    );
    expect(upstream.arrived[0]?.body.toString()).toContain("old result left out");
    const [entry] = ledger("--json")
      .stdout.toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entry).toMatchObject({ agent: "claude", mode: "reduce", session: "s-7", input: 5_100, output: 40 });
    expect(ledger().stdout.toString()).toMatch(/claude +reduce +1 +5,100 +98\.0 % +40 +\$/);
    expect(ledger("--clear").stdout.toString()).toBe("1 entries forgotten\n");
    expect(ledger().stdout.toString()).toContain("the ledger is empty");
  });

  it.each([
    ["--observe", "observe"],
    ["--shadow", "shadow"],
    ["--holdout=100", "holdout"],
  ])("is everything as it came, and what would have been, with %s", async (flag, mode) => {
    ledger("--clear");
    const { stderr, upstream } = await runWith(flag);
    expect(upstream.arrived[0]?.body.toString()).not.toContain("old result left out");
    expect(stderr).toContain("1 request observed, nothing was changed: 5,100 input tokens");
    expect(JSON.parse(ledger("--json").stdout.toString())).toMatchObject({ mode });
  });

  it("leaves sessions alone one by one with --holdout, each in its group in every run", async () => {
    ledger("--clear");
    const holdout = new Holdout();
    holdout.configure(50);
    const groupOf = (name: string) =>
      holdout.draw({ name, body: () => Buffer.of(), wire: "anthropic", model: undefined })?.group;
    const names = Array.from({ length: 40 }, (_, at) => `session-${at}`);
    const of = (group: string) => names.find((name) => groupOf(name) === group) ?? "";
    const sessions = [of("reduced"), of("holdout")];
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    const asks = sessions.map((session) => ASK.replaceAll('"s-7"', JSON.stringify(session)));
    agentIs("claude", asks.map((ask) => `{${ask}}`).join("\n"));
    for (let round = 0; round < 2; round++) {
      const { stderr } = await run(["claude", "--holdout=50"], { ANTHROPIC_BASE_URL: upstream.url });
      expect(stderr).toContain("tamis: 1 request: 5,100");
      expect(stderr).toContain("tamis: 1 request observed, nothing was changed: 5,100");
    }
    const bodies = upstream.arrived.map(({ body }) => body.toString().includes("old result left out"));
    expect(bodies.filter(Boolean).length).toBe(2);
    const rows = ledger("--json")
      .stdout.toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const found = new Set(rows.map(({ session, mode, drawn }) => `${session}: ${mode}, ${drawn}`));
    expect([...found].sort()).toEqual([`${sessions[0]}: reduce, true`, `${sessions[1]}: holdout, true`].sort());
  });

  it("is nothing with --no-ledger", async () => {
    ledger("--clear");
    await runWith("--no-ledger");
    expect(ledger().stdout.toString()).toContain("the ledger is empty");
  });

  it.each([["0.0001"], ["0.0001/day"]])(
    "is a refusal in the provider's form once --max-cost is spent: %s",
    async (cap) => {
      ledger("--clear");
      const twice = ASK.replace("fetch(", "const ask = () => fetch(").replace(
        "then((r) => r.text());",
        "then((r) => r.text());",
      );
      const script = `${twice}\nask().then(ask).then(console.log);`;
      const upstream = await startUpstream(json(ANSWER));
      onTestFinished(() => upstream.close());
      agentIs("claude", script);
      const { stdout, stderr } = await run(["claude", `--max-cost=${cap}`], { ANTHROPIC_BASE_URL: upstream.url });
      expect(upstream.arrived.length).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        type: "error",
        error: { type: "billing_error", message: expect.stringContaining("--max-cost allows no more") },
      });
      expect(stderr).toContain("tamis: 1 request refused (cost limit), in no other number");
    },
  );

  it("is why results were reduced, where the originals are, and what was read again", async () => {
    ledger("--clear");
    const config = join(home, "tamis/tamis.toml");
    mkdirSync(join(home, "tamis"), { recursive: true });
    writeFileSync(config, '[originals]\nstore = "off"\n');
    await runWith();
    rmSync(config);
    const log = join(home, ".claude/projects/x/s-7.jsonl");
    mkdirSync(join(log, ".."), { recursive: true });
    const why = (...args: string[]) =>
      tamis(["why", ...args], { env: { HOME: home, XDG_STATE_HOME: join(home, "state"), CLAUDE_CONFIG_DIR: "" } });
    const { results, rules } = JSON.parse(why("s-7", "--json").stdout.toString());
    expect(results[0]).toMatchObject({ action: "mask", reason: "window", request: 1, rereads: [] });
    expect(results[0]).toMatchObject({ role: "file", roleFrom: "name" });
    expect(rules[0]).toMatchObject({ reason: "window", results: results.length, reread: 0, sendsBack: false });
    writeFileSync(log, `{"id":"${results[0].call}"}\n{"tool_use_id":"${results[0].call}"}\n`);
    const text = why().stdout.toString();
    expect(text).toMatch(/^claude, session s-7, 1 request\n1 request: 5,100 input tokens/);
    expect(text).toContain("[1] line 2");
    expect(text).toContain("text of a file: the tool's name says so");
    expect(text).toContain(`[1] ${log}`);
    expect(text).toContain("no rule made the agent go back");
    expect(why("--holdout").stdout.toString()).toContain("nothing to compare yet: tamis claude --holdout 20");
    for (const [args, said] of [
      [["s-7", "--holdout"], "--holdout compares all sessions"],
      [["--ledger", "--clear", "--days", "7"], "--clear forgets everything"],
      [["--ledger", "--clear", "--by", "day"], "--clear forgets everything"],
    ] as const)
      expect(why(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(said) });
    expect(why("s-8")).toMatchObject({ status: 1, stderr: expect.stringContaining('no session "s-8"') });
  });

  it("is the agent's own answer and a line, where its login has expired", async () => {
    const refusal = { type: "error", error: { type: "authentication_error", message: "OAuth token has expired" } };
    const upstream = await startUpstream(json(refusal, 401));
    onTestFinished(() => upstream.close());
    agentIs("claude", ASK.replace("(r) => r.text()", "async (r) => console.log(r.status, await r.text())"));
    const { stdout, stderr } = await run(["claude"], { ANTHROPIC_BASE_URL: upstream.url });
    expect(stdout).toBe(`401 ${JSON.stringify(refusal)}\n`);
    expect(stderr).toContain("tamis: 1 request refused (status 401), in no other number");
    expect(stderr).toContain(
      "tamis: the provider did not take the agent's key or login (401): log in with claude itself",
    );
  });

  it("is the same for an agent that starts itself again", async () => {
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    const again = `const { spawnSync } = require("node:child_process");
      if (process.argv[2] !== "again") {
        const { status } = spawnSync(process.execPath, [__filename, "again"], { stdio: "inherit" });
        process.exit(status);
      }
      process.exitCode = 5;`;
    agentIs("claude", `${again}\n${ASK}`);
    const { status, stderr } = await run(["claude"], { ANTHROPIC_BASE_URL: upstream.url });
    expect([status, upstream.arrived.length]).toEqual([5, 1]);
    expect(stderr).toMatch(/^tamis: 1 request: 5,100 input tokens/);
  });

  it("is a line, and the agent's own exit code, where the ledger cannot be written", async () => {
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    agentIs("claude", `${ASK.trimEnd().replace(/;$/, "")}.then(() => process.exit(6));`);
    const env = { ANTHROPIC_BASE_URL: upstream.url, XDG_STATE_HOME: "/dev/null/state" };
    const { status, stderr } = await run(["claude"], env);
    expect(status).toBe(6);
    expect(stderr).toMatch(/^tamis: 1 request: 5,100 input tokens/);
    expect(stderr).toContain("tamis: the ledger was not written: ");
  });

  it("is nothing where --max-cost is no amount", async () => {
    expect((await run(["claude", "--max-cost=much"])).stderr).toContain("It must be dollars");
  });

  it("is a line for each request with --status", async () => {
    const { stderr } = await runWith("--status");
    expect(stderr.match(/5,100 input tokens/g)?.length).toBe(2);
  });
});

describe("tamis doctor --agent", () => {
  it("shows how an agent would be started, and that nothing of the user's is written", () => {
    const { status, stdout } = tamis(["doctor", "--agent", "claude"], { env: { HOME: home, ANTHROPIC_BASE_URL: "" } });
    expect(status).toBe(0);
    for (const text of [
      "Claude Code",
      "messages: /anthropic →",
      "ENABLE_TOOL_SEARCH: tool search stays on",
      "nothing of yours",
    ])
      expect(stdout.toString()).toContain(text);
  });

  it("fails where requests would go past the gateway, and says why", () => {
    const env = { HOME: home, CLAUDE_CODE_USE_VERTEX: "1", ANTHROPIC_BASE_URL: "" };
    const { status, stdout } = tamis(["doctor", "--agent", "claude", "--json"], { env });
    expect([status, JSON.parse(stdout.toString()).bypasses]).toEqual([1, [expect.stringContaining("Vertex AI")]]);
  });

  it("shows a profile of the user's in the same way, and names what is wrong with one", () => {
    const file = join(home, "shown.json");
    const routes = [
      { id: "groq", provider: "openai", url: "https://api.groq.com/openai/v1", variables: { GROQ_URL: "{base}" } },
    ];
    writeFileSync(file, JSON.stringify({ name: "shown", title: "My tool", programs: ["no-such-program"], routes }));
    const { status, stdout } = tamis(["doctor", "--profile", file], { env: { HOME: home } });
    expect(status).toBe(0);
    for (const text of ["My tool", "groq: /shown-groq → https://api.groq.com/openai/v1", "no; to install it"])
      expect(stdout.toString()).toContain(text);
    writeFileSync(file, '{"name":"shown"}');
    expect(tamis(["doctor", "--profile", file])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${file}: title: `),
    });
    expect(tamis(["doctor", "--profile", "none.json"]).stderr).toContain("cannot read none.json");
  });

  it("prints the JSON Schema of launch profiles", () => {
    const schema = JSON.parse(tamis(["doctor", "--profile-schema"]).stdout.toString());
    expect(schema).toMatchObject({ title: "Tamis launch profile", type: "object" });
  });

  it("names the agents that it knows", () => {
    const { status, stderr } = tamis(["doctor", "--agent", "cursor"]);
    expect([status, stderr]).toEqual([
      2,
      'tamis: no launch profile "cursor"; known: claude, codex, gemini, opencode, aider, qwen, pi, goose\n',
    ]);
  });
});
