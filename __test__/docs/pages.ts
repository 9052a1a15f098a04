import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, read } from "../architecture/typescript-imports.js";

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** Line of the opening fence, 1-based. */
  line: number;
  /** The word after the fence; "" where there is none. */
  language: string;
  code: string;
  /** The HTML comment right above the block, which readers do not see: its first word and the rest. */
  hidden?: { kind: string; text: string };
  /** `docs/guide.md:25`: for messages and test names. */
  place: string;
}

const SKIPPED = new Set(["node_modules", "target", "dist", "build", ".git", ".bench", ".demo", "json-test-suite"]);

/** All Markdown files of the project, as paths from its root. */
export const pages = markdownUnder("").sort();

export const blocks = pages.flatMap(blocksOf);

function markdownUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : markdownUnder(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

function blocksOf(page: string): Block[] {
  const lines = read(page).split("\n");
  const found: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = "", fence, language = ""] = /^( *)(`{3,})(.*)$/.exec(lines[at] ?? "") ?? [];
    if (fence === undefined) continue;
    const end = lines.indexOf(`${indent}${fence}`, at + 1);
    if (end < 0) throw new Error(`${page}:${at + 1}: the block has no end`);
    const hidden = hiddenAbove(lines, at);
    found.push({
      page,
      line: at + 1,
      language: language.trim(),
      code: lines.slice(at + 1, end).join("\n"),
      ...(hidden && { hidden }),
      place: `${page}:${at + 1}`,
    });
    at = end;
  }
  return found;
}

function hiddenAbove(lines: readonly string[], fence: number): Block["hidden"] {
  let last = fence - 1;
  while (lines[last]?.trim() === "") last--;
  if (!lines[last]?.endsWith("-->")) return undefined;
  let first = last;
  while (first > 0 && !lines[first]?.trimStart().startsWith("<!--")) first--;
  const comment = lines
    .slice(first, last + 1)
    .map((line) => line.trimStart())
    .join("\n");
  const [, kind = "", text = ""] = /^<!--\s*([\w-]+)([\s\S]*)-->$/.exec(comment) ?? [];
  return { kind, text: text.trim() };
}

/** The rows of the table whose header begins with `head`, as cells without marks. */
export function tableOf(page: string, head: string): string[][] {
  const text = read(page);
  const at = text.indexOf(`| ${head}`);
  if (at < 0) throw new Error(`${page} has no table ${head}`);
  const lines = text.slice(at).split("\n").slice(2);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("|")),
  );
  const cells = (row: string) => row.split("|").slice(1, -1);
  return rows.map((row) => cells(row).map((cell) => cell.replace(/[*`]/g, "").trim()));
}
