// A registry on this machine (verdaccio, from npm), the nine packages published there by the release's own script, and a user with
// an empty HOME and an empty cache who types `npx tamis@next run -- …`: with the platform's package and without it; and users of
// other package managers. What is not ours, verdaccio gets from the registry that npm uses here.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { readManifest } from "../../packaging/linked-crates.mjs";
import { packRelease } from "../../packaging/pack-release.mjs";
import { platforms as allPlatforms } from "../support/all-platforms.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { packageManagers, tryManager } from "../support/package-managers.mjs";
import { buildPackage, counter, nodeProgram, run as runProgram, withScratch } from "../support/tools.mjs";
import { freePort } from "../support/toxiproxy.mjs";

export const name = "registry";

const VERDACCIO = "verdaccio@6";
/** Verdaccio asks for Node 22. */
const NODE_MAJOR = 24;
const STEPS = 40;
const START_MILLIS = 60_000;

/** The user's program: asks a model with a long history, as its SDK would. */
const CLIENT = `const textOf = (turn) => {
  const line = (at) => "export const value" + turn + "_" + at + " = compute(" + at + ", " + turn + ");";
  return Array.from({ length: 110 }, (_, at) => line(at)).join("\\n");
};
const turns = Array.from({ length: ${STEPS} }, (_, turn) => [
  { role: "assistant", tool_calls: [{ id: "call_" + turn, type: "function", function: { name: "read", arguments: "{}" } }] },
  { role: "tool", tool_call_id: "call_" + turn, content: textOf(turn) },
]);
const messages = [{ role: "user", content: "SCRIPTED-TASK: read" }, ...turns.flat()];
const tools = [{ type: "function", function: { name: "read", parameters: { type: "object" } } }];
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer key" },
  body: JSON.stringify({ model: "gpt-5-mini", messages, tools }),
});
console.log((await answer.json()).choices[0].message.content);
`;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  await buildPackage({ root, log });
  const { startScriptedProvider } = await loadTs(join(root, "__test__/support/scripted-provider/server.ts"));
  const record = await withScratch(async (scratch) => {
    const out = join(scratch, "release");
    const addons = wholeAddons(root, scratch);
    const nameless = join(scratch, "nameless");
    await packRelease({ out: nameless, addons, all: true });
    await check("packages without their repository's address are refused", async () => {
      const { status, stderr } = spawnSync(process.execPath, [
        join(root, "packaging/publish.mjs"),
        nameless,
        "--dry-run",
      ]);
      if (status !== 1 || !String(stderr).includes("tamis: homepage is a placeholder")) throw new Error(String(stderr));
    });
    process.env.GITHUB_REPOSITORY ??= "someone/tamis";
    await packRelease({ out, addons, all: true });
    const provider = await startScriptedProvider({ steps: STEPS, workspace: scratch });
    const registry = await startRegistry({ scratch, root, log });
    const publish = (...args) =>
      runProgram(process.execPath, [join(root, "packaging/publish.mjs"), out, "--no-provenance", ...args], {
        cwd: scratch,
        env: registry.env,
      });
    try {
      await check("npm publish --dry-run takes all nine packages", async () => requireNine(await publish("--dry-run")));
      await check("all nine are published", async () => requireNine(await publish()));
      await check("published once more, nothing happens", async () => {
        const printed = await publish();
        if (printed.match(/is already published/g)?.length !== 9) throw new Error(printed);
      });
      await runProgram("npm", ["dist-tag", "add", `tamis@${readManifest().version}`, "next"], {
        cwd: scratch,
        env: registry.env,
      });
      for (const [at, manager] of packageManagers.entries()) {
        const home = join(scratch, `manager-${at}`);
        mkdirSync(home);
        await check(`${manager}: every entry by import and by require, and the command`, () =>
          tryManager(manager, { home, registry: registry.env.npm_config_registry }),
        );
      }
      const user = { scratch, provider, registry: registry.env.npm_config_registry };
      return {
        verdaccio: VERDACCIO,
        native: await check("npx tamis@next run, with the platform's package", () => tryUser(user, "native")),
        wasm: await check("npx tamis@next run, without it", () => tryUser(user, "wasm")),
      };
    } finally {
      registry.stop();
      await provider.close();
    }
  });
  return { ...counts, record };
}

/** A folder with this platform's addon and an empty file for each other one. */
function wholeAddons(root, scratch) {
  const folder = join(scratch, "addons");
  mkdirSync(folder);
  for (const { file, isHere } of allPlatforms(root)) {
    if (isHere) copyFileSync(join(root, "ts/binding", file), join(folder, file));
    else writeFileSync(join(folder, file), "");
  }
  return folder;
}

