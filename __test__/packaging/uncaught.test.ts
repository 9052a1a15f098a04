// What a user's screen shows of an error that nothing catches: Node prints the line of code that threw, so lines must be short.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";
import { ensureBuilt } from "../cli/run-cli.js";

const CHARS_OF_A_SCREEN = 4000;

describe("an error that nothing catches", () => {
  ensureBuilt();

  it.each([
    [
      "a setting that is not there",
      {},
      "node.js",
      "reduceBody(new Uint8Array(), { mask: { window: 1 } })",
      "POLICY_INVALID",
    ],
    [
      "a backend that is not there",
      { TAMIS_BACKEND: "fast" },
      "node.js",
      "reduceBody(new Uint8Array())",
      "TAMIS_BACKEND",
    ],
    [
      "the same at the edge",
      {},
      "edge/index.js",
      "reduceBody(new Uint8Array(), { mask: { window: 1 } })",
      "POLICY_INVALID",
    ],
  ])("of %s fits on a screen", (_name, variables, file, call, expected) => {
    const entry = JSON.stringify(pathToFileURL(join(ROOT, "dist", file)).href);
    const code = `import { reduceBody } from ${entry}; ${call};`;
    const env = { ...process.env, ...variables };
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      env,
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain(expected);
    expect(stderr.length).toBeLessThan(CHARS_OF_A_SCREEN);
  });
});
