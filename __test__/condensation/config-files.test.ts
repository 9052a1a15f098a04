import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { changeSetting, migrateSettings } from "../../ts/condensation/config/change.js";
import { loadCondensationConfig } from "../../ts/condensation/config/load.js";
import { temporaryFolder } from "../support/folder.js";

let folder = "";
const file = () => join(folder, "own.toml");
const places = () => ({ cwd: folder, env: { XDG_CONFIG_HOME: join(folder, "config") }, config: file() });

beforeEach(() => {
  folder = temporaryFolder();
});

describe("a file of settings that is named", () => {
  it("is the only one that is read and written, and is trusted", () => {
    writeFileSync(join(folder, "tamis.toml"), '[condensation]\nprovider = "smart"\n');
    writeFileSync(file(), '[condensation]\ncustom_condensing_prompt = "Short."\n');
    changeSetting("condensation.targetReductionPercent", 7, places());
    const { settings, files } = loadCondensationConfig(places());
    expect(settings).toEqual({ customCondensingPrompt: "Short.", targetReductionPercent: 7 });
    expect(files).toEqual([file()]);
    expect(existsSync(join(folder, "config"))).toBe(false);
  });

  it("is an error where it is not there, and where it is a folder", () => {
    expect(() => loadCondensationConfig(places())).toThrow(/ENOENT/);
    mkdirSync(file());
    expect(() => loadCondensationConfig(places())).toThrow(/EISDIR/);
  });

  it("may begin with a byte order mark, and have no table of condensation", () => {
    writeFileSync(file(), "\uFEFF[gateway]\nport = 1\n");
    expect(loadCondensationConfig(places())).toMatchObject({ settings: {}, plugins: [], issues: [] });
    writeFileSync(file(), "condensation = 3\n");
    expect(loadCondensationConfig(places()).settings).toEqual({});
  });

  it("may name plug-ins only as a list, and says where it does not", () => {
    writeFileSync(file(), '[condensation]\nplugins = "./mine.mjs"\nprovider = "smart"\n');
    const { settings, plugins, issues } = loadCondensationConfig(places());
    expect([settings, plugins]).toEqual([{ provider: "smart" }, []]);
    expect(issues).toEqual([{ path: `${file()}: plugins`, message: "expected a list of names of packages or files" }]);
  });
});

describe("the switch of a gateway's condensations", () => {
  it("is set like a setting, and must be true or false", () => {
    changeSetting("enabled", true, places());
    expect(readFileSync(file(), "utf8")).toBe("[condensation]\nenabled = true\n");
    expect(() => changeSetting("enabled", "yes", places())).toThrow(
      expect.objectContaining({
        code: "POLICY_INVALID",
        message: expect.stringMatching(/enabled: expected true or false, got "yes"/),
      }),
    );
    expect(readFileSync(file(), "utf8")).toBe("[condensation]\nenabled = true\n");
    changeSetting("enabled", undefined, places());
    expect(readFileSync(file(), "utf8")).not.toContain("enabled");
  });
});

describe("settings", () => {
  it.each(["fallback.x", "modes.ask.x.y", "modes.", "other.key"])("are refused under the key %s", (key) => {
    expect(() => changeSetting(key, 1, places())).toThrow(/expected one such as provider or modes\.code\.provider/);
    expect(existsSync(file())).toBe(false);
  });
});

describe("a migration", () => {
  const OLD = `[condensation]
autoCondenseContext = true

[condensation.modes.code]
autoCondenseContextPercent = 60

[condensation.profileThresholds]
gpt = 50 # of the limit
`;

  it("renames the keys of modes, too, and keeps the first copy of a second", () => {
    writeFileSync(file(), OLD);
    const now = new Date("2026-11-26T04:05:06Z");
    const { backup = "" } = migrateSettings({ ...places(), now });
    expect(backup).toBe(`${file()}.2026-11-26T04-05-06.bak`);
    expect(readFileSync(file(), "utf8")).toContain("[condensation.modes.code]\nauto_condense_context_percent = 60\n");
    writeFileSync(file(), OLD.replace("60", "70"));
    migrateSettings({ ...places(), now });
    expect(readFileSync(backup, "utf8")).toBe(OLD);
  });

  it("leaves a file without such settings, and one that is not there", () => {
    expect(migrateSettings(places())).toMatchObject({ changed: false, lines: [] });
    writeFileSync(file(), "[gateway]\nport = 1\n");
    expect(migrateSettings(places())).toMatchObject({ changed: false });
    expect(readdirSync(folder)).toEqual(["own.toml"]);
  });
});
