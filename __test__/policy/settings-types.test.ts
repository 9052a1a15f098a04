// The published types of settings as an editor has them: what it shows for a key, and which keys it offers.
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { definePolicy } from "../../ts/policy/policy.js";
import { ROOT } from "../architecture/typescript-imports.js";

const PUBLISHED = `${ROOT}/dist/policy/settings-types.d.ts`;
const INFERRED = `${ROOT}/ts/policy/settings-types.ts`;
const program = ts.createProgram([PUBLISHED, INFERRED], {
  ...{ strict: true, skipLibCheck: true, exactOptionalPropertyTypes: true, resolveJsonModule: true },
  ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 },
});
const checker = program.getTypeChecker();

function typeIn(file: string, name: string): ts.Type {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol;
  const found = checker.getExportsOfModule(module).find((one) => one.name === name);
  return checker.getDeclaredTypeOfSymbol(found as ts.Symbol);
}

const keysOf = (type: ts.Type): string[] => checker.getPropertiesOfType(type).map((key) => key.name);

/** What is shown for each key of a type and of the types in it, by its path. */
function shownIn(name: string): Map<string, string> {
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
  visit(typeIn(PUBLISHED, name), "");
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
    const settings = typeIn(INFERRED, "PolicySettings");
    expect(checker.isTypeAssignableTo(settings, typeIn(PUBLISHED, "PolicySettings"))).toBe(true);
    expect(keysOf(settings)).toContain("mask");
    const inputs = [typeIn(PUBLISHED, "PolicyInput"), typeIn(INFERRED, "PolicyInput")] as const;
    expect(checker.isTypeAssignableTo(...inputs)).toBe(true);
    expect(keysOf(inputs[1])).toEqual(expect.arrayContaining(keysOf(inputs[0])));
  });

  it("take both spellings, and no other", () => {
    const policy = definePolicy({ mask: { window_turns: 3, minChars: 10 } });
    expect(policy.settings.mask).toMatchObject({ windowTurns: 3, minChars: 10 });
    // @ts-expect-error the key is misspelt
    expect(() => definePolicy({ mask: { windowTurn: 3 } })).toThrow(/windowTurn/);
  });
});
