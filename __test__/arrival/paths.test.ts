// Groups of lines that name a path or a folder once. The native backend's tests read the same fixtures.
import { describe, expect, it } from "vitest";
import { shortenPaths } from "../../ts/arrival/paths.js";
import { describeMachine } from "../support/arrival-machine.js";
import { generatedTexts } from "../support/generated-texts.js";

const { examples, generated } = describeMachine("paths", shortenPaths);

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

describe("grouped paths", () => {
  it("are restored exactly", () => {
    const texts = [...examples.map(({ text }) => text), ...generatedTexts(generated)];
    const grouped = texts.filter((text) => shortenPaths(text) !== undefined);
    expect(grouped.length).toBeGreaterThan(500);
    for (const text of grouped) expect(restore(shortenPaths(text) ?? "")).toBe(text);
  });
});
