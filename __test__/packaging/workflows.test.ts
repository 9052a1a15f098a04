import { parseTriple } from "@napi-rs/cli";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { filesUnder, read } from "../architecture/typescript-imports.js";

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  if?: string | boolean;
  with?: Record<string, string | boolean>;
}

interface Job {
  needs?: string | string[];
  permissions?: Record<string, string>;
  "runs-on": string;
  "timeout-minutes"?: number;
  container?: string;
  environment?: string;
  if?: string;
  strategy?: { matrix: { include: Record<string, string>[] } };
  steps: Step[];
}

interface Workflow {
  on: Record<string, { tags?: string[] } | null>;
  permissions?: Record<string, string>;
  concurrency?: { group: string; "cancel-in-progress": boolean };
  jobs: Record<string, Job>;
}

const WORKFLOWS = filesUnder(".github/workflows", ".yml", ".yaml");
const load = (file: string) => parse(read(`.github/workflows/${file}`)) as Workflow;
const jobsOf = (workflow: Workflow) => Object.entries(workflow.jobs);
const stepsOf = (workflow: Workflow) => jobsOf(workflow).flatMap(([, { steps }]) => steps);
const scriptOf = ({ steps }: Job) => steps.map(({ run }) => run ?? "").join("\n");

it("finds two workflows", () => {
  expect(WORKFLOWS).toEqual(["ci.yml", "release.yml"]);
});

