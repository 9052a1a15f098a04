// Checks an installed tamis from outside, as a user sees it: the API, the command, what `tamis doctor` says.
//
//   node packaging/check-install.mjs FOLDER native|wasm
//
// FOLDER has tamis in its node_modules. Everything runs on the Node that runs this, with nothing else on the PATH. Prints
// what was found as JSON; exit code 1 where it is not what was expected.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @param {string} folder with `node_modules/tamis`
 * @param {"native" | "wasm"} expected
 * @param {string} [node] program to run it with
 * @returns {{ node: string, backend: { name: string, reason?: string }, doctor: object, bytes: object }}
 * @throws Where anything is not as it should be.
 */
export function checkInstall(folder, expected, node = process.execPath) {
  const env = { ...process.env, PATH: pathOfNodeAlone(resolve(folder), node) };
  delete env.TAMIS_BACKEND;
  delete env.NODE_PATH;
  expect(spawnSync("cargo", ["--version"], { env }).error !== undefined, "cargo is on the PATH");
  const options = { cwd: resolve(folder), env, encoding: "utf8" };
  const api = JSON.parse(execFileSync(node, ["--input-type=module", "-e", THROUGH_THE_API], options));
  expect(api.backend.name === expected, `the backend is ${JSON.stringify(api.backend)}, not ${expected}`);
  expect((api.backend.reason === undefined) === (expected === "native"), "WebAssembly has a reason, native has none");
  expect(api.after < api.before && api.changed, `the API did not reduce: ${JSON.stringify(api)}`);

  const required = JSON.parse(execFileSync(node, ["--input-type=commonjs", "-e", THROUGH_REQUIRE], options));
  expect(required.same && required.entries > 10, `require gives other modules: ${JSON.stringify(required)}`);

  const command = (args, input) => execFileSync(...commandLine(options.cwd, node, args), { ...options, input });
  const reduced = command(["reduce"], BODY);
  expect(Buffer.byteLength(reduced) === api.after, "the command and the API gave different sizes");
  const doctor = JSON.parse(command(["doctor", "--json"]));
  expect(doctor.ok && doctor.backend.name === expected, `tamis doctor: ${JSON.stringify(doctor)}`);
  expect(doctor.native.available === (expected === "native"), "tamis doctor disagrees about the native backend");
  const printed = command(["--version"]);
  expect(printed === `${api.version}\n`, `tamis --version: ${printed}`);
  const { version, backend, bytes } = { ...api, bytes: { before: api.before, after: api.after } };
  return { node: doctor.node, version, backend, bytes, doctor: doctor.native };
}

function expect(condition, message) {
  if (!condition) throw new Error(message);
}

/** The program as npm links it, run as a shell would; on Windows that is a script, and its target is run. */
function commandLine(folder, node, args) {
  if (process.platform === "win32") return [node, [join(folder, "node_modules/tamis/dist/cli/main.cjs"), ...args]];
  return [join(folder, "node_modules/.bin/tamis"), args];
}

/** A folder with a link to Node and nothing else; on Windows, Node's own. */
function pathOfNodeAlone(folder, node) {
  if (process.platform === "win32") return dirname(node);
  const alone = join(folder, ".node-alone");
  rmSync(alone, { recursive: true, force: true });
  mkdirSync(alone);
  symlinkSync(node, join(alone, "node"));
  return alone;
}

const turn = (index) => [
  {
    role: "assistant",
    tool_calls: [{ id: `call_${index}`, type: "function", function: { name: "ls", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: `call_${index}`, content: `result ${index} `.repeat(100) },
];
const BODY = JSON.stringify({
  model: "gpt-4o",
  messages: [{ role: "user", content: "go" }, ...Array.from({ length: 20 }, (_, index) => turn(index)).flat()],
});

const THROUGH_THE_API = `
import { backend, ContextSession, reduceBody, tamisFetch } from "tamis";
import { ContextSession as Same } from "tamis/session";
if (typeof tamisFetch() !== "function") throw new Error("tamisFetch makes no function");
const session = new ContextSession({ maxTokens: 1000 });
if (!(session instanceof ContextSession && session instanceof Same)) throw new Error("there are two classes of sessions");
const { body, changed, report } = reduceBody(Buffer.from(${JSON.stringify(BODY)}));
if (report.backend !== backend.name) throw new Error("the report names another backend");
JSON.parse(Buffer.from(body).toString());
const { name, reason, version } = backend;
console.log(JSON.stringify({ version, backend: { name, reason }, changed, before: report.bytes.before, after: body.length }));
`;

/** Every entry by `require`: the very module that `import` gives, or half of a program would have other settings. */
const THROUGH_REQUIRE = `
const { exports } = require("tamis/package.json");
const entries = Object.keys(exports).filter((name) => typeof exports[name] === "object").map((name) => "tamis" + name.slice(1));
Promise.all(entries.map(async (name) => {
  const [required, imported] = [require(name), await import(name)];
  return Object.keys(imported).every((key) => key === "default" || required[key] === imported[key]);
})).then((same) => console.log(JSON.stringify({ entries: entries.length, same: same.every(Boolean) })));
`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, expected] = process.argv.slice(2);
  if (folder === undefined || !["native", "wasm"].includes(expected)) {
    console.error("usage: node packaging/check-install.mjs FOLDER native|wasm");
    process.exit(2);
  }
  console.log(JSON.stringify(checkInstall(folder, expected), null, 2));
}
