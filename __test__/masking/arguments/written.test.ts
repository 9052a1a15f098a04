// What a small edit wrote stays for a while after its file was left: a later edit may quote it, and no read has shown it. Files
// that were written whole go, because later edits hardly ever quote them.
import { describe, expect, it } from "vitest";
import { WIRE_NAMES } from "../../../ts/contract/wires.js";
import { reduceBody } from "../../../ts/index.js";
import { type Called, writeCalls } from "../../support/called.js";

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `  const ${name}_${at} = compute(${at * 31});`).join("\n");
const edit = (path: string, text: string): Called => ({
  tool: "Edit",
  args: { file_path: path, old_string: `// ${path}`, new_string: text },
  result: "ok",
});
const write = (path: string, text: string): Called => ({
  tool: "Write",
  args: { file_path: path, content: text },
  result: "ok",
});
const others = (count: number): Called[] =>
  Array.from({ length: count }, (_, at) => ({ tool: "lookup", args: { at }, result: lines(`other_${at}`, 20) }));

describe.each(WIRE_NAMES)("on %s, of files that were left", (wire) => {
  const sent = (calls: Called[]) => {
    const body = Buffer.from(JSON.stringify(writeCalls(wire, { prompt: "go", calls })));
    const reduced = reduceBody(body, { cache: { strategy: "every-turn" } }, { wire }).body;
    return new TextDecoder().decode(reduced);
  };
  const begin = [edit("src/a.ts", lines("small", 12)), write("src/b.ts", lines("whole", 120)), edit("src/c.ts", "x")];

  it("what a small edit wrote stays, and what a whole file had goes", () => {
    const text = sent([...begin, ...others(20)]);
    expect(text).toContain("small_9 = compute(279)");
    expect(text).not.toContain("whole_100 = compute(");
  });

  it("both go in the end", () => {
    const text = sent([...begin, ...others(95)]);
    expect(text).not.toContain("small_9 = compute(");
    expect(text).not.toContain("whole_100 = compute(");
  });

  it("what a read of all of the file shows again goes", () => {
    const read = { tool: "Read", args: { file_path: "src/a.ts" }, result: lines("newer", 20) };
    expect(sent([...begin, read, ...others(20)])).not.toContain("small_9 = compute(");
  });
});
