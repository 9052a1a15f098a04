import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { IMAGE_PACKAGES } from "../../packaging/image-packages.mjs";
import { ROOT, read } from "../architecture/typescript-imports.js";

interface Instruction {
  name: string;
  rest: string;
}

/** Instructions in order, lines joined, comments left out. */
function parseDockerfile(text: string): Instruction[] {
  const lines = text.split("\n").filter((line) => !/^\s*#/.test(line));
  const joined = lines.join("\n").replace(/\\\n\s*/g, " ");
  return joined.split("\n").flatMap((line) => {
    const [, name = "", rest = ""] = /^([A-Z]+)\s+(.+)$/.exec(line.trim()) ?? [];
    return name === "" ? [] : [{ name, rest }];
  });
}

const instructions = parseDockerfile(read("Dockerfile"));
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
const last = (name: string) => lastStage.filter((one) => one.name === name).map(({ rest }) => rest);

const copiedFromContext = all("COPY")
  .filter((rest) => !rest.startsWith("--from="))
  .flatMap((rest) => rest.split(" ").slice(0, -1));

describe("Dockerfile", () => {
  it("names every base image by its full version", () => {
    const images = all("FROM").map((rest) => rest.split(" ")[0]);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/^(?:rust|node):\d+\.\d+\.\d+-(?:slim-bookworm|bookworm-slim)$/);
  });

  it("runs on a small Node 20 of the system that built it", () => {
    const [rust, build, final] = all("FROM");
    expect(final).toMatch(/^node:20\.\d+\.\d+-bookworm-slim$/);
    expect(build).toBe(`${final} AS build`);
    expect(rust).toMatch(/ AS rust$/);
  });

  it("copies only between existing stages", () => {
    const stages = all("FROM").flatMap((rest) => / AS (\w+)$/.exec(rest)?.[1] ?? []);
    const used = all("COPY").flatMap((rest) => /^--from=(\w+)/.exec(rest)?.[1] ?? []);
    expect(used.filter((stage) => !stages.includes(stage))).toEqual([]);
    expect(last("COPY")).toEqual(["--from=build /opt/tamis /opt/tamis"]);
  });

  it("runs as a user without rights, named by number", () => {
    expect(last("USER")).toEqual(["1000:1000"]);
    const after = lastStage.slice(lastStage.findIndex(({ name }) => name === "USER"));
    expect(after.filter(({ name }) => name === "RUN")).toEqual([]);
  });

  it("runs the command, which reads a request from stdin", () => {
    expect(JSON.parse(last("ENTRYPOINT")[0] ?? "")).toEqual(["tamis"]);
    expect(last("RUN").join()).toContain("/usr/local/bin/tamis");
  });

  it("runs no install scripts, and checks itself during the build", () => {
    const installs = all("RUN").flatMap((rest) => rest.match(/npm (?:ci|install)[^&]*/g) ?? []);
    expect(installs).toHaveLength(2);
    for (const install of installs) expect(install).toContain("--ignore-scripts");
    expect(last("RUN").join()).toContain("tamis doctor");
  });

  it("has the optional packages of a shared gateway, at the lockfile's versions", () => {
    const build = all("RUN").find((rest) => rest.includes("--omit=dev")) ?? "";
    expect(build).toMatch(
      /npm run pack:release .*node packaging\/image-packages\.mjs .*npm ci --ignore-scripts --omit=dev/,
    );
    const { peerDependencies, devDependencies } = JSON.parse(read("package.json"));
    for (const name of IMAGE_PACKAGES)
      expect([name in peerDependencies, name in devDependencies]).toEqual([true, true]);
    expect(IMAGE_PACKAGES).toEqual(expect.arrayContaining(["ioredis", "@libsql/client"]));
  });

  it.each(copiedFromContext)("copies %s, which exists and reaches the builder", (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
    const ignore = read(".dockerignore").split("\n");
    expect(ignore).toContain("*");
    expect(ignore).toContain(`!${path}`);
  });
});

describe(".dockerignore", () => {
  it("lets only the image's sources through", () => {
    const through = read(".dockerignore")
      .split("\n")
      .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
    expect(through.sort()).toEqual([...copiedFromContext].sort());
  });

  it("excludes this machine's addons", () => {
    expect(read(".dockerignore")).toContain("**/*.node");
  });
});
