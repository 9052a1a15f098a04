import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../ts/cli/program.js";
import { read } from "../architecture/typescript-imports.js";

/** The page with all options of a command whose section only links there. */
const ELSEWHERE: Readonly<Record<string, string>> = { chat: "docs/chat.md", savings: "docs/savings.md" };
const page = read("docs/cli.md");

const paths = (command: Command, above: readonly string[] = []): { words: string[]; command: Command }[] =>
  command.commands.flatMap((one) => {
    const words = [...above, one.name()];
    return one.name() === "help" ? [] : [{ words, command: one }, ...paths(one, words)];
  });

/** The sections of the page whose title, or a row of a table or a list, has the command. */
function textAbout(words: readonly string[]): string {
  const [name = ""] = words;
  const own = page
    .split(/^## /m)
    .filter((section) => new RegExp(`^tamis [^\\n]*\\b${name}\\b|^[|-] \`tamis ${name}\\b`, "m").test(section));
  return [...own, ELSEWHERE[name] === undefined ? "" : read(ELSEWHERE[name])].join("\n");
}

const isIn = (text: string, option = "none"): boolean => new RegExp(`(?<![\\w-])${option}(?![\\w-])`).test(text);

const all = paths(await createProgram());

describe("docs/cli.md", () => {
  it.each(all.map(({ words, command }) => ({ name: words.join(" "), words, command })))(
    "has every option of tamis $name",
    ({ words, command }) => {
      const text = textAbout(words);
      const options = command.options.filter(({ hidden, long }) => !hidden && long !== "--help");
      const missing = options.filter(({ short, long }) => !isIn(text, long) && !isIn(text, short));
      expect({ isThere: text !== "", missing: missing.map(({ long }) => long) }).toEqual({
        isThere: true,
        missing: [],
      });
    },
  );
});
