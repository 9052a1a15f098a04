import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const ENTRY = fileURLToPath(new URL("../../dist/node.js", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Imports the built package in a new process that prints every module it loads, and returns those. */
function modulesLoaded(code: string): string[] {
  const hooks = `export async function load(url, context, next) {
    process._rawDebug("loads " + url);
    return next(url, context);
  }`;
  const register = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hooks)}");`;
  const cjs =
    'import { createRequire } from "node:module";' + // Packages loaded by require are in its cache.
    `process.on("exit", () => { for (const path of Object.keys(createRequire(${JSON.stringify(pathToFileURL(ENTRY).href)}).cache)) process._rawDebug("loads " + path); });`;
  const args = [
    "--import",
    `data:text/javascript,${encodeURIComponent(register + cjs)}`,
    "--input-type=module",
    "-e",
    code,
  ];
  const { stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", input: "" });
  if (status !== 0) throw new Error(stderr);
  return stderr.split("\n").flatMap((line) => (line.startsWith("loads ") ? [line.slice(6)] : []));
}

const packagesIn = (modules: string[]) => [
  ...new Set(modules.flatMap((path) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])),
];

it("importing the package loads none of its dependencies, nor the command line", () => {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing: run \`npm run build\` first`);
  const modules = modulesLoaded('await import("tamis");');
  expect(modules.some((path) => path.endsWith("/dist/node.js"))).toBe(true);
  expect(packagesIn(modules)).toEqual([]);
  expect(modules.filter((path) => path.includes("/dist/cli/"))).toEqual([]);
});

it("importing the package loads no more of Node than Node itself", () => {
  const loaded = (code: string) => {
    const list = "JSON.stringify(process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')))";
    const args = ["--input-type=module", "-e", `${code}; process.stdout.write(${list})`];
    const { stdout, status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as string[];
  };
  const own = new Set(loaded(""));
  const added = loaded('await import("tamis")').filter((name) => !own.has(name) && !name.includes(" internal/"));
  // Modules that load the addon, and that distinguish bytes from other objects.
  expect(added.sort()).toEqual(["NativeModule module", "NativeModule util/types"]);
  expect(loaded('await import("node:zlib")').filter((name) => !own.has(name))).toContain("NativeModule zlib");
});

it("loads no dependencies for reducing with the default policy", () => {
  const body = "Buffer.from(JSON.stringify({ messages: [] }))";
  expect(packagesIn(modulesLoaded(`(await import("tamis")).reduceBody(${body});`))).toEqual([]);
});

it("loads OpenTelemetry's interface for its adapter alone", () => {
  expect(packagesIn(modulesLoaded('await import("tamis/adapters/opentelemetry");'))).toEqual(["@opentelemetry/api"]);
  expect(packagesIn(modulesLoaded('(await import("tamis")).createTelemetry();'))).toEqual([]);
});

it("loads no dependencies for a policy, and detects the one that TOML loads", () => {
  const code = '(await import("tamis")).definePolicy({ preset: "balanced" });';
  expect(packagesIn(modulesLoaded(code))).toEqual([]);
  expect(packagesIn(modulesLoaded('(await import("tamis")).parsePolicyToml("");'))).toEqual(["smol-toml"]);
});
