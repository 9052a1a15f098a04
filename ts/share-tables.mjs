// The tables that estimate tokens are most of the code's bytes: a file of their own, which bundles import under one name (`imports`
// in package.json). Node reads that file as text, at the first estimate of the baseline (`estimate/read-tables.ts`).
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const FILES = ["weights", "beginnings"].map((name) =>
  fileURLToPath(new URL(`estimate/token-${name}.ts`, import.meta.url)),
);

/**
 * Keeps the tables out of a bundle.
 *
 * @param {string} [name] what the bundle imports in their place
 * @returns {import("esbuild").Plugin}
 */
export const sharedTables = (name = "#token-tables") => ({
  name: "share the tables",
  setup({ onResolve }) {
    onResolve({ filter: /\/token-(?:weights|beginnings)\.js$/ }, () => ({ path: name, external: true }));
  },
});

/** The tables as a module; each has a line of its own. */
export async function tablesText() {
  const contents = FILES.map((file) => `export * from ${JSON.stringify(file)};`).join("");
  const stdin = { contents, resolveDir: "." };
  const { outputFiles } = await build({ bundle: true, format: "esm", write: false, stdin });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  const tables = await import(`data:text/javascript;base64,${source}`);
  const lines = Object.entries(tables).flatMap(([kind, byEncoding]) => [
    ...Object.entries(byEncoding).map(([encoding, text]) => `const ${kind}_${encoding}="${text}";`),
    `export const ${kind}={${Object.keys(byEncoding).map((encoding) => `${encoding}:${kind}_${encoding}`)}};`,
  ]);
  return `${lines.join("\n")}\n`;
}
