// A user of pnpm, and one of Yarn's Plug'n'Play: every entry of the package by import and by require, and the command.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../../packaging/linked-crates.mjs";
import { run as runProgram } from "./tools.mjs";

/** `files` are written before anything is installed. */
const MANAGERS = {
  pnpm: {
    program: "pnpm@10",
    bin: "pnpm/bin/pnpm.cjs",
    files: ({ registry, home }) => ({ ".npmrc": `registry=${registry}\nstore-dir=${join(home, "store")}\n` }),
  },
  "Yarn's Plug'n'Play": {
    program: "@yarnpkg/cli-dist@4",
    bin: "@yarnpkg/cli-dist/bin/yarn.js",
    files: ({ registry }) => ({
      "yarn.lock": "",
      ".yarnrc.yml": [
        `npmRegistryServer: "${registry}"`,
        "unsafeHttpWhitelist: [127.0.0.1]",
        "enableGlobalCache: false",
        "enableTelemetry: false",
        "enableScripts: false",
        "npmMinimalAgeGate: 0",
        "",
      ].join("\n"),
    }),
  },
};

export const packageManagers = Object.keys(MANAGERS);

/**
 * Installs `tamis` in an empty project; throws with all that does not work.
 *
 * @param {string} name one of {@link packageManagers}
 * @param {{ home: string, registry: string }} options an empty folder, and where everything is
 */
export async function tryManager(name, { home, registry }) {
  const { program, bin, files } = MANAGERS[name];
  const [tools, project] = [join(home, "tools"), join(home, "project")];
  for (const folder of [tools, project]) mkdirSync(folder);
  await runProgram("npm", ["install", "--prefix", tools, "--ignore-scripts", "--no-audit", "--no-fund", program], {
    cwd: tools,
  });
  const { version } = readManifest();
  // The entry for it needs it, as a peer.
  const dependencies = { tamis: version, "@opentelemetry/api": readManifest().peerDependencies["@opentelemetry/api"] };
  const manifest = { name: "project", private: true, dependencies };
  for (const [file, text] of Object.entries({
    ...files({ registry, home }),
    "package.json": JSON.stringify(manifest),
    "try.mjs": TRY,
  }))
    writeFileSync(join(project, file), text);
  const manager = (...args) =>
    runProgram(process.execPath, [join(tools, "node_modules", bin), ...args], {
      cwd: project,
      env: { HOME: home, npm_config_noproxy: "127.0.0.1", CI: "" },
    });
  await manager("install");
  const problems = JSON.parse((await manager("exec", "node", "try.mjs", ...entries())).split("\n").findLast(isList));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const { backend } = JSON.parse(await manager("exec", "tamis", "doctor", "--json"));
  if (backend.name !== "native") throw new Error(`the backend is ${backend.name}: ${backend.reason}`);
}

const isList = (line) => line.startsWith("[");

/** Those that Node loads; the others are data. */
function entries() {
  const paths = Object.keys(readManifest().exports).filter((path) => !/\.(?:json|wasm|bin)$/.test(path));
  return paths.map((path) => `tamis${path.slice(1)}`);
}

/** Prints what could not be loaded, and why. */
const TRY = `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const problems = [];
for (const entry of process.argv.slice(2)) {
  for (const [how, load] of [["import", () => import(entry)], ["require", async () => require(entry)]]) {
    try {
      if (Object.keys(await load()).length === 0) problems.push(how + " " + entry + ": nothing in it");
    } catch (error) {
      problems.push(how + " " + entry + ": " + String(error.message).split("\\n")[0]);
    }
  }
}
console.log(JSON.stringify(problems));
`;
