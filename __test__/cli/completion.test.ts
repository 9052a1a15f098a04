// What the shells offer after TAB, asked of the shells themselves: bash, and zsh and fish where they are installed.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();

/** The file of a shell's script. */
function scriptOf(shell: string): string {
  const file = join(folder, shell);
  writeFileSync(file, tamis(["completion", shell]).stdout);
  return file;
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

/** What bash offers for the last of these words. */
function offeredInBash(...words: string[]): string[] {
  const typed = ["tamis", ...words].map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _tamis; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout } = spawnSync("bash", ["-c", `source ${scriptOf("bash")}\n${ask}`]);
  expect(status).toBe(0);
  return stdout.toString().split("\n").filter(Boolean);
}

const CASES: [string, string[], string[]][] = [
  ["commands", ["do"], ["doctor"]],
  ["options", ["reduce", "--dr"], ["--dry-run"]],
  ["commands of commands", ["config", "se"], ["set"]],
  ["options of commands of commands", ["config", "set", "--wo"], ["--workspace"]],
  ["values of options", ["savings", "--by", "pro"], ["project"]],
];

describe("completion in bash", () => {
  it.each(CASES)("offers %s", (_what, words, expected) => {
    expect(offeredInBash(...words)).toEqual(expected);
  });

  it("leaves files to the shell where they are meant", () => {
    expect(offeredInBash("reduce", "")).toEqual([]);
    expect(offeredInBash("reduce", "--policy", "")).toEqual([]);
  });
});

describe.skipIf(!isInstalled("fish"))("completion in fish, which is installed here", () => {
  it.each(CASES)("offers %s", (_what, words, expected) => {
    const line = ["tamis", ...words].join(" ");
    const { stdout } = spawnSync("fish", ["-c", `source ${scriptOf("fish")}; complete -C ${JSON.stringify(line)}`]);
    expect(
      stdout
        .toString()
        .split("\n")
        .map((one) => one.split("\t")[0]),
    ).toContain(expected[0]);
  });
});

describe("completion scripts", () => {
  it.each(["bash", "zsh", "fish"].filter(isInstalled))("are valid %s", (shell) => {
    const flag = shell === "fish" ? "--no-execute" : "-n";
    const { status, stderr } = spawnSync(shell, [flag, scriptOf(shell)]);
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
  });

  it("are there for three shells alone", () => {
    expect(tamis(["completion", "tcsh"]).status).toBe(2);
  });
});
