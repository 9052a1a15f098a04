// The package inside other people's builds: bundles of each bundler with its usual settings, run where they were made, with the
// platform's package and without it, and moved away from every node_modules, without the addon and with it beside them; and
// Next.js's standalone folder, moved, built with and without that package. Each must answer rightly, by the backend that is
// there, and say what is missing. Installs the tools from npm.
import { spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packRelease } from "../../packaging/pack-release.mjs";
import { buildPackage, counter, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "bundlers";

const TOOLS = [
  ...["esbuild@0.28.2", "vite@8.3.8", "webpack@5.112.2", "webpack-cli@7.3.1", "bun@1.4.5", "@vercel/ncc@0.45.0"],
  ...["rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3", "@rollup/plugin-commonjs@29.0.3"],
  ...["@rollup/plugin-json@6.1.0", "@vercel/nft@1.11.5"],
];
const NEXT_ENV = { NEXT_TELEMETRY_DISABLED: "1" };
const NEXT = ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1"];

const APP = `import { backend, parsePolicyToml, reduceBody } from "tamis";
const body = Buffer.from('{"model":"gpt-5","messages":[{"role":"user","content":"hi"}]}');
const codeOf = (call) => { try { return call(); } catch (error) { return error.code ?? String(error); } };
console.log(JSON.stringify({
  backend: reduceBody(body).report.backend,
  reason: backend.reason,
  policy: codeOf(() => reduceBody(body, { mask: { windowTurns: 2 } }).report.wire),
  invalid: codeOf(() => reduceBody(body, { mask: { windowTurn: 2 } })),
  cost: codeOf(() => typeof reduceBody(body, undefined, { cost: true }).report.cost),
  toml: codeOf(() => typeof parsePolicyToml("[mask]").policy),
}));`;

const FILES = {
  "app.mjs": APP,
  "rollup.config.mjs": `import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
import resolve from "@rollup/plugin-node-resolve";
const output = (file, format) => ({ file, format, inlineDynamicImports: true });
export default {
  input: "app.mjs",
  plugins: [resolve({ preferBuiltins: true }), commonjs(), json()],
  output: [output("out/rollup.mjs", "es"), output("out/rollup.cjs", "cjs")],
};`,
  "vite.config.mjs": `export default {
  ssr: { noExternal: true },
  build: { ssr: "app.mjs", outDir: "out", emptyOutDir: false, rollupOptions: { output: { entryFileNames: "vite.mjs" } } },
};`,
  "webpack.config.mjs": `const common = { mode: "production", target: "node20", entry: "./app.mjs" };
const path = process.cwd() + "/out";
export default [
  { ...common, output: { path, filename: "webpack.cjs" } },
  { ...common, experiments: { outputModule: true }, output: { path, filename: "webpack.mjs", library: { type: "module" } } },
];`,
};

const OWN_CONDITIONS = ["app.mjs", "--bundle", "--platform=node", "--format=esm", "--conditions=own"];
const BUNDLERS = [
  ["esbuild", ["app.mjs", "--bundle", "--platform=node", "--outfile=out/esbuild.cjs"], ["esbuild.cjs"]],
  ["esbuild", ["app.mjs", "--bundle", "--platform=node", "--format=esm", "--outfile=out/esbuild.mjs"], ["esbuild.mjs"]],
  // Which then does not know "module".
  ["esbuild", [...OWN_CONDITIONS, "--outfile=out/conditions.mjs"], ["conditions.mjs"]],
  ["rollup", ["-c"], ["rollup.mjs", "rollup.cjs"]],
  ["vite", ["build"], ["vite.mjs"]],
  ["webpack", [], ["webpack.cjs", "webpack.mjs"]],
  ["bun", ["build", "app.mjs", "--target=node", "--outfile=out/bun.mjs"], ["bun.mjs"]],
  ["ncc", ["build", "app.mjs", "-o", "out/ncc"], ["ncc/index.mjs"]],
];

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  await buildPackage({ root, log });
  const record = await withScratch(async (scratch) => {
    const { main, platforms } = await packRelease({ out: join(scratch, "release") });
    const tarballs = [main, ...Object.values(platforms)];
    const bundles = await tryBundlers({ scratch, tarballs, check, log });
    return { tools: [...TOOLS, ...NEXT], bundles, next: await tryNext({ scratch, tarballs, check, log }) };
  });
  return { ...counts, record };
}

async function tryBundlers({ scratch, tarballs, check, log }) {
  const folder = await project({ folder: join(scratch, "app"), packages: [...tarballs, ...TOOLS], files: FILES, log });
  mkdirSync(join(folder, "out"));
  const found = {};
  for (const [program, args, outputs] of BUNDLERS) {
    await check(`${program} ${args.join(" ")}: builds without a warning`, async () => {
      const printed = await runProgram(join(folder, "node_modules/.bin", program), args, { cwd: folder });
      if (/warning/i.test(printed)) throw new Error(printed);
    });
    for (const output of outputs) found[output] = await tryPlaces({ scratch, folder, output, check });
  }
  await check("@vercel/nft finds the addon and what is loaded later", () => trace(folder));
  return found;
}

