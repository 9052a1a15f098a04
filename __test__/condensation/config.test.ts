import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { changeSetting, exportSettings, previewImport, settingEntries } from "../../ts/condensation/config/change.js";
import { editToml } from "../../ts/condensation/config/edit-toml.js";
import { loadCondensationConfig } from "../../ts/condensation/config/load.js";
import { defineCondensationSettings, describeCondensationSettings } from "../../ts/condensation/index.js";
import { loadConfig } from "../../ts/gateway/config/load.js";
import { temporaryFolder } from "../support/folder.js";

let folder = "";
let env: NodeJS.ProcessEnv = {};
const user = () => join(folder, "config", "tamis", "tamis.toml");
const workspace = () => join(folder, "tamis.toml");
const places = () => ({ cwd: folder, env });

beforeEach(async () => {
  folder = temporaryFolder();
  env = { XDG_CONFIG_HOME: join(folder, "config") };
  await mkdir(join(folder, "config", "tamis"), { recursive: true });
});

const FILE = `# My configuration.
[mask]
window_turns = 4 # few

[condensation] # how
provider = "smart" # try it
preservation_priority = [
  "USER_MESSAGE", # first
  "TOOL_CALL",
]

[condensation.modes.code]
max_reduction_percent_per_phase = 5

[gateway]
port = 7000
`;

describe("a changed TOML text", () => {
  const edit = (key: string, value: unknown, ...table: string[]) =>
    editToml(FILE, { table: ["condensation", ...table], key }, value, "tamis.toml");

  it("has one other line, and its comment stays", () => {
    expect(edit("provider", "native")).toBe(FILE.replace('"smart" # try it', '"native" # try it'));
  });

  it("has a new key behind the others of its table", () => {
    expect(edit("target_reduction_percent", 9)).toBe(
      FILE.replace('  "TOOL_CALL",\n]\n', '  "TOOL_CALL",\n]\ntarget_reduction_percent = 9\n'),
    );
    expect(edit("provider", "smart", "modes", "code")).toBe(
      FILE.replace(
        "max_reduction_percent_per_phase = 5\n",
        'max_reduction_percent_per_phase = 5\nprovider = "smart"\n',
      ),
    );
  });

  it("has a new table at its end", () => {
    expect(edit("provider", "smart", "modes", "my mode")).toBe(
      `${FILE}\n[condensation.modes."my mode"]\nprovider = "smart"\n`,
    );
    expect(editToml("", { table: ["condensation"], key: "provider" }, "smart", "")).toBe(
      '[condensation]\nprovider = "smart"\n',
    );
  });

  it("replaces and removes values over several lines", () => {
    const list = FILE.slice(FILE.indexOf("preservation"), FILE.indexOf("]\n\n[cond") + 2);
    expect(edit("preservation_priority", undefined)).toBe(FILE.replace(list, ""));
    expect(edit("preservation_priority", ["TOOL_CALL"])).toBe(
      FILE.replace(list, 'preservation_priority = [ "TOOL_CALL" ]\n'),
    );
  });

  it("is the same text where the value is there already, or the key is not", () => {
    expect(edit("provider", "smart")).toBe(FILE);
    expect(edit("target_reduction_percent", undefined)).toBe(FILE);
  });

  it("replaces a key in the other spelling", () => {
    const old = "[condensation]\ntargetReductionPercent = 5\n";
    expect(editToml(old, { table: ["condensation"], key: "target_reduction_percent" }, 6, "")).toBe(
      "[condensation]\ntargetReductionPercent = 6\n",
    );
  });

  it.each([
    [
      "a list of lists",
      "[condensation]\nx = [\n  [1],\n  [2],\n]\n",
      "[condensation]\nx = [\n  [1],\n  [2],\n]\nprovider = 1\n",
    ],
    [
      "a text of several lines",
      '[condensation]\nx = """\n[other]\nprovider = 2\n"""\n',
      '[condensation]\nx = """\n[other]\nprovider = 2\n"""\nprovider = 1\n',
    ],
    [
      "a key behind a list",
      "[condensation]\nx = [\n[1]]\nprovider = 2\n",
      "[condensation]\nx = [\n[1]]\nprovider = 1\n",
    ],
    [
      "a header between quotes",
      '[ "condensation" ] # here\n\n[b]\n',
      '[ "condensation" ] # here\nprovider = 1\n\n[b]\n',
    ],
  ])("is changed beside %s, no line of which is a table", (_, text, after) => {
    expect(editToml(text, { table: ["condensation"], key: "provider" }, 1, "f.toml")).toBe(after);
  });

  it.each(['condensation = { provider = "smart" }\n', 'condensation.provider = "smart"\n'])(
    "is refused where it is written as %j",
    (text) => {
      expect(() => editToml(text, { table: ["condensation"], key: "provider" }, "native", "f.toml")).toThrow(
        /f\.toml: condensation\.provider is written in a way .* edit it by hand/,
      );
    },
  );

  it("is refused where the file does not parse, with line and column", () => {
    expect(() => editToml("[condensation\n", { table: ["condensation"], key: "provider" }, "x", "f.toml")).toThrow(
      /f\.toml: not valid TOML at line 1/,
    );
  });
});

