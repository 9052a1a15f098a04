import { expect, it } from "vitest";
import {
  assertSameAnswers,
  type Contestant,
  loadContestants,
  POLICY_NAMES,
  pairFor,
} from "../../benches/contestants.js";
import { GROWTH_FAMILIES, MEMORY_FAMILIES } from "../../benches/families.js";
import { generatedInputs, INPUT_GROUPS } from "../../benches/inputs.js";
import { describeNative } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";
import { describeWasm } from "../support/wasm.js";

const field = await loadContestants().catch((error: Error) => error.message);

/** Ten tool turns; the window of eight leaves the first two to be masked. */
const TEXTS = ["Error: first", 'é🚀 \\ "quoted"\n'.repeat(30), ...Array<string>(8).fill("in the window ".repeat(30))];

const request = (texts: readonly string[]) => ({
  model: "gpt-4o",
  messages: [
    { role: "user", content: "go" },
    ...texts.flatMap((text, turn) =>
      chatOf([{ calls: [{ id: `call_${turn}`, tool: "read_file", result: text.padEnd(120, ".") }] }]),
    ),
  ],
});

const placeholder = (turn: number, chars: number) =>
  `[Observation masked: old tool result (tool_call_id=call_${turn}, tool=read_file, chars=${chars})]`;

const describeBoth = (title: string, cases: () => void) =>
  describeNative(title, () => describeWasm("beside WebAssembly", cases));

describeBoth("contestants", () => {
  if (typeof field === "string") throw new Error(field);
  const { native, typescript, wasm, policies } = field;
  const body = Buffer.from(JSON.stringify(request(TEXTS)));

  it("compares native with TypeScript where that does the same, else with WebAssembly", () => {
    expect(pairFor(field, "mask-only", "openai-chat")).toEqual([native, typescript]);
    expect(pairFor(field, "mask-only", "gemini")).toEqual([native, wasm]);
    expect(pairFor(field, "default", "openai-chat")).toEqual([native, wasm]);
    const backends = [native, wasm].map(({ reduce }) => reduce(body, policies.default).report);
    expect(backends).toMatchObject([{ backend: "native" }, { backend: "wasm" }]);
    expect(() => typescript.reduce(body, policies.default)).toThrow(/masks, and nothing else/);
  });

  it.each([native, typescript, wasm])("$name masks every old result in mask-only", ({ reduce }) => {
    const { body: smaller } = reduce(body, policies["mask-only"]);
    const expected = request(TEXTS);
    Object.assign(expected.messages[2] ?? {}, { content: placeholder(0, 120) });
    Object.assign(expected.messages[4] ?? {}, { content: placeholder(1, 450) });
    expect(JSON.parse(Buffer.from(smaller).toString("utf8"))).toEqual(expected);
  });

  it.each(POLICY_NAMES)("finds that the contestants agree on generated inputs, %s", (policy) => {
    for (const group of INPUT_GROUPS.filter(({ targetBytes }) => Math.max(...targetBytes) <= 1_000_000)) {
      for (const { name, body } of generatedInputs(group)) {
        const { maskedCount } = assertSameAnswers(pairFor(field, policy, "openai-chat"), body, policies[policy], name);
        // Small requests wait: moving the boundary would cost more than it has saved so far.
        if (policy === "mask-only" || body.length > 250_000) expect(maskedCount, name).toBeGreaterThan(0);
      }
    }
  });

  it.each([...GROWTH_FAMILIES, ...MEMORY_FAMILIES])(
    "finds that the contestants agree on the family $name",
    ({ name, make }) => {
      const body = make(200_000);
      expect(Math.abs(body.length / 200_000 - 1)).toBeLessThan(0.2);
      expect(
        assertSameAnswers([native, typescript, wasm], body, policies["mask-only"], name).messageCount,
      ).toBeGreaterThan(0);
    },
  );

  it("does not time contestants that differ, or of which one skips the input", () => {
    const lazy: Contestant = { ...native, name: "lazy", reduce: (body) => native.reduce(body, policies.default) };
    expect(() => assertSameAnswers([native, lazy], body, policies["mask-only"], "input")).toThrow(
      /^input: different answers.*\n {2}native: \d+ masked.*\n {2}lazy: \d+ masked/,
    );
    const noJson = Buffer.from("{");
    expect(() => assertSameAnswers([native, wasm], noJson, policies.default, "input")).toThrow(/native skipped it/);
  });
});
