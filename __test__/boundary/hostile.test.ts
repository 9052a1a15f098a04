// Every export of the addon, called directly with arguments that the facade never passes. Their results are not checked:
// only that the process lives.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { platformTriple } from "../../ts/native/platform.js";
import { nativePolicyJson } from "../../ts/native/policy.js";
import { definePolicy } from "../../ts/policy/policy.js";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const ADDON = path(`../../ts/binding/tamis.${platformTriple()}.node`);

describe.skipIf(!existsSync(ADDON))("the addon, called directly", () => {
  it("survives every export with arguments that throw, detach, lie or are out of range", () => {
    const settings = nativePolicyJson(definePolicy({}));
    const command = ["--expose-gc", path("children/hostile.mjs"), ADDON, "0"];
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, command, {
      encoding: "utf8",
      maxBuffer: 1 << 26,
      timeout: 120_000,
      env: { ...process.env, NODE_OPTIONS: "", TAMIS_TEST_SETTINGS: JSON.stringify({ settings }) },
    });
    const last = stdout.trim().split("\n").at(-1);
    expect({ status, signal, last, stderr: stderr.slice(0, 500) }).toMatchObject({ status: 0, signal: null });
    expect(JSON.parse(last ?? "{}").cases).toBeGreaterThan(3_000);
  }, 150_000);
});
