import { expect, it } from "vitest";
import { linkedCrates, readManifest } from "../../packaging/linked-crates.mjs";
import { makeSbom } from "../../packaging/sbom.mjs";
import { read } from "../architecture/typescript-imports.js";
import { describeRelease } from "../support/release.js";

interface Component {
  "bom-ref": string;
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string }; expression?: string }[];
  hashes?: { alg: string; content: string }[];
}

interface LockEntry {
  dev?: boolean;
  devOptional?: boolean;
  version: string;
}

describeRelease("the bill of materials", () => {
  const sbom = makeSbom();
  const components = sbom.components as Component[];
  const refs = [sbom.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])];

  it("has what CycloneDX 1.5 requires", () => {
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5", version: 1 });
    const { name, version } = readManifest();
    expect(sbom.metadata.component).toMatchObject({
      type: "library",
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
    });
    for (const { type, name, version, purl } of components) {
      expect({ type, purl }).toMatchObject({
        type: "library",
        purl: expect.stringMatching(/^pkg:(?:npm|cargo)\/.+@.+$/),
      });
      expect([name, version].every((text) => text.length > 0)).toBe(true);
    }
    expect(new Set(refs).size).toBe(refs.length);
  });

  it("gives each component a licence, and each one from a registry its checksum", () => {
    for (const { name, licenses, hashes, purl } of components) {
      expect(licenses?.[0]?.expression ?? licenses?.[0]?.license?.id, name).toMatch(/\w/);
      if (name.startsWith("tamis-") && purl.startsWith("pkg:cargo/")) continue;
      const [{ alg, content } = { alg: "", content: "" }] = hashes ?? [];
      expect(content, name).toMatch(alg === "SHA-256" ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{128}$/);
    }
  });

  it("covers npm's production dependencies, the packages inside our files, and no others", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockEntry> };
    const production = Object.entries(packages).flatMap(([path, { dev, devOptional, version }]) =>
      path === "" || dev || devOptional ? [] : [`${path.split("node_modules/").pop()}@${version}`],
    );
    const inside = [...read("dist/THIRD-PARTY-NOTICES").matchAll(/^(\S+) (\d\S*)\n {2}licence /gm)].map(
      ([, name, version]) => `${name}@${version}`,
    );
    expect(inside.map((one) => one.replace(/@[^@]+$/, ""))).toEqual(expect.arrayContaining(["undici", "commander"]));
    const listed = components.filter(({ purl }) => purl.startsWith("pkg:npm/"));
    expect(listed.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
      [...new Set([...production, ...inside])].sort(),
    );
  });

  it("covers the crates inside the addon and no others", () => {
    const crates = linkedCrates(readManifest().napi.targets).map(({ name, version }) => `pkg:cargo/${name}@${version}`);
    expect(
      components
        .map(({ purl }) => purl)
        .filter((purl) => purl.startsWith("pkg:cargo/"))
        .sort(),
    ).toEqual(crates.sort());
  });

  it("connects everything to the package", () => {
    const known = new Set(refs);
    const edges = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn as string[]]));
    for (const [ref, targets] of edges) expect([ref, ...targets].filter((one) => !known.has(one))).toEqual([]);
    const reached = new Set<string>();
    const visit = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const target of edges.get(ref) ?? []) visit(target);
    };
    visit(sbom.metadata.component["bom-ref"]);
    expect(refs.filter((ref) => !reached.has(ref))).toEqual([]);
  });

  it("is the same when created again", () => {
    expect(makeSbom()).toEqual(sbom);
  });
});