function requireNine(printed) {
  const names = new Set([...printed.matchAll(/^\+ (tamis[a-z0-9-]*)@/gm)].map(([, found]) => found));
  if (names.size !== 9) throw new Error(`published: ${[...names].join(", ")}\n${printed.slice(-2000)}`);
}

/** Starts verdaccio, and makes a user of it; `env` is for npm as that user. */
async function startRegistry({ scratch, root, log }) {
  const folder = join(scratch, "verdaccio");
  mkdirSync(folder);
  log(`installing ${VERDACCIO}`);
  // One of its parts asks for the tag "cjs", which a mirror may not have.
  writeFileSync(join(folder, "package.json"), '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runProgram("npm", ["install", ...quiet, VERDACCIO], { cwd: folder });
  const node = await nodeProgram({ major: NODE_MAJOR, root });
  const upstream = (await runProgram("npm", ["config", "get", "registry"], { cwd: folder })).trim();
  const port = await freePort();
  writeFileSync(join(folder, "config.yaml"), settings(folder, upstream));
  const program = join(folder, "node_modules/verdaccio/bin/verdaccio");
  const args = [program, "--config", "config.yaml", "--listen", `127.0.0.1:${port}`];
  const child = spawn(node, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  const url = `http://127.0.0.1:${port}/`;
  const token = await signUp(url, child, () => printed);
  // What npm publishes is read from its lines, whatever `npm run` was told to print.
  const npmrc = join(scratch, "publisher.npmrc");
  writeFileSync(npmrc, `//127.0.0.1:${port}/:_authToken=${token}\n`);
  const env = {
    npm_config_registry: url,
    npm_config_userconfig: npmrc,
    npm_config_noproxy: "127.0.0.1",
    npm_config_loglevel: "notice",
  };
  return { env, stop: () => child.kill() };
}

const settings = (folder, upstream) => `storage: ${join(folder, "storage")}
auth: { htpasswd: { file: ${join(folder, "htpasswd")}, max_users: 1 } }
uplinks: { npm: { url: "${upstream}" } }
packages:
  "tamis*": { access: $all, publish: $authenticated }
  "**": { access: $all, proxy: npm }
max_body_size: 50mb
log: { type: stdout, format: json, level: warn }
`;

/** Asks until it listens; the new user's token. */
async function signUp(url, child, printed) {
  const body = JSON.stringify({ name: "publisher", password: "a password for a test" });
  const headers = { "content-type": "application/json" };
  const endsAt = Date.now() + START_MILLIS;
  while (child.exitCode === null && Date.now() < endsAt) {
    const response = await fetch(`${url}-/user/org.couchdb.user:publisher`, { method: "PUT", headers, body }).catch(
      () => {},
    );
    if (response?.ok) return (await response.json()).token;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`verdaccio does not answer\n${printed()}`);
}

/** What a user with nothing but Node gets. */
async function tryUser({ scratch, provider, registry }, backend) {
  const home = join(scratch, backend);
  mkdirSync(home);
  writeFileSync(join(home, "client.mjs"), CLIENT);
  const env = {
    ...{
      HOME: home,
      npm_config_registry: registry,
      npm_config_cache: join(home, ".npm"),
      npm_config_userconfig: undefined,
    },
    ...{ npm_config_noproxy: "127.0.0.1", OPENAI_BASE_URL: `${provider.url(backend)}/v1`, OPENAI_API_KEY: "key" },
    ...(backend === "wasm" ? { npm_config_omit: "optional" } : {}),
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  };
  const tamis = (...args) => runProgram("npx", ["--yes", "tamis@next", ...args], { cwd: home, env });
  const printed = await tamis("run", "--", "node", "client.mjs");
  if (!printed.includes(`LAST WORD after ${STEPS} turns.`)) throw new Error(printed);
  const { masked, faults } = provider.run(backend);
  if (masked !== 1 || faults.length > 0) throw new Error(`${masked} requests with placeholders, faults: ${faults}`);
  const doctor = JSON.parse(await tamis("doctor", "--json"));
  const { name: found, reason } = doctor.backend;
  if (found !== backend) throw new Error(`the backend is ${found}: ${reason}`);
  if (backend === "wasm" && !/^no addon for \S+: the package tamis-\S+ is not installed$/.test(reason))
    throw new Error(reason);
  return { backend: found, reason, endLine: printed.split("\n").find((line) => line.startsWith("tamis")) };
}
