import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();

it("doctor warns of a policy that rewrites what the cache has at each request", () => {
  const file = join(folder, "eager.toml");
  writeFileSync(file, '[cache]\nstrategy = "every-turn"\n');
  expect(tamis(["doctor", "--policy", file]).stdout.toString()).toContain("cache.strategy is every-turn");
  writeFileSync(file, '[cache]\nstrategy = "rent"\n');
  expect(tamis(["doctor", "--policy", file]).stdout.toString()).not.toContain("warning");
});
