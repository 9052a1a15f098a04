import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CondensationSettingsInput,
  changeSetting,
  exportSettings,
  loadCondensationConfig,
  loadCondensationSettings,
  migrateSettings,
  previewImport,
  settingEntries,
} from "../../ts/condensation/index.js";
import { changeConfig } from "../../ts/gateway/index.js";
import { tamis } from "../cli/run-cli.js";
import { temporaryFolder } from "../support/folder.js";
import { longConversation } from "./long.js";

const folder = temporaryFolder();
let count = 0;
/** A file of its own, and the options that name it. */
function fileWith(text: string) {
  const config = join(mkdtempSync(join(folder, "own-")), `tamis-${count++}.toml`);
  writeFileSync(config, text);
  return { config, read: () => readFileSync(config, "utf8") };
}

describe("a change beside what this version does not know", () => {
  const foreign = '# mine\n[condensation] # here\nprovider = "native" # as before\n\n[other]\nx = 1 # keep\n';

  it("is made, and unknown tables and comments stay", () => {
    const { config, read } = fileWith(foreign);
    changeConfig([{ key: "provider", value: "smart" }], { config });
    expect(read()).toBe(foreign.replace('"native"', '"smart"'));
  });

  it("is made in a workspace, too", () => {
    const cwd = mkdtempSync(join(folder, "workspace-"));
    writeFileSync(join(cwd, "tamis.toml"), foreign);
    changeConfig([{ key: "provider", value: "smart" }], { scope: "workspace", cwd });
    expect(readFileSync(join(cwd, "tamis.toml"), "utf8")).toBe(foreign.replace('"native"', '"smart"'));
  });

  it.each([
    ["another value", "provider", "smart", foreign.replace('"native"', '"smart"')],
    ["no value", "provider", undefined, foreign.replace(/provider.*\n/, "")],
    ["a new key", "targetReductionPercent", 60, foreign.replace("before\n", "before\ntarget_reduction_percent = 60\n")],
    ["a new table", "modes.code.provider", "smart", `${foreign}\n[condensation.modes.code]\nprovider = "smart"\n`],
  ])("is made in a file with Windows' ends of lines, which stay: %s", (_, key, value, after) => {
    const { config, read } = fileWith(foreign.replaceAll("\n", "\r\n"));
    changeSetting(key, value, { config });
    expect(read()).toBe(after.replaceAll("\n", "\r\n"));
  });

  it("is made beside a wrong value of another key, and refused for a wrong one of its own", () => {
    const { config, read } = fileWith("[gateway]\nport = 99999999\n");
    changeConfig([{ key: "provider", value: "smart" }], { config });
    expect(read()).toContain('provider = "smart"');
    expect(() => changeConfig([{ key: "preset", value: "nope" }], { config })).toThrow(/preset/);
    expect(() => changeConfig([{ key: "contextTokens", value: -5 }], { config })).toThrow(/context_tokens/);
  });

  it.each([
    ["a key in camelCase", "[condensation]\ntargetReductionPercent = 50\n", "targetReductionPercent", 500],
    ["a mode whose name is quoted", "", "modes.my mode.targetReductionPercent", 500],
    ["plug-ins that are no list", "", "plugins", 5],
    ["a provider with a typo", "", "provider", "smrt"],
    ["a mode's provider with a typo", "", "modes.code.provider", "smrt"],
  ])("is refused as a whole: %s", (_, text, key, value) => {
    const { config, read } = fileWith(text);
    expect(() => changeSetting(key, value, { config })).toThrow(/expected|did you mean "smart"\? Valid providers/);
    expect(read()).toBe(text);
  });

  it("may name the provider of a plug-in, which is known once its code ran", () => {
    const { config, read } = fileWith('[condensation]\nplugins = ["./mine.mjs"]\n');
    changeSetting("provider", "mine", { config });
    expect(read()).toContain('provider = "mine"');
  });
});

