import { describe, expect, it } from "vitest";
import { resumeLines } from "../../ts/cli/run/run.js";
import { entryWith } from "../ledger/entries.js";

const NO_MORE = { beganElsewhere: 0, ownSessions: false };
const CLAUDE = { name: "claude", resume: ["--resume", "{session}"], ...NO_MORE };
const reduced = (more = {}) => entryWith({ reducedCount: 3, session: "s-7", model: "claude-sonnet-4-5", ...more });

describe("the lines about resuming", () => {
  it("name the command, and what resuming without us costs", () => {
    expect(resumeLines([reduced(), entryWith({ reducedCount: 0, session: "s-8" })], CLAUDE)).toEqual([
      "to resume: tamis claude --resume s-7; without tamis it goes on as well, and its first request pays for the whole history once",
    ]);
  });

  it("warn of a model that checks its thinking", () => {
    const [line] = resumeLines([reduced({ model: "claude-fable-5-2" })], CLAUDE);
    expect(line).toContain("without tamis the provider may refuse thinking");
  });

  it("say that without us the agent does not go on, where it began with a server that only the launch names", () => {
    expect(resumeLines([reduced()], { ...CLAUDE, ownSessions: true })).toEqual([
      "to resume: tamis claude --resume s-7; without tamis claude does not know the server that it began with",
    ]);
  });

  it("are none where every request went on as it came, but for a server that only the launch names", () => {
    const untouched = (["observe", "shadow", "holdout"] as const).map((mode) => reduced({ mode }));
    expect(resumeLines(untouched, CLAUDE)).toEqual([]);
    expect(resumeLines(untouched, { ...CLAUDE, ownSessions: true })).toHaveLength(1);
    expect(resumeLines([entryWith({ reducedCount: 0 })], { ...CLAUDE, ownSessions: true })).toHaveLength(1);
  });

  it("say that a conversation began without us", () => {
    expect(resumeLines([entryWith({ reducedCount: 0 })], { ...CLAUDE, beganElsewhere: 1 })).toEqual([
      expect.stringMatching(/^one conversation began without tamis: /),
    ]);
    expect(resumeLines([], { ...CLAUDE, beganElsewhere: 2 })[0]).toMatch(/^2 conversations began without tamis: /);
  });

  it.each([
    ["nothing was reduced", [entryWith({ reducedCount: 0, session: "s-7" })], CLAUDE],
    ["the conversation has no id", [reduced({ session: undefined })], CLAUDE],
    ["the agent resumes nothing", [reduced()], { ...CLAUDE, name: "aider", resume: undefined }],
    ["every reduced request was refused", [reduced({ refused: "status_400" })], CLAUDE],
  ])("are none where %s", (_, entries, profile) => {
    expect(resumeLines(entries, profile)).toEqual([]);
  });
});
