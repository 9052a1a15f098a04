// cargo-deny with crates/deny.toml: licences, sources and bans of every crate; advisories where their list can be had.
import { join } from "node:path";
import { cargoTool, counter, pathWith, run as runProgram, tryRun } from "../support/tools.mjs";

export const name = "cargo-deny";

/** What cargo-deny says where it cannot have the list, and not that something is wrong with a crate. */
const NO_LIST = /failed to fetch advisory database|failed to (?:open|acquire|clone|load) .*advisor/i;

export async function run({ log, root }) {
  const PATH = pathWith(await cargoTool({ root, name: "cargo-deny", log }));
  const settings = ["--config", join(root, "crates/deny.toml"), "--locked", "--all-features"];
  const deny = (what) => tryRun("cargo", ["deny", ...settings, "check", what], { cwd: root, env: { PATH } });
  const { counts, check } = counter(log);
  for (const what of ["licenses", "bans", "sources"]) {
    await check(what, async () => {
      const { status, output } = await deny(what);
      if (status !== 0) throw new Error(output.slice(-2000));
    });
  }
  const version = (await runProgram("cargo", ["deny", "--version"], { env: { PATH } })).trim();
  const record = { version, advisories: await advisories(deny, check, log) };
  return { ...counts, record };
}

/** Checked, or why not: a machine without the list is no failure, and no pass either. */
async function advisories(deny, check, log) {
  const { status, output } = await deny("advisories");
  if (status !== 0 && NO_LIST.test(output)) {
    log("advisories were not checked: their list cannot be had here");
    return "not checked: the list cannot be had here";
  }
  await check("advisories", () => {
    if (status !== 0) throw new Error(output.slice(-2000));
  });
  return status === 0 ? "none" : "found";
}
