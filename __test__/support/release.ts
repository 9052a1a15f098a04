import { spawnSync } from "node:child_process";
import { describe, it } from "vitest";
import { describeNative } from "./native.js";

/**
 * Cases that pack a release: they need the addon, as {@link describeNative}, and cargo, which knows what is inside it.
 * Without cargo they are skipped, and say so.
 */
export function describeRelease(title: string, cases: () => void): void {
  const shell = process.platform === "win32";
  if (spawnSync("cargo", ["--version"], { stdio: "ignore", shell }).status === 0) {
    describeNative(title, cases);
    return;
  }
  console.log(`${title}: skipped, no Rust toolchain here`);
  describe.skip(title, () => {
    it("needs cargo", () => {});
  });
}
