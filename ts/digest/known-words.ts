// The words of texts, remembered: several plans of one conversation, and what is measured of them, read the same texts.
import { type RankedWord, rankedWordsOf } from "./digest.js";
import { type Rank, rankOf } from "./rank.js";
import { isNamedSecret } from "./secrets.js";
import { specialWordsOf, visitSpecialWords } from "./words.js";

/** Where the words of texts come from. */
export interface WordSource {
  /** What a digest may name of a text, each word once, in order. */
  ranked(text: string): Iterable<RankedWord>;
  /** Every word of a text that has a rank, each once or more, in any order. */
  noted(text: string): Iterable<RankedWord>;
}

/** Finds the words of a text. */
export interface RankedSource {
  /**
   * Calls `visit` with every word that has a rank, in order: once where a digest may name it first, and once before that if
   * it is a secret there. Linear.
   */
  visitRanked(text: string, visit: (word: string, rank: Rank, isSecret: boolean) => void): void;
}

/** Reads every text anew. */
export const READ_ANEW: WordSource = { ranked: rankedWordsOf, noted: notedWordsOf };

function* notedWordsOf(text: string): Generator<RankedWord> {
  for (const { word } of specialWordsOf(text)) {
    const rank = rankOf(word);
    if (rank !== undefined) yield { word, rank };
  }
}

/** A word, and the text and the list that it was put into last. */
interface KnownWord extends RankedWord {
  rank: Rank;
  text: number;
  isNamed: boolean;
}

/** Those that a digest may name, in order, and those that are only seen as secrets. */
interface TextWords {
  named: readonly KnownWord[];
  secret: readonly KnownWord[];
}

/** Reads each text once. Each word is in memory once, however many texts have it. */
export class KnownWords implements WordSource {
  readonly #texts = new Map<string, TextWords>();
  /** Null for words without a rank. */
  readonly #words = new Map<string, KnownWord | null>();
  #count = 0;
  readonly #backend: RankedSource | undefined;

  /** @param backend Finds the words of a text. @default this file */
  constructor(backend?: RankedSource) {
    this.#backend = backend;
  }

  ranked(text: string): Iterable<RankedWord> {
    return this.#read(text).named;
  }

  noted(text: string): Iterable<RankedWord> {
    const { named, secret } = this.#read(text);
    return secret.length === 0 ? named : [...named, ...secret];
  }

  #read(text: string): TextWords {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const words = this.#readAnew(text);
    this.#texts.set(text, words);
    return words;
  }

  #readAnew(text: string): TextWords {
    if (this.#backend !== undefined) return this.#readBy(this.#backend, text);
    const number = this.#count++;
    const named: KnownWord[] = [];
    const secret: KnownWord[] = [];
    visitSpecialWords(text, (spelled, start) => {
      const word = this.#wordOf(spelled);
      if (word === null || (word.text === number && word.isNamed)) return;
      const isNamed = !isNamedSecret(text, start, spelled);
      if (isNamed) named.push(word);
      else if (word.text !== number) secret.push(word);
      word.text = number;
      word.isNamed = isNamed;
    });
    return { named, secret };
  }

  #readBy(backend: RankedSource, text: string): TextWords {
    const named: KnownWord[] = [];
    const secret: KnownWord[] = [];
    backend.visitRanked(text, (word, rank, isSecret) => {
      const known = this.#words.get(word) ?? this.#add(word, rank);
      (isSecret ? secret : named).push(known);
    });
    return { named, secret };
  }

  #wordOf(word: string): KnownWord | null {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const rank = rankOf(word);
    if (rank !== undefined) return this.#add(word, rank);
    this.#words.set(word, null);
    return null;
  }

  #add(word: string, rank: Rank): KnownWord {
    const made = { word, rank, text: -1, isNamed: false };
    this.#words.set(word, made);
    return made;
  }
}
