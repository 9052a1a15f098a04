// Files that are not ours, and links of a repository's: a command leaves them alone, says so, and writes nothing else.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();
let count = 0;
function newPlace() {
  const home = join(folder, `home-${count++}`);
  const work = join(home, "work");
  mkdirSync(work, { recursive: true });
  const profile = join(home, ".profile");
  writeFileSync(profile, "umask 022\n");
  const run = (...args: string[]) => tamis(args, { cwd: work, env: { HOME: home, XDG_CONFIG_HOME: "" } });
  return { home, work, profile, run };
}

it("config set --workspace does not follow a link out of the workspace", () => {
  const { work, profile, run } = newPlace();
  writeFileSync(profile, "");
  symlinkSync(profile, join(work, "tamis.toml"));
  const { status, stderr } = run("config", "set", "provider", "smart", "--workspace");
  expect([status, readFileSync(profile, "utf8"), readdirSync(work)]).toEqual([2, "", ["tamis.toml"]]);
  expect(stderr).toContain("is a symbolic link to");
});

it("config init replaces no schema of somebody else's, by a link or not", () => {
  const { work, profile, run } = newPlace();
  const schema = join(work, "tamis.schema.json");
  symlinkSync(profile, schema);
  expect(run("config", "init", "--output", "tamis.toml").status).toBe(2);
  expect([readFileSync(profile, "utf8"), existsSync(join(work, "tamis.toml"))]).toEqual(["umask 022\n", false]);
  const other = newPlace();
  writeFileSync(join(other.work, "tamis.schema.json"), '{"title":"mine"}');
  const { status, stderr } = other.run("config", "init", "--output", "tamis.toml");
  expect([status, readdirSync(other.work)]).toEqual([2, ["tamis.schema.json"]]);
  expect(stderr).toContain("was not written by tamis");
});

it("config init replaces an older schema of its own", () => {
  const { run } = newPlace();
  expect(run("config", "init", "--output", "tamis.toml").status).toBe(0);
  expect(run("config", "init", "--output", "tamis.toml", "--force").status).toBe(0);
});

it("config set says that settings are a folder, and removes nothing that is no lock", () => {
  const { home, work, run } = newPlace();
  mkdirSync(join(work, "tamis.toml"));
  const isFolder = run("config", "set", "provider", "smart", "--workspace");
  expect([isFolder.status, isFolder.stderr]).toEqual([1, expect.stringContaining("tamis.toml: it is a folder")]);
  const lock = join(home, ".config/tamis/tamis.toml.lock");
  writeTo(lock, "the user's own");
  const isTaken = run("config", "set", "provider", "smart");
  expect([isTaken.status, isTaken.stderr]).toEqual([1, expect.stringContaining(`${lock}: it is in the way`)]);
  expect(readFileSync(lock, "utf8")).toBe("the user's own");
});

it("config set keeps a link of the user's, and the file's permissions", () => {
  const { home, run } = newPlace();
  const real = join(home, "dotfiles.toml");
  writeFileSync(real, "", { mode: 0o600 });
  mkdirSync(join(home, ".config/tamis"), { recursive: true });
  symlinkSync(real, join(home, ".config/tamis/tamis.toml"));
  expect(run("config", "set", "provider", "smart").status).toBe(0);
  expect(readFileSync(real, "utf8")).toContain('provider = "smart"');
});

it("plugin install says which link leads where, and changes nothing", () => {
  const { work, profile, run } = newPlace();
  mkdirSync(join(work, ".claude/commands"), { recursive: true });
  symlinkSync(profile, join(work, ".claude/commands/tamis.md"));
  const { status, stderr } = run("plugin", "install", "claude", "--project");
  expect([status, readFileSync(profile, "utf8")]).toEqual([2, "umask 022\n"]);
  expect(stderr).toContain(`is a symbolic link to ${profile}`);
  expect(readdirSync(join(work, ".claude"))).toEqual(["commands"]);
});
