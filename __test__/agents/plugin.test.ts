import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPlugin, installPlugin, shellCommand, uninstallPlugin } from "../../ts/agents/index.js";
import { tamis } from "../cli/run-cli.js";
import { temporaryFolder, writeTo } from "../support/folder.js";

const PARTS = {
  command: { file: "/usr/bin/node", args: ["/opt/tamis/dist/cli/main.cjs"] },
  version: "1.2.3",
  module: "file:///opt/tamis/dist/adapters/opencode.js",
};

function place(workspace = false) {
  const home = temporaryFolder();
  const work = join(home, "work");
  return { env: {}, home, workspace: workspace ? work : undefined, work };
}
const settingsIn = (home: string) => join(home, ".claude/settings.json");
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const IS_THERE = "if command -v /usr/bin/node >/dev/null && [ -f /opt/tamis/dist/cli/main.cjs ]; then";
const STATUS_LINE = {
  type: "command",
  command: `${IS_THERE} /usr/bin/node /opt/tamis/dist/cli/main.cjs status-line; else echo "tamis: its program is gone, install the plugin again"; fi`,
};

describe("the plugin of Claude Code", () => {
  it("names only commands that there are", () => {
    const at = place();
    installPlugin("claude", at, { ...PARTS, command: { file: "tamis", args: [] } });
    const text = readFileSync(join(at.home, ".claude/commands/tamis.md"), "utf8");
    const commands = [...text.matchAll(/`tamis ([^`]+)`/g)].map(([, words = ""]) => words.split(" "));
    expect(commands.length).toBeGreaterThan(4);
    for (const words of commands) expect([words, tamis([...words, "--help"]).status]).toEqual([words, 0]);
  });

  it("is a folder that Claude Code loads, and a status line beside all that is there, and goes without a trace", () => {
    const at = place();
    const before = { model: "opus", hooks: { PostToolUse: [{ matcher: "Edit", hooks: [] }], Stop: [] } };
    const file = writeTo(settingsIn(at.home), JSON.stringify(before));
    const folder = join(at.home, ".claude/skills/tamis");
    expect(installPlugin("claude", at, PARTS)).toEqual([
      ...[
        join(folder, ".claude-plugin/plugin.json"),
        join(folder, "hooks/hooks.json"),
        // In the plugin's folder it would be /tamis:tamis.
        join(at.home, ".claude/commands/tamis.md"),
      ].map((path) => ({ file: path, change: "written" })),
      { file, change: "changed" },
    ]);
    expect(read(join(folder, ".claude-plugin/plugin.json"))).toMatchObject({ name: "tamis", version: "1.2.3" });
    const command = `${IS_THERE} /usr/bin/node /opt/tamis/dist/cli/main.cjs hook claude; fi`;
    expect(read(join(folder, "hooks/hooks.json")).hooks.PostToolUse).toEqual([
      { matcher: "*", hooks: [{ type: "command", command, timeout: 10 }] },
    ]);
    expect(read(file)).toEqual({ ...before, statusLine: STATUS_LINE });
    expect(uninstallPlugin("claude", at).map(({ change }) => change)).toEqual(["removed", "removed"]);
    expect([read(file), readdirSync(join(at.home, ".claude"))]).toEqual([before, ["settings.json"]]);
  });

  it("asks nobody before its command runs Tamis", () => {
    const at = place();
    installPlugin("claude", at, PARTS);
    const [, head = ""] = readFileSync(join(at.home, ".claude/commands/tamis.md"), "utf8").split("---\n");
    expect(head).toContain("\nallowed-tools: Bash(/usr/bin/node /opt/tamis/dist/cli/main.cjs:*)\n");
  });

  it("leaves no file where there was none", () => {
    const at = place(true);
    const changes = installPlugin("claude", at, PARTS);
    expect(changes.map(({ change }) => change)).toEqual(Array(4).fill("written"));
    expect(changes.at(-1)?.file).toBe(join(at.work, ".claude/settings.json"));
    uninstallPlugin("claude", at);
    expect(existsSync(join(at.work, ".claude"))).toBe(false);
  });

  it("keeps other skills, and a status line of the user's", () => {
    const at = place();
    const skill = writeTo(join(at.home, ".claude/skills/mine/SKILL.md"), "mine");
    const file = writeTo(settingsIn(at.home), '{"statusLine":{"type":"command","command":"my-line"}}');
    expect(installPlugin("claude", at, PARTS).at(-1)).toEqual({ file, change: "none" });
    uninstallPlugin("claude", at);
    expect([existsSync(skill), read(file).statusLine.command]).toEqual([true, "my-line"]);
  });

  it("is installed once, and takes the place of the hook in the settings", () => {
    const at = place();
    const hook = { matcher: "*", hooks: [{ type: "command", command: '"node" "/x/main.cjs" hook claude' }] };
    const file = writeTo(settingsIn(at.home), JSON.stringify({ hooks: { PostToolUse: [hook] } }));
    installPlugin("claude", at, PARTS);
    expect(read(file)).toEqual({ statusLine: STATUS_LINE });
    expect(installPlugin("claude", at, PARTS).map(({ change }) => change)).toEqual(Array(4).fill("none"));
  });

  it("removes no hook and no status line of anybody else's", () => {
    const at = place();
    writeTo(
      settingsIn(at.home),
      '{"hooks":{"PostToolUse":[{"hooks":[{"command":"my-tamis-like hook claude --x"}]}]},"statusLine":{"command":"nottamis status-line"}}',
    );
    expect(uninstallPlugin("claude", at).map(({ change }) => change)).toEqual(["none", "none"]);
  });

  it("follows a link to the settings, and keeps their permissions", () => {
    const at = place();
    const real = writeTo(join(at.home, "dotfiles/settings.json"), '{"model":"opus"}');
    mkdirSync(join(at.home, ".claude"));
    symlinkSync(real, settingsIn(at.home));
    const { mode } = statSync(real);
    installPlugin("claude", at, PARTS);
    expect([read(real).statusLine, statSync(real).mode]).toEqual([STATUS_LINE, mode]);
  });

  it.each(["{ broken", "[]"])("changes nothing where settings cannot be read: %s", (text) => {
    const at = place();
    const file = writeTo(settingsIn(at.home), text);
    expect(() => installPlugin("claude", at, PARTS)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect([readFileSync(file, "utf8"), existsSync(join(at.home, ".claude/skills"))]).toEqual([text, false]);
  });

  it("quotes paths with spaces and quotes for a shell", () => {
    expect(shellCommand({ file: "/my node", args: ['a"b'] })).toBe('"/my node" "a\\"b"');
  });
});

it.skipIf(process.platform === "win32")(
  "the plugin of Claude Code starts a program in any folder, and does nothing where that is gone",
  () => {
    const at = place();
    const main = writeTo(join(at.home, 'a $b\\c "d"/main.cjs'), "console.log(process.argv.slice(2).join());");
    installPlugin("claude", at, { ...PARTS, command: { file: process.execPath, args: [main] } });
    const [matcher] = read(join(at.home, ".claude/skills/tamis/hooks/hooks.json")).hooks.PostToolUse;
    const started = [matcher.hooks[0], read(settingsIn(at.home)).statusLine].map(({ command }) => command);
    const outcomes = () => started.map((command) => spawnSync("sh", ["-c", command], { encoding: "utf8" }));
    expect(findPlugin(at, "1.2.3")).toEqual({ version: "1.2.3", isOther: false, missing: undefined });
    expect(outcomes()).toMatchObject([{ stdout: "hook,claude\n" }, { stdout: "status-line\n" }]);
    rmSync(main);
    expect(findPlugin(at, "1.2.3")).toMatchObject({ missing: main });
    const none = { status: 0, stderr: "" };
    const line = "tamis: its program is gone, install the plugin again\n";
    expect(outcomes()).toMatchObject([
      { ...none, stdout: "" },
      { ...none, stdout: line },
    ]);
    expect(uninstallPlugin("claude", at).map(({ change }) => change)).toEqual(["removed", "removed"]);
  },
);

describe("the plugin of opencode", () => {
  it("is a file in its folder of plugins, and goes without a trace", async () => {
    const at = place();
    const file = join(at.home, ".config/opencode/plugin/tamis.js");
    expect(installPlugin("opencode", at, PARTS)).toEqual([{ file, change: "written" }]);
    // Its program is not there.
    const { TamisPlugin } = (await import(/* @vite-ignore */ file)) as { TamisPlugin: () => Promise<object> };
    expect([readFileSync(file, "utf8").includes(`import("${PARTS.module}")`), await TamisPlugin()]).toEqual([true, {}]);
    expect(installPlugin("opencode", at, PARTS)).toEqual([{ file, change: "none" }]);
    expect(uninstallPlugin("opencode", at)).toEqual([{ file, change: "removed" }]);
    expect([existsSync(file), uninstallPlugin("opencode", at)]).toEqual([false, [{ file, change: "none" }]]);
  });
});

describe("what a repository brings", () => {
  const claude = (at: ReturnType<typeof place>) => join(at.work, ".claude");
  const SKILL = ".claude/skills/tamis";
  const out = (at: ReturnType<typeof place>) => writeTo(join(at.home, ".bashrc"), "alias ll='ls -l'\n");
  const linked = (from: string, to: string) => {
    mkdirSync(dirname(from), { recursive: true });
    symlinkSync(to, from);
  };

  it.each([`${SKILL}/.claude-plugin/plugin.json`, `${SKILL}/hooks/hooks.json`, ".claude/commands/tamis.md"])(
    "does not lead out of it by a link: %s",
    (path) => {
      const at = place(true);
      const target = out(at);
      linked(join(at.work, path), target);
      const link = join(at.work, path);
      expect(() => installPlugin("claude", at, PARTS)).toThrow(`${link} is a symbolic link to ${target}, out of`);
      expect(readFileSync(target, "utf8")).toBe("alias ll='ls -l'\n");
      expect(existsSync(settingsIn(at.work))).toBe(false);
      expect(() => uninstallPlugin("claude", at)).toThrow("is a symbolic link to");
    },
  );

  it.each(["", "commands", "skills", "skills/tamis", "skills/tamis/hooks"])(
    "does not lead out of it by a folder: .claude/%s",
    (path) => {
      const at = place(true);
      const target = join(at.home, "elsewhere");
      mkdirSync(target);
      linked(join(claude(at), path).replace(/\/$/, ""), target);
      expect(() => installPlugin("claude", at, PARTS)).toThrow("is a symbolic link to");
      expect(readdirSync(target)).toEqual([]);
    },
  );

  it("makes no file by a link that leads nowhere", () => {
    const at = place(true);
    const target = join(at.home, ".profile");
    linked(join(at.work, ".opencode/plugin/tamis.js"), target);
    expect(() => installPlugin("opencode", at, PARTS)).toThrow("which is not there");
    expect(existsSync(target)).toBe(false);
  });

  it("does not take settings out of it", () => {
    const at = place(true);
    const target = writeTo(join(at.home, "other.json"), '{"secret":1}');
    linked(settingsIn(at.work), target);
    expect(() => installPlugin("claude", at, PARTS)).toThrow(`${settingsIn(at.work)} is a symbolic link to ${target}`);
    expect([readFileSync(target, "utf8"), existsSync(join(at.work, SKILL))]).toEqual(['{"secret":1}', false]);
  });

  it("may be linked inside itself, and be a link", () => {
    const at = place();
    mkdirSync(join(at.home, "real/config"), { recursive: true });
    symlinkSync(join(at.home, "real"), at.work);
    symlinkSync("config", join(at.home, "real/.claude"));
    const changes = installPlugin("claude", { ...at, workspace: at.work }, PARTS);
    expect(changes.map(({ change }) => change)).toEqual(Array(4).fill("written"));
    expect(existsSync(join(at.home, "real/config/skills/tamis/hooks/hooks.json"))).toBe(true);
  });

  it.each([
    ["claude", ".claude/commands/tamis.md", "# my own command\n"],
    ["claude", `${SKILL}/hooks/hooks.json`, '{"hooks":{"Stop":[]}}'],
    ["claude", `${SKILL}/.claude-plugin/plugin.json`, '{"name":"tamis","author":{"name":"Somebody"}}'],
    ["opencode", ".opencode/plugin/tamis.js", "export const Mine = 1;\n"],
  ] as const)("keeps a file that Tamis has not written: %s, %s", (agent, path, text) => {
    const at = place(true);
    const file = writeTo(join(at.work, path), text);
    expect(() => installPlugin(agent, at, PARTS)).toThrow(
      `${file}: it was not written by tamis, and is left as it is: move it away, and try again`,
    );
    uninstallPlugin(agent, at);
    expect([readFileSync(file, "utf8"), existsSync(settingsIn(at.work))]).toEqual([text, false]);
  });

  it("lets a newer version replace the files of an older one", () => {
    const at = place(true);
    installPlugin("claude", at, PARTS);
    const moved = {
      command: { file: "/opt/new node", args: ["/opt/new/main.cjs"] },
      version: "2.0.0",
      module: "file:///n",
    };
    const changes = installPlugin("claude", at, moved);
    expect(changes.map(({ change }) => change)).toEqual(Array(4).fill("changed"));
  });

  it("says that settings are a folder, and writes nothing", () => {
    const at = place(true);
    mkdirSync(settingsIn(at.work), { recursive: true });
    expect(() => installPlugin("claude", at, PARTS)).toThrow(expect.objectContaining({ code: "EISDIR" }));
    expect(existsSync(join(at.work, SKILL))).toBe(false);
  });
});
