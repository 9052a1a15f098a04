import { spawnSync } from "node:child_process";
import { describe, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { type Addon, loadAddon } from "../../ts/native/addon.js";
import { createNative } from "../../ts/native/backend.js";
import { wasm } from "./wasm.js";

/** The addon, and the instruction sets that this CPU offers, slowest first. */
export interface Native {
  addon: Addon;
  levels: readonly string[];
}

const LEVELS = ["scalar", "avx2", "avx512", "neon"];
const loaded = loadAddon();

/** The native implementation, or why there is none. */
export const native: Native | { reason: string } =
  "addon" in loaded ? { addon: loaded.addon, levels: LEVELS.filter((level) => runsHere(loaded.addon, level)) } : loaded;

function runsHere(addon: Addon, level: string): boolean {
  try {
    return new addon.Engine(level).cpu === level;
  } catch {
    return false;
  }
}

/**
 * Cases that need the addon. Where it could be built but was not they fail: a suite that quietly tests nothing is worse
 * than a red one. Without a Rust toolchain they are skipped, and say so.
 */
export function describeNative(title: string, cases: (native: Native) => void): void {
  if ("addon" in native) {
    describe(title, () => cases(native));
  } else if (hasCargo()) {
    const message = `the native addon does not load: ${native.reason}; run \`npm run build:native\``;
    describe(title, () => {
      it("has an addon to test", () => {
        throw new Error(message);
      });
    });
  } else {
    console.log(`${title}: skipped, no Rust toolchain here, and ${native.reason}`);
    describe.skip(title, () => {
      it("needs the native addon", () => {});
    });
  }
}

function hasCargo(): boolean {
  return spawnSync("cargo", ["--version"], { stdio: "ignore", shell: process.platform === "win32" }).status === 0;
}

/** The core over WebAssembly; none without its Rust target. */
export function wasmBackends(): [name: string, backend: Backend][] {
  return "addon" in wasm ? [["WebAssembly", createNative(wasm.addon, undefined, "wasm")]] : [];
}

/** The addon as users get it. */
export function nativeBackend(): Backend {
  if ("reason" in native) throw new Error(native.reason);
  return createNative(native.addon);
}

/** Every implementation that runs here: native on each instruction set, and WebAssembly. */
export function everyBackend(): [name: string, backend: Backend][] {
  const levels = "addon" in native ? native.levels : [];
  const { addon } = native as Native;
  const natives = levels.map((level): [string, Backend] => [`native ${level}`, createNative(addon, level)]);
  return [...natives, ...wasmBackends()];
}

/** Native as users get it, and WebAssembly. */
export function bothBackends(): [name: string, backend: Backend][] {
  return "addon" in native ? [["native", createNative(native.addon)], ...wasmBackends()] : wasmBackends();
}

/** Another build of the core than {@link nativeBackend}: WebAssembly, else native without vector instructions. */
export function otherBackend(): Backend {
  const [first] = wasmBackends();
  if (first !== undefined) return first[1];
  if ("reason" in native) throw new Error(native.reason);
  return createNative(native.addon, "scalar");
}
