// THIRD-PARTY-NOTICES: what the licences of the crates inside the addon ask for. Written at packing time, never kept, so
// that it cannot fall behind Cargo.lock. `node packaging/notices.mjs` prints it.
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
 * The notices for these crates, the workspace's own left out: each with its licence and the numbers of its texts, then
 * every different text once. The same crates give the same bytes.
 *
 * @param {readonly import("./linked-crates.mjs").Crate[]} crates sorted
 * @throws Where a crate brings no licence text and its licence is not MIT.
 */
export function renderNotices(crates, readTexts = licenceTexts) {
  const numbers = new Map();
  const numberOf = (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
    return numbers.get(text);
  };
  const lines = [...crates.filter(({ own }) => !own), STANDARD_LIBRARY].map((crate) => {
    const texts = readTexts(crate).map(numberOf);
    const title = [crate.name, crate.version].filter((part) => part !== "").join(" ");
    return `${title}\n  licence ${crate.license}, ${texts.length === 1 ? "text" : "texts"} ${texts.join(", ")}\n  ${crate.repository ?? "no repository named"}\n`;
  });
  const texts = [...numbers].map(([text, number]) => `${"=".repeat(20)} Text ${number} ${"=".repeat(20)}\n\n${text}\n`);
  return `${HEAD}\n${lines.join("\n")}\n${texts.join("\n")}`;
}

const HEAD = `Third-party notices

The compiled file of this package contains code of the Rust crates below, under their own licences. Where a licence
offers a choice, all of its texts are given.
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