describe("modes whose names have dots", () => {
  const settings: CondensationSettingsInput = {
    provider: "smart",
    modes: {
      "gpt-4.1": { targetReductionPercent: 70, enableLosslessPhase: false },
      "a.fallback": { provider: "smart" },
      'x"y z': { provider: "native" },
    },
  };

  it("are set by their names between quotes", () => {
    const { config } = fileWith("");
    changeSetting('modes."gpt-4.1".targetReductionPercent', 60, { config });
    expect(loadCondensationConfig({ config }).settings.modes).toEqual({ "gpt-4.1": { targetReductionPercent: 60 } });
    expect(() => changeSetting("modes.gpt-4.1.targetReductionPercent", 60, { config })).toThrow(/between quotes/);
  });

  it("are exported and imported, byte for byte the same", () => {
    const { config } = fileWith("");
    const text = exportSettings(settings);
    const { settings: known, refused } = previewImport(text);
    expect(refused).toEqual([]);
    for (const [key, value] of settingEntries(known)) changeSetting(key, value, { config });
    const loaded = loadCondensationConfig({ config });
    expect(loaded.issues).toEqual([]);
    expect(loaded.settings).toEqual(settings);
    expect(previewImport(exportSettings(loaded.settings)).settings).toEqual(settings);
  });
});

describe("migrating", () => {
  const cases: [string, string][] = [
    ["thresholds in one line, as the guide writes them", "[condensation]\nprofileThresholds = { a = 50, b = -1 }\n"],
    ["thresholds of profiles with dots", '[condensation.profileThresholds]\na = 50\nc = 200\n"gpt-4.1" = 33\n'],
    [
      "a threshold beside the mode's own",
      "[condensation.profileThresholds]\na = 50\n[condensation.modes.a]\nauto_condense_context_percent = 70\n",
    ],
    [
      "a threshold beside a mode that inherits",
      "[condensation.profileThresholds]\na = 50\n[condensation.modes.a]\nauto_condense_context_percent = -1\n",
    ],
    ["a threshold with a fraction", "[condensation]\nprofile_thresholds = { a = 50.4 }\n"],
    ["no thresholds", "# mine\n[condensation]\nprofileThresholds = {}\nautoCondenseContext = false # never\n"],
  ];
  it.each(cases)("means the same, and twice changes nothing: %s", (_, text) => {
    const { config, read } = fileWith(text);
    const meaning = () => {
      const { settings } = loadCondensationConfig({ config });
      return ["a", "b", "c", "gpt-4.1", undefined].map((mode) => loadCondensationSettings(settings, mode).settings);
    };
    const before = meaning();
    expect(migrateSettings({ config, dryRun: true }).changed).toBe(true);
    expect(read()).toBe(text);
    const { backup = "" } = migrateSettings({ config });
    expect(readFileSync(backup, "utf8")).toBe(text);
    expect(read()).not.toMatch(/profile_?thresholds/i);
    expect(meaning()).toEqual(before);
    expect(loadCondensationConfig({ config }).issues).toEqual([]);
    expect(migrateSettings({ config }).changed).toBe(false);
  });
});

describe("the command line", () => {
  const env = { XDG_CONFIG_HOME: join(folder, "config") };
  const { messages, context } = longConversation("anthropic", 8);
  const request = join(folder, "request.json");
  writeFileSync(request, JSON.stringify(context(messages)));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = tamis(args, { env, cwd: folder });
    return { status, text: stdout.toString("utf8"), stderr };
  };

  it("prints a partial list as it was set", () => {
    const list = '["TOOL_CALL","USER_MESSAGE"]';
    for (const key of ["preservationPriority", 'modes."gpt-4.1".preservationPriority']) {
      expect(run("config", "set", key, list).status).toBe(0);
      expect(run("config", "get", key).text).toBe(`${list}\n`);
    }
    expect(run("config", "get", "preservationPriority", "--mode", "other").text).toBe(`${list}\n`);
  });

  it("refuses a target out of its range, and a configuration that is not there", () => {
    for (const target of ["0", "96", "-5", "x"]) {
      const { status, stderr, text } = run("condense", request, "--target", target);
      expect({ status, text }).toEqual({ status: 2, text: "" });
      expect(stderr).toMatch(/1 to 95|argument missing/);
    }
    const { status, stderr } = run("condense", request, "--config", join(folder, "none.toml"));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^tamis: cannot read .*none\.toml: /);
    expect(readdirSync(folder)).not.toContain("none.toml");
  });
});
