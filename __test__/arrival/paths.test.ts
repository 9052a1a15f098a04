// Groups of lines that name a path or a folder once.
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeKind, type FixtureCase, holdsFixture } from "../support/arrival-suite.js";
import { type Generated, generatedTexts, readFixture } from "../support/generated-texts.js";

const fixture = readFixture<{ examples: FixtureCase[]; generated: Generated }>("arrival-paths.json");
const TEXTS = [...fixture.examples.map(({ text }) => text), ...generatedTexts({ ...fixture.generated, count: 4_000 })];

/** Puts the path or the folder back in front of each line of its group. */
function restore(text: string): string {
  const lines = text.split("\n");
  const output: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, count, what, shared] = /^\[([0-9]+) (lines of|paths under) (.+)\]$/.exec(lines[at] ?? "") ?? [];
    if (count === undefined) {
      output.push(lines[at] ?? "");
      continue;
    }
    const group = lines.slice(at + 1, at + 1 + Number(count));
    output.push(...group.map((line) => (what === "lines of" ? `${shared}:${line}` : `${shared}${line}`)));
    at += Number(count);
  }
  return output.join("\n");
}

describeKind("paths", { paths: true }, fc.constantFrom(...TEXTS), (shorten) => {
  holdsFixture(fixture.examples, () => shorten);

  it("are restored exactly", () => {
    let grouped = 0;
    for (const text of TEXTS) {
      const shorter = shorten(text);
      if (shorter === undefined) continue;
      grouped++;
      expect(restore(shorter)).toBe(text);
    }
    expect(grouped).toBeGreaterThan(200);
  });
});
