import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { expandReferences } from "../../ts/condensation/lossless/references/expand.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { blockTokens, decisionTokens, decisionWeight } from "../../ts/condensation/providers/smart/measure.js";
import { runSmart } from "../../ts/condensation/providers/smart/run.js";
import { DEFAULT_CONDENSATION_SETTINGS } from "../../ts/condensation/settings/settings.js";
import { type Recording, readRecording, recordings } from "../support/recordings.js";

const isAll = process.env.TAMIS_ALL_RECORDINGS !== undefined;
const MIN_BYTES = 50_000;
/** Of all recordings that are large enough, every eighth. */
const large = (recordings ?? [])
  .filter((recording) => readRecording(recording).length > MIN_BYTES)
  .filter((_, index) => isAll || index % 8 === 0);

const tokensOf = (text: string) => Math.floor((decisionWeight(text) + 512) / 1024);

/** A recording condensed to a half. */
function condensed(recording: Recording) {
  const { messages, contents, input, model } = JSON.parse(readRecording(recording).toString("utf8"));
  const list = messages ?? contents ?? input;
  const typed = classify(openConversation({ messages: list, wire: recording.wire, model }));
  const outcome = runSmart(typed, { settings: DEFAULT_CONDENSATION_SETTINGS, pins: [] });
  const before = decisionTokens(typed.conversation);
  const user = typed.blocks.filter(({ type }) => type === "USER_MESSAGE" || type === "SYSTEM_MESSAGE");
  const kept = user.reduce((sum, block) => {
    const text = block.texts.reduce((tokens, one) => tokens + tokensOf(one.text), 0);
    return (
      sum +
      Math.max(text, text > 0 ? 0 : tokensOf(block.source.text), text > 0 ? 0 : blockTokens(typed.conversation, block))
    );
  }, 0);
  const lossless = outcome.phases.find(({ name }) => name === "lossless");
  return {
    ...{ recording, typed, outcome, before, after: decisionTokens(outcome.conversation) },
    keptShare: kept / before,
    lossless: decisionTokens(lossless?.after ?? typed.conversation),
  };
}

describe.skipIf(recordings === undefined)("smart condensation of recordings to a half (TAMIS_SHARED)", () => {
  const all = large.map(condensed);

  it("changes nothing that a check would have to take back", () => {
    const taken = all.flatMap(({ recording, outcome }) =>
      outcome.phases.flatMap(({ name, rolledBack }) =>
        rolledBack === undefined ? [] : [`${recording.file} ${name} ${rolledBack.message}`],
      ),
    );
    expect(taken).toEqual([]);
  });

  it("keeps all that the user said, and references that lead to their originals", () => {
    for (const { typed, outcome } of all) {
      for (const { index, block, text } of typed.slots) {
        if (block.type === "USER_MESSAGE" || block.type === "SYSTEM_MESSAGE")
          expect(outcome.state.texts[index]).toBe(text);
      }
      expect(expandReferences(classify(outcome.conversation), outcome.references).missing).toEqual([]);
    }
  });

  it("reaches a half for nine of ten in which what must stay is under 40 %", () => {
    const fair = all.filter(({ keptShare }) => keptShare < 0.4);
    const reached = fair.filter(({ before, after }) => after <= before / 2);
    if (process.env.TAMIS_SHOW !== undefined) {
      const figures = { recordings: all.length, userTextBelow40: fair.length, reached: reached.length };
      console.log(`figures ${JSON.stringify({ halfByUsersText: figures })}`);
      for (const { recording, before, after, keptShare } of all.filter(({ before, after }) => after > before / 2)) {
        console.log(`${recording.file} ${before} → ${after}, must stay ${(100 * keptShare).toFixed(0)} %`);
      }
      for (const [source, { before, lossless }] of bySource(all)) {
        console.log(`${source}: lossless ${(100 * (1 - lossless / before)).toFixed(1)} %`);
      }
    }
    expect(reached.length / fair.length).toBeGreaterThanOrEqual(isAll ? 0.9 : 0.75);
  });
});

function bySource(all: readonly ReturnType<typeof condensed>[]): Map<string, { before: number; lossless: number }> {
  const sums = new Map<string, { before: number; lossless: number }>();
  for (const { recording, before, lossless } of all) {
    const source = recording.file.replace(/^.*\/|__.*$/g, "");
    const sum = sums.get(source) ?? { before: 0, lossless: 0 };
    sums.set(source, { before: sum.before + before, lossless: sum.lossless + lossless });
  }
  return sums;
}
