import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const ENTRY = fileURLToPath(new URL("../../dist/node.js", import.meta.url));
const LIBRARY = new URL("../../dist/index.js", import.meta.url).href;
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

const filesOfDist = (modules: string[]) => modules.flatMap((path) => /\/dist\/(.+)$/.exec(path)?.[1] ?? []);
const importTamis = (use = "") => `const tamis = await import("tamis"); ${use}`;

it("importing the package loads its entry, and what needs nothing: errors and limits", () => {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing: run \`npm run build\` first`);
  const modules = modulesLoaded(importTamis("if (tamis.LIMITS.messages < 1) throw new tamis.TamisError();"));
  expect(filesOfDist(modules).sort()).toEqual(["base.js", "node.js"]);
  expect(packagesIn(modules)).toEqual([]);
});

it.each([
  ["reduceBody", "tamis.reduceBody(Buffer.from('{}'))"],
  ["a property of backend", "tamis.backend.name"],
])("the first call loads the library, none of its dependencies and not the command line: %s", (_what, use) => {
  const modules = modulesLoaded(importTamis(`${use};`));
  // What that one imports, Node does not tell.
  expect(filesOfDist(modules)).toContain("tamis-index.js");
  expect(filesOfDist(modules)).not.toContain("tamis-session.js");
  expect(packagesIn(modules)).toEqual([]);
  expect(filesOfDist(modules).filter((path) => path.startsWith("cli/"))).toEqual([]);
});

it("every name of Node's entry is what the library has under it", () => {
  const code = importTamis(`const library = await import(${JSON.stringify(LIBRARY)});
    const told = (value) => typeof value === "object" ? JSON.stringify(value) : typeof value;
    const differing = Object.keys(library).filter((name) => told(tamis[name]) !== told(library[name]));
    if (Object.keys(tamis).join() !== Object.keys(library).join() || differing.length > 0) throw new Error(differing.join());
    try { tamis.reduceBody("text"); } catch (error) { if (error instanceof tamis.TamisError) process.exit(0); }
    process.exit(1);`);
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it.each([
  ["import", 'const tamis = await import("tamis");'],
  ["require", 'const tamis = process.getBuiltinModule("node:module").createRequire(process.cwd() + "/x")("tamis");'],
])(
  "a session by %s of the package is one of tamis/session, whose code is loaded when the class is used",
  (_, loading) => {
    const modules = modulesLoaded(
      `${loading} globalThis.Session = tamis.ContextSession; tamis.reduceBody(Buffer.from("{}"));`,
    );
    expect(filesOfDist(modules)).not.toContain("tamis-session.js");
    const used = modulesLoaded(`${loading}
    const { ContextSession } = await import("tamis/session");
    class Own extends tamis.ContextSession { count = this.turns.length; }
    const options = { maxTokens: 100 };
    const [session, own] = [new tamis.ContextSession(options), new Own(options)];
    const are = [
      session instanceof ContextSession, session instanceof tamis.ContextSession, own instanceof Own, own instanceof ContextSession,
      new ContextSession(options) instanceof tamis.ContextSession, !({} instanceof tamis.ContextSession), own.count === 0,
      tamis.ContextSession.name === "ContextSession", (await session.addTurn({ role: "user", content: "hi" })).role === "user",
    ];
    if (are.includes(false)) throw new Error(are.join());
    try { new tamis.ContextSession({}); throw new Error("accepted"); } catch (error) { if (!(error instanceof tamis.TamisError)) throw error; }`);
    expect(filesOfDist(used)).toContain("tamis-session.js");
  },
);

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
  // What loads the library.
  expect(added).toEqual(["NativeModule module"]);
  expect(loaded('await import("node:zlib")').filter((name) => !own.has(name))).toContain("NativeModule zlib");
});

it("loads no dependencies for reducing with the default policy", () => {
  const body = "Buffer.from(JSON.stringify({ messages: [] }))";
  expect(packagesIn(modulesLoaded(`(await import("tamis")).reduceBody(${body});`))).toEqual([]);
});

it("loads OpenTelemetry's interface for its adapter alone", () => {
  const adapter = 'const adapter = await import("tamis/adapters/opentelemetry");';
  const telemetry = '(await import("tamis")).createTelemetry()';
  expect(packagesIn(modulesLoaded(adapter))).toEqual([]);
  const used = `${adapter} adapter.exportToOpenTelemetry(${telemetry})`;
  expect(packagesIn(modulesLoaded(used))).toEqual(["@opentelemetry/api"]);
  expect(packagesIn(modulesLoaded('(await import("tamis")).createTelemetry();'))).toEqual([]);
});

it("loads no dependencies for a policy, and detects the one that TOML loads", () => {
  const code = '(await import("tamis")).definePolicy({ preset: "balanced" });';
  expect(packagesIn(modulesLoaded(code))).toEqual([]);
  expect(packagesIn(modulesLoaded('(await import("tamis")).parsePolicyToml("");'))).toEqual(["smol-toml"]);
});
