// Builds the addon into ts/native. Without a Rust toolchain the package still works on its TypeScript baseline, so that
// case is a message, not a failure; a toolchain that fails is a failure.
import { spawnSync } from "node:child_process";

const cargo = spawnSync("cargo", ["--version"], { encoding: "utf8" });
if (cargo.error || cargo.status !== 0) {
  console.error("tamis: no Rust toolchain found (cargo); going on with the TypeScript baseline, which is slower.");
  console.error("tamis: for the native backend install Rust 1.89 or later from https://rustup.rs and build again.");
} else {
  const args = ["napi", "build", "--platform", "--release", "--no-js", "--dts", "binding.d.ts"];
  const where = ["--manifest-path", "crates/node/Cargo.toml", "--output-dir", "ts/native", "--", "--locked"];
  const build = spawnSync("npx", [...args, ...where], { stdio: "inherit", shell: process.platform === "win32" });
  process.exitCode = build.status ?? 1;
}
