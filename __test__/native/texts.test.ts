// What the core says of single texts and calls, over both borders.
import { expect, it } from "vitest";
import type { ShownByCall } from "../../ts/contract/text-backend.js";
import type { Addon } from "../../ts/native/addon.js";
import { createNativeTexts } from "../../ts/native/texts.js";
import { type Generated, hashOfOutputs, readFixture } from "../support/generated-texts.js";
import { describeNative } from "../support/native.js";
import { describeWasm } from "../support/wasm.js";

interface Digests {
  examples: { name: string; text: string; seen: string; maxWords: number; maxChars: number; out: string }[];
}
interface Calls {
  examples: { tool: string; args: string; shown: string }[];
  scripts: Generated;
  members: Generated;
}

/** `read a.ts 3-4`, `edit ?`, `shell file`. */
function summaryOf({ kind, path = "?", lines, isFileText, isHits }: ShownByCall): string {
  if (kind === "shell") return `shell ${isFileText ? "file" : isHits ? "search" : "other"}`;
  if (kind === "edit") return `edit ${path}`;
  if (kind !== "read") return kind;
  return lines === undefined ? `read ${path}` : `read ${path} ${lines.first}-${lines.last ?? ""}`;
}

function cases(addon: Addon): void {
  const texts = createNativeTexts(addon);
  const ranked = (text: string) => {
    const words: unknown[] = [];
    texts.visitRanked(text, (...word) => words.push(word));
    return words;
  };

  it("have the hash that pointers have, halves of surrogate pairs included", () => {
    const hashed = [
      "a text of some words",
      "0123456789".repeat(30),
      "\ud83d halves \ude00 in a text",
      "é漢😀".repeat(40),
    ];
    expect(hashed.map((text) => texts.hash(text))).toEqual([
      "dd0ea5ea2a84ab509c3dc9383ad50a68",
      "7ddadb70cbb43a6305681ea1b2e3086b",
      "23c277381f317941d5593868c99cc813",
      "7e65812c2a63de92949bae0814c44731",
    ]);
    expect(texts.hash("\ud83d halves \ude01 in a text")).not.toBe(texts.hash("\ud83d halves \ude00 in a text"));
  });

  it("are told apart by what their calls show", () => {
    const { examples, scripts, members } = readFixture<Calls>("arrival-file-tools.json");
    const shownBy = (tool: string, args: string) => summaryOf(texts.shownByCall(tool, args));
    for (const { tool, args, shown } of examples) expect(shownBy(tool, args), `${tool} ${args}`).toBe(shown);
    expect(hashOfOutputs(scripts, (script) => shownBy("shell", script))).toBe(scripts.hash);
    const bothOf = (args: string) => shownBy("str_replace_editor", args) + shownBy("Read", args);
    expect(hashOfOutputs(members, (text) => bothOf(`{${text}"z":0}`))).toBe(members.hash);
    const isFileText = (tool: string, args: string) => texts.shownByCall(tool, args).isFileText;
    expect([isFileText("Read", "{}"), isFileText("Edit", "{}"), isFileText("Grep", "{}")]).toEqual([true, true, false]);
  });

  it("have a path without half of a surrogate pair", () => {
    expect(texts.shownByCall("Read", '{"path":"\\ud83d.ts"}').path).toBe("\ufffd.ts");
    expect(texts.shownByCall("Read", '{"path":"\ud83d.ts"}').path).toBe("\ufffd.ts");
  });

  it("have digests of the words that are not seen", () => {
    for (const { name, text, seen, maxWords, maxChars, out } of readFixture<Digests>("digest.json").examples) {
      const words = new Set<string>();
      texts.visitRanked(seen ?? "", (word) => words.add(word));
      expect(texts.digest(text, words, { maxWords, maxChars }), name).toBe(out);
    }
  });

  it("have their words in order, a secret before the same word as none", () => {
    expect(ranked("é😀 src/a.ts plain token=x_1 src/a.ts x_1")).toEqual([
      ["src/a.ts", 0, false],
      ["x_1", 1, true],
      ["x_1", 1, false],
    ]);
  });

  it("have words beyond the room for usual texts", () => {
    const words = ranked(Array.from({ length: 9000 }, (_, at) => `part_${at}`).join(" "));
    expect([words.length, words.at(-1)]).toEqual([9000, ["part_8999", 1, false]]);
  });

  it("are refused where there are fewer units than are told", () => {
    expect(() => addon.digest(new Uint16Array(2), 3, 9, 99)).toThrow("there are not so many units");
    expect(() => addon.shownByCall(new Uint16Array(2), 3, new Uint32Array(4))).toThrow("there are not so many units");
  });
}

describeNative("texts that the addon reads", ({ addon }) => cases(addon));
describeWasm("texts that WebAssembly reads", cases);
