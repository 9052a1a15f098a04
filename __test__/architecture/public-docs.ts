import { join, relative, sep } from "node:path";
import ts from "typescript";
import { ROOT, read } from "./typescript-imports.js";

/** A public name, or a member of one, and whether a docstring says what it is. */
export interface PublicMember {
  /** As a reader writes it: `Report.bytes`. */
  name: string;
  /** Where it is declared: `ts/contract/report.ts:10`. */
  place: string;
  documented: boolean;
  /** Optional in a type of options, and its docstring names no `@default`. */
  lacksDefault: boolean;
}

interface Manifest {
  exports: Record<string, string | { types: string }>;
}

/** The entries of the package and their sources: `./session` → `ts/session/index.ts`. */
export function publicEntries(): Map<string, string> {
  const { exports } = JSON.parse(read("package.json")) as Manifest;
  const typed = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === "string" ? [] : [[entry, sourceOf(target.types)] as const],
  );
  return new Map(typed);
}

const sourceOf = (types: string) => types.replace(/^\.\/dist\//, "ts/").replace(/\.d\.ts$/, ".ts");

/**
 * Every exported name of each entry with its members, inherited ones included, and the members of the types of
 * `ts/contract/` that they mention: a report is made of them. Parameters, and the members of an object type that is
 * written inside a member's type, belong to the docstring of that function or member. What zod infers from a schema is
 * described there (`policyJsonSchema`).
 */
export function publicMembers(entries: Map<string, string>, root = ROOT): Map<string, PublicMember[]> {
  const paths = [...entries.values()].map((path) => join(root, path));
  const program = ts.createProgram(paths, compilerOptions());
  return new Map([...entries].map(([entry, path]) => [entry, new Reader(program, root).membersOf(join(root, path))]));
}

function compilerOptions(): ts.CompilerOptions {
  const config = ts.parseConfigFileTextToJson("tsconfig.json", read("tsconfig.json")).config;
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT).options;
}

/** Members of what a caller gives: `ReduceOptions.tokens`, `GatewayInput.policies`. */
const OPTIONS = /(?:Options|Input|Settings)\./;

class Reader {
  readonly checker: ts.TypeChecker;
  readonly found: PublicMember[] = [];
  readonly seen = new Set<ts.Symbol>();

  constructor(
    readonly program: ts.Program,
    readonly root: string,
  ) {
    this.checker = program.getTypeChecker();
  }

  membersOf(path: string): PublicMember[] {
    const source = this.program.getSourceFile(path);
    const module = source && this.checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${path} exports nothing`);
    for (const exported of this.checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      this.addNamed(isAlias ? this.checker.getAliasedSymbol(exported) : exported, exported.name);
    }
    return this.found;
  }

  addNamed(symbol: ts.Symbol, name: string): void {
    const declarations = (symbol.declarations ?? []).filter((node) => this.isOurs(node));
    if (this.seen.has(symbol) || declarations[0] === undefined) return;
    this.seen.add(symbol);
    this.add(name, symbol, declarations[0]);
    if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias))
      this.addMembers(name, this.checker.getDeclaredTypeOfSymbol(symbol));
    for (const node of declarations.filter(ts.isClassDeclaration)) {
      for (const made of node.members.filter(ts.isConstructorDeclaration)) {
        const documented = ts.getJSDocCommentsAndTags(made).length > 0;
        if (made.parameters.length > 0)
          this.found.push({ name: `${name}.constructor`, place: this.placeOf(made), documented, lacksDefault: false });
      }
    }
  }

  addMembers(owner: string, type: ts.Type): void {
    if (type.isUnion()) for (const part of type.types) this.addMembers(owner, part);
    else if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
      for (const member of this.checker.getPropertiesOfType(type)) this.addMember(owner, member);
  }

  addMember(owner: string, symbol: ts.Symbol): void {
    const node = (symbol.declarations ?? []).find((declared) => this.isOurs(declared) && isPublicMember(declared));
    if (node === undefined) return;
    const declared = this.checker.getSymbolAtLocation((node as ts.NamedDeclaration).name as ts.Node) ?? symbol;
    if (this.seen.has(declared)) return;
    this.seen.add(declared);
    this.add(`${owner}.${symbol.name}`, declared, node);
    for (const type of namedTypesOf(this.checker.getTypeOfSymbol(symbol))) {
      const mentioned = type.aliasSymbol ?? type.symbol;
      const isPromised = (part: ts.Declaration) =>
        (ts.isInterfaceDeclaration(part) || ts.isTypeAliasDeclaration(part)) &&
        this.placeOf(part).startsWith("ts/contract/");
      if (mentioned?.declarations?.some(isPromised)) this.addNamed(mentioned, mentioned.name);
    }
  }

  add(name: string, symbol: ts.Symbol, node: ts.Node): void {
    const documented = symbol.getDocumentationComment(this.checker).length > 0;
    const isOption = (symbol.flags & ts.SymbolFlags.Optional) !== 0 && OPTIONS.test(name);
    const lacksDefault = isOption && !symbol.getJsDocTags(this.checker).some((tag) => tag.name === "default");
    this.found.push({ name, place: this.placeOf(node), documented, lacksDefault });
  }

  placeOf(node: ts.Node): string {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    return `${relative(this.root, file.fileName).split(sep).join("/")}:${line}`;
  }

  /** Declared in `ts/`, the addon's generated types aside. */
  isOurs(node: ts.Node): boolean {
    const place = this.placeOf(node);
    return place.startsWith("ts/") && !place.startsWith("ts/binding/");
  }
}

/** A type, or the parts of a union and the elements of a list. */
function namedTypesOf(type: ts.Type): ts.Type[] {
  if (type.isUnion() && type.aliasSymbol === undefined) return type.types.flatMap(namedTypesOf);
  const [element] = type.symbol?.name === "ReadonlyArray" || type.symbol?.name === "Array" ? elementsOf(type) : [];
  return element ? namedTypesOf(element) : [type];
}

const elementsOf = (type: ts.Type) => (type as ts.TypeReference).typeArguments ?? [];

function isPublicMember(node: ts.Declaration): boolean {
  if (!(ts.isTypeElement(node) || ts.isClassElement(node) || ts.isParameterPropertyDeclaration(node, node.parent)))
    return false;
  if (node.name && ts.isPrivateIdentifier(node.name)) return false;
  return (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0;
}
