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
import { installPlugin, uninstallPlugin } from "../../ts/agents/index.js";

const NAMES = {
  command: '"/usr/bin/node" "/opt/tamis/dist/cli/main.cjs"',
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
const hooksIn = (file: string) => JSON.parse(readFileSync(file, "utf8")).hooks.PostToolUse;

describe("the plugin of Claude Code", () => {
  it("is a hook in settings.json, beside everything that is there, and goes without a trace", () => {
    const at = place();
    const other = { matcher: "Edit", hooks: [{ type: "command", command: "prettier" }] };
    const before = { model: "opus", hooks: { PostToolUse: [other], Stop: [] } };
    const file = write(settingsIn(at.home), JSON.stringify(before));
    expect(installPlugin("claude", at, NAMES)).toEqual({ file, change: "changed" });
    expect(hooksIn(file)).toEqual([
      other,
      { matcher: "*", hooks: [{ type: "command", command: `${NAMES.command} hook claude`, timeout: 10 }] },
    ]);
    expect(uninstallPlugin("claude", at)).toEqual({ file, change: "removed" });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(before);
  });

  it("leaves no file where there was none", () => {
    const at = place(true);
    const { file, change } = installPlugin("claude", at, NAMES);
    expect([change, file]).toEqual(["written", join(at.work, ".claude/settings.json")]);
    uninstallPlugin("claude", at);
    expect(existsSync(file)).toBe(false);
  });

  it("is installed once", () => {
    const at = place();
    installPlugin("claude", at, NAMES);
    expect(installPlugin("claude", at, { ...NAMES, command: "tamis" })).toMatchObject({ change: "none" });
    expect(hooksIn(settingsIn(at.home)).length).toBe(1);
  });

  it("removes no hook of anybody else's", () => {
    const at = place();
    write(settingsIn(at.home), '{"hooks":{"PostToolUse":[{"hooks":[{"command":"my-tamis-like hook claude --x"}]}]}}');
    expect(uninstallPlugin("claude", at)).toMatchObject({ change: "none" });
  });

  it("follows a link to the settings, and keeps their permissions", () => {
    const at = place();
    const real = write(join(at.home, "dotfiles/settings.json"), "{}");
    mkdirSync(join(at.home, ".claude"));
    symlinkSync(real, settingsIn(at.home));
    const { mode } = statSync(real);
    installPlugin("claude", at, NAMES);
    expect([hooksIn(real).length, statSync(real).mode]).toEqual([1, mode]);
  });

  it.each(["{ broken", "[]"])("changes nothing in settings that cannot be read: %s", (text) => {
    const at = place();
    const file = write(settingsIn(at.home), text);
    expect(() => installPlugin("claude", at, NAMES)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("the plugin of opencode", () => {
  it("is a file in its folder of plugins, and goes without a trace", () => {
    const at = place();
    const { file, change } = installPlugin("opencode", at, NAMES);
    expect([change, file]).toEqual(["written", join(at.home, ".config/opencode/plugin/tamis.js")]);
    expect(readFileSync(file, "utf8")).toContain(`export { TamisPlugin } from "${NAMES.module}";`);
    expect(installPlugin("opencode", at, NAMES).change).toBe("none");
    expect([uninstallPlugin("opencode", at).change, existsSync(file)]).toEqual(["removed", false]);
    expect(uninstallPlugin("opencode", at).change).toBe("none");
  });
});
