import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentProfiles, profileFor, profileJsonSchema, readProfile } from "../../ts/agents/index.js";
import { temporaryFolder } from "../support/folder.js";

describe("launch profiles", () => {
  it("has one for each agent, each tried with a version that it names", () => {
    expect(agentProfiles().map(({ name }) => name)).toEqual([
      "claude",
      "codex",
      "gemini",
      "opencode",
      "aider",
      "qwen",
      "pi",
      "goose",
    ]);
    for (const { checked } of agentProfiles()) expect(checked.length).toBeGreaterThan(0);
  });

  it.each([
    ["claude", "claude"],
    ["/usr/local/bin/codex", "codex"],
    ["C:\\Users\\me\\npm\\gemini.cmd", "gemini"],
    ["claude-code-router", undefined],
    ["python", undefined],
  ])("knows a program by its file name: %s", (program, name) => {
    expect(profileFor(program)?.name).toBe(name);
  });

  it("names only settings and places that it has", () => {
    for (const { settings, routes, files, bypasses } of agentProfiles()) {
      const known = ["environment", "arguments", ...Object.keys(settings)];
      const whens = [...routes, ...files, ...bypasses, ...routes.flatMap((route) => route.arguments)];
      const places = [...whens.flatMap(({ when }) => when), ...routes.flatMap(({ own }) => own)];
      expect(places.filter(({ in: id }) => !known.includes(id))).toEqual([]);
      for (const { each } of routes) if (each !== undefined) expect(known).toContain(each.in);
    }
  });

  it("has a JSON Schema for files of one's own", () => {
    expect(profileJsonSchema()).toMatchObject({
      title: "Tamis launch profile",
      required: ["name", "title", "programs", "routes"],
    });
  });
});

describe("readProfile", () => {
  function fileWith(text: string): string {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "own.json"), text);
    return join(folder, "own.json");
  }
  const own = {
    name: "my-tool",
    title: "My tool",
    programs: ["my-tool"],
    routes: [
      { id: "groq", provider: "openai", url: "https://api.groq.com/openai/v1", variables: { GROQ_URL: "{base}" } },
    ],
  };

  it("reads a profile of one's own, defaults filled in", () => {
    expect(readProfile(fileWith(JSON.stringify(own)))).toMatchObject({
      name: "my-tool",
      keep: [],
      routes: [{ path: "" }],
    });
  });

  it.each([
    ["{", "it is not JSON"],
    [JSON.stringify({ ...own, name: "My tool" }), "name: expected a name of lower-case letters"],
    [
      JSON.stringify({ ...own, routes: [{ id: "x", provider: "groq" }] }),
      'routes[0].provider: expected "openai", "anthropic" or "gemini", got "groq"',
    ],
    [JSON.stringify({ ...own, routs: [] }), 'routs: unknown key "routs"; did you mean "routes"?'],
    [JSON.stringify({ ...own, routes: [{ ...own.routes[0], json: { path: ["a"] } }] }), "either variable or argument"],
  ])("says what is wrong with a file: %s", (text, problem) => {
    const file = fileWith(text);
    expect(() => readProfile(file)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect(() => readProfile(file)).toThrow(problem);
  });
});
