// The types of settings as an editor has them: what it shows for a key, and which keys it offers.
import ts from "typescript";
import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import { definePolicy, type PolicyInput, type PolicySettings } from "../../ts/policy/policy.js";
import type { PolicySchema } from "../../ts/policy/schema.js";
import { ROOT } from "../architecture/typescript-imports.js";

const program = ts.createProgram([`${ROOT}/ts/policy/settings-types.ts`], { strict: true, skipLibCheck: true });
const checker = program.getTypeChecker();

/** What is shown for each key of a type and of the types in it, by its path. */
function shownIn(name: string): Map<string, string> {
  const source = program.getSourceFile(`${ROOT}/ts/policy/settings-types.ts`);
  const [symbol] = checker
    .getExportsOfModule(checker.getSymbolAtLocation(source as ts.SourceFile) as ts.Symbol)
    .filter((one) => one.name === name);
  const shown = new Map<string, string>();
  const visit = (type: ts.Type, path: string): void => {
    if (type.isUnion()) for (const part of type.types) visit(part, path);
    else if (checker.isArrayType(type))
      for (const item of checker.getTypeArguments(type as ts.TypeReference)) visit(item, `${path}[]`);
    else if ((type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection()) {
      const named = checker.getIndexInfoOfType(type, ts.IndexKind.String);
      if (named !== undefined) visit(named.type, `${path}.*`);
      for (const key of checker.getPropertiesOfType(type)) {
        const at = `${path}.${key.name}`.replace(/^\./, "");
        shown.set(at, ts.displayPartsToString(key.getDocumentationComment(checker)));
        visit(checker.getTypeOfSymbol(key), at);
      }
    }
  };
  visit(checker.getDeclaredTypeOfSymbol(symbol as ts.Symbol), "");
  return shown;
}

const inCamelCase = (path: string) => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe("the types of settings", () => {
  it.each(["PolicyInput", "PolicySettings"])("show for every key of %s what it does", (name) => {
    const shown = shownIn(name);
    expect(shown.size).toBeGreaterThan(100);
    expect([...shown].filter(([, text]) => text === "").map(([path]) => path)).toEqual([]);
    expect(shown.get("mask.windowTurns")).toMatch(/^Newest tool turns whose results stay/);
  });

  it("know every key of an input in both spellings, with the same text", () => {
    const shown = shownIn("PolicyInput");
    const twofold = [...shown.keys()].filter((path) => /[a-z][A-Z]\w*$/.test(path));
    expect(twofold.length).toBeGreaterThan(40);
    for (const path of twofold) {
      const other = path.replace(/\w+$/, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
      expect(shown.get(other), other).toContain(shown.get(path));
    }
    expect([...shown.keys()].filter((path) => !shown.has(inCamelCase(path)))).toEqual([]);
  });

  it("are those that the schema infers", () => {
    expectTypeOf<z.output<PolicySchema>>().toExtend<PolicySettings>();
    expectTypeOf<keyof z.input<PolicySchema>>().toExtend<
      keyof PolicyInput | keyof NonNullable<PolicyInput["experimental"]>
    >();
  });

  it("take both spellings, and no other", () => {
    const policy = definePolicy({ mask: { window_turns: 3, minChars: 10 } });
    expect(policy.settings.mask).toMatchObject({ windowTurns: 3, minChars: 10 });
    // @ts-expect-error the key is misspelt
    expect(() => definePolicy({ mask: { windowTurn: 3 } })).toThrow(/windowTurn/);
  });
});
