import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadPolicy } from "../../ts/cli/shared/policy-input.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { temporaryFolder } from "../support/folder.js";

const folder = temporaryFolder();

function policyFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const FILES: [string, string][] = [
  ["policy.toml", 'preset = "safe"\n[mask]\nmin_chars = 300\n[gateway]\nport = 1\n'],
  ["policy.json", '{ "preset": "safe", "mask": { "minChars": 300 } }'],
];

it.each(FILES)("a preset that --set gives replaces the one of %s, whose own keys still count", (name, text) => {
  const policy = policyFile(name, text);
  const settingsOf = (...set: string[]) => loadPolicy({ policy, set }).settings;
  expect(settingsOf("preset=strong")).toEqual(definePolicy({ preset: "strong", mask: { minChars: 300 } }).settings);
  expect(settingsOf("preset=none", "mask.minChars=1").mask).toMatchObject({ windowTurns: 8, minChars: 1 });
  expect(settingsOf("mask.windowTurns=5")).toEqual(
    definePolicy({ preset: "safe", mask: { minChars: 300, windowTurns: 5 } }).settings,
  );
});

it("a file that names no preset gets the one of --set, and a version in --set is checked", () => {
  const policy = policyFile("plain.toml", "[mask]\nmin_chars = 300\n");
  const settingsOf = (...set: string[]) => loadPolicy({ policy, set }).settings;
  const mask = { minChars: 300 };
  expect(settingsOf("preset=strong")).toEqual(definePolicy({ preset: "strong", mask }).settings);
  expect(settingsOf("version=1")).toEqual(definePolicy({ version: 1, mask }).settings);
  expect(() => settingsOf("version=2")).toThrow(/version: there is one version, 1 \(what was 2 is now 1\)/);
});

it("a file with the keys of MaskPolicy takes single keys of --set, and no preset", () => {
  const policy = policyFile("mask.toml", "window_turns = 4\n");
  expect(loadPolicy({ policy, set: ["mask.minChars=7"] }).settings.mask).toMatchObject({ windowTurns: 4, minChars: 7 });
  expect(() => loadPolicy({ policy, set: ["preset=strong"] })).toThrow(/MaskPolicy.*no presets/);
});
