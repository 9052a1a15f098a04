// Which results lose their middle when they are first sent, and how the model has it back: by the same call.
import { describe, expect, it } from "vitest";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { reduceBody } from "../../ts/reduce/reduce.js";
import { createMemoryStore, putOriginals, restoreBody } from "../../ts/restore/index.js";
import { everyBackend } from "../support/native.js";

interface Call {
  tool: string;
  args?: object;
  text?: string;
  isFailed?: boolean;
}

/** Nothing is masked, and no result points to another: each stays as it is first sent. */
const ARRIVAL: PolicyInput = { cache: { strategy: "off" }, arrival: { dedupe: false } };
const linesOf = (name: string, chars: number): string => {
  const lines: string[] = [];
  for (let at = 0, length = 0; length < chars; at++) {
    lines.push(`${name} ${at}: ${(at * 7919) % 10_007} of what it found`);
    length += (lines.at(-1)?.length ?? 0) + 1;
  }
  return lines
    .join("\n")
    .slice(0, chars - 1)
    .concat(".");
};
const LONG = linesOf("row", 30_000);

function bodyOf(calls: readonly Call[], prompt = "go"): Buffer {
  const turns = calls.flatMap(({ tool, args = {}, text = LONG, isFailed }, at) => {
    const result = { type: "tool_result", tool_use_id: `c${at}`, content: text };
    return [
      { role: "assistant", content: [{ type: "tool_use", id: `c${at}`, name: tool, input: args }] },
      { role: "user", content: [isFailed ? { ...result, is_error: true } : result] },
    ];
  });
  return Buffer.from(
    JSON.stringify({ model: "claude-sonnet-4-5", messages: [{ role: "user", content: prompt }, ...turns] }),
  );
}

