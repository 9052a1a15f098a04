// Commands where neither the addon nor WebAssembly loads: a package from which tamis.wasm was taken away.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";
import { temporaryFolder } from "../support/folder.js";
import { cleanEnvironment, ensureBuilt } from "./run-cli.js";

const folder = temporaryFolder();
beforeAll(() => {
  ensureBuilt();
  const bare = join(folder, "tamis");
  mkdirSync(bare);
  cpSync(join(ROOT, "dist"), join(bare, "dist"), {
    recursive: true,
    filter: (source) => !source.endsWith("tamis.wasm"),
  });
  cpSync(join(ROOT, "package.json"), join(bare, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(bare, "node_modules"));
});

function tamis(args: readonly string[], input = "") {
  const env = { ...cleanEnvironment(), TAMIS_ADDON: "/nowhere.node" };
  const program = join(folder, "tamis/dist/cli/main.cjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    ...{ encoding: "utf8", env, input, timeout: 30_000 },
  });
  return { status, stdout, stderr };
}

const REASON = /\/nowhere\.node: there is no such file; tamis\.wasm is not installed\. For the native backend: /;

it("a gateway does not start, and says why and what to do", () => {
  const { status, stderr } = tamis(["gateway", "--port", "0"]);
  expect(status).toBe(1);
  expect(stderr).toMatch(REASON);
  expect(stderr).toContain("--allow-passthrough");
});

it("a command is started directly, and one line says so", () => {
  const print = "console.log(process.argv[1], process.env.ANTHROPIC_BASE_URL, process.env.TAMIS_GATEWAY_URL)";
  const { status, stdout, stderr } = tamis(["run", "--", process.execPath, "-e", print, "word"]);
  expect([status, stdout]).toEqual([0, "word undefined undefined\n"]);
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^tamis: node is started directly, /)]);
  expect(stderr).toMatch(REASON);
});

it("a command is not started where its cost was to be limited", () => {
  const { status, stdout, stderr } = tamis(["run", "--max-cost", "1", "--", process.execPath, "-e", "console.log(1)"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/--max-cost cannot be had here: .*nothing was started/);
});

it("a request is passed through whole, and one line says so", () => {
  const body = '{"model":"gpt-5","messages":[{"role":"user","content":"hi"}]}';
  const { status, stdout, stderr } = tamis(["reduce"], body);
  expect([status, stdout]).toEqual([1, body]);
  expect(stderr).toMatch(REASON);
});
