import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { type PublicMember, publicEntries, publicMembers } from "./public-docs.js";

const entries = publicEntries();
const members = publicMembers(entries);
const show = ({ place, name }: PublicMember) => `${place} ${name}`;

/** Members of these entries at least; fewer would mean that some are no longer seen. */
const AT_LEAST: Record<string, number> = { ".": 250, "./session": 150, "./gateway": 40 };

describe("docstrings of the public entries", () => {
  it("are looked for in every entry of package.json", () => {
    expect(entries.get(".")).toBe("ts/index.ts");
    expect(entries.get("./session")).toBe("ts/session/index.ts");
    for (const [entry, found] of members) expect(found.length, entry).toBeGreaterThanOrEqual(AT_LEAST[entry] ?? 1);
  });

  it.each([...members])("say of every name and member of %s what it is", (_, found) => {
    expect(found.filter(({ documented }) => !documented).map(show)).toEqual([]);
  });

  it.each([...members])("name the default of every optional setting of %s", (_, found) => {
    expect(found.filter(({ lacksDefault }) => lacksDefault).map(show)).toEqual([]);
  });
});

const SOURCE = `
/** Documented. */
export interface Base { inherited: number }
/** Documented. */
export interface ThingOptions extends Base {
  /** @default 1 */
  tagAlone?: number;
  /** Documented. */
  noDefault?: number;
  /** Documented. @default 1 */
  fine?: { inline: number };
}
/** Documented. */
export type Choice = { kind: "a" } | "b";
/** Documented. */
export class Engine {
  #secret = 1;
  private hidden = 2;
  /** Documented. */
  run(): number { return this.#secret + this.hidden; }
  stop(): void {}
  constructor(size: number) { void size; }
}
export function start(size: number): void { void size; }
export const LIMIT = 3;
`;

it("are missed where they are missing", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "ts"));
  writeFileSync(join(root, "ts/thing.ts"), SOURCE);
  writeFileSync(join(root, "ts/index.ts"), 'export * from "./thing.js";\n');
  const found = publicMembers(new Map([[".", "ts/index.ts"]]), root).get(".") ?? [];
  rmSync(root, { recursive: true });

  const missed = found.filter(({ documented }) => !documented).map(({ name }) => name);
  expect(missed.sort()).toEqual([
    "Base.inherited",
    "Choice.kind",
    "Engine.constructor",
    "Engine.stop",
    "LIMIT",
    "ThingOptions.tagAlone",
    "start",
  ]);
  expect(found.filter(({ lacksDefault }) => lacksDefault).map(({ name }) => name)).toEqual(["ThingOptions.noDefault"]);
  expect(found.map(({ name }) => name)).not.toContain("Engine.hidden");
});
