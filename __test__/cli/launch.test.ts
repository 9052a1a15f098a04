import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LAUNCH_COMMANDS } from "../../ts/cli/launch-commands.js";

const main = readFileSync(new URL("../../ts/cli/main.cts", import.meta.url), "utf8");
const built = fileURLToPath(new URL("../../dist/", import.meta.url));

describe("the bundle of the commands that start another program", () => {
  it("is what the program's file loads for exactly these commands", () => {
    const [, list = ""] = /const LAUNCHING[^=]*= \[([^\]]*)\]/.exec(main) ?? [];
    expect(list.split(", ").map((one) => JSON.parse(one))).toEqual(Object.keys(LAUNCH_COMMANDS));
  });

  it("has few files, which open no package at the start but undici", () => {
    const files = readdirSync(built).filter((name) => /^launch.*\.js$/.test(name));
    const imports = files.flatMap((name) => [
      ...readFileSync(`${built}${name}`, "utf8").matchAll(/\bfrom"([@\w./:-]+)"/g),
    ]);
    const names = imports.map(([, name = ""]) => name).filter((name) => !/^(\.|node:)/.test(name));
    const packages = new Set(names.filter((name) => process.getBuiltinModule(name) === undefined));
    expect([...packages].filter((name) => !name.startsWith("undici/"))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(20);
  });
});
