import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { installPlugin, shellCommand, uninstallPlugin } from "../../ts/agents/index.js";

const PARTS = {
  command: { file: "/usr/bin/node", args: ["/opt/tamis/dist/cli/main.cjs"] },
  version: "1.2.3",
  module: "file:///opt/tamis/dist/adapters/opencode.js",
};

function place(workspace = false) {
  const home = mkdtempSync(join(tmpdir(), "tamis-plugin-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const work = join(home, "work");
  return { env: {}, home, workspace: workspace ? work : undefined, work };
}
function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const settingsIn = (home: string) => join(home, ".claude/settings.json");
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const STATUS_LINE = { type: "command", command: "/usr/bin/node /opt/tamis/dist/cli/main.cjs status-line" };

describe("the plugin of Claude Code", () => {
  it("is a folder that Claude Code loads, and a status line beside all that is there, and goes without a trace", () => {
    const at = place();
    const before = { model: "opus", hooks: { PostToolUse: [{ matcher: "Edit", hooks: [] }], Stop: [] } };
    const file = write(settingsIn(at.home), JSON.stringify(before));
    const folder = join(at.home, ".claude/skills/tamis");
    expect(installPlugin("claude", at, PARTS)).toEqual([
      ...[".claude-plugin/plugin.json", "hooks/hooks.json", "commands/tamis.md", ".mcp.json"].map((path) => ({
        file: join(folder, path),
        change: "written",
      })),
      { file, change: "changed" },
    ]);
    expect(read(join(folder, ".claude-plugin/plugin.json"))).toMatchObject({ name: "tamis", version: "1.2.3" });
    const command = "/usr/bin/node /opt/tamis/dist/cli/main.cjs hook claude";
    expect(read(join(folder, "hooks/hooks.json")).hooks.PostToolUse).toEqual([
      { matcher: "*", hooks: [{ type: "command", command, timeout: 10 }] },
    ]);
    expect(read(join(folder, ".mcp.json")).mcpServers.tamis).toEqual({
      command: "/usr/bin/node",
      args: ["/opt/tamis/dist/cli/main.cjs", "mcp"],
    });
    expect(read(file)).toEqual({ ...before, statusLine: STATUS_LINE });
    expect(uninstallPlugin("claude", at).map(({ change }) => change)).toEqual(["removed", "removed"]);
    expect([read(file), existsSync(join(at.home, ".claude/skills"))]).toEqual([before, false]);
  });

  it("leaves no file where there was none", () => {
    const at = place(true);
    const changes = installPlugin("claude", at, PARTS);
    expect(changes.map(({ change }) => change)).toEqual(Array(5).fill("written"));
    expect(changes.at(-1)?.file).toBe(join(at.work, ".claude/settings.json"));
    uninstallPlugin("claude", at);
    expect(existsSync(join(at.work, ".claude"))).toBe(false);
  });

  it("keeps other skills, and a status line of the user's", () => {
    const at = place();
    const skill = write(join(at.home, ".claude/skills/mine/SKILL.md"), "mine");
    const file = write(settingsIn(at.home), '{"statusLine":{"type":"command","command":"my-line"}}');
    expect(installPlugin("claude", at, PARTS).at(-1)).toEqual({ file, change: "none" });
    uninstallPlugin("claude", at);
    expect([existsSync(skill), read(file).statusLine.command]).toEqual([true, "my-line"]);
  });

  it("is installed once, and takes the place of the hook in the settings", () => {
    const at = place();
    const hook = { matcher: "*", hooks: [{ type: "command", command: '"node" "/x/main.cjs" hook claude' }] };
    const file = write(settingsIn(at.home), JSON.stringify({ hooks: { PostToolUse: [hook] } }));
    installPlugin("claude", at, PARTS);
    expect(read(file)).toEqual({ statusLine: STATUS_LINE });
    expect(installPlugin("claude", at, PARTS).map(({ change }) => change)).toEqual(Array(5).fill("none"));
  });

  it("removes no hook and no status line of anybody else's", () => {
    const at = place();
    write(
      settingsIn(at.home),
      '{"hooks":{"PostToolUse":[{"hooks":[{"command":"my-tamis-like hook claude --x"}]}]},"statusLine":{"command":"nottamis status-line"}}',
    );
    expect(uninstallPlugin("claude", at).map(({ change }) => change)).toEqual(["none", "none"]);
  });

  it("follows a link to the settings, and keeps their permissions", () => {
    const at = place();
    const real = write(join(at.home, "dotfiles/settings.json"), '{"model":"opus"}');
    mkdirSync(join(at.home, ".claude"));
    symlinkSync(real, settingsIn(at.home));
    const { mode } = statSync(real);
    installPlugin("claude", at, PARTS);
    expect([read(real).statusLine, statSync(real).mode]).toEqual([STATUS_LINE, mode]);
  });

  it.each(["{ broken", "[]"])("changes nothing where settings cannot be read: %s", (text) => {
    const at = place();
    const file = write(settingsIn(at.home), text);
    expect(() => installPlugin("claude", at, PARTS)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect([readFileSync(file, "utf8"), existsSync(join(at.home, ".claude/skills"))]).toEqual([text, false]);
  });

  it("quotes paths with spaces and quotes for a shell", () => {
    expect(shellCommand({ file: "/my node", args: ['a"b'] })).toBe('"/my node" "a\\"b"');
  });
});

describe("the plugin of opencode", () => {
  it("is a file in its folder of plugins, and goes without a trace", () => {
    const at = place();
    const file = join(at.home, ".config/opencode/plugin/tamis.js");
    expect(installPlugin("opencode", at, PARTS)).toEqual([{ file, change: "written" }]);
    expect(readFileSync(file, "utf8")).toContain(`export { TamisPlugin } from "${PARTS.module}";`);
    expect(installPlugin("opencode", at, PARTS)).toEqual([{ file, change: "none" }]);
    expect(uninstallPlugin("opencode", at)).toEqual([{ file, change: "removed" }]);
    expect([existsSync(file), uninstallPlugin("opencode", at)]).toEqual([false, [{ file, change: "none" }]]);
  });
});
