import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { chatRequest, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const request = chatRequest(12, 900);
beforeEach(() => {
  writeFileSync(at("request.json"), request);
  writeFileSync(at("originals.json"), "{}");
});
mkdirSync(at("real"));
symlinkSync("real", at("linked"));

describe("a file for two purposes", () => {
  it.each([
    ["reduce", ["request.json", "--originals", "request.json", "-o", "small.json"]],
    ["reduce", ["request.json", "--report=request.json"]],
    ["reduce", ["request.json", "--report=out.json", "-o", "out.json"]],
    ["reduce", ["request.json", "--originals", "out.json", "-o", "./out.json"]],
    ["reduce", ["request.json", "--restore", "originals.json", "-o", "originals.json"]],
    ["reduce", ["request.json", "--report=real/new.json", "-o", "linked/new.json"]],
    ["condense", ["request.json", "--html", "request.json"]],
    ["condense", ["request.json", "--html", "out.html", "-o", "out.html"]],
    ["savings --tune", ["request.json", "--output", "request.json", "--force"]],
  ])("tamis %s %j is wrong usage, and nothing is written", (command, args) => {
    const { status, stdout, stderr } = tamis([...command.split(" "), ...args], { cwd: folder });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^tamis: --\w+ \S+ would replace (the input|what --\w+ writes): name another file\n$/);
    expect(readFileSync(at("request.json"), "utf8")).toBe(request);
    expect(readFileSync(at("originals.json"), "utf8")).toBe("{}");
  });

  it("may be the body's own, and a device may be named twice", () => {
    expect(tamis(["reduce", "request.json", "-o", "request.json"], { cwd: folder }).status).toBe(0);
    expect(readFileSync(at("request.json"), "utf8")).not.toBe(request);
    const twice = ["reduce", "request.json", "--report=/dev/null", "-o", "/dev/null"];
    expect(tamis(twice, { cwd: folder }).status).toBe(0);
  });
});
