import { describe, expect, it } from "vitest";
import { exportsOf, filesUnder, type Import, importsOf, publicEntries } from "./typescript-imports.js";

/**
 * The layers of `ts/`, lowest first: folders, and the files of the index. A file may import from lower layers and, without a
 * cycle, from its own.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["base/", "text/", "shape/"],
  ["models/"],
  ["policy/"],
  ["trust/"],
  ["contract/"],
  ["wires/"],
  ["binding/"],
  ["native/"],
  ["wasm/"],
  ["load/"],
  ["validate/", "tokens/", "llm/", "pricing/", "history/", "simulate/", "reduce/"],
  ["pipeline/"],
  ["condensation/"],
  ["session/", "adapters/", "restore/"],
  ["index.ts", "library.ts", "edge/"],
  ["gateway/"],
  ["agents/", "ledger/"],
  ["ui/"],
  ["cli/"],
];

/**
 * What the command line takes from inside, and why. Everything else it takes is a name that the package exports: a
 * command shows what any user can do.
 */
const INSIDE: Record<string, string> = {
  "base/clock.ts": "writes spans of time as everywhere else",
  "base/counts.ts": "writes counts as everywhere else",
  "base/dollars.ts": "writes money as everywhere else",
  "base/idle-work.ts": "reads bodies while no request waits",
  "base/steps.ts": "reads bodies in steps, between which requests are answered",
  "base/maps.ts": "keeps maps of lists as everywhere else",
  "base/sums.ts": "adds up objects with numbers as everywhere else",
  "shape/spelling.ts": "writes the keys of objects as everywhere else",
  "text/json-pointer.ts": "reads the paths of edits as everywhere else",
  "text/json-value.ts": "reads JSON that may be none as everywhere else",
  "text/parse-in-steps.ts": "reads bodies in steps, between which requests are answered",
  "base/version.ts": "prints the version without loading the package",
  "load/backend.ts": "lets the gateway's process give memory back",
  "native/platform.ts": "says how to get the native backend",
  "restore/original-files.ts": "shares the folder of originals with the gateway beside it",
  "base/node-sqlite.ts": "reads the ledger for the status line, which loads little",
  "base/redact.ts": "keeps secrets out of its own messages",
  "base/issues.ts": "shows where in a file a policy is wrong",
  "text/surrogates.ts": "shows what a repair makes of a text",
  "policy/toml.ts": "tells the keys of a policy from the sections of the gateway",
  "policy/check.ts": "writes policies as files and flags do",
  "policy/groups.ts": "writes policies as files do",
  "policy/policy.ts": "measures a backend with a policy that is compiled once",
  "agents/index.ts": "starts agents by their launch profiles",
  "agents/hook.ts": "is the hook, which loads little",
  "ledger/place.ts": "is where the hook notes its numbers, without the ledger",
  "ui/index.ts": "serves the page",
  "ledger/index.ts": "keeps and shows what requests cost",
  "base/write-safely.ts": "writes files as a whole",
  "base/errors.ts": "says what was thrown",
  "base/system-errors.ts": "says in words what the system refuses",
  "base/home-folder.ts": "finds what is in the user's own folder",
  "base/make-folder.ts": "makes folders, also where the system refuses",
  "contract/backend.ts": "measures and checks each backend",
  "contract/result-role.ts": "says what a result is for in the page's words",
  "contract/wires.ts": "lists the wires that --wire can name",
  "native/backend.ts": "checks the addon beside WebAssembly",
  "wasm/load.ts": "checks WebAssembly beside the addon",
};

const files = filesUnder("ts", ".ts", ".tsx", ".cts");
const imports = files.flatMap(importsOf);

const isIn = (file: string, pattern: string) => (pattern.endsWith("/") ? file.startsWith(pattern) : file === pattern);
const layerOf = (file: string) => LAYERS.findIndex((patterns) => patterns.some((pattern) => isIn(file, pattern)));
const show = ({ from, to }: Import) => `${from} → ${to}`;

describe("imports of ts/", () => {
  it("sees all imports", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(imports.length).toBeGreaterThan(100);
    const known = new Set([...files, ...filesUnder("ts", ".json", ".css"), "binding/binding.ts"]);
    expect(imports.filter(({ to }) => !known.has(to)).map(show)).toEqual([]);
  });

  it("gives every file a layer", () => {
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
  });

  it("finds no import that points upward", () => {
    expect(imports.filter(({ from, to }) => layerOf(to) > layerOf(from)).map(show)).toEqual([]);
  });

  it("finds no cycle, not even of types", () => {
    expect(findCycle(new Map(files.map((file) => [file, targetsOf(file)])))).toEqual([]);
  });

  it("take the command line through the public names, with the exceptions named", () => {
    const exported = new Set(publicEntries().flatMap(({ file }) => exportsOf(file).map(({ name }) => name)));
    const inside = imports
      .filter(({ from, to }) => from.startsWith("cli/") && !to.startsWith("cli/"))
      .filter(
        ({ to, names }) => names.length === 0 || to === "base/version.ts" || !names.every((name) => exported.has(name)),
      );
    expect(inside.filter(({ to }) => !(to in INSIDE)).map(show)).toEqual([]);
    const used = new Set(inside.map(({ to }) => to));
    expect(Object.keys(INSIDE).filter((file) => !used.has(file))).toEqual([]);
  });
});

function targetsOf(file: string): string[] {
  return imports.filter(({ from }) => from === file).map(({ to }) => to);
}

/** The first cycle as a list of files; empty if there is none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