describe.each(WORKFLOWS)("%s", (file) => {
  const text = read(`.github/workflows/${file}`);
  const workflow = load(file);

  it("pins every action by its commit, with the version in a comment", () => {
    const used = text.split("\n").filter((line) => /^\s*(?:- )?uses:/.test(line));
    expect(used.length).toBe(stepsOf(workflow).filter(({ uses }) => uses !== undefined).length);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("pins one commit for each action", () => {
    const pins = stepsOf(workflow).flatMap(({ uses }) => (uses === undefined ? [] : [uses.split("@")]));
    const commits = new Map(pins.map(([action, commit]) => [action, commit]));
    for (const [action, commit] of pins) expect(commits.get(action)).toBe(commit);
  });

  it("gives no event of a stranger rights on the repository", () => {
    expect(
      Object.keys(workflow.on).filter((event) => /pull_request_target|workflow_run|issue|comment/.test(event)),
    ).toEqual([]);
  });

  it("gives no more rights than each job needs", () => {
    expect(workflow.permissions).toBeDefined();
    const rights = [workflow.permissions ?? {}, ...jobsOf(workflow).map(([, { permissions = {} }]) => permissions)];
    const writes = rights.flatMap((one) => Object.entries(one).filter(([, level]) => level !== "read"));
    for (const [, level] of writes) expect(level).toBe("write");
    const expected = file === "release.yml" ? ["attestations", "contents", "id-token", "id-token"] : [];
    expect(writes.map(([scope]) => scope).sort()).toEqual(expected);
  });

  it("does not run twice at once, and ends by itself", () => {
    expect(workflow.concurrency?.group).toMatch(/github\.ref/);
    for (const [, job] of jobsOf(workflow)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  it("leaves no credentials in a checkout", () => {
    const checkouts = stepsOf(workflow).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe(false);
  });

  it("puts no text of an event into a script, and uses no secret", () => {
    for (const { run = "" } of stepsOf(workflow)) {
      const inserted = [...run.matchAll(/\$\{\{\s*(.+?)\s*\}\}/g)].map(([, expression = ""]) => expression);
      expect(inserted.filter((expression) => !expression.startsWith("matrix."))).toEqual([]);
    }
    expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  });

  it("names images and runners by version", () => {
    const runners = jobsOf(workflow).flatMap(
      ([, job]) => job.strategy?.matrix.include.map(({ runner }) => runner) ?? job["runs-on"],
    );
    for (const runner of runners) expect(runner).not.toMatch(/latest/);
    const images = jobsOf(workflow).flatMap(([, job]) => [
      job.container,
      ...(job.strategy?.matrix.include.map(({ image }) => image) ?? []),
    ]);
    for (const image of images.filter((one) => one !== undefined)) expect(image).toMatch(/:\d+\.\d+\.\d+-/);
  });

  it("runs only existing scripts", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const commands = jobsOf(workflow)
      .map(([, job]) => scriptOf(job))
      .join("\n");
    for (const [, name = ""] of commands.matchAll(/npm run (?:-\S+ )*([\w:]+)/g))
      expect(scripts).toHaveProperty([name]);
    for (const [, path = ""] of commands.matchAll(/node (?:\/tamis\/)?((?:packaging|crates)\/\S+\.mjs)/g))
      expect(read(path)).toBeTruthy();
    for (const [, line = ""] of commands.matchAll(/vitest run (.+)/g)) {
      const known = filesUnder("__test__", ".test.ts").map((path) => `__test__/${path}`);
      for (const path of line.split(" "))
        expect(
          known.some((one) => one.startsWith(path)),
          path,
        ).toBe(true);
    }
  });
});

describe("ci.yml", () => {
  const { jobs } = load("ci.yml");

  it("runs the README's test command on every supported Node", () => {
    expect(read("README.md")).toContain("npm ci && npm test");
    expect(scriptOf(jobs.test as Job)).toContain("npm ci && npm test");
    const nodes = new Set(jobs.test?.strategy?.matrix.include.map(({ node }) => node));
    expect([...nodes].sort()).toEqual(["20", "22", "24"]);
  });
});

describe("release.yml", () => {
  const workflow = load("release.yml");
  const { addon, pack, publish } = workflow.jobs as Record<string, Job>;
  const matrix = addon?.strategy?.matrix.include ?? [];
  const { napi } = JSON.parse(read("package.json")) as { napi: { targets: string[] } };

  it("builds every target once, under the name that the loader expects", () => {
    expect(matrix.map(({ target }) => target).sort()).toEqual([...napi.targets].sort());
    for (const { target = "", triple } of matrix) expect(triple).toBe(parseTriple(target).platformArchABI);
  });

  it("builds and tests each target on its own kind of machine", () => {
    const kind = (runner: string) => {
      const os = /^ubuntu/.test(runner) ? "linux" : /^macos/.test(runner) ? "darwin" : "win32";
      const isArm = os === "darwin" ? !runner.endsWith("-intel") : runner.endsWith("-arm");
      return `${os}-${isArm ? "arm64" : "x64"}`;
    };
    for (const { triple = "", runner = "" } of matrix)
      expect(triple.startsWith(kind(runner)), `${triple} on ${runner}`).toBe(true);
  });

  it("tests musl on musl, and glibc on the oldest image of Node 20", () => {
    for (const { triple = "", image = "" } of matrix.filter((one) => one.triple?.startsWith("linux"))) {
      expect(image).toMatch(
        triple.endsWith("musl") ? /^node:20\.\d+\.\d+-alpine/ : /^node:20\.\d+\.\d+-bullseye-slim$/,
      );
    }
  });

  it("links for glibc 2.28 or older, and checks it", () => {
    for (const { triple = "", zig = "", target = "" } of matrix) {
      const expected = triple.endsWith("gnu") ? `${target}.2.17` : triple.endsWith("musl") ? target : "";
      expect(zig).toBe(expected);
    }
    expect(scriptOf(addon as Job)).toMatch(/glibc-floor\.mjs .* 2\.28/);
  });

  it("tests every addon before it is uploaded, by one of two steps that together cover all", () => {
    const steps = addon?.steps ?? [];
    const tests = steps.filter(({ name }) => name?.startsWith("Test the addon"));
    const conditions = tests.map((step) => String(step.if).replace(/[${} ]/g, ""));
    expect(conditions.sort()).toEqual(["!matrix.image", "matrix.image"]);
    const upload = steps.findIndex(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
    const lastTest = steps.findLastIndex(({ name }) => name?.startsWith("Test the addon"));
    expect(upload).toBeGreaterThan(lastTest);
  });

  it("packs every part, with a bill of materials", () => {
    expect(pack?.needs).toBe("addon");
    expect(scriptOf(pack as Job)).toMatch(/pack:release -- --addons \S+ --all/);
    expect(scriptOf(pack as Job)).toContain("packaging/sbom.mjs > build/release/tamis.cdx.json");
  });

  it("publishes only from tags, with provenance and no token", () => {
    expect(workflow.on.push?.tags).toHaveLength(2);
    for (const name of ["publish", "github-release"]) expect(workflow.jobs[name]?.if).toBe("github.ref_type == 'tag'");
    expect(publish).toMatchObject({
      needs: "pack",
      environment: "npm",
      permissions: { contents: "read", "id-token": "write" },
    });
    expect(scriptOf(publish as Job)).toMatch(/^node packaging\/publish\.mjs build\/release$/m);
  });

  it("never cancels a release for the next one", () => {
    expect(workflow.concurrency?.["cancel-in-progress"]).toBe(false);
  });
});
