// Processes that may less than usual: each reduces all the same, and says why the native backend is missing.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { platformTriple } from "../../ts/native/platform.js";
import { parsePolicyToml } from "../../ts/policy/toml.js";
import { ROOT } from "../architecture/typescript-imports.js";
import { cleanEnvironment, ensureBuilt } from "../cli/run-cli.js";
import { temporaryFolder } from "../support/folder.js";
import { describeNative } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";
import { describeWasm } from "../support/wasm.js";

const BODY = JSON.stringify({
  model: "gpt-5",
  messages: [
    { role: "user", content: "go" },
    ...Array.from({ length: 9 }, (_, at) =>
      chatOf([{ calls: [{ id: `c${at}`, tool: "ls", result: `result ${at} `.repeat(50) }] }]),
    ).flat(),
  ],
});
const REDUCE = `
import { backend, reduceBody } from "tamis";
const { report, changed } = reduceBody(Buffer.from(${JSON.stringify(BODY)}), { mask: { windowTurns: 2 } }, { cost: true });
const found = { backend: backend.name, reason: backend.reason, used: report.backend, changed, cost: typeof report.cost };`;
const PRINT = `${REDUCE} console.log(JSON.stringify(found));`;

interface Found {
  backend: string;
  reason?: string;
  used: string;
  changed: boolean;
  cost: string;
}

let scratch = "";
beforeAll(() => {
  ensureBuilt();
  scratch = temporaryFolder();
});

function run(code: string, flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Found {
  const args = [...flags, "--input-type=module", "-e", code];
  const options = { cwd: ROOT, encoding: "utf8" as const, env: { ...cleanEnvironment(), ...env } };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(`status ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** It reduces by WebAssembly, and says why. */
const byWasm = (reason: RegExp) => ({
  ...{ backend: "wasm", used: "wasm", changed: true, cost: "object" },
  reason: expect.stringMatching(reason),
});
const PERMISSION = process.allowedNodeEnvironmentFlags.has("--permission")
  ? "--permission"
  : "--experimental-permission";

describeWasm("without a usable addon", () => {
  it("runs by WebAssembly where TAMIS_ADDON names a file that is no addon", () => {
    const text = join(scratch, "text.node");
    writeFileSync(text, "no addon");
    expect(run(PRINT, [], { TAMIS_ADDON: text })).toEqual(byWasm(/^TAMIS_ADDON: \S+text\.node: ./));
  });

  const own = join(ROOT, `ts/binding/tamis.${platformTriple()}.node`);
  it.skipIf(process.platform !== "linux" || !existsSync(own))(
    "runs by WebAssembly with another processor's addon",
    () => {
      const other = join(scratch, "other.node");
      const bytes = readFileSync(own);
      // ELF's e_machine: S/390.
      bytes.writeUInt16LE(22, 18);
      writeFileSync(other, bytes);
      expect(run(PRINT, [], { TAMIS_ADDON: other })).toEqual(byWasm(/^TAMIS_ADDON: \S+other\.node: ./));
    },
  );

  it("runs by WebAssembly under --no-addons", () => {
    expect(run(PRINT, ["--no-addons"])).toEqual(byWasm(/^no addon for .*Cannot load native addon/));
  });

  it("runs by WebAssembly under Node's permission model, with the files of the package readable", () => {
    expect(run(PRINT, [PERMISSION, `--allow-fs-read=${ROOT}*`])).toEqual(byWasm(/^no addon for .*native addon/));
  });
});

describeNative("with less than usual", () => {
  const native = { backend: "native", used: "native", changed: true, cost: "object" };

  it("runs where code from strings is refused", () => {
    expect(run(PRINT, ["--disallow-code-generation-from-strings"])).toEqual(native);
  });

  it("runs without process.report", () => {
    const gone = 'data:text/javascript,Object.defineProperty(process,"report",{value:undefined})';
    expect(run(PRINT, ["--import", gone])).toEqual(native);
  });

  it("runs in a worker, and in the main thread and a second worker beside it", () => {
    const code = `${REDUCE}
      import { Worker } from "node:worker_threads";
      const source = ${JSON.stringify(`${REDUCE} (await import("node:worker_threads")).parentPort.postMessage(found);`)};
      const inWorker = () => new Promise((resolve, reject) => {
        const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(source.replace('"tamis"', JSON.stringify(import.meta.resolve("tamis"))))));
        worker.once("message", resolve).once("error", reject);
      });
      const all = [found, ...await Promise.all([inWorker(), inWorker()])];
      console.log(JSON.stringify(all));`;
    expect(run(code)).toEqual([native, native, native]);
  });

  it("starts a gateway where code from strings is refused", () => {
    const code = `import { createGateway } from "tamis/gateway";
      const gateway = createGateway({ gateway: { port: 0, logLevel: "silent" } });
      const answer = await fetch((await gateway.listen()) + "/livez");
      await gateway.close();
      console.log(JSON.stringify({ status: answer.status }));`;
    expect(run(code, ["--disallow-code-generation-from-strings"])).toEqual({ status: 200 });
  });
});

describe("files", () => {
  it("reads a policy that begins with a byte order mark", () => {
    expect(parsePolicyToml("\uFEFF[mask]\nwindow_turns = 3\n").policy.settings).toMatchObject({
      mask: { windowTurns: 3 },
    });
  });

  it.each([
    ["policy.json", '{ "mask": { "windowTurns": 1 } }'],
    ["policy.toml", "[mask]\nwindow_turns = 1\n"],
  ])("gives a command a policy file that begins with a byte order mark: %s", (name, text) => {
    const file = join(scratch, name);
    writeFileSync(file, `\uFEFF${text}`);
    const args = [join(ROOT, "dist/cli/main.cjs"), "reduce", "--policy", file];
    const { status, stderr } = spawnSync(process.execPath, args, {
      input: BODY,
      encoding: "utf8",
      env: cleanEnvironment(),
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  // A folder in which nothing can be made, by root neither.
  it.skipIf(process.platform !== "linux")("runs a command where nothing can be written", () => {
    const tamis = (...args: string[]) =>
      spawnSync(process.execPath, [join(ROOT, "dist/cli/main.cjs"), ...args], {
        ...{ cwd: "/proc", encoding: "utf8", input: BODY },
        env: { ...cleanEnvironment(), HOME: "/proc/none", XDG_STATE_HOME: "", XDG_DATA_HOME: "", XDG_CONFIG_HOME: "" },
      });
    const reduced = tamis("reduce");
    expect({ status: reduced.status, stderr: reduced.stderr }).toMatchObject({ status: 0 });
    const ran = tamis("run", "--", process.execPath, "-e", "console.log('ran')");
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 0, stdout: "ran\n" });
    expect(ran.stderr).not.toMatch(/^\s+at /m);
  });
});
