import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, read } from "../architecture/typescript-imports.js";
import { blocks, pages } from "./pages.js";

const WORDS_OF_README = 550;
const WORDS_OF_DESIGN = 15_000;

/** What has a letter or a digit: the bars of tables are no words. */
const wordsOf = (page: string) => read(page).match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;

const withoutCode = (page: string) =>
  read(page)
    .replace(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, "")
    .replace(/`[^`\n]*`/g, "`code`");

/** GitHub's anchors of a page: its headings in lower case, without punctuation, with a number where one repeats. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = read(page)
    .replace(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, "")
    .matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) => {
      const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
      const anchor = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-");
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    }),
  );
}

/** The relative links of a page, as `{ target, anchor }` with paths from the root. */
function linksOf(page: string) {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href|srcset)="([^"]+)"/g)]
    .map(([, markdown, html]) => markdown ?? html ?? "")
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : normalize(join(dirname(page), path));
      return { link, target, anchor };
    });
}

describe("links", () => {
  it.each(pages)("of %s lead to files and headings that exist", (page) => {
    const broken = linksOf(page).filter(
      ({ target, anchor }) =>
        !existsSync(join(ROOT, target)) ||
        (anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor)),
    );
    expect(broken.map(({ link }) => link)).toEqual([]);
  });

  it("are many", () => {
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(150);
  });
});

describe("docs/README.md", () => {
  it("names every page of docs once", () => {
    const named = linksOf("docs/README.md").map(({ target }) => target);
    const wanted = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
    const inDocs = named.filter((target) => target.startsWith("docs/") && target.endsWith(".md"));
    expect(inDocs.sort()).toEqual(wanted);
  });
});

describe("README.md", () => {
  it(`has at most ${WORDS_OF_README} words`, () => {
    expect(wordsOf("README.md")).toBeLessThanOrEqual(WORDS_OF_README);
  });
});

describe("docs/design", () => {
  it(`has at most ${WORDS_OF_DESIGN} words`, () => {
    const counts = pages.filter((page) => page.startsWith("docs/design/")).map(wordsOf);
    expect(counts.length).toBeGreaterThan(10);
    expect(counts.reduce((sum, words) => sum + words, 0)).toBeLessThanOrEqual(WORDS_OF_DESIGN);
  });
});

it("the files that CONTRIBUTING adds import what there is", () => {
  const added = blocks
    .filter(({ page, language }) => page === "CONTRIBUTING.md" && language === "diff")
    .flatMap(({ code }) => code.split(/^--- \/dev\/null\n/m).slice(1));
  const imports = added.flatMap((text) => {
    const folder = dirname(/^\+\+\+ (\S+)/.exec(text)?.[1] ?? "");
    return [...text.matchAll(/^\+import (?:type )?\{ (.+?) \} from "(\..+?)\.js";$/gm)].flatMap(
      ([, names = "", from = ""]) =>
        names.split(", ").map((name) => [`${normalize(join(folder, from))}.ts`, name] as const),
    );
  });
  expect(imports.length).toBeGreaterThan(1);
  for (const [file, name] of imports) expect(read(file)).toMatch(new RegExp(`^export .*\\b${name}\\b`, "m"));
});
