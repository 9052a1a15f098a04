// The bill of materials (CycloneDX 1.5) of what users run: the production dependencies of package-lock.json, the
// packages inside `dist` (which must have been built), and the crates inside the addon. `node packaging/sbom.mjs` prints it. The time comes from SOURCE_DATE_EPOCH (seconds) or is
// left out, and there is no serial number: the same lock files give the same bytes.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parse } from "smol-toml";
import { linkedCrates, ROOT, readManifest } from "./linked-crates.mjs";

/** The whole document, as an object. */
export function makeSbom(manifest = readManifest()) {
  const npm = npmPackages();
  const crates = linkedCrates(manifest.napi.targets);
  const addon = crates.find(({ name }) => name === "tamis-node");
  const self = `pkg:npm/${manifest.name}@${manifest.version}`;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      ...time(),
      component: {
        "bom-ref": self,
        type: "library",
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        purl: self,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components: [...npmComponents(npm), ...cargoComponents(crates)],
    dependencies: [
      { ref: self, dependsOn: [...new Set([...npmRefs(npm, "", manifest), ...insideRefs(npm), refOf(addon)])].sort() },
      ...npmDependencies(npm),
      ...cargoDependencies(crates),
    ],
  };
}

/**
 * The packages that npm installs, and those inside `dist`. Read from the lock file: `npm sbom --omit dev` loses production
 * dependencies that a development dependency shares.
 *
 * @returns {{ path: string, name: string, ref: string, entry: object, isInside: boolean }[]}
 */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, "utf8"));
  const inside = packagesInside();
  const seen = new Set();
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = path.split("node_modules/").pop();
    const ref = `pkg:npm/${name.replace("@", "%40")}@${entry.version}`;
    const isInside = inside.has(`${name} ${entry.version}`);
    const isProduction = path !== "" && !entry.dev && !entry.devOptional;
    if (seen.has(ref) || !(isProduction || isInside)) return [];
    seen.add(ref);
    return [{ path, name, ref, entry, isInside }];
  });
}

/** Names and versions of the packages inside our own files, as the notices beside these have them. */
function packagesInside() {
  const notices = readFileSync(`${ROOT}dist/THIRD-PARTY-NOTICES`, "utf8");
  return new Set([...notices.matchAll(/^(\S+ \d\S*)\n {2}licence /gm)].map(([, title]) => title));
}

const insideRefs = (packages) => packages.flatMap(({ ref, isInside }) => (isInside ? [ref] : []));

function npmComponents(packages) {
  return packages.map(({ name, ref, entry: { version, license, integrity } }) => ({
    "bom-ref": ref,
    type: "library",
    name,
    version,
    purl: ref,
    licenses: [{ expression: license }],
    hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
  }));
}

function npmDependencies(packages) {
  return packages.map(({ path, ref, entry }) => ({ ref, dependsOn: npmRefs(packages, path, entry) }));
}

/** What a package's dependencies resolve to: the nearest of that name on the way up. */
function npmRefs(packages, path, { dependencies = {}, optionalDependencies = {} }) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.flatMap((name) => nearest(packages, path, name)?.ref ?? []).sort();
}

function nearest(packages, path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))) {
    const wanted = `${from}${from === "" ? "" : "/"}node_modules/${name}`;
    const found = packages.find((one) => one.path === wanted);
    if (found !== undefined || from === "") return found;
  }
}

function cargoComponents(crates) {
  const checksums = readChecksums();
  return crates.map((crate) => {
    const checksum = checksums.get(`${crate.name} ${crate.version}`);
    return {
      "bom-ref": refOf(crate),
      type: "library",
      name: crate.name,
      version: crate.version,
      purl: refOf(crate),
      ...(crate.license === null ? {} : { licenses: [{ expression: crate.license }] }),
      ...(checksum === undefined ? {} : { hashes: [{ alg: "SHA-256", content: checksum }] }),
      ...(crate.repository === null ? {} : { externalReferences: [{ type: "vcs", url: crate.repository }] }),
    };
  });
}

function cargoDependencies(crates) {
  const byId = new Map(crates.map((crate) => [crate.id, crate]));
  return crates.map((crate) => ({
    ref: refOf(crate),
    dependsOn: crate.dependencies.map((id) => refOf(byId.get(id))).sort(),
  }));
}

const refOf = ({ name, version }) => `pkg:cargo/${name}@${version}`;

/** SHA-256 of the archive of each crate, as Cargo.lock pins it. */
function readChecksums() {
  const { package: packages } = parse(readFileSync(`${ROOT}Cargo.lock`, "utf8"));
  return new Map(packages.map(({ name, version, checksum }) => [`${name} ${version}`, checksum]));
}

function time() {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH);
  return Number.isInteger(seconds) && seconds > 0 ? { timestamp: new Date(seconds * 1000).toISOString() } : {};
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.stdout.write(`${JSON.stringify(makeSbom(), null, 2)}\n`);
}
