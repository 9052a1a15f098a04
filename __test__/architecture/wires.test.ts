import ts from "typescript";
import { describe, expect, it } from "vitest";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { filesUnder, read } from "./typescript-imports.js";

/** Where a wire may be asked for by its name: the definitions, and the readers that rooms have of each wire. */
const READERS: readonly RegExp[] = [
  /^wires\//,
  /^tokens\/request\/(?:anthropic|chat|gemini|responses)\.ts$/,
  /^validate\/repair\/(?:anthropic|chat|gemini|responses)\.ts$/,
  /^session\/wires\/(?:anthropic|gemini|openai-chat|openai-responses)\.ts$/,
  /^pipeline\/wires\/(?:anthropic|chat|gemini|responses)\.ts$/,
  /^simulate\/logs\/gemini-cli\.ts$/,
];

/** Operators that compare one value with another. */
const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

const NAMES: ReadonlySet<string> = new Set(WIRE_NAMES);
const isName = (node: ts.Node): boolean => ts.isStringLiteralLike(node) && NAMES.has(node.text);

/** Tables by wire and comparisons with a wire's name in a source file, as they are written. */
function findIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isTable(node) || isComparison(node)) found.push(node.getText(source).split("\n")[0] ?? "");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `Record<Wire, …>`, `Map<Wire, …>` and `{ [wire in Wire]: … }`. */
function isTable(node: ts.Node): boolean {
  const isWire = (type: ts.Node | undefined) => type !== undefined && /^(?:\w+\.)?Wire$/.test(type.getText());
  if (ts.isMappedTypeNode(node)) return isWire(node.typeParameter.constraint);
  if (!ts.isTypeReferenceNode(node) && !ts.isNewExpression(node)) return false;
  const name = ts.isNewExpression(node) ? node.expression : node.typeName;
  return /^(?:Record|(?:Readonly)?Map)$/.test(name.getText()) && isWire(node.typeArguments?.[0]);
}

function isComparison(node: ts.Node): boolean {
  if (ts.isCaseClause(node)) return isName(node.expression);
  if (!ts.isBinaryExpression(node) || !COMPARISONS.has(node.operatorToken.kind)) return false;
  return isName(node.left) || isName(node.right);
}

describe("wires", () => {
  it.each([
    ["const TABLE: Record<Wire, string> = {};", ["Record<Wire, string>"]],
    ["const TABLE = {} satisfies Readonly<Record<Wire, Rules>>;", ["Record<Wire, Rules>"]],
    ["type Table = { [wire in Wire]: string };", ["{ [wire in Wire]: string }"]],
    ["const table = new Map<Wire, string>();", ["new Map<Wire, string>()"]],
    ['if (wire === "gemini") run();', ['wire === "gemini"']],
    ['const is = "openai-chat" != wire || wire !== "anthropic";', ['"openai-chat" != wire', 'wire !== "anthropic"']],
    ['switch (wire) { case "openai-responses": run(); }', ['case "openai-responses": run();']],
    ['const table: Record<Provider, Wire> = { openai: "openai-chat" };', []],
    ['const RULES = wireTable<Rules>({ "openai-chat": chat }); // wire === "gemini"', []],
  ])("are found in %s", (text, expected) => {
    expect(findIn("example.ts", text)).toEqual(expected);
  });

  it("are asked for by name in their definitions and readers alone", () => {
    const files = filesUnder("ts", ".ts", ".cts");
    const others = files.filter((file) => !READERS.some((pattern) => pattern.test(file)));
    const found = others.flatMap((file) => findIn(file, read(`ts/${file}`)).map((text) => `${file}: ${text}`));
    expect(found).toEqual([]);
    for (const pattern of READERS) expect(files.filter((file) => pattern.test(file))).not.toEqual([]);
  });
});
