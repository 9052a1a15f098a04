import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AlwaysAgent, planAlways, planService, undoAlways, writeAlways } from "../../ts/agents/index.js";
import { parseToml } from "../../ts/policy/toml.js";
import { temporaryFolder, writeTo } from "../support/folder.js";

const URL = "http://127.0.0.1:7337";

function place() {
  const home = temporaryFolder();
  return { env: {}, home };
}
const read = (file: string) => readFileSync(file, "utf8");
const FILES: Record<AlwaysAgent, string> = {
  claude: ".claude/settings.json",
  codex: ".codex/config.toml",
  opencode: ".config/opencode/opencode.json",
};

describe("an agent's settings for a gateway that is always there", () => {
  it.each(["claude", "codex", "opencode"] as const)("are made for %s, and are gone with their folder", (agent) => {
    const at = place();
    const written = writeAlways(planAlways(agent, at, URL));
    expect(written.file).toBe(join(at.home, FILES[agent]));
    expect(read(written.file)).toContain(URL);
    expect(planAlways(agent, at, URL).added).toEqual([]);
    expect(undoAlways(written)).toBe(true);
    expect(existsSync(join(at.home, FILES[agent].split("/")[0] ?? ""))).toBe(false);
  });

  it.each([
    ["claude", '{"model":"opus","env":{"A":"1"}}'],
    ["codex", '# mine\nmodel = "gpt-5"\n\n[tui]\ntheme = "dark" # comment\n'],
    ["opencode", '{ "provider": { "anthropic": { "name": "x" } } }'],
  ] as const)("of %s go back to the byte", (agent, text) => {
    const at = place();
    const file = writeTo(join(at.home, FILES[agent]), text);
    const written = writeAlways(planAlways(agent, at, URL));
    expect(read(file)).not.toBe(text);
    expect([undoAlways(written), read(file)]).toEqual([true, text]);
  });

  it("keep what the user has changed since", () => {
    const at = place();
    const file = writeTo(join(at.home, FILES.claude), '{"env":{"A":"1"}}');
    const written = writeAlways(planAlways("claude", at, URL));
    const now = JSON.parse(read(file));
    writeFileSync(file, JSON.stringify({ ...now, model: "opus", env: { ...now.env, ENABLE_TOOL_SEARCH: "false" } }));
    expect(undoAlways(written)).toBe(false);
    expect(JSON.parse(read(file))).toEqual({ env: { A: "1", ENABLE_TOOL_SEARCH: "false" }, model: "opus" });
  });

  it("of Codex are TOML with the rest as it was, also where the user has changed it since", () => {
    const at = place();
    const file = writeTo(join(at.home, FILES.codex), '[tui]\ntheme = "dark"');
    const written = writeAlways(planAlways("codex", at, URL));
    expect(parseToml(read(file), { source: file })).toMatchObject({
      model_provider: "tamis",
      model_providers: { tamis: { base_url: `${URL}/openai/v1`, env_key: "OPENAI_API_KEY" } },
      tui: { theme: "dark" },
    });
    writeFileSync(file, `${read(file)}[more]\nx = 1\n`);
    undoAlways(written);
    expect(read(file)).toBe('[tui]\ntheme = "dark"\n[more]\nx = 1\n');
  });

  it.each([
    ["with other ends of lines", (text: string) => text.replaceAll("\n", "\r\n"), "[tui]\r\nx = 2\r\n"],
    ["without the end of our first block", (text: string) => text.replace("# <<< tamis on\n", ""), "[tui]\nx = 2\n"],
    ["without any end of our blocks", (text: string) => text.replaceAll("# <<< tamis on\n", ""), "[tui]\nx = 2\n"],
    ["with a line in our block", (text: string) => text.replace("wire_api", "x = 1\nwire_api"), "[tui]\nx = 2\n"],
  ])("of Codex go also from a file that is there %s, and nothing else does", (_, changed, left) => {
    const at = place();
    const file = writeTo(join(at.home, FILES.codex), "[tui]\nx = 1\n");
    const written = writeAlways(planAlways("codex", at, URL));
    writeFileSync(file, changed(read(file).replace("x = 1", "x = 2")));
    expect(undoAlways(written)).toBe(false);
    expect(read(file)).toBe(left);
  });

  it("of Codex take the place of blocks that are left of an earlier time", () => {
    const at = place();
    const file = writeTo(join(at.home, FILES.codex), "x = 1\n");
    writeAlways(planAlways("codex", at, "http://127.0.0.1:1"));
    const again = planAlways("codex", at, "http://127.0.0.1:1");
    expect([again.added, again.after]).toEqual([[], read(file)]);
    const written = writeAlways(planAlways("codex", at, URL));
    expect(read(file)).not.toContain("http://127.0.0.1:1/");
    expect(parseToml(read(file), { source: file })).toMatchObject({
      model_providers: { tamis: { base_url: `${URL}/openai/v1` } },
    });
    expect([undoAlways(written), read(file)]).toEqual([true, "x = 1\n"]);
  });

  it("of Codex keep a byte order mark where it is", () => {
    const at = place();
    const file = writeTo(join(at.home, FILES.codex), '\uFEFFmodel = "gpt-5"\n');
    const written = writeAlways(planAlways("codex", at, URL));
    expect(read(file).lastIndexOf("\uFEFF")).toBe(0);
    expect([undoAlways(written), read(file)]).toEqual([true, '\uFEFFmodel = "gpt-5"\n']);
  });

  it("of Codex with a key that its login has kept are one line, and its own provider stays", () => {
    const at = place();
    writeTo(join(at.home, ".codex/auth.json"), '{"OPENAI_API_KEY":"sk-1"}');
    const file = writeTo(join(at.home, FILES.codex), "x = 1\n");
    const written = writeAlways(planAlways("codex", at, URL));
    expect(parseToml(read(file), { source: file })).toEqual({ openai_base_url: `${URL}/openai/v1`, x: 1 });
    expect([undoAlways(written), read(file)]).toEqual([true, "x = 1\n"]);
  });

  it.each([
    [
      "claude",
      FILES.claude,
      '{"env":{"ANTHROPIC_BASE_URL":"https://llm.example"}}',
      "sets env.ANTHROPIC_BASE_URL already",
    ],
    ["codex", FILES.codex, 'model_provider = "mine"\n', "sets model_provider already"],
    ["codex", FILES.codex, 'openai_base_url = "https://llm.example"\n', "sets openai_base_url already"],
    ["codex", ".codex/auth.json", '{"tokens":{"access_token":"t"}}', "is a ChatGPT login"],
    ["claude", FILES.claude, "{ // a comment\n}", "no JSON object without comments"],
    ["opencode", FILES.opencode, '{"provider":7}', "provider is no object"],
  ] as const)("of %s are left alone where they say otherwise: %s %s", (agent, path, text, reason) => {
    const at = place();
    const file = writeTo(join(at.home, path), text);
    expect(() => planAlways(agent, at, URL)).toThrow(reason);
    expect(read(file)).toBe(text);
  });
});

describe("the gateway as a service", () => {
  const parts = { command: { file: "/my node", args: ["/opt/100%/main.cjs"] }, port: 7400, userId: 501 };

  it("is a unit of systemd on Linux", () => {
    const plan = planService("linux", { env: {}, home: "/h" }, parts);
    expect(plan?.file).toBe(join("/h", ".config/systemd/user/tamis.service"));
    expect(plan?.text).toContain('ExecStart="/my node" "/opt/100%%/main.cjs" "gateway" "--ledger" "--port" "7400"\n');
    expect(plan?.start.at(-1)).toEqual(["systemctl", "--user", "enable", "--now", "tamis.service"]);
  });

  it("is a job of launchd on macOS", () => {
    const plan = planService("darwin", { env: {}, home: "/h" }, parts);
    expect(plan?.text).toContain("    <string>/my node</string>\n");
    expect(plan?.start).toEqual([["launchctl", "bootstrap", "gui/501", plan?.file]]);
  });

  it("is none elsewhere", () => {
    expect(planService("win32", { env: {}, home: "/h" }, parts)).toBeUndefined();
  });
});
