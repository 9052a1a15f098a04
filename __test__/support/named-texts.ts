// Texts with words that a digest names, and odd ones between them.
import fc from "fast-check";

const WORDS = [
  ...[
    "src/a.ts",
    "./b/c.py",
    "../d",
    "/etc/hosts",
    "~/.ssh/id",
    "a.ts",
    "parseBody",
    "max_chars",
    "os.path",
    "left-pad",
  ],
  ...["4096", "1.24.3", "sha256", "the", "value", "12", "$HOME", "@scope/name", "größe.ts", "\ud800x.ts", "\u202ea.ts"],
  ...["; mentions: x.ts]", "[observation masked — 12 chars]", "9f86d081884c7d65", "a\\nb.ts", "\u0007c.ts", "\n", "\t"],
];

const arbitraryText = fc
  .array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 60 })
  .map((words) => `some output of a tool: ${words.join(" ")}`);

/** Several texts. */
export const arbitraryNames: fc.Arbitrary<string[]> = fc.array(arbitraryText, { minLength: 1, maxLength: 5 });

/** The request with these texts in place of, or behind, some of its longer strings. */
export function withTexts(request: Record<string, unknown>, texts: readonly string[]): Record<string, unknown> {
  let at = 0;
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (value.length < 12 || at++ % 3 > 0) return value;
      const text = texts[at % texts.length] ?? value;
      return at % 2 === 0 ? text : `${value} ${text}`;
    }
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one)]));
  };
  return visit(request) as Record<string, unknown>;
}
