import fc from "fast-check";
import { expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { losslessPhase } from "../../ts/condensation/lossless/phase.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { asItCame } from "../../ts/condensation/lossy/classification/render.js";
import type { LosslessBackend, LosslessText } from "../../ts/contract/lossless.js";
import type { Wire } from "../../ts/contract/report.js";
import type { Addon } from "../../ts/native/addon.js";
import { createNativeLossless } from "../../ts/native/lossless.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative, native } from "../support/native.js";
import { readRecording, recordings } from "../support/recordings.js";
import { makeRepeatCase } from "../support/repeat-cases.js";
import { describeWasm } from "../support/wasm.js";

/** Lines of which some have chars of two, three and four bytes, and signs that JSON escapes. */
const LINES = Array.from({ length: 16 }, (_, at) => (at % 3 === 0 ? `é漢😀 "${at}" \\ of it` : `src/module_${at}.ts`));
const line = fc.constantFrom(...LINES);
/** Lists of which some have all lines of others. */
const list = fc
  .oneof(fc.constant(LINES), fc.subarray(LINES, { minLength: 8 }), fc.array(line, { minLength: 1, maxLength: 40 }))
  .map((lines) => lines.join("\n"));
/** Small outputs that differ in few lines. */
const similar = fc
  .tuple(fc.nat(99), fc.constantFrom("", "…", "\n\n"))
  .map(([at, end]) => `${LINES.slice(0, 8).join("\n")}\n${at} passed${end}\nin 1.${at}s`);
/** Outputs with a smaller form. */
const loose = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value, null, 2)),
  fc.tuple(line, fc.integer({ min: 2, max: 30 })).map(([text, times]) => `${text}\n`.repeat(times)),
  fc
    .tuple(line, fc.nat(60))
    .map(([text, blanks]) => `\u001b[1m${text}\u001b[0m${" ".repeat(blanks)}\n${"\n".repeat(blanks)}end`),
);
/** A list with a line that says that something failed, near an end or far from both. */
const failed = fc
  .tuple(list, fc.constantFrom("error: no such file", "FAILED a.py", "ok"), fc.nat(1_200))
  .map(([text, verdict, far]) => `${text}\n${verdict}\n${"é.".repeat(far >> 1)}`);
const own = fc.record({
  text: fc.oneof(list, failed, similar, loose, fc.string({ unit: "binary", maxLength: 300 })),
  callId: fc.option(fc.constantFrom("c1", "call ✓2", ""), { nil: undefined }),
  toolName: fc.option(fc.constantFrom("read_file", 'a "tool"'), { nil: undefined }),
  path: fc.option(fc.constantFrom("a.ts", "ü.ts"), { nil: undefined }),
  isFile: fc.boolean(),
  isFixed: fc.nat(9).map((at) => at === 0),
  isError: fc.nat(9).map((at) => at === 0),
  isErrorByLines: fc.boolean(),
  isWhole: fc.nat(9).map((at) => at > 0),
  contained: fc.option(fc.nat(1), { nil: undefined }),
  similar: fc.constantFrom(2, 2, 3, undefined),
  isSeen: fc.boolean(),
});
const LABELS = ["list src", "Grep é漢😀", "run", "test"];
const results = fc
  .array(own, { maxLength: 12 })
  .map((all) => all.map((one, at): LosslessText => ({ ...one, messageIndex: at + (at >> 1) })));

/** Parts of one file, with and without numbers, that repeat each other. */
const repeating = (seed: number): LosslessText[] =>
  makeRepeatCase(seed).results.map(({ path, isFixed, ...result }, at) => ({
    ...{ ...result, path, isFile: at % 2 === 0, isFixed, isError: false, isWhole: at % 7 !== 6 },
    isErrorByLines: at % 2 === 1,
    isSeen: at % 3 !== 0,
    ...{ contained: at % 3 === 0 ? 0 : undefined, similar: at % 4 === 3 ? undefined : 2 },
  }));

/** A whole result in a group. */
const base: LosslessText = {
  ...{ text: "", messageIndex: 0, callId: "c1", toolName: "run", path: undefined },
  ...{ isFile: false, isFixed: false, isError: false, isErrorByLines: false, isSeen: true, isWhole: true },
  ...{ contained: 0, similar: undefined },
};

