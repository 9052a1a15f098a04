import { createRequire } from "node:module";
import { expect, it } from "vitest";
import * as tamis from "../../ts/index.js";

const loaded = (name: string) =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes(`/node_modules/${name}/`));

// Loaded through createRequire only, so its cache shows it.
it("loads smol-toml at the first TOML", () => {
  tamis.reduceBody(Buffer.from(JSON.stringify({ messages: [] })), {});
  expect(loaded("smol-toml")).toBe(false);
  tamis.parsePolicyToml("");
  expect(loaded("smol-toml")).toBe(true);
});
