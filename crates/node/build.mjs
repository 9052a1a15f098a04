// Builds the addon into ts/binding, and writes ts/native/protocol.ts and the texts of the rules from it. Without a Rust toolchain the package still
// works where `tamis.wasm` is built, so that case is a message, not a failure; a toolchain that fails is a failure.
//
//   node crates/node/build.mjs [--target TRIPLE] [--zig] [--out FOLDER]
//
// --target  for this target instead of the machine's own; with --zig it may end in a glibc version:
//           x86_64-unknown-linux-gnu.2.17
// --zig     links with zig through cargo-zigbuild, so that the addon loads on older systems than this one
// --out     where the addon and its types are written; default: ts/binding
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { rustFlags } from "./rust-flags.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");
const { values } = parseArgs({
  options: {
    target: { type: "string" },
    zig: { type: "boolean", default: false },
    out: { type: "string", default: "ts/binding" },
  },
});

const cargo = spawnSync("cargo", ["--version"], { encoding: "utf8" });
if (cargo.error || cargo.status !== 0) {
  console.error("tamis: no Rust toolchain found (cargo), so there is no addon.");
  console.error("tamis: for the addon install Rust 1.94 or later from https://rustup.rs and build again.");
} else {
  const args = ["napi", "build", "--platform", "--release", "--no-js", "--dts", "binding.d.ts"];
  const target = values.target === undefined ? [] : ["--target", values.target];
  const where = ["--manifest-path", "crates/node/Cargo.toml", "--output-dir", values.out];
  const zig = values.zig ? ["--cross-compile"] : [];
  const build = spawnSync("npx", [...args, ...target, ...zig, ...where, "--", "--locked"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags() },
  });
  process.exitCode = build.status ?? 1;
  // The numbers are the same for every target: one that this machine can load is enough.
  if (build.status === 0 && values.target === undefined) await writeProtocol();
}

/** The addon says what its numbers mean, and what the validator's rules are; see crates/border/src/protocol.rs. */
async function writeProtocol() {
  const { parseTriple } = await import("@napi-rs/cli");
  const { platformArchABI } = parseTriple(hostTriple());
  const addon = createRequire(import.meta.url)(resolve(root, values.out, `tamis.${platformArchABI}.node`));
  writeFileSync(`${root}/ts/native/protocol.ts`, addon.protocolSource());
  writeFileSync(`${root}/ts/contract/rule-texts.json`, addon.ruleTextsSource());
  writeFileSync(`${root}/docs/rules.json`, addon.ruleDocsSource());
  writeFileSync(`${root}/ts/binding/vocabularies.bin`, addon.vocabulary());
}

/** Joined as cargo splits them: by the unit separator, so that a folder's name may have spaces. */
function flags() {
  const { RUSTFLAGS = "", CARGO_HOME = `${homedir()}/.cargo`, CARGO_ENCODED_RUSTFLAGS } = process.env;
  const own = CARGO_ENCODED_RUSTFLAGS?.split("\x1f") ?? RUSTFLAGS.split(/\s+/);
  const target = values.target ?? hostTriple();
  return [...own.filter((flag) => flag !== ""), ...rustFlags({ root, cargoHome: CARGO_HOME, target })].join("\x1f");
}

function hostTriple() {
  const { stdout = "" } = spawnSync("rustc", ["-vV"], { encoding: "utf8" });
  return /^host: (.+)$/m.exec(stdout)?.[1] ?? "";
}
