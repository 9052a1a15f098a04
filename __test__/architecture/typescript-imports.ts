import { readdirSync, readFileSync } from "node:fs";
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
    imports.push({ from: file, to: to.replace(/\.js$/, ".ts"), names });
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

function namesOf(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] {
  if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return [];
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text);
}