describe.each(everyBackend())("a long result, %s", (_, backend) => {
  const reduce = (body: Uint8Array) => backend.reduceBody(body, resolvePolicy(ARRIVAL), { wire: "anthropic" });
  const shown = (calls: readonly Call[], prompt?: string): string[] => {
    const { body } = reduce(bodyOf(calls, prompt));
    const { messages } = JSON.parse(Buffer.from(body).toString()) as { messages: { content: { content: string }[] }[] };
    return messages.filter((_one, at) => at > 0 && at % 2 === 0).map(({ content }) => content[0]?.content ?? "");
  };
  const areWhole = (calls: readonly Call[]) => shown(calls).map((text, at) => text === (calls[at]?.text ?? LONG));

  it("keeps a failure that stands among checks that passed", () => {
    const passed = Array.from({ length: 30 }, (_one, at) => `ok ${at} - adds the numbers of row ${at}`).join("\n");
    const failed = "---\nError: connection refused at db:5432\nFAILED tests/x.py::test_a\n...";
    for (const one of [failed, failed.replaceAll(/^/gm, "  ")]) {
      const [text = ""] = shown([{ tool: "Bash", text: `${passed}\n${one}\nok 31 - the last` }]);
      expect(text).toBe(`[clipped — 30 lines of passed checks left out]\n${one}\nok 31 - the last`);
    }
  });

  it("keeps head, tail, error lines and names of what is left out", () => {
    const middle = `${LONG}\nerror TS2322: no such thing\n${LONG.replaceAll("row", "src/deep/file.ts")}\n${LONG}`;
    const [text = ""] = shown([{ tool: "search", text: middle }]);
    expect(text.length).toBeLessThan(4_200);
    expect(text.startsWith(middle.slice(0, 1_000))).toBe(true);
    expect(text.endsWith(middle.slice(-1_000))).toBe(true);
    expect(text).toMatch(
      /\n\[clipped — \d+ chars left out; its error line follows; mentions: [^\n]*src\/deep\/file\.ts/,
    );
    expect(text).toContain("\nerror TS2322: no such thing\n");
  });

  it("is one of more than 3,000 chars, of which two fifths stay", () => {
    expect(areWhole([{ tool: "search", text: linesOf("row", 3_000) }])).toEqual([true]);
    for (const chars of [3_001, 6_000, 9_000]) {
      const [text = ""] = shown([{ tool: "search", text: linesOf("row", chars) }]);
      expect([text.length > chars * 0.25, text.length < chars * 0.45], `${chars}`).toEqual([true, true]);
    }
  });

  it("says where the whole text is, however little was left out", async () => {
    const key = "a secret of 16 chars or more";
    const source = { store: createMemoryStore(), tenant: "acme", key };
    const passed = Array.from({ length: 30 }, (_one, at) => ` ✓ test/module_${at}.test.ts (3 tests) 9ms`).join("\n");
    for (const text of [linesOf("row", 3_001), linesOf("row", 4_100), `${passed}\n × adds\n`]) {
      const body = bodyOf([{ tool: "Bash", args: { command: "x" }, text }]);
      const policy = resolvePolicy({ ...ARRIVAL, restore: { handles: true, key } });
      const reduction = reduceBody(body, policy, { wire: "anthropic", tenant: "acme" });
      expect(Buffer.from(reduction.body).toString()).toMatch(/\[clipped — [^\]]*; original: ref=/);
      await putOriginals(reduction, source);
      expect(Buffer.from((await restoreBody(reduction.body, source)).body).equals(body)).toBe(true);
    }
  });

  it.each<[string, Call]>([
    ["the user's answer", { tool: "AskUserQuestion" }],
    ["a skill", { tool: "Skill", args: { name: "notes" } }],
    ["a rules file", { tool: "Read", args: { file_path: "CLAUDE.md" } }],
    ["a file", { tool: "Read", args: { file_path: "a.ts" } }],
    ["a file that a shell prints", { tool: "Bash", args: { command: "cat src/a.ts" } }],
    ["a list of what is to be done", { tool: "TodoWrite", args: { todos: [] } }],
    ["the report of a sub-agent", { tool: "Task", args: { prompt: "look" } }],
  ])("stays whole where it is %s", (_name, call) => {
    expect(areWhole([call])).toEqual([true]);
  });

  it("stays whole where an answer picks from a list or an object that a tool of no known kind sends", () => {
    const flights = (chars: number) => {
      const one = (_: unknown, at: number) => ({ number: `HAT${at + 100}`, departs: "07:00:00", price: 60 + at });
      return JSON.stringify(Array.from({ length: chars / 54 }, one));
    };
    const [short, long] = [flights(12_000), flights(24_000)];
    expect(areWhole([{ tool: "search_flights", text: short }])).toEqual([true]);
    expect(areWhole([{ tool: "search_flights", text: long }])).toEqual([false]);
    expect(areWhole([{ tool: "search_flights", text: `found: ${short}` }])).toEqual([false]);
    expect(areWhole([{ tool: "Bash", args: { command: "x" }, text: short }])).toEqual([false]);
  });

  it("stays whole where it is the task", () => {
    const call = { tool: "get_issue", args: { number: 4711 } };
    expect(shown([call], `Fix ${"issue"} 4711 please`)).toEqual([LONG]);
    expect(shown([call], "go")).not.toEqual([LONG]);
  });

  it("comes whole when the same call asks for it again soon, and so do those after it", () => {
    const call = { tool: "Bash", args: { command: "x" } };
    const other = { tool: "Bash", args: { command: "y" } };
    const few = (count: number) =>
      Array.from({ length: count }, (_one, at) => ({ tool: "note", args: { at }, text: "ok" }));
    expect(areWhole([call, call, call])).toEqual([false, true, true]);
    expect(areWhole([call, other])).toEqual([false, false]);
    expect(areWhole([call, ...few(18), call]).at(-1)).toBe(true);
    expect(areWhole([call, ...few(20), call]).at(-1)).toBe(false);
  });

  it("is the same when it comes back clipped, and when the model asks again then", () => {
    const call = { tool: "Bash", args: { command: "npm test" } };
    for (const calls of [[call], [call, call], [call, { tool: "note", text: "ok" }, call, call]]) {
      const once = reduce(bodyOf(calls)).body;
      expect(Buffer.from(reduce(once).body).toString()).toBe(Buffer.from(once).toString());
    }
    const [clipped = ""] = shown([call]);
    expect(areWhole([{ ...call, text: clipped }, call])).toEqual([true, true]);
  });

  it("keeps the lines in the middle that say what failed, where the wire says that it failed", () => {
    const text = `${LONG}\n${Array.from({ length: 12 }, (_one, at) => `FAILED tests/test_${at}.py`).join("\n")}\n${LONG}`;
    const masks = resolvePolicy({ cache: { strategy: "every-turn" } });
    const more = Array.from({ length: 6 }, (_one, at) => ({ tool: "note", args: { at }, text: "ok" }));
    const { body } = backend.reduceBody(bodyOf([{ tool: "Bash", text, isFailed: true }, ...more]), masks, {
      wire: "anthropic",
    });
    const sent = Buffer.from(body).toString();
    expect(sent.length).toBeLessThan(7_000);
    for (let at = 0; at < 12; at++) expect(sent).toContain(`FAILED tests/test_${at}.py\\n`);
  });

  it("leaves all its error lines behind when it is masked, up to 8,000 chars of them", () => {
    const errors = Array.from(
      { length: 60 },
      (_one, at) => `src/file_${at}.ts(${at},7): error TS2339: no such property`,
    );
    const text = `${linesOf("row", 1_500)}\n${errors.join("\n")}\n${linesOf("more", 4_000)}`;
    const masks = resolvePolicy({ cache: { strategy: "every-turn" } });
    const more = Array.from({ length: 6 }, (_one, at) => ({ tool: "note", args: { at }, text: "ok" }));
    const { body, report } = backend.reduceBody(bodyOf([{ tool: "Bash", text }, ...more]), masks, {
      wire: "anthropic",
      explain: true,
    });
    expect(report.decisions[0]).toMatchObject({ action: "mask", role: "failure" });
    const sent = Buffer.from(body).toString();
    for (const line of errors) expect(sent).toContain(line);
  });

  describe("of a test runner", () => {
    const passed = Array.from({ length: 40 }, (_one, at) => ` ✓ test/some/module_${at}.test.ts (3 tests) 9ms\n`).join(
      "",
    );
    const failed =
      " ❯ test/b.test.ts (2 tests | 1 failed)\n   × adds\n     → expected 3 to be 4\n       at src/b.ts:4:17\n";
    const text = `${passed}${failed}${passed}\n      Tests  1 failed | 240 passed (241)\n`;
    const mark = "[clipped — 40 lines of passed checks left out]\n";
    const smaller = text.replaceAll(passed, mark);
    const run = { tool: "Bash", args: { command: "npm test" }, text };
    const note = { tool: "note", text: "ok" };

    it("loses the lines of what passed, and nothing of what failed, with the wire's mark of an error and without", () => {
      for (const isFailed of [false, true]) expect(shown([{ ...run, isFailed }])).toEqual([smaller]);
    });

    it("stays whole in the next turn, where the same call asks for the rest, and tells later what fails now", () => {
      expect(shown([run, run, run])).toEqual([smaller, text, text]);
      expect(shown([run, note, run, note, run])).toEqual([smaller, "ok", smaller, "ok", smaller]);
      for (const calls of [
        [run, run, note],
        [run, note, run],
      ]) {
        const once = reduce(bodyOf(calls)).body;
        expect(Buffer.from(reduce(once).body).toString()).toBe(Buffer.from(once).toString());
      }
    });

    it("stays whole where it is a file, pinned, or of a tool that never changes", () => {
      expect(shown([{ tool: "Bash", args: { command: "cat test.log" }, text }])).toEqual([text]);
      for (const more of [{ pin: ["module_7.test"] }, { mask: { tools: { Bash: { never: true } } } }]) {
        const { body } = backend.reduceBody(bodyOf([run]), resolvePolicy({ ...ARRIVAL, ...more }), {
          wire: "anthropic",
        });
        expect(Buffer.from(body).equals(bodyOf([run]))).toBe(true);
      }
    });
  });
});
