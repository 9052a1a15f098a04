import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { changeConfig, loadConfig, userConfigFile } from "../../ts/gateway/index.js";
import { temporaryFolder } from "../support/folder.js";
import { thrownBy } from "../support/thrown.js";

function places(text?: string, scope: "global" | "workspace" = "global") {
  const root = temporaryFolder();
  const env = { XDG_CONFIG_HOME: join(root, "home") };
  const file = scope === "global" ? userConfigFile(env) : join(root, "tamis.toml");
  mkdirSync(dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);
  return { env, cwd: root, scope, file };
}

const FILE = "# mine\npreset = 'safe' # mild\n\n[mask]\nwindow_turns = 4\n\n[gateway]\nport = 7000\n";

it("sets keys of the default policy and of condensations together, and leaves the rest of the file alone", () => {
  const at = places(FILE);
  const changes = [
    { key: "mask.windowTurns", value: 12 },
    { key: "preset", value: "balanced" },
    { key: "provider", value: "smart" },
  ];
  const { lines } = changeConfig(changes, at);
  expect(lines).toEqual(["mask.window_turns = 12", 'preset = "balanced"', 'condensation.provider = "smart"']);
  expect(readFileSync(at.file, "utf8")).toBe(
    '# mine\npreset = "balanced" # mild\n\n[mask]\nwindow_turns = 12\n\n[gateway]\nport = 7000\n\n[condensation]\nprovider = "smart"\n',
  );
  expect(loadConfig(at).settings.policies.get("default")?.policy.settings.mask.windowTurns).toBe(12);
});

it("puts a key of no table before the first one, and makes a file where there is none", () => {
  const at = places("[mask]\nwindow_turns = 4\n");
  changeConfig([{ key: "preset", value: "safe" }], at);
  expect(readFileSync(at.file, "utf8")).toBe('preset = "safe"\n[mask]\nwindow_turns = 4\n');
  const fresh = places();
  changeConfig([{ key: "preset", value: "safe" }], fresh);
  expect(readFileSync(fresh.file, "utf8")).toBe('preset = "safe"\n');
});

it("sets a table of a policy key by key, and removes what has no value", () => {
  const at = places("");
  writeFileSync(at.file, "# empty\n");
  changeConfig([{ key: "experimental.mask.digest", value: { maxChars: 200, ratio: 0.1 } }], at);
  expect(readFileSync(at.file, "utf8")).toContain("[experimental.mask.digest]\nmax_chars = 200\nratio = 0.1\n");
  changeConfig([{ key: "mask.windowTurns", value: 3 }], at);
  changeConfig([{ key: "mask.windowTurns" }], at);
  expect(readFileSync(at.file, "utf8")).not.toContain("window_turns");
});

it("changes the default policy where the file gives it by name", () => {
  const at = places("[policies.default.mask]\nwindow_turns = 4\n");
  changeConfig([{ key: "mask.window_turns", value: 5 }], at);
  expect(readFileSync(at.file, "utf8")).toBe("[policies.default.mask]\nwindow_turns = 5\n");
});

it("writes nothing if one of the changes is wrong, and names the field and the value", () => {
  const at = places(FILE);
  const changes = [
    { key: "provider", value: "smart" },
    { key: "mask.windowTurns", value: "many" },
  ];
  const error = thrownBy(() => changeConfig(changes, at));
  expect(error).toMatchObject({ code: "CONFIG_INVALID" });
  expect(String(error.message)).toContain("mask.window_turns");
  expect(String(error.message)).toContain("many");
  expect(readFileSync(at.file, "utf8")).toBe(FILE);
});

it("refuses what a workspace may not set", () => {
  const at = places(undefined, "workspace");
  expect(thrownBy(() => changeConfig([{ key: "preset", value: "strong" }], at))).toMatchObject({
    code: "CONFIG_UNTRUSTED",
  });
  expect(existsSync(at.file)).toBe(false);
  changeConfig([{ key: "mask.windowTurns", value: 9 }], at);
  expect(readFileSync(at.file, "utf8")).toBe("[mask]\nwindow_turns = 9\n");
});
