import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { handleOf, openFolderStore } from "../../ts/restore/index.js";
import { temporaryFolder } from "../support/folder.js";
import { chatRequest, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const request = ` ${chatRequest(12)}\n`;
const policy = ["--set", "cache.strategy=every-turn", "--window", "4"];

/** A request, and the files that reducing it gives. */
function reduced(name: string) {
  const [body, originals] = [place(`${name}.json`), place(`${name}.originals.json`)];
  const { status } = tamis(["reduce", "-o", body, "--originals", originals, ...policy], { input: request });
  expect(status).toBe(0);
  return { body, originals };
}

describe("tamis reduce --restore", () => {
  it("puts back byte for byte what tamis reduce --originals wrote", () => {
    const { body, originals } = reduced("plain");
    expect(readFileSync(body).length).toBeLessThan(Buffer.byteLength(request));
    const { status, stdout, stderr } = tamis(["reduce", body, "--restore", originals]);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 0, stdout: request });
    expect(stderr).toMatch(/^tamis: restored \d+\n$/);
  });

  it("reads the body from stdin and replaces a file", () => {
    const { body, originals } = reduced("stdin");
    const input = readFileSync(body);
    const { status, stdout } = tamis(["reduce", "--restore", originals, "-o", body], { input });
    expect({ status, stdout: stdout.toString(), body: readFileSync(body, "utf8") }).toEqual({
      status: 0,
      stdout: "",
      body: request,
    });
  });

  it("writes another body through, and says that it is another one", () => {
    const { originals } = reduced("other");
    const { status, stdout, stderr } = tamis(["reduce", "--restore", originals, "--json"], { input: "{}" });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: "{}" });
    expect(JSON.parse(stderr)).toMatchObject({
      restoredCount: 0,
      missing: Array(8).fill({ reason: "body_changed" }),
    });
  });

  it("refuses a report without originals", () => {
    const report = place("report.json");
    expect(tamis(["reduce", `--report=${report}`], { input: request }).status).toBe(0);
    const { status, stderr } = tamis(["reduce", "--restore", report], { input: request });
    expect(status).toBe(2);
    expect(stderr).toBe(
      "tamis: OPTION_INVALID: the restore report cannot be read: it has no originals; `tamis reduce --originals FILE` and createRestoreReport write such a report\n",
    );
  });
});

describe("tamis reduce --restore", () => {
  async function filled(tenant: string) {
    const path = place(`store-${tenant}`);
    const store = openFolderStore(path);
    const token = Buffer.from('"the original"');
    const handle = handleOf(token, { key: store.key, tenant });
    await store.put(handle, token, { tenant });
    const content = `[observation masked — 12 chars ref=${handle}]`;
    return { path, handle, body: JSON.stringify({ messages: [{ role: "tool", content }] }) };
  }

  it("puts back the values of the handles in placeholders", async () => {
    const { path, body } = await filled("default");
    const { status, stdout, stderr } = tamis(["reduce", "--restore", path], { input: body });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "tamis: restored 1\n" });
    expect(stdout.toString()).toBe('{"messages":[{"role":"tool","content":"the original"}]}');
  });

  it("does not put back another tenant's", async () => {
    const { path, body, handle } = await filled("acme");
    const { status, stdout, stderr } = tamis(["reduce", "--restore", path], { input: body });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: body });
    expect(stderr).toBe(
      `tamis: restored 0\ntamis: left ref=${handle} at byte 38: the store does not have it; it was forgotten, never put there, or is another tenant's\n`,
    );
    expect(tamis(["reduce", "--restore", path, "--tenant", "acme"], { input: body }).status).toBe(0);
  });

  it("makes no folder of a wrong name", () => {
    const { status, stderr } = tamis(["reduce", "--restore", place("none")], { input: "{}" });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `tamis: cannot read ${place("none")}: no such file or folder\n`,
    });
    expect(existsSync(place("none"))).toBe(false);
  });

  it("refuses a folder with a broken key", () => {
    mkdirSync(place("broken"));
    writeFileSync(join(place("broken"), "key"), "?");
    const { status, stderr } = tamis(["reduce", "--restore", place("broken")], { input: "{}" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/STORE_UNUSABLE: .*expected a key of 32 bytes, found 1/);
  });
});

it.each([
  ["no originals", ["--restore"], "option '--restore <from>' argument missing"],
  ["a report as well", ["--restore", "a", "--report"], "--report is not for --restore: leave it out"],
  ["what is not there", ["--restore", "/none.json"], "cannot read /none.json: no such file or folder"],
])("tamis reduce --restore refuses %s", (_, flags, message) => {
  const { status, stderr } = tamis(["reduce", ...flags], { input: "{}" });
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

it("tamis reduce --dry-run writes no originals", () => {
  const { status, stderr } = tamis(["reduce", "--dry-run", "--originals", place("dry.json")], { input: request });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "tamis: --dry-run replaces nothing: leave out --originals\n",
  });
});
