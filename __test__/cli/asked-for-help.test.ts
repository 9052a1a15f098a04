import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../ts/cli/program.js";
import { tamis } from "./run-cli.js";

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

describe("help", () => {
  it("shows no value of the program's own as a default", async () => {
    for (const command of all(await createProgram()))
      expect(command.helpInformation(), command.name()).not.toMatch(/default: (\[|\{|null)/);
  });

  it.each([
    ["hook claude", ["hook", "claude", "--help"], "Usage: tamis hook"],
    ["a command of a command", ["help", "config", "set"], "Usage: tamis config set"],
    ["a command", ["help", "reduce"], "Usage: tamis reduce"],
  ])("of %s is found", (_, args, usage) => {
    const { status, stdout, stderr } = tamis(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.toString()).toContain(usage);
  });

  it.each([
    [["help", "reduec"], "reduec", "reduce"],
    [["reduec", "--help"], "reduec", "reduce"],
    [["config", "shwo"], "shwo", "show"],
  ])("%j names what is not there, and what may be meant", (args, name, meant) => {
    const { status, stdout, stderr } = tamis(args);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^tamis: unknown command '${name}'[^]*${meant}`));
  });
});
