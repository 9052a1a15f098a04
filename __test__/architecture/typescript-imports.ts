import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** One import of one file by another; `names` are empty where the whole module is taken. */
export interface Import {
  from: string;
  to: string;
  names: string[];
}

/** Files under a folder of the repository whose names end so, as paths under it, with `/`, sorted. */
export function filesUnder(folder: string, ...endings: string[]): string[] {
  const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  const paths = found.map((path) => path.split(sep).join("/"));
  return paths.filter((path) => endings.some((ending) => path.endsWith(ending))).sort();
}

export const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Every import between files of `ts/`, of types too, as paths under it. */
export function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, read(`ts/${file}`), ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, names: string[]) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith(".")) return;
    const path = normalize(join(dirname(join(ROOT, "ts", file)), specifier.text));
    const to = relative(join(ROOT, "ts"), path).split(sep).join("/");
    imports.push({ from: file, to: sourceOf(to), names });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, namesOf(node.importClause?.namedBindings));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, namesOf(node.exportClause));
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, []);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], []);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

/** The source of a module that is named as compiled; other files are named as they are. */
function sourceOf(path: string): string {
  const source = path.replace(/\.js$/, ".ts");
  return source !== path && existsSync(join(ROOT, "ts", `${source}x`)) ? `${source}x` : source;
}

/** One name that a module exports; `own` is its name where it is declared. */
export interface ExportedName {
  name: string;
  own: string;
  isType: boolean;
}

/** The names that a file of `ts/` exports, its own and those of other files. */
export function exportsOf(file: string): ExportedName[] {
  const source = ts.createSourceFile(file, read(`ts/${file}`), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return isLibrary(statement) ? exportsOf("library.ts") : listedNames(statement);
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    return declaredNames(statement).map((name) => ({ name, own: name, isType }));
  });
}

/** The index has every name of the library, and the library's file lists them. */
const isLibrary = ({ exportClause, moduleSpecifier }: ts.ExportDeclaration) =>
  exportClause === undefined && moduleSpecifier?.getText() === '"./library.js"';

function listedNames({ exportClause, isTypeOnly }: ts.ExportDeclaration): ExportedName[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) throw new Error("list the names of an export");
  return exportClause.elements.map((element) => ({
    name: element.name.text,
    own: (element.propertyName ?? element.name).text,
    isType: isTypeOnly || element.isTypeOnly,
  }));
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as ts.DeclarationStatement;
  if (name === undefined) throw new Error("give an export a name");
  return [name.getText()];
}

/** What `package.json` exports, with the source of each entry as a path under `ts/`. */
export function publicEntries(): { name: string; file: string }[] {
  const manifest = JSON.parse(read("package.json")) as { exports: Record<string, string | { types: string }> };
  return Object.entries(manifest.exports).flatMap(([name, target]) =>
    typeof target === "string"
      ? []
      : [{ name, file: target.types.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, ".ts") }],
  );
}

function namesOf(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] {
  if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return [];
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text);
}
