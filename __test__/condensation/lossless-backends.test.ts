import { expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { losslessPhase } from "../../ts/condensation/lossless/phase.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { asItCame } from "../../ts/condensation/lossy/classification/render.js";
import type { LosslessBackend, LosslessText } from "../../ts/contract/lossless.js";
import type { Wire } from "../../ts/contract/report.js";
import type { Addon } from "../../ts/native/addon.js";
import { createNativeLossless } from "../../ts/native/lossless.js";
import { timeLimit } from "../support/cases.js";
import { describeNative, native } from "../support/native.js";
import { readRecording, recordings } from "../support/recordings.js";
import { describeWasm } from "../support/wasm.js";

/** Lines of which some have chars of two, three and four bytes, and signs that JSON escapes. */
const LINES = Array.from({ length: 16 }, (_, at) => (at % 3 === 0 ? `é漢😀 "${at}" \\ of it` : `src/module_${at}.ts`));
const LABELS = ["list src", "Grep é漢😀", "run", "test"];
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
