// Which calls show file text. The native backend's tests read the same fixtures.
import { describe, expect, it } from "vitest";
import { type ShownByCall, shownByCall, showsFileText } from "../../ts/arrival/file-tools.js";
import { type Generated, hashOfOutputs, readFixture } from "../support/generated-texts.js";

interface Fixtures {
  examples: { tool: string; args: string; shown: string }[];
  scripts: Generated;
  members: Generated;
}

const fixtures = readFixture<Fixtures>("arrival-file-tools.json");

/** `read a.ts 3-4`, `edit ?`, `shell file`. */
function summaryOf(call: ShownByCall): string {
  if (call.kind === "shell") return `shell ${call.shows}`;
  if (call.kind !== "read") return call.kind === "edit" ? `edit ${call.path ?? "?"}` : call.kind;
  const lines = call.lines === undefined ? "" : ` ${call.lines.first}-${call.lines.last ?? ""}`;
  return `read ${call.path ?? "?"}${lines}`;
}

const shown = (tool: string, args: string) => summaryOf(shownByCall(tool, args));

describe("what a call shows", () => {
  it.each(fixtures.examples)("$tool $args: $shown", ({ tool, args, shown: expected }) => {
    expect(shown(tool, args)).toBe(expected);
  });

  it("is the same for generated scripts in both backends", () => {
    expect(hashOfOutputs(fixtures.scripts, (script) => shown("shell", script))).toBe(fixtures.scripts.hash);
  });

  it("is the same for generated arguments in both backends", () => {
    const call = (members: string) =>
      shown("str_replace_editor", `{${members}"z":0}`) + shown("Read", `{${members}"z":0}`);
    expect(hashOfOutputs(fixtures.members, call)).toBe(fixtures.members.hash);
  });
});

it("calls file text what agents edit by exact match", () => {
  const isFileText = (tool: string, args: object) => showsFileText(shownByCall(tool, JSON.stringify(args)));
  expect(isFileText("Read", { file_path: "a" })).toBe(true);
  expect(isFileText("Edit", { file_path: "a" })).toBe(true);
  expect(isFileText("Bash", { command: "git diff" })).toBe(true);
  expect(isFileText("Bash", { command: "npm test" })).toBe(false);
  expect(isFileText("Grep", { pattern: "a" })).toBe(false);
});

it("reads a script of many words in linear time", () => {
  for (const part of ["cat f | ", "'", "\\", "<<E\n", "bash -c 'cat ", "((", "A=b "]) {
    expect(["file", "search", "other"]).toContain(
      (shownByCall("shell", part.repeat(200_000)) as { shows: string }).shows,
    );
  }
});
