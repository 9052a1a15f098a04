import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL("../../ts/condensation/", import.meta.url));
const VENDOR = /openai|anthropic|claude|gpt-|google|gemini|bedrock|vercel|mistral/i;
/** Readers of wires, which have their vendors' names. */
const READERS = /^conversation\/readers\//;

it("condensation knows no vendor but by the readers of its wires", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(50);
  const named = files.filter((file) => !READERS.test(file) && VENDOR.test(readFileSync(join(FOLDER, file), "utf8")));
  expect(named).toEqual([]);
});
