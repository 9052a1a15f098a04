// A record's description of machine and software. The benchmarks and the test suites share it.
import { execFileSync } from "node:child_process";
import { cpus, totalmem, type } from "node:os";

/** @returns {{ cpu: string, cores: number, memoryGB: number, os: string }} */
export function describeMachine() {
  const cpu = cpus()[0]?.model.trim() ?? "unknown CPU";
  const os = `${type()} ${process.arch}`;
  return { cpu, cores: cpus().length, memoryGB: Math.round(totalmem() / 2 ** 30), os };
}

/**
 * The name of a machine's folder under `benches/record`.
 *
 * @param {{ cpu: string, cores: number, os: string }} machine
 */
export function machineSlug({ cpu, cores, os }) {
  const words = `${cpu} ${cores} cores ${os}`.toLowerCase();
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/**
 * The commit of a checkout, with `+` if it has uncommitted changes.
 *
 * @param {string} root
 */
export function describeCommit(root) {
  const commit = output(root, "git", ["rev-parse", "--short=12", "HEAD"]);
  const changes = output(root, "git", ["status", "--porcelain", "--", ".", ":!benches/record"]);
  return commit === null ? "unknown" : `${commit}${changes ? "+" : ""}`;
}

/**
 * The output of a command; null if it fails.
 *
 * @param {string} root
 * @param {string} command
 * @param {readonly string[]} args
 */
export function output(root, command, args) {
  try {
    return execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}