function changesOf(addon: Addon): void {
  const find = createNativeLossless(addon);
  const nothing = { shortened: [], consolidations: [], deduplications: [] };

  it("points from no text that one of its lines calls an error", () => {
    const one = { ...base, text: `${LINES.join("\n")}\nerror: no such file`, messageIndex: 1 };
    const pair = (isErrorByLines: boolean) => [1, 3].map((messageIndex) => ({ ...one, messageIndex, isErrorByLines }));
    expect(find(pair(true), LABELS)).toEqual(nothing);
    expect(find(pair(false), LABELS).consolidations).toHaveLength(1);
    const alone = pair(false).map((two) => ({ ...two, contained: undefined }));
    expect(find(alone, LABELS).deduplications).toHaveLength(1);
    const judged = alone.map((two) => ({ ...two, isErrorByLines: true }));
    expect(find(judged, LABELS).deduplications).toEqual([]);
  });

  it("leaves texts with half a surrogate pair as they are, and points to none", () => {
    const whole = LINES.join("\n");
    const texts = [`${whole}\n\ud83d`, `${whole}\n\ud83d`, `${whole}\n\ufffd`, whole, whole];
    const all = texts.map(
      (text, messageIndex): LosslessText => ({ ...base, contained: undefined, text, messageIndex }),
    );
    const { shortened, consolidations, deduplications } = find(all, LABELS);
    expect([shortened, consolidations]).toEqual([[], []]);
    expect(deduplications.map(({ result, repeats }) => [result, repeats[0]?.source])).toEqual([
      [3, 2],
      [4, 2],
    ]);
  });

  it("reads names with halves of surrogate pairs, also where one begins with the other's half", () => {
    const named = { ...base, contained: undefined, text: LINES.join("\n"), callId: "c\ud83d", toolName: "\ude00" };
    const [change] = find([named, { ...named, messageIndex: 1 }], ["\ud83d"]).deduplications;
    expect(change?.text).toContain("\ufffd");
  });

  it("finds nothing where there are no results", () => {
    expect(find([], [])).toEqual(nothing);
  });

  it("refuses words that do not fit the bytes", () => {
    const refuses = (bytes: Uint8Array, words: number[]) =>
      expect(() => addon.losslessChanges(bytes, Uint32Array.from(words))).toThrow(/do not fit the bytes/);
    refuses(Buffer.from("ab"), []);
    refuses(Buffer.from("ab"), [1, 0]);
    refuses(Buffer.from("ab"), [0xffffffff, 0xffffffff, 1]);
    refuses(Buffer.from("ab"), [1, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
    refuses(Buffer.from("ab"), [1, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    refuses(Buffer.from("é"), [2, 0, ...[1, 0, 0, 0, 0, 0, 0, 0], ...[1, 0, 0, 0, 0, 0, 0, 0]]);
    refuses(Uint8Array.of(0xff), [1, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  });
}

describeNative("the lossless phase in the addon", ({ addon }) => changesOf(addon));
describeWasm("the lossless phase over WebAssembly", (addon) => {
  changesOf(addon);
  if (!("addon" in native)) return;
  const [one, other] = [createNativeLossless(native.addon), createNativeLossless(addon)];

  it(
    "finds what the addon finds in any results",
    () => {
      const found = { shortened: 0, runs: 0, differing: 0, pointers: 0 };
      const property = fc.property(results, (texts) => {
        const changes = one(texts, LABELS);
        expect(other(texts, LABELS)).toEqual(changes);
        found.shortened += changes.shortened.length;
        for (const { consolidated } of changes.consolidations) found["runs" in consolidated ? "runs" : "differing"]++;
        found.pointers += changes.deduplications.length;
      });
      fc.assert(property, { numRuns: cases(1_000) });
      for (const count of Object.values(found)) expect(count).toBeGreaterThan(5);
    },
    timeLimit(60_000),
  );

  it("finds what the addon finds in results that repeat each other", () => {
    let pointers = 0;
    for (let seed = 0; seed < cases(2_000); seed++) {
      const texts = repeating(seed);
      const changes = one(texts, LABELS);
      expect(other(texts, LABELS)).toEqual(changes);
      pointers += changes.deduplications.length;
    }
    expect(pointers).toBeGreaterThan(500);
  });

  it.skipIf(recordings === undefined)(
    "gives the texts, references and sources that the addon gives, on recordings (TAMIS_SHARED)",
    () => {
      const all = process.env.TAMIS_ALL_RECORDINGS !== undefined;
      const some = (recordings ?? []).filter((_, index) => all || index % 12 === 0);
      let references = 0;
      for (const recording of some) {
        const { messages, contents, input } = JSON.parse(readRecording(recording).toString("utf8"));
        const wire: Wire = recording.wire;
        const typed = classify(openConversation({ messages: messages ?? contents ?? input, wire }));
        const run = (backend: LosslessBackend) =>
          losslessPhase(typed, asItCame(typed), { isPinned: () => false, backend });
        const found = run(one);
        expect(run(other), recording.file).toEqual(found);
        references += found.references.length;
      }
      expect(references).toBeGreaterThan(10);
    },
    timeLimit(120_000),
  );
});
