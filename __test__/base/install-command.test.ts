import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { installCommand } from "../../ts/base/install-command.js";
import { temporaryFolder } from "../support/folder.js";

const root = temporaryFolder();

it("installs a package where this one looks for it", () => {
  const project = join(root, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}");
  const from = (...path: string[]) => installCommand("ioredis", join(...path, "node_modules/tamis/dist/lib.js"));
  expect(from(project)).toBe("npm install ioredis");
  expect(from(root, "lib")).toBe("npm install --global ioredis");
  expect(from(root, "_npx", "0a1b")).toBe("npx --package tamis --package ioredis tamis …");
  expect(installCommand("ioredis", join(root, "checkout/dist/lib.js"))).toBe("npm install ioredis");
});
