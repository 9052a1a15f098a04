// The notes that replace images and documents, and how they are found again.
import { expect, it } from "vitest";
import { isMediaNote, renderMediaNote, withNotes, withoutNotes } from "../../ts/masking/media-notes.js";
import type { Media } from "../../ts/wires/transcript.js";

const medium = (kind: Media["kind"], mediaType?: string): Media => ({
  kind,
  mediaType,
  dataChars: 9_000,
});

it("a note names what was there and its type, or says that it is unknown", () => {
  expect(renderMediaNote(medium("image", "image/png"))).toBe("[image masked — image/png]");
  expect(renderMediaNote(medium("document"))).toBe("[document masked — unknown type]");
});

it("a type of up to 64 chars makes a note", () => {
  const isNote = (type: string) => isMediaNote(`[image masked — ${type}]`);
  expect([isNote("x".repeat(64)), isNote("x".repeat(65)), isNote(""), isNote("unknown type")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

it("notes at the end of a text are found again, the longest, too", () => {
  const media = [medium("image", "image/png"), medium("document", "x".repeat(64)), medium("image")];
  expect(withoutNotes(withNotes("text", media))).toBe("text");
  expect(withoutNotes("text\n[image masked — a b]")).toBe("text\n[image masked — a b]");
});
