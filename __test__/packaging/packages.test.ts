import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { publint } from "publint";
import { beforeAll, describe, expect, it } from "vitest";
import { linkedCrates, readManifest } from "../../packaging/linked-crates.mjs";
import { packRelease, published } from "../../packaging/pack-release.mjs";
import { packageVersion } from "../../ts/base/version.js";
import { PREBUILT_TRIPLES, platformTriple } from "../../ts/native/platform.js";
import { ROOT } from "../architecture/typescript-imports.js";
import { temporaryFolder } from "../support/folder.js";
import { describeRelease } from "../support/release.js";
import { itWithWasm } from "../support/wasm.js";

const MAX_UNPACKED_BYTES = 14_200_000;

interface Packed {
  files: { path: string; size: number }[];
  unpackedSize: number;
}

const shell = process.platform === "win32";

/** What npm puts into the tarball of a folder. */
function contentsOf(folder: string): Packed {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    shell,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return (JSON.parse(output) as [Packed])[0];
}

/** One path a line. Names that the bundler makes from contents are all the same, and named once. */
function listing({ files }: Packed): string {
  const paths = files.map(({ path }) => path.replace(/-[0-9A-Z]{8}\.js$/, "-[hash].js"));
  return `${[...new Set(paths)].sort().join("\n")}\n`;
}

/** The links of a page, with the path in the package of those that do not lead out of it. */
function linksOf(page: string, text: string) {
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href|srcset)="([^"]+)"/g)].map(([, markdown, html]) => {
    const link = markdown ?? html ?? "";
    const [path = ""] = link.split("#");
    const leadsOut = path === "" || /^[a-z]+:/.test(path);
    return { page, link, ...(!leadsOut && { target: posix.join(posix.dirname(page), path) }) };
  });
}

/** CommonJS of a user's; the last two lines have a mistake each. */
const REQUIRED = `import { reduceBody, type Policy, type Report, TamisError } from "tamis";
import tamis = require("tamis");
const report: Report = tamis.reduceBody(Buffer.from("{}"), {} as Policy).report;
export const made = [reduceBody, report, new TamisError("POLICY_INVALID", "") instanceof tamis.TamisError];
export const wrong = tamis.reduceBody(Buffer.from("{}")).report.wires;
export type { Nothing } from "tamis";
`;

const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

