// Sentences that say something that must not get lost, by words of five languages. The words are data.

import rules from "./decision-rules.json" with { type: "json" };

/** What a sentence can be. */
export type Signal = "decision" | "error" | "acknowledgement" | "correction";

interface Phrases {
  /** By their first word, in small letters. */
  byWord: ReadonlyMap<string, readonly string[]>;
  /** Of a language that has no spaces between words. */
  anywhere: readonly string[];
}

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_CHAR = /^[\p{L}\p{N}]/u;

function phrasesOf(signal: Signal): Phrases {
  const byWord = new Map<string, string[]>();
  const anywhere: string[] = [];
  for (const [language, lists] of Object.entries(rules)) {
    for (const phrase of lists[signal]) {
      const [word = ""] = phrase.match(WORD) ?? [];
      if (language === "zh") anywhere.push(phrase);
      else byWord.set(word, [...(byWord.get(word) ?? []), phrase]);
    }
  }
  return { byWord, anywhere };
}

const KNOWN = new Map<Signal, Phrases>();

/** Whether a text has a phrase of that kind, in English, French, German, Spanish or Chinese. Linear. */
export function says(signal: Signal, text: string): boolean {
  let phrases = KNOWN.get(signal);
  if (phrases === undefined) {
    phrases = phrasesOf(signal);
    KNOWN.set(signal, phrases);
  }
  const { byWord, anywhere } = phrases;
  const small = text.toLowerCase().replaceAll("’", "'");
  for (const { 0: word, index } of small.matchAll(WORD)) {
    if (byWord.get(word)?.some((phrase) => isAt(small, index, phrase)) === true) return true;
  }
  return /[\u4e00-\u9fff]/.test(small) && anywhere.some((phrase) => small.includes(phrase));
}

/** Letters behind a phrase make it a part of another word. */
function isAt(text: string, at: number, phrase: string): boolean {
  if (!text.startsWith(phrase, at)) return false;
  const end = at + phrase.length;
  return !WORD_CHAR.test(phrase.slice(-1)) || !WORD_CHAR.test(text.slice(end, end + 2));
}
