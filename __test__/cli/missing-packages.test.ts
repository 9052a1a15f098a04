// Each command where an optional package is not installed: what was asked for and cannot work does not start.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../ts/ledger/index.js";
import { openSqliteStore } from "../../ts/restore/index.js";
import { entryWith } from "../ledger/entries.js";
import { temporaryFolder } from "../support/folder.js";
import { withoutPackages } from "../support/without-packages.js";
import { tamis } from "./run-cli.js";

const NO_SQLITE = withoutPackages("@libsql/client", "node:sqlite");
const NO_REDIS = withoutPackages("ioredis");
const INSTALL_SQLITE = "npm install @libsql/client";
const home = temporaryFolder();

const places = (state = join(home, "empty")) => ({ HOME: home, XDG_STATE_HOME: state, XDG_CONFIG_HOME: home });
const without = (args: readonly string[], env: Record<string, string> = NO_SQLITE, state?: string) => {
  const { status, stdout, stderr } = tamis(args, { cwd: home, env: { ...places(state), ...env } });
  return { status, stdout: stdout.toString(), stderr };
};

/** A command that leaves a mark where it is started. */
const mark = join(home, "started");
const MARK = ["--", process.execPath, "-e", `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`];

describe("without SQLite", () => {
  it.each([
    ["why", "--ledger"],
    ["why", "--ledger", "--clear"],
    ["why"],
    ["why", "--holdout"],
    ["ui", "--no-open"],
    ["gateway", "--port", "0", "--ledger"],
    ["chat", "--store", "chats.db", "--base-url", "http://127.0.0.1:1", "--model", "m"],
  ])("tamis %s %s %s ends with 2 and names what to install", (...args) => {
    const { status, stdout, stderr } = without(args);
    expect(stderr).toContain(INSTALL_SQLITE);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("a ledger that is there is not read either", async () => {
    const state = join(home, "full");
    mkdirSync(join(state, "tamis"), { recursive: true });
    const ledger = await Ledger.open(join(state, "tamis/ledger.db"));
    await ledger.add({ requests: [entryWith({ at: Date.now() })] });
    ledger.close();
    const { status, stdout, stderr } = without(["why", "--ledger"], NO_SQLITE, state);
    expect(stderr).toContain(INSTALL_SQLITE);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it.each([[["--max-cost", "10/day"]], [["--shadow"]], [["--holdout", "20"]], [["--ui"]]])(
    "tamis run %s starts nothing",
    (flags) => {
      const { status, stderr } = without(["run", ...flags, ...MARK]);
      expect(stderr).toContain(
        `${flags[0]}: the ledger needs the package @libsql/client: ${INSTALL_SQLITE}; nothing was started`,
      );
      expect({ status, isStarted: existsSync(mark) }).toEqual({ status: 2, isStarted: false });
    },
  );

  it("tamis mcp serves no SQLite file", async () => {
    const file = join(home, "kept.db");
    (await openSqliteStore(file)).close();
    writeFileSync(`${file}.key`, "0".repeat(64), { mode: 0o600 });
    const { status, stderr } = without(["mcp", "--store", file]);
    expect(stderr).toContain(INSTALL_SQLITE);
    expect(status).toBe(2);
  });

  it.each([[[]], [["--max-cost", "5"]]])("a run without such a wish starts: %s", (flags) => {
    const { status, stderr } = without(["run", ...flags, "--", process.execPath, "-e", "process.exit(3)"]);
    expect(status).toBe(3);
    expect(stderr.split("\n").filter((line) => /libsql/.test(line)).length).toBeLessThanOrEqual(1);
  });

  it("a gateway whose originals are to be in SQLite does not start, and config validate says so", () => {
    const file = join(home, "sqlite.toml");
    writeFileSync(file, 'version = 1\n[originals]\nstore = "sqlite"\n');
    for (const args of [
      ["gateway", "--port", "0", "--config", file],
      ["config", "validate", file],
    ]) {
      const { status, stderr } = without(args);
      expect(stderr).toMatch(
        /(?:originals in SQLite|originals\.store:) needs the package @libsql\/client.*npm install @libsql\/client/,
      );
      expect(status).toBe(2);
    }
    expect(without(["config", "validate", file], {})).toMatchObject({ status: 0 });
  });
});

describe("without ioredis", () => {
  const file = join(home, "shared.toml");
  writeFileSync(file, 'version = 1\n[shared]\nredis_url = "redis://127.0.0.1:1"\n');

  it("a gateway with [shared] does not start, and config validate names the place", () => {
    const started = without(["gateway", "--port", "0", "--config", file], NO_REDIS);
    expect(started.stderr).toContain("[shared] needs the package ioredis: npm install ioredis");
    expect(started.status).toBe(2);
    const checked = without(["config", "validate", file], NO_REDIS);
    expect(checked.stderr).toMatch(/shared\.toml:2:\d+: shared: needs the package ioredis.*npm install ioredis/);
    expect(checked.status).toBe(2);
    expect(without(["config", "validate", file], {})).toMatchObject({ status: 0 });
  });

  it("tamis doctor fails with a configuration that needs it, and only then", () => {
    const folder = join(home, "configured");
    mkdirSync(join(folder, "tamis"), { recursive: true });
    writeFileSync(join(folder, "tamis/tamis.toml"), '[shared]\nredis_url = "redis://127.0.0.1:1"\n');
    const doctor = (env: Record<string, string>) => without(["doctor"], { ...env, XDG_CONFIG_HOME: folder });
    const { status, stdout } = doctor(NO_REDIS);
    expect(stdout).toMatch(/configuration +FAILED: shared: needs the package ioredis.*npm install ioredis/);
    expect(status).toBe(1);
    expect(doctor({})).toMatchObject({ status: 0, stdout: expect.not.stringContaining("ioredis") });
  });
});

describe("a budget by the ledger", () => {
  it("refuses to start beside --no-ledger, which would keep the run out of it", () => {
    const { status, stderr } = without(["run", "--max-cost", "10/day", "--no-ledger", ...MARK], {});
    expect(stderr).toContain("give one of the two; nothing was started");
    expect({ status, isStarted: existsSync(mark) }).toEqual({ status: 2, isStarted: false });
  });

  it("refuses to start where the ledger cannot be kept", () => {
    const state = join(home, "no-folder");
    writeFileSync(state, "");
    const { status, stderr } = without(["run", "--max-cost", "10/day", ...MARK], {}, state);
    expect(stderr).toMatch(/--max-cost: .*ledger\.db: .*; nothing was started/);
    expect({ status, isStarted: existsSync(mark) }).toEqual({ status: 2, isStarted: false });
  });
});
