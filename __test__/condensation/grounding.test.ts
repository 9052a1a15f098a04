import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import type { TypedBlock } from "../../ts/condensation/lossy/classification/block.js";
import { classify, type TypedConversation } from "../../ts/condensation/lossy/classification/classify.js";
import { IMPORTANCE_WEIGHTS, type ImportanceWeights } from "../../ts/condensation/lossy/tree-scoring/score.js";
import { decisionTokens } from "../../ts/condensation/providers/smart/measure.js";
import { runSmart } from "../../ts/condensation/providers/smart/run.js";
import { DEFAULT_CONDENSATION_SETTINGS } from "../../ts/condensation/settings/settings.js";
import { loadTextBackend } from "../../ts/load/text-backend.js";
import { readSteps } from "../../ts/wires/steps.js";
import { type Recording, readRecording, recordings } from "../support/recordings.js";

// Next-action grounding: of the words of later calls that only results had shown until then, the share that is visible in
// the condensed conversation. Weights were chosen on one half of the sessions alone.

const isAll = process.env.TAMIS_ALL_RECORDINGS !== undefined;
const MIN_BYTES = 50_000;
/** Where recordings are condensed, as shares of their steps. */
const PLACES = [0.4, 0.7];
/** Calls after such a place whose words count. */
const LATER_CALLS = 30;

const NO_BASE = Object.fromEntries(Object.keys(IMPORTANCE_WEIGHTS.base).map((type) => [type, 0]));
const AGE_ALONE: ImportanceWeights = {
  ...{ ...IMPORTANCE_WEIGHTS, base: NO_BASE as ImportanceWeights["base"] },
  ...{ reference: 0, topic: 0, size: 0, decision: 0, error: 0, correction: 0 },
};

/** Windows of one session belong to the same half. */
function isChosenOn({ file }: Recording): boolean {
  const session = file.replace(/^.*\/|-w\d+.*$|\.json.*$/g, "");
  return (createHash("sha1").update(session).digest()[0] ?? 0) % 2 === 0;
}

/** Adds the words that a digest could name. */
const noteWords = (text: string, words: Set<string>) => loadTextBackend().visitRanked(text, (word) => words.add(word));

function wordsIn({ texts, source }: TypedBlock): Set<string> {
  const words = new Set<string>();
  noteWords(texts.length > 0 ? texts.map(({ text }) => text).join("\n") : source.text, words);
  return words;
}

/** Words that later calls need of results before the cut. */
function needsAfter(all: TypedConversation, cut: number): Set<string> {
  const [inResults, elsewhere, needs] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let calls = 0;
  for (const block of all.blocks) {
    const isBefore = block.messageIndex < cut;
    if (!isBefore && block.type === "TOOL_CALL" && ++calls > LATER_CALLS) break;
    for (const word of wordsIn(block)) {
      if (isBefore) (block.type === "TOOL_RESULT" ? inResults : elsewhere).add(word);
      else {
        if (block.type === "TOOL_CALL" && inResults.has(word) && !elsewhere.has(word)) needs.add(word);
        elsewhere.add(word);
      }
    }
  }
  return needs;
}

interface Recall {
  needs: number;
  visible: number;
  tokens: number;
  /** Sum of the recalls of single places. */
  shares: number;
  places: number;
}

function measure(some: readonly Recording[], weights: ImportanceWeights): Recall {
  const sum: Recall = { needs: 0, visible: 0, tokens: 0, shares: 0, places: 0 };
  for (const recording of some) {
    const { messages, contents, input, model } = JSON.parse(readRecording(recording).toString("utf8"));
    const list: object[] = messages ?? contents ?? input;
    const all = classify(openConversation({ messages: list, wire: recording.wire }));
    const { cuts } = readSteps(all.conversation.wire, list);
    for (const place of PLACES) {
      const cut = cuts[Math.floor(cuts.length * place)] ?? 0;
      const needs = needsAfter(all, cut);
      if (cut < 6 || needs.size === 0) continue;
      const typed = classify(openConversation({ messages: list.slice(0, cut), wire: recording.wire, model }));
      const settings = DEFAULT_CONDENSATION_SETTINGS;
      const outcome = runSmart(typed, { settings, pins: [], weights, validate: () => undefined });
      const shown = new Set<string>();
      for (const text of outcome.state.texts) noteWords(text, shown);
      const visible = [...needs].filter((word) => shown.has(word)).length;
      sum.needs += needs.size;
      sum.visible += visible;
      sum.tokens += decisionTokens(outcome.conversation);
      sum.shares += visible / needs.size;
      sum.places++;
    }
  }
  return sum;
}

describe.skipIf(recordings === undefined || !isAll)("grounding after smart condensation (TAMIS_ALL_RECORDINGS)", () => {
  const large = (recordings ?? []).filter((one) => one.primary && readRecording(one).length > MIN_BYTES);

  it.each([
    ["sessions on which weights were chosen", large.filter(isChosenOn)],
    ["other sessions", large.filter((one) => !isChosenOn(one))],
  ])("is no worse by importance than by age, on average over places: %s", (name, some) => {
    const [age, importance] = [measure(some, AGE_ALONE), measure(some, IMPORTANCE_WEIGHTS)];
    for (const [by, { needs, visible, tokens, shares, places }] of Object.entries({ age, importance })) {
      console.log(
        `${name}, by ${by}: ${(visible / needs).toFixed(3)} in sum, ${(shares / places).toFixed(3)} on average over ${places} places, ${tokens} tokens`,
      );
    }
    expect(importance.shares).toBeGreaterThanOrEqual(age.shares);
  });
});
