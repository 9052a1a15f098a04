// How packages of npm get into our own files, so that nobody has to install them for the command line and the gateway.
import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { transform } from "esbuild";

const refuses = (what) => `throw new Error(${JSON.stringify(`${what} is not inside this file`)});`;

/** Parts of packages that no path through our code reaches, by their files, and what stands in their place. */
const LEFT_OUT = [
  // The parser of HTTP is there twice. undici falls back to the other one, which runs on every processor.
  [/\/undici\/lib\/llhttp\/llhttp_simd-wasm\.js$/, refuses("the parser for SIMD")],
  // Bodies that are FormData, which a gateway never sends.
  [/\/undici\/lib\/web\/fetch\/body\.js$/, refuses("fetch")],
  // Log lines that a thread writes; ours go to a stream.
  [/\/thread-stream\/index\.js$/, `module.exports = class { constructor() { ${refuses("a thread for log lines")} } };`],
  // Checks the answers of forms that a server shows; the one server here shows none.
  [/\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/, "export class AjvJsonSchemaValidator {}"],
  // Schemas of version 3: the SDK tells them apart by the members that they have, and makes none.
  [/\/zod\/v3\/index\.js$/, `export const object = () => { ${refuses("zod 3")} };`],
  [/\/zod-to-json-schema\/dist\/esm\/index\.js$/, `export const zodToJsonSchema = () => { ${refuses("zod 3")} };`],
];

/**
 * For esbuild: packages with shortened names (no stack trace of ours needs them), without {@link LEFT_OUT}, and with Node's
 * modules where they are used, so that no `createRequire` is needed, which webpack carries out at build time.
 *
 * @type {import("esbuild").Plugin}
 */
export const packagesInside = {
  name: "packages inside",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?[a-z0-9_/]+$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, "");
      if (kind === "require-call" && builtinModules.includes(name)) return { path: name, namespace: "node" };
    });
    onLoad({ filter: /.*/, namespace: "node" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)});`,
    }));
    // zod has its texts in fifty languages, of which the English ones are used.
    onResolve({ filter: /[\\/]locales[\\/]index\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "../locales/en.js"),
    }));
    onLoad({ filter: /[\\/]node_modules[\\/].*\.c?js$/ }, async ({ path }) => {
      const file = path.replaceAll("\\", "/");
      const other = LEFT_OUT.find(([name]) => name.test(file));
      const text = other?.[1] ?? readFileSync(path, "utf8");
      const { code } = await transform(text, { minify: true, legalComments: "none", target: "node20.19" });
      return { contents: code, resolveDir: dirname(path) };
    });
  },
};
