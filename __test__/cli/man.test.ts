import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { renderMan } from "../../ts/cli/man/render.js";
import { ROOT, read } from "../architecture/typescript-imports.js";
import { tamis } from "./run-cli.js";

describe("the manual page", () => {
  const { status, stdout } = tamis(["man"]);
  const page = stdout.toString();

  it("has every command that --help lists, with its options", () => {
    expect(status).toBe(0);
    const help = tamis(["--help"]).stdout.toString();
    const names = [...help.matchAll(/^ {2}([a-z-]+) .*/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== "help" && name !== "tamis");
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(page).toContain(`\n.SS ${name?.replaceAll("-", "\\-")} `);
    expect(page).toContain("\n.B \\-n, \\-\\-dry\\-run\n");
    expect(page).toContain("\n.SS config set ");
  });

  it("is shipped, where npm looks for it", () => {
    const { man } = JSON.parse(read("package.json")) as { man: string };
    expect(readFileSync(join(ROOT, man), "utf8")).toBe(page);
  });

  it.skipIf(spawnSync("groff", ["--version"]).status !== 0)("has nothing that groff warns of", () => {
    const { stdout: text, stderr } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-z"], { input: page });
    expect(stderr.toString() + text.toString()).toBe("");
  });

  it("prints a text that looks like a request of roff as it is", () => {
    const program = new Command("tamis").version("1.0.0").description("d");
    program.command("one").description(".TH \\fB not -bold");
    expect(renderMan(program)).toContain("\n\\&.TH \\efB not \\-bold\n");
  });
});
