import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { API_PATH, TOKEN_HEADER } from "../../ts/ui/api.js";
import { ROOT } from "../architecture/typescript-imports.js";
import { temporaryFolder } from "../support/folder.js";
import { cleanEnvironment, ensureBuilt, MAIN, tamis } from "./run-cli.js";

const RECORDED = join(ROOT, "examples/record");
const home = temporaryFolder();
const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
});

/** Starts `tamis ui`; gives its first line and the process. */
async function start(...args: string[]): Promise<{ line: string; child: ChildProcess }> {
  ensureBuilt();
  const env = { ...cleanEnvironment(), HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
  const child = spawn(process.execPath, [MAIN, "ui", ...args], { env, cwd: home, stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return { line: String(value), child };
}

const infoOf = (base: string, token: string) => fetch(`${base}${API_PATH}info`, { headers: { [TOKEN_HEADER]: token } });

describe("tamis ui", () => {
  it("prints the page's address with its token first, serves it on loopback, and ends with 0 at SIGTERM", async () => {
    const { line, child } = await start(RECORDED, "--no-open");
    const [, base = "", token = ""] = /^(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]{32})$/.exec(line) ?? [];
    expect(await (await fetch(`${base}/`)).text()).toContain("<!doctype html>");
    expect((await infoOf(base, token)).status).toBe(200);
    expect((await infoOf(base, "other")).status).toBe(401);
    child.kill("SIGTERM");
    const [code, signal] = await once(child, "close");
    expect({ code, signal }).toEqual({ code: 0, signal: null });
  });

  it("prints the same as JSON, on the port that is asked for", async () => {
    const first = JSON.parse((await start("--json", "--no-open")).line);
    expect(first).toEqual({
      url: `${first.base}/#token=${first.token}`,
      base: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.stringMatching(/^[\w-]{32}$/),
      pid: running[0]?.pid,
    });
    const port = new URL(first.base).port;
    const taken = tamis(["ui", "--port", port, "--no-open"], { env: { HOME: home } });
    expect({ status: taken.status, stdout: taken.stdout.toString() }).toEqual({ status: 1, stdout: "" });
    expect(taken.stderr).toMatch(/^tamis: cannot listen: .*; another port: --port\n$/);
  });

  it("says which recordings cannot be read, before anything is served", () => {
    const { status, stdout, stderr } = tamis(["ui", join(home, "nothing"), "--no-open"]);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`cannot read ${join(home, "nothing")}: `);
  });

  it.each(["-1", "65536", "http"])("refuses --port %s", (port) => {
    const { status, stderr } = tamis(["ui", "--port", port]);
    expect(status).toBe(2);
    expect(stderr).toContain("--port");
  });
});
