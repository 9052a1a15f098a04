import fc from "fast-check";
import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { EAGER, toBytes } from "../contract/build.js";
import { later, type Pair, pair, SPELLERS } from "../contract/wires-build.js";
import { expectAgreement } from "../support/agreement.js";
import { cases } from "../support/cases.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative } from "../support/native.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const BLOCK = 'BEGIN_DISPATCH_RESULT\n{"ok": "é"}\nEND_DISPATCH_RESULT';

/** Texts with delimiters, halves of them, and anything that may surround one. */
const piece = fc.oneof(
  { arbitrary: fc.constantFrom("BEGIN_DISPATCH_RESULT", "END_DISPATCH_RESULT", BLOCK), weight: 3 },
  { arbitrary: fc.constantFrom("\n", "\r\n", "\r", "\u2028", " ", "\\n", "\\", '"'), weight: 4 },
  {
    arbitrary: fc.constantFrom("é", "😀", "\ud83d", "\ude00", "B", "BEGIN_", "END_DISPATCH", "x".repeat(50)),
    weight: 3,
  },
  {
    arbitrary: fc.constantFrom("[dispatch output masked — 12 chars]", "[dispatch", "[dispatch output masked — 7"),
    weight: 1,
  },
);
const lines = fc.array(fc.constantFrom(`${BLOCK}\n`, "log é\n", "BEGIN_DISPATCH_RESULT\n", "END_DISPATCH_RESULT\n"), {
  maxLength: 9,
});
const text = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
  lines.map((made) => made.join("")),
  lines.map((made) => `[dispatch output masked — 12 chars]\n${made.join("")}`.trimEnd()),
  fc.constantFrom("[", "[dispatch", "[dispatch output masked — 9 chars]").map((head) => `${head}\n${BLOCK}`),
  lines.map((made) => `${"log\n".repeat(30)}${made.join("")}`),
);
const content: fc.Arbitrary<Pair["content"]> = fc.oneof(
  { arbitrary: text, weight: 3 },
  { arbitrary: fc.array(text, { minLength: 1, maxLength: 3 }), weight: 1 },
);

const prices = { read: 0.1, write: 1.25 };
const OBSERVATION = { family: "observation" } as const;
const POLICIES: PolicyInput[] = [
  { mask: EAGER },
  { mask: { ...EAGER, keepErrors: false }, dispatch: { maxChars: BLOCK.length } },
  { mask: { ...EAGER, maxObservationChars: 9, placeholder: OBSERVATION } },
  { mask: { ...EAGER, maxObservationChars: 1, placeholder: OBSERVATION } },
  { mask: { ...EAGER, maxObservationChars: 120, placeholder: OBSERVATION } },
  { mask: { ...EAGER, maxObservationChars: 300, placeholder: { template: "masked: {original_chars}" } } },
  { mask: EAGER, dispatch: { tools: ["b*"] } },
  { mask: EAGER, dispatch: { enabled: false } },
  { mask: EAGER, cache: { strategy: "rent", prices } },
  { mask: EAGER, cache: { strategy: "rent", prices, rent: 0.2 }, budget: { tokens: 300 } },
];
const COMPILED = POLICIES.map((policy) => resolvePolicy(everyTurn(policy)));

/** The expected result of a text, computed line by line; undefined if it has no blocks, or broken ones. */
function blocksOf(value: string): string[] | undefined {
  const blocks: string[] = [];
  let open: string[] | undefined;
  for (const line of value.split("\n")) {
    const isBegin = line.startsWith("BEGIN_DISPATCH_RESULT");
    const isEnd = line.startsWith("END_DISPATCH_RESULT");
    if ((isBegin && open !== undefined) || (isEnd && open === undefined)) return undefined;
    if (isBegin) open = [];
    open?.push(isEnd ? "END_DISPATCH_RESULT" : line);
    if (isEnd && open !== undefined) {
      blocks.push(open.join("\n"));
      open = undefined;
    }
  }
  return open === undefined && blocks.length > 0 ? blocks : undefined;
}

