/**
 * Compiler flags of every build of the addon, in addition to those in Cargo.toml.
 *
 * Fixed names replace folders of the machine, so that builds in two places give the same bytes and no panic message names
 * the place of the build.
 *
 * @param {{ root: string, cargoHome: string, target: string }} build Folders without a slash at the end; a target
 *   triple.
 * @returns {string[]}
 */
export function rustFlags({ root, cargoHome, target }) {
  const flags = [`--remap-path-prefix=${cargoHome}=/cargo`, `--remap-path-prefix=${root}=/tamis`];
  // An addon shares the C library of the process that loads it.
  if (target.includes("musl")) flags.push("-Ctarget-feature=-crt-static");
  // Without it the linker writes the time of day into the file.
  if (target.includes("msvc")) flags.push("-Clink-arg=/Brepro");
  return flags;
}
