import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hashOfCases } from "../support/repeats.js";

/** Hashes of everything that rendering gives for generated cases; the native version is held to the same file. */
const { casesPerHash, hashes } = JSON.parse(readFileSync(new URL("generated.json", import.meta.url), "utf8")) as {
  casesPerHash: number;
  hashes: string[];
};

it("writes the same bytes and references as the native version, for generated conversations", () => {
  expect(hashes.length * casesPerHash).toBeGreaterThanOrEqual(2_000);
  expect(hashes.map((_, block) => hashOfCases(block * casesPerHash, casesPerHash))).toEqual(hashes);
});
