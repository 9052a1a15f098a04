import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { followSettings } from "../../../ts/cli/chat/run.js";
import { piped, useModelServer } from "./run-chat.js";

const chat = useModelServer();
const home = join(chat.folder, "config");
const file = join(home, "tamis", "tamis.toml");
const write = (text: string) => writeFileSync(file, text);

beforeEach(() => {
  mkdirSync(join(home, "tamis"), { recursive: true });
  vi.stubEnv("XDG_CONFIG_HOME", home);
  return () => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  };
});

it("a chat condenses by the settings of the user's file", async () => {
  write('[condensation]\nprovider = "unheard-of"\n');
  chat.server.script([{ text: "answer ".repeat(200) }]);
  const args = ["--base-url", `${chat.server.url}/v1`, "--model", "gpt-4o", "--store", join(chat.folder, "c.db")];
  const input = `${Array.from({ length: 12 }, (_, at) => `question ${at}`).join("\n")}\n`;
  const env = { XDG_CONFIG_HOME: home };
  const { stderr } = await piped([...args, "--max-tokens", "2000", "--on-limit", "condense"], input, { env });
  expect(stderr).toMatch(/Context condensed using Native strategy/);
  expect(stderr).toMatch(/unheard-of failed: unknown provider "unheard-of"; valid providers: /);
});

it("settings for a chat are read anew for each condensation, and a file that does not parse changes nothing", async () => {
  const notes: string[] = [];
  write('[condensation]\nprovider = "smart"\n');
  const settings = await followSettings({ note: (text) => notes.push(text) });
  expect(settings()).toEqual({ settings: expect.objectContaining({ provider: "smart" }) });
  write("[condensation\n");
  for (let time = 0; time < 2; time++)
    expect(settings()).toEqual({ settings: expect.objectContaining({ provider: "smart" }) });
  expect(notes).toEqual([expect.stringMatching(/not valid TOML at line 1.*; the settings as they were hold$/)]);
  write('[condensation]\nprovider = "native"\ntarget_reduction_percent = 300\n');
  expect(settings().settings?.provider).toBe("native");
  expect(notes.at(-1)).toMatch(/target_reduction_percent: .*got 300; the default holds/);
});

it("a chat does not begin with a file that does not parse, and goes on by native without a plug-in that is broken", async () => {
  write("[condensation\n");
  await expect(followSettings({ note: () => {} })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  const notes: string[] = [];
  write('[condensation]\nplugins = ["./gone.mjs"]\nprovider = "gone"\n');
  await followSettings({ note: (text) => notes.push(text) });
  expect(notes[0]).toMatch(/plug-in "\.\/gone\.mjs": Cannot find module.*; native takes its place/);
});
