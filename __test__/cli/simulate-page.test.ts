// The page of `simulate --html` as a picture: no text over other text, nothing cut off.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatRequest, tamis, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();

/** The page for one request, with `copies` of one policy: their points lie on each other. */
function pageOf(copies: number, name: string): string {
  const request = join(folder, "request.json");
  writeFileSync(request, chatRequest(30, 4000));
  const policies = Array.from({ length: copies }, (_, at) => join(folder, `${name}${at}.toml`));
  for (const file of policies) writeFileSync(file, "[mask]\nwindow_turns = 3\n");
  const page = join(folder, "page.html");
  const { status } = tamis([
    "savings",
    "--recordings",
    request,
    ...policies.flatMap((file) => ["--policy", file]),
    "--html",
    page,
  ]);
  expect(status).toBe(0);
  return readFileSync(page, "utf8");
}

/** Names beside the points of the first plot. */
function labelsOf(html: string) {
  const svg = html.slice(html.indexOf("<svg "), html.indexOf("</svg>"));
  const height = Number(/viewBox="0 0 460 (\d+)"/.exec(svg)?.[1]);
  const found = [
    ...svg.matchAll(/<text class="name" x="([\d.]+)" y="([\d.]+)" text-anchor="(start|end)">(.*?)<\/text>/g),
  ];
  return { height, labels: found.map(([, x, y, anchor, text]) => ({ x: Number(x), y: Number(y), anchor, text })) };
}

describe("simulate --html", () => {
  it.each([
    [0, "none"],
    [1, "own"],
    [12, "same"],
    [30, "many"],
    [3, "a-very-long-name-of-a-policy-file-that-does-not-fit-into-any-plot-".repeat(2)],
    [2, "規則".repeat(30)],
  ])(
    "writes every name of the plot on a line of its own, inside of it: %i more policies",
    (copies, name) => {
      const { height, labels } = labelsOf(pageOf(copies, name));
      expect(labels.length).toBe(copies + 7);
      const rows = labels.map(({ y }) => y).sort((a, b) => a - b);
      for (const [at, y] of rows.entries()) if (at > 0) expect(y - (rows[at - 1] as number)).toBeGreaterThan(11.9);
      expect(rows[0]).toBeGreaterThan(12);
      expect(rows.at(-1)).toBeLessThan(height - 30);
      for (const { x, anchor, text = "" } of labels) {
        const width = [...text].reduce((sum, char) => sum + (/[\x20-\x7e…]/.test(char) ? 6.2 : 11.5), 0);
        expect(anchor === "end" ? x - width : 460 - x - width).toBeGreaterThan(anchor === "end" ? 40 : 0);
      }
    },
    60_000,
  );

  it("has the table in a box that scrolls, and the curves' names outside of the plot", () => {
    const html = pageOf(1, "own");
    expect(html).toMatch(/<div class="scroll"[^>]*tabindex="0"[^>]*><table>/);
    expect(html).toMatch(/\.scroll \{[^}]*overflow-x: auto/);
    expect(html.match(/<li><span class="key" style="background:#\w{6}"><\/span>/g)?.length).toBe(8);
    const second = html.slice(html.lastIndexOf("<svg "));
    expect(second.slice(0, second.indexOf("</svg>"))).not.toContain("rent");
  });

  it("calls the bound on an ideal cache so, since rent can be below it on a real one", () => {
    const html = pageOf(0, "none");
    expect(html).toContain("window 8, optimum on an ideal cache");
    expect(html).not.toContain("hindsight");
  });
});
