// Originals of what is removed, in a folder that the agent can read.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { agentRequest } from "../gateway/requests.js";
import { json, startUpstream } from "../gateway/upstream.js";
import { tamis } from "./run-cli.js";
import { ANSWER, ASK, agentIs, home, run } from "./scripted-agent.js";

const FOLDER = join(home, ".cache/tamis/originals");
const MARK = /original: ([^\]]*[0-9a-f]{32}\.txt)\]/g;
const kept = () => (existsSync(FOLDER) ? readdirSync(FOLDER) : []);
const tell = (...args: string[]) =>
  tamis(args, { env: { HOME: home, XDG_STATE_HOME: join(home, "state"), CLAUDE_CONFIG_DIR: "" } }).stdout.toString();

/** Runs `tamis claude` for one request; what was sent of it. */
async function runOnce(flags: string[] = [], env: Record<string, string> = {}, shell?: string) {
  const upstream = await startUpstream(json(ANSWER));
  onTestFinished(() => upstream.close());
  agentIs("claude", ASK);
  const all = { ANTHROPIC_BASE_URL: upstream.url, ...env };
  const { status, stderr } = await run(["claude", ...flags], all, undefined, shell);
  const sent = upstream.arrived[0]?.body.toString() ?? "";
  return { status, stderr, sent, named: [...sent.matchAll(MARK)].map(([, path = ""]) => path) };
}

describe.skipIf(process.platform === "win32")("originals of what is removed", () => {
  beforeEach(() => {
    for (const path of [FOLDER, `${FOLDER}.key`]) rmSync(path, { recursive: true, force: true });
  });

  it("are files as the tools gave them, named by the markers, in a folder that the agent is allowed to read", async () => {
    const { named, sent } = await runOnce();
    expect(named.length).toBeGreaterThan(10);
    expect(kept().length).toBe(new Set(named).size);
    const request = JSON.stringify(agentRequest("anthropic", { model: "claude-sonnet-5" }));
    for (const path of named) {
      expect(path.startsWith(`${FOLDER}/`)).toBe(true);
      expect(request).toContain(JSON.stringify(readFileSync(path, "utf8")).slice(1, -1));
    }
    // A second run writes the same bytes, so that the provider's cache holds.
    expect((await runOnce()).sent).toBe(sent);
  });

  it("are named by tamis why", async () => {
    tell("why", "--ledger", "--clear");
    const { named } = await runOnce();
    const why = JSON.parse(tell("why", "--json")) as { results: { kept?: string }[] };
    const paths = why.results.flatMap((row) => row.kept ?? []);
    expect(new Set(paths)).toEqual(new Set(named));
    expect(tell("why")).toContain(`] ${named[0]}`);
  });

  it.each([
    ["with --no-ledger, which keeps nothing", ["--no-ledger"], ""],
    ["where nothing is changed", ["--observe"], ""],
    ["where the configuration says so", [], '[originals]\nstore = "off"\n'],
    ["where the configuration keeps no text", [], "[gateway]\nno_store = true\n"],
  ])("are not kept, and no marker names one, %s", async (_, flags, config) => {
    const file = join(home, "tamis/tamis.toml");
    if (config !== "") {
      mkdirSync(join(home, "tamis"), { recursive: true });
      writeFileSync(file, config);
    }
    const { named, sent } = await runOnce(flags);
    rmSync(file, { force: true });
    expect([named, kept()]).toEqual([[], []]);
    expect(sent.includes("[old result left out: ")).toBe(!flags.includes("--observe"));
  });

  it.each([
    ["a full disk", undefined, 'ulimit -f 1; exec "$@"', /EFBIG|file too large/],
    ["a folder that cannot be made", { XDG_CACHE_HOME: "/dev/null/cache" }, undefined, /ENOTDIR|not a directory/],
  ] as const)("leave results whole on %s, and one line says so", async (_, env, shell, reason) => {
    const { status, stderr, named, sent } = await runOnce(["--log=/dev/null"], env, shell);
    expect([status, named]).toEqual([0, []]);
    expect(sent).not.toContain("[old result left out: ");
    const request = agentRequest("anthropic", { model: "claude-sonnet-5" }) as { messages: object };
    expect(JSON.parse(sent).messages).toEqual(request.messages);
    const lines = stderr.split("\n").filter((line) => line.includes("sent whole"));
    expect(lines).toEqual([expect.stringMatching(/^tamis: \d+ old results were sent whole, because the original/)]);
    expect(lines[0]).toMatch(reason);
    expect(stderr).toContain("no change");
    expect(kept().filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("are kept once there is room again, and what was sent whole stays whole", async () => {
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    const inTheWay = join(home, "blocked");
    writeFileSync(inTheWay, "");
    const [first, second] = [6, 24].map((turns) =>
      JSON.stringify(agentRequest("anthropic", { model: "claude-sonnet-5", turns })),
    );
    agentIs(
      "claude",
      `const ask = (body) => fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body, headers: { "x-api-key": "k" } }).then((r) => r.text());
ask(${JSON.stringify(first)}).then(() => { require("node:fs").rmSync(${JSON.stringify(inTheWay)}); return ask(${JSON.stringify(second)}); });`,
    );
    const env = { ANTHROPIC_BASE_URL: upstream.url, XDG_CACHE_HOME: inTheWay };
    const config = join(home, "tamis/tamis.toml");
    mkdirSync(join(home, "tamis"), { recursive: true });
    writeFileSync(config, '[mask]\nwindow_turns = 1\nmin_chars = 0\n[cache]\nstrategy = "every-turn"\n');
    const { status, stderr } = await run(["claude"], env);
    rmSync(config);
    const [one = "", two = ""] = upstream.arrived.map(({ body }) => body.toString());
    expect([status, one.match(MARK)]).toEqual([0, null]);
    const named = [...two.matchAll(MARK)].map(([, path = ""]) => path);
    expect(named.length).toBe(24 - 6);
    for (const path of named) expect(existsSync(path)).toBe(true);
    expect(stderr).toContain("5 old results were sent whole, because the original could not be kept");
  });

  it("stay those of a conversation that is resumed on a full disk", async () => {
    const { sent } = await runOnce();
    const again = await runOnce(["--log=/dev/null"], {}, 'ulimit -f 1; exec "$@"');
    expect(again.sent).toBe(sent);
    expect(again.stderr).not.toContain("sent whole");
  });

  it("are shared by two agents at once", async () => {
    const both = await Promise.all([runOnce(), runOnce()]);
    const [one, two] = both.map(({ sent }) => sent);
    expect(one).toBe(two);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(kept().length).toBe(new Set(both.flatMap(({ named }) => named)).size);
  });
});