describeRelease("the packages of a release", () => {
  const itWhole = itWithWasm("all files of a release");
  const scratch = temporaryFolder();
  const out = join(scratch, "release");
  const main = join(out, "tamis");
  const triple = platformTriple();
  const platform = join(out, "npm", triple);
  let release: Awaited<ReturnType<typeof packRelease>>;
  let contents: { main: Packed; platform: Packed };

  beforeAll(async () => {
    release = await packRelease({ out });
    contents = { main: contentsOf(main), platform: contentsOf(platform) };
  }, 120_000);

  itWhole("contains the files in the snapshot, and the checkout packs the same", async () => {
    await expect(listing(contents.main)).toMatchFileSnapshot("tamis.contents.txt");
    expect(listing(contentsOf(ROOT))).toBe(listing(contents.main));
    expect(listing(contents.platform).replaceAll(triple, "TRIPLE")).toBe(
      "LICENSE\nREADME.md\nTHIRD-PARTY-NOTICES\npackage.json\ntamis.TRIPLE.node\n",
    );
  });

  it("contains every file that its types refer to", () => {
    const paths = contents.main.files.map(({ path }) => path);
    const types = paths.filter((path) => path.endsWith(".d.ts"));
    const broken = types.flatMap((path) =>
      [...readFileSync(join(main, path), "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)]
        .map(([, to = ""]) => posix.join(posix.dirname(path), to.replace(/\.js$/, ".d.ts")))
        .filter((to) => !paths.includes(to)),
    );
    expect(types).toContain("dist/index.d.ts");
    expect(broken).toEqual([]);
  });

  it("is small: the package and one platform's", () => {
    const bytes = contents.main.unpackedSize + contents.platform.unpackedSize;
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThanOrEqual(MAX_UNPACKED_BYTES);
  });

  // Addons differ by platform and compiler: a tenth is allowed.
  itWhole("has the sizes that docs/installing.md gives", () => {
    const guide = readFileSync(join(ROOT, "docs/installing.md"), "utf8");
    const [, ...figures] =
      /package has ([\d.]+) MB packed\s+and ([\d.]+) MB\s+unpacked, the addon ([\d.]+) MB and ([\d.]+) MB/.exec(
        guide,
      ) ?? [];
    const tarballs = [release.main, release.platforms[triple] ?? ""].map((path) => statSync(path).size);
    const [packed, addonPacked] = tarballs;
    const sizes = [packed, contents.main.unpackedSize, addonPacked, contents.platform.unpackedSize];
    expect(figures).toHaveLength(4);
    for (const [index, bytes = 0] of sizes.entries()) {
      expect.soft(Number(figures[index]) * 1e6).toBeGreaterThan(bytes * 0.9);
      expect.soft(Number(figures[index]) * 1e6).toBeLessThan(bytes * 1.1);
    }
  });

  it("runs nothing at installation", () => {
    for (const folder of [main, platform]) {
      const { scripts, gypfile } = json(folder, "package.json");
      expect({ scripts, gypfile }).toEqual({ scripts: undefined, gypfile: undefined });
      expect(existsSync(join(folder, "binding.gyp"))).toBe(false);
    }
  });

  it("names every platform package at the version of the package", () => {
    const { optionalDependencies, devDependencies, napi, overrides, preferUnplugged } = json(main, "package.json");
    // Node requires no modules out of Yarn's archives.
    expect(preferUnplugged).toBe(true);
    expect(Object.keys(optionalDependencies).sort()).toEqual(PREBUILT_TRIPLES.map((one) => `tamis-${one}`).sort());
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([packageVersion()]));
    expect({ devDependencies, napi, overrides }).toEqual({});
  });

  it("keeps the checkout free of platform packages, which may not be published yet", () => {
    expect(json(ROOT, "package.json")).not.toHaveProperty("optionalDependencies");
  });

  it.each(PREBUILT_TRIPLES)("says where %s fits", (one) => {
    const [os, cpu, libc] = one.split("-");
    const { name, engines, license, version, main: entry, ...manifest } = json(out, "npm", one, "package.json");
    expect({ name, version, entry }).toEqual({
      name: `tamis-${one}`,
      version: packageVersion(),
      entry: `tamis.${one}.node`,
    });
    expect({ os: manifest.os, cpu: manifest.cpu }).toEqual({ os: [os], cpu: [cpu] });
    expect(manifest.libc).toEqual(os === "linux" ? [libc === "musl" ? "musl" : "glibc"] : undefined);
    expect({ engines, license }).toEqual({ engines: readManifest().engines, license: "MIT" });
  });

  it("contains a stripped addon, without folders of the machine", () => {
    const addon = readFileSync(join(platform, `tamis.${triple}.node`));
    if (process.platform === "linux") expect(addon.includes("\0.symtab\0")).toBe(false);
    expect(addon.includes(ROOT.replace(/\/$/, ""))).toBe(false);
    expect(addon.includes(".cargo/registry")).toBe(false);
    expect(statSync(join(platform, `tamis.${triple}.node`)).mode & 0o777).toBe(
      process.platform === "win32" ? 0o666 : 0o644,
    );
  });

  it("contains the notice of every crate inside the addon", () => {
    const notices = readFileSync(join(platform, "THIRD-PARTY-NOTICES"), "utf8");
    const crates = linkedCrates(readManifest().napi.targets).filter(({ own }) => !own);
    expect(crates.length).toBeGreaterThan(20);
    for (const { name, version } of crates) expect(notices).toContain(`\n${name} ${version}\n`);
  });

  it("names the repository of the packing workflow, else the written one", () => {
    const before = process.env.GITHUB_REPOSITORY;
    process.env.GITHUB_REPOSITORY = "someone/tamis";
    try {
      const ours = { type: "git", url: "git+https://example.org/tamis.git" };
      const { repository, homepage, bugs, funding } = published(readManifest(), []);
      expect([repository.url, homepage, bugs, funding]).toEqual([
        "git+https://github.com/someone/tamis.git",
        "https://github.com/someone/tamis#readme",
        "https://github.com/someone/tamis/issues",
        "https://github.com/sponsors/someone",
      ]);
      expect(published({ ...readManifest(), repository: ours }, []).repository).toEqual(ours);
    } finally {
      process.env.GITHUB_REPOSITORY = before;
      if (before === undefined) delete process.env.GITHUB_REPOSITORY;
    }
  });

  it("has the users' guides, and pages whose links lead to files of the package, or out of it", () => {
    const paths = new Set(contents.main.files.map(({ path }) => path));
    const pages = [...paths].filter((path) => path.endsWith(".md"));
    expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/README.md", "docs/agents/claude.md"]));
    // Only a checkout has what is about work on the project.
    expect(pages.filter((page) => /design|seeds|releasing/.test(page))).toEqual([]);
    const links = pages.flatMap((page) => linksOf(page, readFileSync(join(main, page), "utf8")));
    expect(links.length).toBeGreaterThan(300);
    expect(links.filter(({ target }) => target !== undefined && !paths.has(target))).toEqual([]);
  });

  it("fails as a whole release without every addon", async () => {
    expect(release.missing).toHaveLength(PREBUILT_TRIPLES.length - 1);
    await expect(packRelease({ out: join(scratch, "all"), all: true })).rejects.toThrow(
      /^no addon for .* in ts\/binding$/,
    );
  });

  itWhole("passes publint", { timeout: 120_000 }, async () => {
    for (const pkgDir of [main, platform]) {
      const { messages } = await publint({ pkgDir, strict: true, pack: false });
      expect(messages).toEqual([]);
    }
  });

  it("passes attw", { timeout: 120_000 }, () => {
    const args = [join(ROOT, "node_modules/@arethetypeswrong/cli/dist/index.js"), release.main];
    // Data, which has no types.
    const data = ["--exclude-entrypoints", "tamis.wasm", "vocabularies.bin"];
    execFileSync(process.execPath, [...args, "--format", "ascii", ...data], { cwd: ROOT });
  });

  it("has types for require, libraries checked", { timeout: 120_000 }, () => {
    const file = join(main, "user.cts");
    writeFileSync(file, REQUIRED);
    symlinkSync(join(ROOT, "node_modules"), join(main, "node_modules"));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "node16", "--types", "node"];
    try {
      const { stdout } = spawnSync(process.execPath, [tsc, ...options, file], { cwd: main, encoding: "utf8" });
      const own = stdout.split("\n").filter((line) => line.startsWith("user.cts") || line.startsWith("dist/"));
      expect(own.map((line) => line.replace(/^user\.cts/, ""))).toEqual([
        "(5,65): error TS2551: Property 'wires' does not exist on type 'Report'. Did you mean 'wire'?",
        "(6,15): error TS2305: Module '\"tamis\"' has no exported member 'Nothing'.",
      ]);
    } finally {
      rmSync(join(main, "node_modules"));
      rmSync(file);
    }
  });
});

describe("package.json", () => {
  it("names the packing scripts", () => {
    const { scripts } = readManifest() as { scripts: Record<string, string> };
    for (const name of ["pack:release", "test:system", "test:long"]) {
      const path = scripts[name]?.replace("node ", "") ?? "";
      expect(existsSync(join(ROOT, path)), `${name} runs ${path}`).toBe(true);
    }
  });
});
