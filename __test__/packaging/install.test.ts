import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkInstall } from "../../packaging/check-install.mjs";
import { packRelease } from "../../packaging/pack-release.mjs";
import { packageVersion } from "../../ts/base/version.js";
import { platformTriple } from "../../ts/native/platform.js";
import { ROOT } from "../architecture/typescript-imports.js";
import { temporaryFolder } from "../support/folder.js";
import { npmInstall, packFolders, productionFolders, serveRegistry } from "../support/local-registry.mjs";
import { describeRelease } from "../support/release.js";
import { failedRoundTrips } from "../support/round-trips.mjs";
import { nodeProgram } from "../support/tools.mjs";
import { itWithWasm } from "../support/wasm.js";

/** What an installation of the library may bring beside our own packages. */
const MOST_PACKAGES = 8;
const MOST_BYTES = 3_000_000;

/** The packages in a folder `node_modules`, those inside packages among them, each with the bytes of its own files. */
function packagesIn(folder: string): { name: string; bytes: number }[] {
  const entries = existsSync(folder) ? readdirSync(folder) : [];
  const names = entries.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return names
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const inner = packagesIn(join(folder, name, "node_modules"));
      const bytes = bytesIn(join(folder, name)) - inner.reduce((sum, one) => sum + one.bytes, 0);
      return [{ name, bytes }, ...inner];
    });
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** The newest that is supported; `npm run test:system -- --only install` tries the others. */
const OTHER_MAJORS = [24].filter((major) => !process.version.startsWith(`v${major}.`));
const isLinux = process.platform === "linux";
if (!isLinux) console.log("the package on other versions of Node: not tested, npm has Node's binaries for Linux");