describe("settings in files", () => {
  it("are kept: every key is written to either file and read back", () => {
    const values: Record<string, unknown> = {
      ...defineCondensationSettings(),
      ...{ provider: "smart", customCondensingPrompt: "Short.", condensingApiHandler: "cheap" },
      ...{ targetReductionPercent: 60, autoCondenseContextPercent: 70 },
    };
    expect(Object.keys(values).sort()).toEqual(
      describeCondensationSettings()
        .map(({ key }) => key)
        .sort(),
    );
    for (const [key, value] of Object.entries(values)) changeSetting(key, value, places());
    const { settings, issues } = loadCondensationConfig(places());
    expect(issues).toEqual([]);
    expect(settings).toEqual(values);
  });

  it("are kept in a workspace where they condense less, and refused where they would not count", () => {
    for (const [key, value] of [
      ["provider", "native"],
      ["targetReductionPercent", 30],
      ["autoCondenseContext", false],
    ] as const)
      changeSetting(key, value, places());
    const shared = { ...places(), scope: "workspace" } as const;
    const less = { provider: "smart", targetReductionPercent: 20, maxReductionPercentPerPhase: 80 };
    for (const [key, value] of Object.entries(less)) changeSetting(key, value, shared);
    changeSetting("modes.code.autoCondenseContextPercent", 100, shared);
    expect(loadCondensationConfig(places())).toMatchObject({ settings: less, issues: [] });
    const before = readFileSync(workspace(), "utf8");
    for (const [key, value] of [
      ["targetReductionPercent", 31],
      ["autoCondenseContext", true],
      ["maxReductionPercentPerPhase", 91],
      ["modes.code.autoCondenseContextPercent", 50],
      ["preservationPriority", ["TOOL_RESULT"]],
      ["customCondensingPrompt", "Tell all."],
      ["modes.code.condensingApiHandler", "cheap"],
    ] as const)
      expect(() => changeSetting(key, value, shared)).toThrow(expect.objectContaining({ code: "CONFIG_UNTRUSTED" }));
    expect(readFileSync(workspace(), "utf8")).toBe(before);
    changeSetting("provider", "smart", places());
    changeSetting("provider", undefined, shared);
    expect(() => changeSetting("provider", "native", shared)).toThrow(/which has "smart"/);
  });

  it("are not written in a dry run", () => {
    expect(changeSetting("provider", "smart", { ...places(), dryRun: true })).toMatchObject({ changed: true });
    expect(readdirSync(join(folder, "config", "tamis"))).toEqual([]);
  });

  it("of a file that does not parse are an error and never the defaults", () => {
    writeFileSync(user(), "[condensation\nprovider = 1");
    expect(() => loadCondensationConfig(places())).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });

  it("that are wrong are replaced by their defaults one by one, and named with their file", () => {
    writeFileSync(user(), '[condensation]\nprovider = "smart"\ntarget_reduction_percent = 300\n');
    const { settings, issues } = loadCondensationConfig(places());
    expect(settings).toEqual({ provider: "smart" });
    expect(issues).toEqual([
      { path: `${user()}: target_reduction_percent`, message: expect.stringMatching(/got 300; the default holds/) },
    ]);
  });

  it("of a workspace win, but for prompts, handlers, plug-ins and providers that are not built in", () => {
    writeFileSync(
      user(),
      '[condensation]\nplugins = ["./mine.mjs"]\nprovider = "mine"\nmax_reduction_percent_per_phase = 5\n',
    );
    writeFileSync(
      workspace(),
      '[condensation]\nprovider = "evil"\ncustom_condensing_prompt = "x"\ncondensingApiHandler = "y"\nplugins = ["./evil.mjs"]\ntarget_reduction_percent = 20\n[condensation.modes.code]\nprovider = "smart"\ncustom_condensing_prompt = "x"\n',
    );
    const { settings, plugins, issues } = loadCondensationConfig(places());
    expect(settings).toMatchObject({
      provider: "mine",
      targetReductionPercent: 20,
      maxReductionPercentPerPhase: 5,
      modes: { code: { provider: "smart" } },
    });
    expect(settings).not.toHaveProperty("customCondensingPrompt");
    expect(settings.modes?.code).not.toHaveProperty("customCondensingPrompt");
    expect(plugins).toEqual([{ name: "./mine.mjs", folder: join(folder, "config", "tamis") }]);
    expect(issues.map(({ message }) => message.slice(0, 16))).toEqual(Array(5).fill("CONFIG_UNTRUSTED"));
  });

  it("do not disturb the gateway, which reads the same files", () => {
    writeFileSync(user(), FILE);
    writeFileSync(workspace(), '[condensation]\nprovider = "native"\n');
    const { settings } = loadConfig(places());
    expect(settings.gateway.port).toBe(7000);
    expect(settings.policies.get("default")?.policy.settings.mask.windowTurns).toBe(4);
  });
});

describe("exported settings", () => {
  it("come back byte for byte", () => {
    writeFileSync(user(), FILE);
    const first = exportSettings(loadCondensationConfig(places()).settings);
    const { settings, refused } = previewImport(first);
    expect(refused).toEqual([]);
    const other = { cwd: folder, env: { XDG_CONFIG_HOME: join(folder, "other") } };
    for (const [path, value] of settingEntries(settings)) changeSetting(path, value, other);
    expect(exportSettings(loadCondensationConfig(other).settings)).toBe(first);
  });

  it("are read from older settings, too, and what is refused is listed", () => {
    const { settings, refused } = previewImport(
      '{ "autoCondenseContextPercent": 70, "profileThresholds": { "a": 30 }, "x": 1 }',
    );
    expect(settings).toEqual({ autoCondenseContextPercent: 70, profileThresholds: { a: 30 } });
    expect(refused.map(({ path }) => path)).toEqual(["x"]);
  });

  it.each([
    ["{", /not valid JSON/],
    ["[]", /expected an object/],
    ['{"format":"other"}', /expected the format tamis-condensation-1/],
  ])("of %j are refused", (text, message) => {
    expect(() => previewImport(text)).toThrow(message);
  });
});
