import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { cleanEnvironment, ensureBuilt, MAIN, tamis } from "./run-cli.js";

const folder = temporaryFolder();
let count = 0;
/** A home of its own, and what a command there gets. */
function newHome() {
  const home = join(folder, `home-${count++}`);
  mkdirSync(home);
  const env = { HOME: home, XDG_CONFIG_HOME: "" };
  return { home, env, file: join(home, ".config", "tamis", "tamis.toml") };
}

describe("tamis config set, in several processes at once", () => {
  const settings: Readonly<Record<string, string>> = {
    provider: "smart",
    targetReductionPercent: "50",
    maxReductionPercentPerPhase: "80",
    enableLosslessPhase: "false",
    "modes.code.provider": "native",
    "mask.windowTurns": "12",
  };

  it("keeps the change of each, and leaves no lock", async () => {
    ensureBuilt();
    const { env, file } = newHome();
    const ends = Object.entries(settings).map(async ([key, value]) => {
      const child = spawn(process.execPath, [MAIN, "config", "set", key, value], {
        env: { ...cleanEnvironment(), ...env },
      });
      const [code] = await once(child, "exit");
      return code;
    });
    expect(await Promise.all(ends)).toEqual(ends.map(() => 0));
    const text = readFileSync(file, "utf8");
    for (const line of ['provider = "smart"', "target_reduction_percent = 50", "max_reduction_percent_per_phase = 80"])
      expect(text).toContain(line);
    for (const line of ["enable_lossless_phase = false", 'provider = "native"', "window_turns = 12"])
      expect(text).toContain(line);
    expect(readdirSync(join(file, ".."))).toEqual(["tamis.toml"]);
  }, 60_000);

  it("does not wait for a process that was ended with the lock", () => {
    const { env, file } = newHome();
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(`${file}.lock`, "");
    utimesSync(`${file}.lock`, new Date(0), new Date(0));
    expect(tamis(["config", "set", "provider", "smart"], { env }).status).toBe(0);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});

// A device is no folder, for root neither.
describe.skipIf(process.platform === "win32")("tamis config, where nothing can be written", () => {
  it.each([
    ["set", "provider", "smart"],
    ["set", "mask.windowTurns", "4"],
  ])("%s %s names the file and the reason, and shows no stack", (...args) => {
    const { status, stderr } = tamis(["config", ...args], { env: { HOME: "/dev/null", XDG_CONFIG_HOME: "" } });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^tamis: cannot \w+ \/dev\/null\/\.config.*: a part of its path is not a folder\n$/,
      ),
    });
  });
});

describe("tamis config import", () => {
  const { home, env, file } = newHome();
  const exported = join(home, "settings.json");
  writeFileSync(exported, JSON.stringify({ format: "tamis-condensation-1", settings: { provider: "smart" } }));

  it("says with --dry-run which file would be written: the configuration, and not the one that is read", () => {
    const { stdout } = tamis(["config", "import", exported, "--dry-run"], { env });
    expect(stdout.toString()).toContain(`would write ${file}\n`);
    const json = tamis(["config", "import", exported, "--dry-run", "--json"], { env });
    expect(JSON.parse(json.stdout.toString())).toMatchObject({ file, changed: true, dryRun: true });
    expect(existsSync(file)).toBe(false);
  });

  it("names the file that cannot be read, or is no JSON, as wrong usage", () => {
    const broken = join(home, "broken.json");
    writeFileSync(broken, "provider = 1");
    for (const [name, reason] of [
      [broken, "not valid JSON"],
      [join(home, "none.json"), "no such file or folder"],
    ] as const) {
      const { status, stderr } = tamis(["config", "import", name], { env });
      expect(status).toBe(2);
      expect(stderr).toContain(name);
      expect(stderr).toContain(reason);
    }
  });
});
