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
    console.log(skipped(title));
    describe.skip(title, () => {
      it("needs the Rust target wasm32-unknown-unknown", () => {});
    });
  }
}

/** `it` for single cases that need it, in the built package too; without the Rust target they are skipped, and say so. */
export function itWithWasm(title: string): typeof it.skip {
  if ("addon" in wasm || hasTarget()) return it;
  console.log(skipped(title));
  return it.skip;
}

const skipped = (title: string) =>
  `${title}: skipped, the Rust target wasm32-unknown-unknown is missing here (rustup target add wasm32-unknown-unknown)`;

function hasTarget(): boolean {
  const { stdout } = spawnSync("rustc", ["--print", "sysroot"], { encoding: "utf8" });
  return Boolean(stdout) && existsSync(join(stdout.trim(), "lib/rustlib/wasm32-unknown-unknown"));
}
