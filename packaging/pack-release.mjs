// Makes the tarballs of a release: the package itself and one package for each platform whose addon is there.
//
//   npm run pack:release -- [--addons FOLDER] [--out FOLDER] [--all]
//
// --addons  where the files tamis.<triple>.node are; default: ts/binding
// --out     emptied and written; default: build/release
// --all     fails where the addon of a target is missing: what a release needs
//
// The package in the checkout names no platform packages, so that `npm ci` works before they are published; the packed one
// names all of them, at its own version exactly. `dist` must have been built.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { NapiCli, parseTriple } from "@napi-rs/cli";
import { linkedCrates, ROOT, readManifest } from "./linked-crates.mjs";
import { renderNotices } from "./notices.mjs";
import { withAbsoluteLinks, withRepository } from "./repository.mjs";

/**
 * Packs what is there.
 *
 * @param {{ addons?: string, out?: string, all?: boolean }} [options]
 * @returns {Promise<{ main: string, platforms: Record<string, string>, missing: string[] }>} paths of the tarballs, by
 *   triple; triples without an addon
 * @throws Where `all` is asked for and an addon is missing, or the build has not been run.
 */
export async function packRelease({ addons = "ts/binding", out = "build/release", all = false } = {}) {
  const folder = resolve(ROOT, out);
  const manifest = readManifest();
  const triples = manifest.napi.targets.map((target) => parseTriple(target).platformArchABI);
  const addonOf = (triple) => resolve(ROOT, addons, `tamis.${triple}.node`);
  const missing = triples.filter((triple) => !existsSync(addonOf(triple)));
  if (all && missing.length > 0) throw new Error(`no addon for ${missing.join(", ")} in ${addons}`);

  rmSync(folder, { recursive: true, force: true });
  const main = stageMain(folder, manifest, triples);
  await new NapiCli().createNpmDirs({ cwd: main, npmDir: "npm" });
  renameSync(join(main, "npm"), join(folder, "npm"));
  writeManifest(main, published(manifest, triples));
  const notices = renderNotices(linkedCrates(manifest.napi.targets));
  const { funding } = withRepository(manifest);
  const present = triples.filter((triple) => !missing.includes(triple));
  const platforms = present.map((triple) => {
    stagePlatform(join(folder, "npm", triple), addonOf(triple), { notices, funding });
    return [triple, pack(join(folder, "npm", triple), folder)];
  });
  return { main: pack(main, folder), platforms: Object.fromEntries(platforms), missing };
}

/** Copies what npm would pack, and a manifest that `napi` can read. */
function stageMain(folder, manifest, triples) {
  const stage = join(folder, "tamis");
  if (!existsSync(join(ROOT, "dist/index.js"))) throw new Error("dist is missing: run `npm run build:ts` first");
  const [{ files }] = npmJson(["pack", "--dry-run", "--json", "--ignore-scripts"], ROOT);
  for (const { path } of files) {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(stage, path));
  }
  const packed = new Set(files.map(({ path }) => path));
  for (const page of [...packed].filter((path) => /^(?:[^/]+|docs\/.+)\.md$/.test(path))) {
    const text = readFileSync(join(ROOT, page), "utf8");
    writeFileSync(join(stage, page), withAbsoluteLinks(text, { page, version: manifest.version, packed }));
  }
  writeManifest(stage, { ...published(manifest, triples), napi: manifest.napi });
  return stage;
}

/**
 * The manifest as users get it: nothing of the build, no scripts, every platform package at this very version.
 *
 * @param {Record<string, any>} manifest
 * @param {readonly string[]} triples
 * @returns {Record<string, any>}
 */
export function published({ scripts, devDependencies, overrides, napi, ...manifest }, triples) {
  const optionalDependencies = Object.fromEntries(
    triples.map((triple) => [`${manifest.name}-${triple}`, manifest.version]).sort(),
  );
  return { ...withRepository(manifest), optionalDependencies };
}

function stagePlatform(folder, addon, { notices, funding }) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  copyFileSync(addon, join(folder, manifest.main));
  chmodSync(join(folder, manifest.main), 0o644); // As after a workflow's upload, which keeps no modes.
  copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES"), notices);
  writeFileSync(join(folder, "README.md"), readme(manifest));
  const { keywords, ...rest } = manifest;
  const description = `The prebuilt addon of tamis for ${manifest.os} ${manifest.cpu}.`;
  writeManifest(folder, {
    ...rest,
    funding,
    description,
    type: "commonjs",
    files: [manifest.main, "THIRD-PARTY-NOTICES"],
  });
}

function readme({ name, os, cpu, libc }) {
  const platform = [...os, ...cpu, ...(libc ?? [])].join(", ");
  return `# ${name}

The prebuilt addon of [tamis](https://www.npmjs.com/package/tamis) for ${platform}. npm installs it with \`tamis\` where it
fits; there is no need to install it by hand, and it has no install script. It works with the same version of \`tamis\`
only.

Licences of what is inside: THIRD-PARTY-NOTICES.
`;
}

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs a folder; returns the tarball's path. */
function pack(folder, out) {
  const [{ filename }] = npmJson(["pack", "--json", "--ignore-scripts", "--pack-destination", out], folder);
  return join(out, filename);
}

function npmJson(args, cwd) {
  const shell = process.platform === "win32";
  return JSON.parse(execFileSync("npm", args, { cwd, encoding: "utf8", shell, stdio: ["ignore", "pipe", "ignore"] }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const options = { addons: { type: "string" }, out: { type: "string" }, all: { type: "boolean", default: false } };
  const { main, platforms, missing } = await packRelease(parseArgs({ options }).values);
  console.log([main, ...Object.values(platforms)].join("\n"));
  if (missing.length > 0) console.error(`not packed, no addon here: ${missing.join(", ")}`);
}
