// A package registry on the loopback interface, for installing from tarballs exactly as from the public one: npm resolves
// versions, reads `os`, `cpu` and `libc`, and checks integrity, and no network is needed.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const shell = process.platform === "win32";

/**
 * Packs folders that have a package.json; returns the tarballs' paths in the same order.
 *
 * @param {readonly string[]} folders
 * @param {string} out an existing folder
 */
export async function packFolders(folders, out) {
  const args = ["pack", ...folders, "--json", "--ignore-scripts", "--pack-destination", out];
  const { stdout } = await run("npm", args, { cwd: out, shell, maxBuffer: 2 ** 28 });
  return JSON.parse(stdout).map(({ filename }) => join(out, filename));
}

/** The folders of the production dependencies that `npm ci` put under `root`. */
export function productionFolders(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages).flatMap(([path, { dev, optional, devOptional }]) =>
    path === "" || dev || optional || devOptional ? [] : [join(root, path)],
  );
}

/**
 * Serves tarballs; what it is asked for and has not is 404.
 *
 * @param {readonly { folder: string, tarball: string }[]} packages each with the folder that it was packed from
 * @returns {Promise<{ url: string, asked: string[], close: () => Promise<void> }>}
 */
export async function serveRegistry(packages) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1));
    asked.push(path);
    const found = packages.find(({ tarball }) => path === `-/${basename(tarball)}`);
    if (found !== undefined) return response.end(readFileSync(found.tarball));
    const versions = packages.map(readPackage).filter(({ name }) => name === path);
    if (versions.length === 0) return response.writeHead(404).end("{}");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(packument(versions, `http://${request.headers.host}`)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, asked, close };
}

function readPackage({ folder, tarball }) {
  return { ...JSON.parse(readFileSync(join(folder, "package.json"), "utf8")), tarball };
}

function packument(versions, origin) {
  const entries = versions.map(({ tarball, ...manifest }) => {
    const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
    return [manifest.version, { ...manifest, dist: { tarball: `${origin}/-/${basename(tarball)}`, integrity } }];
  });
  return { name: versions[0].name, "dist-tags": { latest: entries[0][0] }, versions: Object.fromEntries(entries) };
}

/**
 * `npm install` of these names into an empty folder, with an empty cache and no scripts.
 *
 * @param {{ names: readonly string[], folder: string, cache: string, registry: string, args?: readonly string[] }} options
 */
export async function npmInstall({ names, folder, cache, registry, args = [] }) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const where = [`--registry=${registry}`, `--cache=${cache}`, "--noproxy=127.0.0.1", "--fetch-retries=0"];
  await run("npm", ["install", ...names, ...quiet, ...where, ...args], { cwd: folder, shell });
}
