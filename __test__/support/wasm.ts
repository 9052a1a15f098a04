import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import type { Addon } from "../../ts/native/addon.js";
import { loadWasm } from "../../ts/wasm/load.js";

/** The core over WebAssembly, or why there is none. */
export const wasm = loadWasm();

/**
 * Cases that need the core over WebAssembly. Where it could be built but was not they fail; without the Rust target they are
 * skipped, and say so.
 */
export function describeWasm(title: string, cases: (addon: Addon) => void): void {
  if ("addon" in wasm) {
    describe(title, () => cases(wasm.addon));
  } else if (hasTarget()) {
    describe(title, () => {
      it("has a build to test", () => {
        throw new Error(`${wasm.reason}; run \`npm run build:wasm\``);
      });
    });
  } else {
    console.log(`${title}: skipped, the Rust target wasm32-unknown-unknown is missing here`);
    describe.skip(title, () => {
      it("needs the Rust target wasm32-unknown-unknown", () => {});
    });
  }
}

function hasTarget(): boolean {
  const { stdout } = spawnSync("rustc", ["--print", "sysroot"], { encoding: "utf8" });
  return Boolean(stdout) && existsSync(join(stdout.trim(), "lib/rustlib/wasm32-unknown-unknown"));
}