// Packs a release of this platform, and the other platforms with an empty file in the addon's place; publishes all of it
// on a registry of its own; and installs from there as a user would.
describeRelease("a release, installed from a registry", () => {
  const itBare = itWithWasm("a release, without its addon");
  const scratch = temporaryFolder();
  const triple = platformTriple();
  let registry: Awaited<ReturnType<typeof serveRegistry>>;

  beforeAll(async () => {
    const out = join(scratch, "release");
    const { main, platforms, missing } = await packRelease({ out });
    const others = missing.map((name) => join(out, "npm", name));
    for (const [index, folder] of others.entries()) writeFileSync(join(folder, `tamis.${missing[index]}.node`), "");
    const dependencies = productionFolders(ROOT);
    const folders = [...others, ...dependencies];
    const tarballs = await packFolders(folders, scratch);
    registry = await serveRegistry([
      { folder: join(out, "tamis"), tarball: main },
      { folder: join(out, "npm", triple), tarball: platforms[triple] ?? "" },
      ...folders.map((folder, index) => ({ folder, tarball: tarballs[index] ?? "" })),
    ]);
  }, 120_000);

  afterAll(async () => {
    await registry?.close();
  }, 60_000);

  async function install(name: string, ...args: string[]): Promise<string> {
    const folder = join(scratch, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), '{ "name": "user", "private": true }');
    const cache = join(scratch, `${name}-cache`);
    await npmInstall({ names: ["tamis"], folder, cache, registry: registry.url, args });
    return folder;
  }

  it("installs the addon of this platform and no other, without scripts and without Rust", {
    timeout: 60_000,
  }, async () => {
    const folder = await install("whole");
    const installed = readdirSync(join(folder, "node_modules")).filter((name) => name.startsWith("tamis"));
    expect(installed.sort()).toEqual(["tamis", `tamis-${triple}`]);
    expect(checkInstall(folder, "native")).toMatchObject({ version: packageVersion(), backend: { name: "native" } });
  });

  it("brings few packages and little beside our own", () => {
    const others = packagesIn(join(scratch, "whole/node_modules")).filter(({ name }) => !name.startsWith("tamis"));
    expect(others.map(({ name }) => name)).toContain("smol-toml");
    expect(others.length).toBeLessThanOrEqual(MOST_PACKAGES);
    expect(others.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it("takes every configuration that it writes or that the examples ship, in a home that is empty", {
    timeout: 400_000,
  }, () => {
    expect(failedRoundTrips(join(scratch, "whole/node_modules/tamis/dist/cli/main.cjs"), scratch, ROOT)).toEqual([]);
  });

  it.each(OTHER_MAJORS)(
    "works on Node %i: by import, by require of every entry, and as a command",
    {
      timeout: 120_000,
    },
    async (major) => {
      const node = await nodeProgram({ major, root: ROOT });
      const { node: version, backend } = checkInstall(join(scratch, "whole"), "native", node);
      expect([version, backend]).toEqual([expect.stringMatching(`^v?${major}\\.`), { name: "native" }]);
    },
  );

  it.each([
    ["traced.mjs", 'import * as tamis from "tamis";'],
    ["traced.cjs", 'const tamis = require("tamis");'],
  ])("is whole where a file tracer copied what %s needs", { timeout: 60_000 }, async (file, loading) => {
    const folder = join(scratch, "whole");
    const code = `${loading}
      const { body, report } = tamis.reduceBody(Buffer.from('{"model":"gpt-5","messages":[]}'), tamis.parsePolicyToml("[mask]").policy);
      if (new tamis.ContextSession({ maxTokens: 9 }).tokens !== 0) throw new Error("no session");
      const cost = tamis.reduceBody(body, undefined, { cost: true }).report.cost;
      console.log(JSON.stringify([tamis.backend.name, report.wire, typeof cost]));`;
    writeFileSync(join(folder, file), code);
    const { fileList } = await nodeFileTrace([join(folder, file)], { base: folder });
    const away = join(scratch, `${file}-away`);
    for (const path of fileList) cpSync(join(folder, path), join(away, path));
    rmSync(join(folder, file));
    expect(JSON.parse(execFileSync(process.execPath, [join(away, file)], { encoding: "utf8" }))).toEqual([
      "native",
      "openai-chat",
      "object",
    ]);
  });

  it("is found from a bundle too, whose code is in another file", { timeout: 120_000 }, async () => {
    const folder = join(scratch, "whole");
    const code = 'import { backend } from "tamis"; console.log(JSON.stringify([backend.name, backend.version]));';
    writeFileSync(join(folder, "app.js"), code);
    mkdirSync(join(folder, "out"));
    const outfile = join(folder, "out/app.mjs");
    await build({ entryPoints: [join(folder, "app.js")], bundle: true, platform: "node", format: "esm", outfile });
    rmSync(join(folder, "node_modules/tamis"), { recursive: true });
    expect(JSON.parse(execFileSync(process.execPath, [outfile], { encoding: "utf8" }))).toEqual([
      "native",
      packageVersion(),
    ]);
  });

  itBare.each(["cjs", "esm"] as const)(
    "works in a %s bundle that was moved away",
    { timeout: 120_000 },
    async (format) => {
      const folder = await install(`moved-${format}`);
      const code = `import { backend, ContextSession, parsePolicyToml, reduceBody, tamisFetch } from "tamis";
      const codeOf = (call) => { try { return call(); } catch (error) { return error.code; } };
      const body = Buffer.from('{"messages":[]}');
      console.log(JSON.stringify({
        reason: backend.reason,
        wire: reduceBody(body, { mask: { windowTurns: 2 } }).report.wire,
        others: [typeof tamisFetch(), new ContextSession({ maxTokens: 9 }).tokens],
        codes: [() => reduceBody(body, { mask: { windowTurn: 2 } }), () => parsePolicyToml("")].map(codeOf),
      }));`;
      writeFileSync(join(folder, "app.mjs"), code);
      const outfile = join(scratch, `away-${format}`, `app.${format === "cjs" ? "cjs" : "mjs"}`);
      await build({
        entryPoints: [join(folder, "app.mjs")],
        bundle: true,
        platform: "node",
        format,
        outfile,
        logLevel: "silent",
      });
      const answer = () => JSON.parse(execFileSync(process.execPath, [outfile], { encoding: "utf8" }));
      const right = { wire: "openai-chat", others: ["function", 0], codes: ["POLICY_INVALID", "PEER_MISSING"] };
      expect(answer()).toEqual({
        ...right,
        reason: `no addon for ${triple}: the package tamis-${triple} is not installed`,
      });
      const addon = `tamis.${triple}.node`;
      copyFileSync(join(folder, "node_modules", `tamis-${triple}`, addon), join(outfile, "..", addon));
      expect(answer()).toEqual(right);
    },
  );

  itBare("works without the addon, and says which package to install", { timeout: 120_000 }, async () => {
    const folder = await install("bare", "--omit=optional");
    expect(existsSync(join(folder, "node_modules", `tamis-${triple}`))).toBe(false);
    const { backend, doctor } = checkInstall(folder, "wasm");
    expect(backend.reason).toBe(`no addon for ${triple}: the package tamis-${triple} is not installed`);
    expect(doctor).toMatchObject({ reason: backend.reason });
    const { hint } = doctor as { hint: string };
    const [, name = ""] = /`npm install (\S+)`/.exec(hint) ?? [];
    expect(name).toBe(`tamis-${triple}@${packageVersion()}`);
    await npmInstall({ names: [name], folder, cache: join(scratch, "bare-cache"), registry: registry.url });
    expect(checkInstall(folder, "native").backend).toEqual({ name: "native" });
  });
});