describeNative("dispatch blocks in both backends", ({ addon, levels }) => {
  const baseline = createBaseline();
  const native = createNative(addon, levels.at(-1));

  it("finds blocks in the same places, only once, in any surroundings", () => {
    let kept = 0;
    const property = fc.property(
      fc.constantFrom(...SPELLERS),
      fc.array(fc.tuple(content, fc.constantFrom("bash", "read_file")), { minLength: 1, maxLength: 4 }),
      arbitraryJsonStyle,
      fc.constantFrom(...COMPILED),
      (speller, contents, style, policy) => {
        const turns = contents.flatMap(([value, name], index) => speller.turn(pair(`c${index}`, value, name)));
        const marked = speller.wire === "anthropic" ? { cache_control: { type: "ephemeral" } } : {};
        const request = { ...speller.request([speller.user("go"), ...turns, ...later(speller)]), ...marked };
        const body = Buffer.from(renderJson(request, style));
        const { wire } = speller;
        const report = expectAgreement({ native, baseline }, body, policy, { wire });
        for (const backend of [native, baseline]) {
          const once = backend.reduceBody(body, policy, { wire }).body;
          expect(backend.reduceBody(once, policy, { wire }).changed).toBe(false);
        }
        kept += report?.decisions.filter(({ reason }) => reason === "dispatch").length ?? 0;
      },
    );
    fc.assert(property, { numRuns: cases(1_500) });
    expect(kept).toBeGreaterThan(cases(1_500) / 10);
  });

  it("finds the same blocks as reading line by line", () => {
    const policy = resolvePolicy(everyTurn({ mask: { ...EAGER, keepErrors: false }, dispatch: { maxChars: 10_000 } }));
    const [speller] = SPELLERS;
    if (speller === undefined) throw new Error("no speller");
    const log = "x".repeat(200);
    const property = fc.property(text, (value) => {
      const whole = `${log}\n${value}\n${log}`;
      const body = toBytes(speller.request([...speller.turn(pair("a", whole)), ...later(speller)]));
      const blocks = blocksOf(whole);
      for (const backend of [native, baseline]) {
        const { body: out, report } = backend.reduceBody(body, policy, {});
        expect(report.decisions[0]?.reason).toBe(blocks === undefined ? "window" : "dispatch");
        if (blocks === undefined) continue;
        const chars = whole.length - blocks.reduce((sum, block) => sum + block.length, 0);
        const expected = [`[dispatch output masked — ${chars} chars]`, ...blocks].join("\n");
        expect(JSON.parse(Buffer.from(out).toString()).messages[1].content).toBe(expected);
      }
    });
    fc.assert(property, { numRuns: cases(500) });
  });

  it.each([
    String.raw`BEGIN_DISPATCH_RESULT\n{\"a\": 1.0,  \"b\": \"\/\u00e9é\"}\nEND_DISPATCH_RESULT`,
    String.raw`\u0042EGIN\u005fDISPATCH_RESULT\u000a\u000A\ud83d\ude00😀\ud83d\nEND_DISPATCH_RESUL\u0054`,
    String.raw`BEGIN_DISPATCH_RESULT\r\n\t\u0009\b\u0008\nEND_DISPATCH_RESULT`,
  ])("keeps the spelling of blocks in the bytes: %s", (raw) => {
    for (const { turn, request, wire } of SPELLERS) {
      const messages = [...turn(pair("a", "CONTENT")), ...turn(pair("b", "later"))];
      const log = String.raw`log \u00e9\n`.repeat(30);
      const text = JSON.stringify(request(messages)).replace("CONTENT", `${log}${raw} tail\\n${log}`);
      const { body, report } = native.reduceBody(Buffer.from(text), resolvePolicy(everyTurn({ mask: EAGER })), {
        wire,
      });
      expect(report.decisions[0]?.reason).toBe("dispatch");
      expect(Buffer.from(body).toString()).toContain(`chars]\\n${raw}"`);
    }
  });
});
