import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bundledPackages } from "../../packaging/bundled-packages.mjs";
import { linkedCrates, readManifest, readMetadata } from "../../packaging/linked-crates.mjs";
import { renderNotices, renderPackageNotices } from "../../packaging/notices.mjs";
import { describeRelease } from "../support/release.js";

const crate = (name: string, license = "MIT", own = false) => ({
  id: name,
  name,
  version: "1.0.0",
  license,
  repository: null,
  folder: "",
  own,
  dependencies: [],
});

describe("renderNotices", () => {
  it("renders every text once, and each crate with the numbers of its texts", () => {
    const texts = (one: { name: string }) => (one.name === "b" ? ["text x", "text y"] : ["text x"]);
    const notices = renderNotices([crate("a"), crate("b"), crate("ours", "MIT", true)], texts);
    expect(notices).toContain("\na 1.0.0\n  licence MIT, text 1\n");
    expect(notices).toContain("\nb 1.0.0\n  licence MIT, texts 1, 2\n");
    expect(notices.match(/text x/g)).toHaveLength(1);
    expect(notices).not.toContain("ours");
    expect(notices).toContain("\nthe Rust standard library\n");
  });

  it("fails if a licence other than MIT has no text", () => {
    const bare = { ...crate("a", "Zlib"), folder: fileURLToPath(new URL("../support/", import.meta.url)) };
    expect(() => renderNotices([bare])).toThrow(/^a 1\.0\.0 \(Zlib\) brings no licence text/);
  });
});

describe("bundledPackages", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));

  it("finds the packages of modules, each once, and none of our own", () => {
    const modules = [
      "node_modules/fflate/esm/browser.js",
      "node_modules/@noble/hashes/sha2.js",
      "node_modules/fflate/a.js",
    ];
    const names = bundledPackages([...modules, "ts/index.ts"], root).map(({ name }) => name);
    expect(names).toEqual(["@noble/hashes", "fflate"]);
  });

  it("brings their licence texts", () => {
    const notices = renderPackageNotices(bundledPackages([`${root}node_modules/fflate/esm/browser.js`], root));
    expect(notices).toMatch(/^Third-party notices\n\nFiles of this package/);
    expect(notices).toMatch(/\nfflate \d+\.\d+\.\d+\n {2}licence MIT, text 1\n/);
    expect(notices).toContain("Arjun Barrett");
  });
});

describe("readMetadata", () => {
  const dependency = (pkg: string, kind: string | null) => ({ pkg, dep_kinds: [{ kind }] });
  const metadata = {
    packages: ["top", "linked", "deeper", "builder", "tester", "tiktoken"].map((id) => ({
      id,
      name: id,
      version: "1.0.0",
      license: "MIT",
      repository: null,
      manifest_path: `/crates/${id}/Cargo.toml`,
    })),
    workspace_members: ["top"],
    resolve: {
      nodes: [
        { id: "top", deps: [dependency("linked", null), dependency("builder", "build"), dependency("tester", "dev")] },
        {
          id: "linked",
          deps: [dependency("deeper", null), dependency("top", null), dependency("tiktoken", "build")],
        },
        { id: "tiktoken", deps: [dependency("builder", null)] },
        ...["deeper", "builder", "tester"].map((id) => ({ id, deps: [] })),
      ],
    },
  };

  it("follows only normal dependencies, even in cycles, and names a crate whose data are packed", () => {
    const crates = readMetadata(metadata, "top");
    expect(crates.map(({ name }) => name)).toEqual(["deeper", "linked", "tiktoken", "top"]);
    expect(crates[1]?.dependencies).toEqual(["deeper", "tiktoken", "top"]);
    expect(crates[2]?.dependencies).toEqual([]);
  });

  it("fails for a crate outside the workspace", () => {
    expect(() => readMetadata(metadata, "linked")).toThrow("no workspace member linked");
  });
});

describeRelease("the notices of the addon", () => {
  const crates = linkedCrates(readManifest().napi.targets);

  it("renders the committed notices again", () => {
    expect(renderNotices(linkedCrates(readManifest().napi.targets))).toBe(renderNotices(crates));
  });

  it("names no folder of this machine", () => {
    const notices = renderNotices(crates);
    for (const { folder } of crates) expect(notices).not.toContain(folder);
  });

  it("lists the declared dependencies of the workspace's crates", () => {
    const names = new Set(crates.map(({ name }) => name));
    for (const name of ["tamis-node", "tamis-core", "napi", "napi-derive", "memchr", "serde_json", "tiktoken"])
      expect(names).toContain(name);
    expect(names).not.toContain("napi-build");
    expect(names).not.toContain("proptest");
  });
});
