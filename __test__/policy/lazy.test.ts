import { createRequire } from "node:module";
import { expect, it } from "vitest";
import * as tamis from "../../ts/index.js";

const loaded = (name: string) =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes(`/node_modules/${name}/`));

// Both are loaded through createRequire only, so its cache shows them.
it("loads zod at the first policy object, and smol-toml at the first TOML", () => {
  const body = Buffer.from(JSON.stringify({ messages: [] }));
  tamis.reduceBody(body);
  tamis.reduceRequest({ messages: [] });
  tamis.maskOldToolResults([{ role: "user" }], { windowTurns: 2 });
  expect([loaded("zod"), loaded("smol-toml")]).toEqual([false, false]);
  tamis.reduceBody(body, {});
  expect([loaded("zod"), loaded("smol-toml")]).toEqual([true, false]);
  tamis.parsePolicyToml("");
  expect(loaded("smol-toml")).toBe(true);
});
