import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { chatRequest, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const request = join(folder, "request.json");
const empty = join(folder, "empty");
writeFileSync(request, chatRequest(4));
mkdirSync(empty);

describe("what a failure says", () => {
  it.each(["savings", "savings --tune"])(
    "tamis %s names the folder that has no logs, and does not ask for one",
    (command) => {
      const { status, stderr } = tamis([...command.split(" "), empty]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: `tamis: no logs found in ${empty}\n` });
    },
  );

  it.each(["savings", "savings --tune"])("tamis %s says once that a path is not there", (command) => {
    const { stderr } = tamis([...command.split(" "), join(folder, "none")]);
    expect(stderr).toBe(`tamis: ${join(folder, "none")}: no such file or folder\n`);
  });

  it.skipIf(process.platform === "win32").each(["savings", "reduce", "validate", "reduce --stats"])(
    "tamis %s says in words that links lead in a circle",
    (command) => {
      const link = join(folder, "circle");
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync("circle", link);
      expect(tamis([...command.split(" "), link]).stderr).toMatch(/circle: its symbolic links lead in a circle\n$/);
    },
  );

  it("tamis savings says nothing of places for logs below a home that is no folder", () => {
    const { stderr } = tamis(["savings"], { env: { HOME: request, XDG_CONFIG_HOME: "", CODEX_HOME: "" } });
    expect(stderr).toMatch(/^tamis: no logs found; [^\n]*\n$/);
  });

  it.each(["savings", "reduce --stats"])("tamis %s says in words that a file of prices is not there", (command) => {
    const file = join(folder, "prices.json");
    const { status, stderr } = tamis([...command.split(" "), request, "--prices", file]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: `tamis: cannot read ${file}: no such file or folder\n` });
  });

  it("tamis validate --repair gives what is wrong with the whole body no place", () => {
    const { stderr } = tamis(["validate", "--repair"], { input: "" });
    expect(stderr).toBe("tamis: left: empty — the body has no bytes; send a JSON request\n");
  });

  it("tamis run says of a command that did not start nothing but that", () => {
    const { status, stderr } = tamis(["run", "--no-ledger", "--", "no-such-program"]);
    expect({ status, stderr }).toEqual({
      status: 127,
      stderr: "tamis: cannot run no-such-program: no such file or folder\n",
    });
  });

  it("tamis plugin names the file that it cannot write", () => {
    const env = { HOME: "/dev/null", CLAUDE_CONFIG_DIR: "", XDG_CONFIG_HOME: "" };
    const { status, stderr } = tamis(["plugin", "install", "opencode"], { env });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tamis: cannot write \/dev\/null\/\S+: .*; nothing was changed\n$/);
  });

  it.each(["reduce", "reduce --diff", "reduce --stats", "validate", "condense"])(
    "tamis %s names a byte order mark",
    (command) => {
      const { status, stdout, stderr } = tamis(command.split(" "), { input: `\ufeff${chatRequest(4)}` });
      expect(status).toBe(1);
      expect(`${stderr}${stdout.toString("utf8").slice(0, 400)}`).toContain(
        "byte 0 begins a byte order mark; remove it",
      );
    },
  );
});

describe("tamis condense, of bytes that are no UTF-8", () => {
  const body = Buffer.from(`{"messages":[{"role":"user","content":"caf\u00e9"}]}`, "latin1");

  it("writes them through unchanged", () => {
    const { status, stdout, stderr } = tamis(["condense"], { input: body });
    expect({ status, isSame: stdout.equals(body) }).toEqual({ status: 1, isSame: true });
    expect(stderr).toContain("not UTF-8");
  });

  it("writes a conversation that is too short through byte for byte", () => {
    const short = '{ "messages": [ {"role":"user","content":"hi"} ] }';
    expect(tamis(["condense"], { input: short }).stdout.toString()).toBe(short);
  });
});
