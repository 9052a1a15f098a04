import { describe, expect, it } from "vitest";
import { maskingPolicy } from "../../../ts/simulate/policies.js";
import { WIRE_NAMES } from "../conversations.js";
import { billOf, type Call, filler, MASKS, policyOf, recording, type Turn } from "./requests.js";

const FILE = `${Array.from({ length: 30 }, (_, line) => `  const value${line} = compute(${line});`).join("\n")}\n`;
const numbered = FILE.split("\n")
  .map((line, at) => `${at + 1}\t${line}`)
  .join("\n");
const read = (result = FILE): Call => ({ tool: "Read", args: { file_path: "/srv/a.ts" }, result });
const edit = (old: string, made: string, path = "/srv/a.ts"): Call => ({
  tool: "Edit",
  args: { file_path: path, old_string: old, new_string: made },
  result: "The file was changed.",
});
const turn = (...calls: Call[]): Turn => ({ calls });
const twoLines = "  const value3 = compute(3);\n  const value4 = compute(4);";

describe.each(WIRE_NAMES)("what is kept on %s", (wire) => {
  const keptOf = async (turns: readonly Turn[], prompt?: string) => (await billOf(recording(wire, turns, prompt))).kept;

  it("counts an edit as whole while all its lines stand in the request that it answers", async () => {
    const whole = await keptOf([turn(read()), turn(edit(twoLines, "x"))]);
    expect(whole).toMatchObject({ edits: { all: 1, kept: 1 }, failedEdits: { all: 1, failed: 0 }, lostAt: [] });
    const lost = await keptOf([turn(read()), filler(0), turn(edit(twoLines, "x"))]);
    expect(lost).toMatchObject({ edits: { all: 1, kept: 0 }, failedEdits: { all: 1, failed: 1 }, lostAt: [2] });
  });

  it("counts no edit whose lines no result and no call had, or that quotes no line of 12 chars", async () => {
    const unknown = "  const value99 = compute(99);";
    const said = await keptOf([
      turn(read()),
      { say: unknown, ...turn(filler(0).calls?.[0] as Call) },
      turn(edit(unknown, "x")),
    ]);
    expect(said.edits.all).toBe(0);
    expect((await keptOf([turn(read("short line\nmore")), turn(edit("short line", "x"))])).edits.all).toBe(0);
    expect((await keptOf([turn(edit(twoLines, "x"))], FILE)).edits.all).toBe(0);
  });

  it("finds the lines of an edit in a call that wrote them, and in the middle of other lines", async () => {
    const write: Call = { tool: "Write", args: { file_path: "/srv/a.ts", content: FILE }, result: "done" };
    const kept = await keptOf([turn(write), filler(0), turn(edit(twoLines, "x"))]);
    expect(kept).toMatchObject({ edits: { all: 1, kept: 1 }, failedEdits: { all: 1, failed: 0 } });
    const inside = await keptOf([turn(read(numbered)), turn(edit("value3 = compute(3)", "x"))]);
    expect(inside).toMatchObject({ edits: { all: 1, kept: 1 }, failedEdits: { all: 1, failed: 0 } });
  });

  it("rebuilds a file from numbered reads and the edits since", async () => {
    const first = edit("  const value3 = compute(3);", "  const renamed = compute(3);");
    const second = edit("  const renamed = compute(3);\n  const value4 = compute(4);", "x");
    const kept = await keptOf([turn(read(numbered)), turn(first), turn(second)]);
    // The read is masked for the second edit: its line 4 is in no call.
    expect(kept).toMatchObject({ edits: { all: 2, kept: 1 }, failedEdits: { all: 2, failed: 1 } });
    const other = edit(twoLines, "x", "/srv/b.ts");
    expect((await keptOf([turn(read()), turn(other)])).failedEdits.all).toBe(0);
  });

  it("keeps a value that only results had while the request of its answer has it", async () => {
    const found: Turn = turn({
      tool: "search",
      args: {},
      result: `HAT136 on 2024-05-20 at $1,254.50 and 7 ${"x ".repeat(200)}`,
    });
    const uses = { say: "I book HAT136 on 2024-05-20 for 1,254.50, as 7 wanted." };
    expect((await keptOf([found, uses])).values).toEqual({ all: 3, kept: 3 });
    expect((await keptOf([found, filler(0), uses])).values).toEqual({ all: 3, kept: 0 });
    const asked = await keptOf([found, filler(0), turn({ tool: "book", args: { flight: "HAT136" }, result: "" })]);
    expect(asked.values).toEqual({ all: 1, kept: 0 });
    expect((await keptOf([found, filler(0), uses], "Is it HAT136?")).values).toEqual({ all: 2, kept: 0 });
  });

  it("keeps a line of failing output until the same command succeeds", async () => {
    const run = (result: string): Turn => turn({ tool: "Bash", args: { command: "npm test" }, result });
    const failing = `${"passed\n".repeat(60)}FAILED tests/deep/parser.test.ts\nError: x`;
    expect((await keptOf([run(failing), filler(0), filler(1)])).errorLines).toEqual({ all: 2, kept: 0 });
    expect((await keptOf([run(failing), run("all passed"), filler(1)])).errorLines).toEqual({ all: 2, kept: 2 });
    const shown = await keptOf([run(failing), run(failing), filler(0)]);
    expect(shown.errorLines).toEqual({ all: 4, kept: 0 });
  });

  it("counts no failure that is older than 20 tool turns", async () => {
    const failing = turn({
      tool: "Bash",
      args: { command: "npm test" },
      result: `FAILED tests/parser.test.ts\n${"x ".repeat(200)}`,
    });
    const trace = recording(wire, [failing, ...Array.from({ length: 24 }, (_, at) => filler(at))]);
    const masksLate = (windowTurns: number) => policyOf({ ...MASKS, mask: { ...(MASKS.mask as object), windowTurns } });
    expect((await billOf(trace, masksLate(19))).kept.errorLines).toEqual({ all: 1, kept: 0 });
    expect((await billOf(trace, masksLate(22))).kept.errorLines).toEqual({ all: 1, kept: 1 });
  });

  it("counts results that the session fetched again within 40 calls", async () => {
    const again = async (turns: number) => {
      const between = Array.from({ length: turns }, (_, at) => filler(at));
      return (await keptOf([turn(read()), ...between, turn(read()), filler(99)])).fetchedAgain;
    };
    expect(await again(2)).toEqual({ all: 4, again: 1 });
    expect(await again(39)).toEqual({ all: 41, again: 1 });
    expect(await again(42)).toEqual({ all: 44, again: 0 });
    const other: Call = { tool: "Read", args: { file_path: "/srv/b.ts" }, result: FILE };
    expect((await keptOf([turn(read()), filler(0), turn(other)])).fetchedAgain.again).toBe(0);
  });

  it("counts answers of the user that stay as they are", async () => {
    const asks = turn({
      tool: "AskUserQuestion",
      args: { q: 1 },
      result: `Take the blue one. ${"Really. ".repeat(40)}`,
    });
    expect((await keptOf([asks])).roles.user).toEqual({ all: 1, kept: 1 });
    expect((await keptOf([asks, filler(0), filler(1)])).roles.user).toEqual({ all: 1, kept: 0 });
  });

  it("bills one more request with 3,000 tokens for each lost edit, and carries them on", async () => {
    const turns = [turn(read()), filler(0), turn(edit(twoLines, "x")), filler(1), filler(2)];
    const { cost, costWithReReads, requests = [] } = await billOf(recording(wire, turns));
    const [reads, writes] = wire === "anthropic" ? [0.1, 1.25] : [0.1, 1];
    const { read: was, written, fresh } = requests[2] ?? { read: 0, written: 0, fresh: 0 };
    const later = requests.length - 3;
    const more = (was + written + fresh) * reads + 3000 * writes + later * 3000 * reads;
    expect(later).toBe(3);
    expect((costWithReReads ?? 0) - cost).toBeCloseTo(more, 6);
  });

  it("counts of a window after a rewind what its own requests need", async () => {
    const ask: Call = { tool: "AskUserQuestion", args: {}, result: "the blue one, please" };
    const turns = [turn(read(), ask), filler(0), turn(edit(twoLines, "x")), filler(1)];
    const trace = recording(wire, [...turns, turn(edit("  const value9 = compute(9);", "y")), filler(2)]);
    const whole = (await billOf(trace)).kept;
    expect(whole).toMatchObject({ edits: { all: 2, kept: 0 }, roles: { user: { all: 1 } } });
    const own = (await billOf({ ...trace, inherited: { steps: 4 } })).kept;
    expect(own).toMatchObject({
      edits: { all: 1, kept: 0 },
      failedEdits: { all: 1 },
      roles: { user: { all: 0, kept: 0 } },
    });
    expect(own.fetchedAgain.all).toBeLessThan(whole.fetchedAgain.all);
  });

  it("finds nothing that arguments no longer have", async () => {
    const write: Call = { tool: "Write", args: { file_path: "/srv/a.ts", content: FILE.repeat(4) }, result: "done" };
    const late = "  const value29 = compute(29);";
    const trace = recording(wire, [turn(write), filler(0), filler(1), turn(edit(late, "x"))]);
    const shortens = { ...MASKS, args: { tools: ["*"] } };
    expect((await billOf(trace)).kept).toMatchObject({
      edits: { all: 1, kept: 1 },
      failedEdits: { all: 1, failed: 0 },
    });
    const { kept } = await billOf(trace, policyOf(shortens));
    expect(kept).toMatchObject({ edits: { all: 1, kept: 0 }, failedEdits: { all: 1, failed: 1 } });
  });
});

describe("the default policy's bill", () => {
  it("is that with re-reads where no edit lost a line", async () => {
    const { cost, costWithReReads } = await billOf(
      recording("anthropic", [turn(read()), filler(0)]),
      maskingPolicy("b", {}),
    );
    expect(costWithReReads).toBe(cost);
  });
});
