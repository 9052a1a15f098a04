// Builds the core over WebAssembly into ts/binding, for platforms without an addon. Without the Rust target it is left out, so
// that an offline machine builds all the rest; a target that fails is a failure.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rustFlags } from "../node/rust-flags.mjs";

const TARGET = "wasm32-unknown-unknown";
const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

if (hasTarget()) build();
else if (hasRust()) {
  console.error(`tamis: the Rust target ${TARGET} is missing, so platforms without an addon reduce nothing.`);
  console.error(`tamis: run \`rustup target add ${TARGET}\` and build again.`);
}

function build() {
  const { CARGO_HOME = `${homedir()}/.cargo` } = process.env;
  const flags = ["-Ctarget-feature=+simd128", ...rustFlags({ root, cargoHome: CARGO_HOME, target: TARGET })];
  const args = ["build", "--profile", "wasm", "--package", "tamis-wasm", "--target", TARGET, "--locked"];
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
  const built = spawnSync("cargo", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32", env });
  process.exitCode = built.status ?? 1;
  if (built.status === 0)
    copyFileSync(`${root}/target/${TARGET}/wasm/tamis_wasm.wasm`, `${root}/ts/binding/tamis.wasm`);
}

function hasTarget() {
  const { stdout = "" } = spawnSync("rustc", ["--print", "sysroot"], { encoding: "utf8" });
  return stdout !== "" && existsSync(join(stdout.trim(), "lib/rustlib", TARGET));
}

function hasRust() {
  return spawnSync("cargo", ["--version"], { stdio: "ignore" }).status === 0;
}