/** What the bundle answers in place, away, and away with the addon beside it. */
async function tryPlaces({ scratch, folder, output, check }) {
  const away = join(scratch, "away", output.replaceAll(/\W/g, "-"));
  const beside = join(scratch, "beside", output.replaceAll(/\W/g, "-"));
  // webpack writes the place where a file was into the bundle, which then looks there.
  const backendBeside = output.startsWith("webpack") ? "wasm" : "native";
  const answer = async (cwd, file) => JSON.parse(await runProgram(process.execPath, [file], { cwd }));
  const moved = (to, { withAddon = false } = {}) => {
    mkdirSync(to, { recursive: true });
    cpSync(join(folder, "out", output), join(to, "bundle", output), { recursive: true });
    if (withAddon) copyFileSync(addonOf(folder), join(to, "bundle", output, "..", addonName(folder)));
    // Some bundles have the path of the folder inside, and would find the packages there.
    return without(join(folder, "node_modules"), () => answer(to, join("bundle", output)));
  };
  return {
    inPlace: await check(`${output}: native where it was made`, async () =>
      right(await answer(folder, join("out", output)), "native"),
    ),
    inPlaceBare: await check(`${output}: WebAssembly where it was made, without the platform's package`, async () =>
      withoutPlatform(folder, async () => right(await answer(folder, join("out", output)), "wasm")),
    ),
    away: await check(`${output}: WebAssembly away from it`, async () => right(await moved(away), "wasm")),
    beside: await check(`${output}: ${backendBeside} away from it, with the addon beside it`, async () =>
      right(await moved(beside, { withAddon: true }), backendBeside),
    ),
  };
}

/** Calls while the platform's package has another name. */
const withoutPlatform = (folder, use) => without(join(folder, "node_modules", platformFolder(folder)), use);

/** Calls while a folder has another name. */
async function without(name, use) {
  const hidden = join(name, "..", ".hidden");
  renameSync(name, hidden);
  try {
    return await use();
  } finally {
    renameSync(hidden, name);
  }
}

const platformFolder = (folder) =>
  readdirSync(join(folder, "node_modules")).find((entry) => entry.startsWith("tamis-")) ?? "";
const addonName = (folder) => `${platformFolder(folder).replace("-", ".")}.node`;
const addonOf = (folder) => join(folder, "node_modules", platformFolder(folder), addonName(folder));

/** Throws unless each answer is right, or names what is missing. */
function right(found, backend) {
  const missing = (answer, expected) => answer === expected || answer === "PEER_MISSING";
  const isRight =
    found.backend === backend &&
    (found.backend === "native" || found.reason.startsWith("no addon for")) &&
    found.policy === "openai-chat" &&
    found.invalid === "POLICY_INVALID" &&
    missing(found.cost, "object") &&
    missing(found.toml, "object");
  if (!isRight) throw new Error(JSON.stringify(found));
  return found;
}

async function trace(folder) {
  const program = `import { nodeFileTrace } from "@vercel/nft";
console.log([...(await nodeFileTrace(["app.mjs"])).fileList].join("\\n"));`;
  writeFileSync(join(folder, "trace.mjs"), program);
  const files = await runProgram(process.execPath, ["trace.mjs"], { cwd: folder });
  for (const one of [addonName(folder), "smol-toml", "genai-prices", "dist/lib.js", "dist/tamis.wasm"]) {
    if (!files.includes(one)) throw new Error(`${one} is not among\n${files}`);
  }
}

async function tryNext({ scratch, tarballs, check, log }) {
  const files = {
    "next.config.mjs": 'export default { serverExternalPackages: ["tamis"], output: "standalone" };',
    "app/layout.js":
      'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
    "app/page.js": "export default function Page() { return <p>reduce</p>; }",
    "app/api/reduce/route.js": `import { backend, reduceBody } from "tamis";
export async function POST(request) {
  const body = new Uint8Array(await request.arrayBuffer());
  const { report } = reduceBody(body, { mask: { windowTurns: 2 } }, { cost: true });
  return Response.json({ backend: backend.name, reason: backend.reason, wire: report.wire, cost: typeof report.cost });
}`,
  };
  const folder = await project({ folder: join(scratch, "next"), packages: [...tarballs, ...NEXT], files, log });
  const answerOf = async (backend) => {
    await runProgram(join(folder, "node_modules/.bin/next"), ["build"], { cwd: folder, env: NEXT_ENV });
    const away = join(scratch, `standalone-${backend}`);
    cpSync(join(folder, ".next/standalone"), away, { recursive: true, verbatimSymlinks: true });
    const answer = await askServer(away);
    if (answer.backend !== backend || answer.wire !== "openai-chat" || answer.cost !== "object")
      throw new Error(JSON.stringify(answer));
    return answer;
  };
  return {
    native: await check("Next.js: the standalone folder, moved, answers natively", () => answerOf("native")),
    bare: await check("Next.js: with WebAssembly, built without the platform's package", () =>
      withoutPlatform(folder, () => answerOf("wasm")),
    ),
  };
}

/** Starts the server of a standalone folder, asks it once, and ends it. */
async function askServer(folder) {
  const env = { ...process.env, PORT: "0", HOSTNAME: "127.0.0.1" };
  const child = spawn(process.execPath, ["server.js"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await new Promise((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text) => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.on("exit", () => reject(new Error("the server ended")));
    });
    const body = '{"model":"gpt-5","messages":[{"role":"user","content":"hi"}]}';
    const response = await fetch(`${url}/api/reduce`, { method: "POST", body });
    return await response.json();
  } finally {
    child.kill();
  }
}

async function project({ folder, packages, files, log }) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, "package.json"), '{ "name": "user", "private": true }');
  log(`installing ${packages.length} packages`);
  await runProgram("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], { cwd: folder });
  return folder;
}
