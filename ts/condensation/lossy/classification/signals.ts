// Sentences that say something that must not get lost, by words of five languages. The words are data.

import rules from "./decision-rules.json" with { type: "json" };

/** What a sentence can be. */
export type Signal = keyof (typeof rules)["en"];

/** Letters beside a phrase make it a part of another word; Chinese has no spaces between words. */
function expressionOf(signal: Signal): RegExp {
  const phrases = Object.entries(rules).flatMap(([language, lists]) =>
    lists[signal].map((phrase) => {
      const source = phrase.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll("'", "['’]");
      if (language === "zh") return source;
      return `(?<![\\p{L}\\p{N}])${source}${/\p{L}$/u.test(phrase) ? "(?![\\p{L}\\p{N}])" : ""}`;
    }),
  );
  return new RegExp(phrases.join("|"), "iu");
}

const EXPRESSIONS = new Map<Signal, RegExp>();

/** Whether a sentence has a phrase of that kind, in English, French, German, Spanish or Chinese. Linear. */
export function says(signal: Signal, sentence: string): boolean {
  let expression = EXPRESSIONS.get(signal);
  if (expression === undefined) {
    expression = expressionOf(signal);
    EXPRESSIONS.set(signal, expression);
  }
  return expression.test(sentence);
}
