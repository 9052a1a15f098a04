import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { rustFlags } from "../../crates/node/rust-flags.mjs";
import { compareVersions, HIGHEST_GLIBC, highestIn } from "../../packaging/glibc-floor.mjs";
import { publishOrder } from "../../packaging/publish.mjs";
import { unnamedFields, withAbsoluteLinks, withRepository } from "../../packaging/repository.mjs";
import { read } from "../architecture/typescript-imports.js";

interface LockEntry {
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

describe("publishOrder", () => {
  const files = ["tamis-1.2.3.tgz", "tamis-linux-x64-gnu-1.2.3.tgz", "SHA256SUMS", "tamis-darwin-arm64-1.2.3.tgz"];

  it("puts the package that names the others last", () => {
    expect(publishOrder(files).map(({ name }) => name)).toEqual(["tamis-linux-x64-gnu", "tamis-darwin-arm64", "tamis"]);
    expect(publishOrder(files)[0]).toEqual({
      file: "tamis-linux-x64-gnu-1.2.3.tgz",
      name: "tamis-linux-x64-gnu",
      version: "1.2.3",
      tag: "latest",
    });
  });

  it("never makes a prerelease the latest version", () => {
    const [only] = publishOrder(["tamis-1.2.3-beta.1.tgz"]);
    expect(only).toMatchObject({ name: "tamis", version: "1.2.3-beta.1", tag: "next" });
  });

  it("refuses an incomplete release", () => {
    expect(() => publishOrder(["tamis-linux-x64-gnu-1.2.3.tgz"])).toThrow("no tarball of tamis");
    expect(() => publishOrder(["tamis-1.2.3.tgz", "tamis-darwin-x64-1.2.2.tgz"])).toThrow("several versions");
  });
});

describe("the addresses of a release", () => {
  const manifest = JSON.parse(read("package.json"));

  it("are placeholders in the checkout, which are refused", () => {
    expect(unnamedFields(manifest).map((line) => line.split(" ", 1)[0])).toEqual([
      "repository",
      "homepage",
      "bugs",
      "funding",
    ]);
    expect(unnamedFields({ ...manifest, funding: undefined })).toContain("funding is missing");
  });

  it("are complete once the repository has a name", () => {
    expect(unnamedFields(withRepository(manifest, "someone/tamis"))).toEqual([]);
    expect(withRepository(manifest, "")).toEqual(manifest);
  });

  it("lead from a page of the package to the version's files", () => {
    const page = '[a](docs/a.md#b) [own](LICENSE) [out](https://x.org/) [here](#c) <img src="docs/i.svg"> `](no)`';
    const release = { page: "README.md", name: "someone/tamis", version: "1.2.3", packed: new Set(["LICENSE"]) };
    expect(withAbsoluteLinks(page, release)).toBe(
      "[a](https://github.com/someone/tamis/blob/v1.2.3/docs/a.md#b) [own](LICENSE) [out](https://x.org/) [here](#c) " +
        '<img src="https://raw.githubusercontent.com/someone/tamis/v1.2.3/docs/i.svg"> ' +
        "`](https://github.com/someone/tamis/blob/v1.2.3/no)`",
    );
  });

  it("lead from a guide in a folder to its neighbours in the package, and to the version's files", () => {
    const packed = new Set(["README.md", "docs/gateway.md", "docs/agents/README.md"]);
    const release = { page: "docs/agents/README.md", name: "someone/tamis", version: "1.2.3", packed };
    const links = "[a](../gateway.md#limits) [b](../../README.md) [c](../design/gateway.md#why) [d](../images/i.png)";
    expect(withAbsoluteLinks(links, release)).toBe(
      "[a](../gateway.md#limits) [b](../../README.md) " +
        "[c](https://github.com/someone/tamis/blob/v1.2.3/docs/design/gateway.md#why) " +
        "[d](https://raw.githubusercontent.com/someone/tamis/v1.2.3/docs/images/i.png)",
    );
  });
});

describe("the glibc floor", () => {
  it("is in docs/installing.md as it was measured", () => {
    const [, written] = /asks for glibc ([\d.]+)/.exec(read("docs/installing.md")) ?? [];
    const { record } = JSON.parse(read("benches/record/amd-epyc-2-cores-linux-x64/system/glibc.json"));
    expect(written).toBe(record.glibc);
    expect(compareVersions(record.glibc, HIGHEST_GLIBC)).toBeLessThanOrEqual(0);
  });

  it("is the highest version, by number", () => {
    expect(highestIn("0 DF *UND* 0 (GLIBC_2.9) read\n0 DF *UND* 0 (GLIBC_2.17) x\n0 DO *UND* 0 (GLIBC_2.2.5) y")).toBe(
      "2.17",
    );
  });

  it("is unknown if there are none", () => {
    expect(() => highestIn("0 DF *UND* 0 read")).toThrow("no glibc symbols");
  });

  it.each([
    ["2.28", "2.28", 0],
    ["2.3", "2.28", -1],
    ["2.34", "2.28", 1],
    ["2.2.5", "2.2", 1],
  ])("compares %s with %s", (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign);
  });
});

it("cargo-deny looks at the platforms that have an addon, and knows no source but the registry", () => {
  const { graph, sources } = parse(read("crates/deny.toml")) as Record<string, Record<string, unknown>>;
  const { napi } = JSON.parse(read("package.json")) as { napi: { targets: string[] } };
  expect(graph?.targets).toEqual(napi.targets);
  expect(sources).toMatchObject({ "unknown-registry": "deny", "unknown-git": "deny", "allow-git": [] });
});

it("every package in the lock file has a checksum and no address, and every optional one an entry", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockEntry> };
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

describe("rustFlags", () => {
  const build = { root: "/a b/tamis", cargoHome: "/h/cargo" };

  it("hides folders of the machine", () => {
    expect(rustFlags({ ...build, target: "x86_64-unknown-linux-gnu" })).toEqual([
      "--remap-path-prefix=/h/cargo=/cargo",
      "--remap-path-prefix=/a b/tamis=/tamis",
    ]);
  });

  it("links the C library dynamically on musl, and omits the time of day on Windows", () => {
    expect(rustFlags({ ...build, target: "aarch64-unknown-linux-musl" })).toContain("-Ctarget-feature=-crt-static");
    expect(rustFlags({ ...build, target: "x86_64-pc-windows-msvc" })).toContain("-Clink-arg=/Brepro");
  });
});
