// THIRD-PARTY-NOTICES: what the licences of the crates inside the addon ask for, and those of the packages inside `dist`.
// Written when packing and building, never kept, so that it cannot fall behind the lock files. `node packaging/notices.mjs`
// prints that of the addon.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { linkedCrates, readManifest } from "./linked-crates.mjs";

const LICENCE_FILE = /^(?:licen[cs]e|copying|unlicense|notice|copyright)/i;

/** Linked into every addon, and no crate of cargo's. */
const STANDARD_LIBRARY = {
  name: "the Rust standard library",
  version: "",
  license: "MIT OR Apache-2.0",
  repository: "https://github.com/rust-lang/rust",
};

/**
 * The notices for these crates, the workspace's own left out.
 *
 * @param {readonly import("./linked-crates.mjs").Crate[]} crates sorted
 * @throws Where a crate brings no licence text and its licence is not MIT.
 */
export const renderNotices = (crates, readTexts = licenceTexts) =>
  render(HEAD, [...crates.filter(({ own }) => !own), STANDARD_LIBRARY], readTexts);

/** The notices for these packages of npm, as {@link renderNotices}. */
export const renderPackageNotices = (packages, readTexts = licenceTexts) => render(PACKAGES_HEAD, packages, readTexts);

/** Each part with its licence and the numbers of its texts, then every different text once. The same gives the same bytes. */
function render(head, parts, readTexts) {
  const numbers = new Map();
  const numberOf = (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
    return numbers.get(text);
  };
  const lines = parts.map((part) => {
    const texts = readTexts(part).map(numberOf);
    const title = [part.name, part.version].filter((word) => word !== "").join(" ");
    return `${title}\n  licence ${part.license}, ${texts.length === 1 ? "text" : "texts"} ${texts.join(", ")}\n  ${part.repository ?? "no repository named"}\n`;
  });
  const texts = [...numbers].map(([text, number]) => `${"=".repeat(20)} Text ${number} ${"=".repeat(20)}\n\n${text}\n`);
  return `${head}\n${lines.join("\n")}\n${texts.join("\n")}`;
}

const HEAD = `Third-party notices

The compiled file of this package contains code of the Rust crates below, under their own licences. Where a licence
offers a choice, all of its texts are given.
`;

const PACKAGES_HEAD = `Third-party notices

Files of this package contain code of the packages below, under their own licences.
`;

/** The licence texts that a crate brings, in the order of their file names. */
function licenceTexts(crate) {
  const names = crate.folder === undefined ? [] : readdirSync(crate.folder).filter((name) => LICENCE_FILE.test(name));
  const texts = names.sort().map((name) => tidy(readFileSync(join(crate.folder, name), "utf8")));
  if (texts.length > 0) return texts;
  if (!/\bMIT\b/.test(crate.license ?? "")) {
    throw new Error(
      `${crate.name} ${crate.version} (${crate.license}) brings no licence text; give it one in packaging/notices.mjs`,
    );
  }
  const mit = readFileSync(new URL("../LICENSE", import.meta.url), "utf8");
  return [tidy(mit.replace(/^Copyright .*$/m, `Copyright (c) the authors of ${crate.name}`))];
}

function tidy(text) {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[ \t]+$/gm, "")
    .trim();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.stdout.write(renderNotices(linkedCrates(readManifest().napi.targets)));
}
