// Applies the kinds of reduction one after the other to the text of a tool's output. What comes out depends on the text,
// its call and the settings alone, so it is the same in every later request.

import { isWellFormed } from "../text/surrogates.js";
import { shortenClip } from "./clip.js";
import { CLIP_MARK } from "./clip-mark.js";
import type { ShownByCall } from "./file-tools.js";
import { shortenJson } from "./json.js";
import { shortenLineNumbers } from "./line-numbers.js";
import { shortenLongLines } from "./long-lines.js";
import { shortenPaths } from "./paths.js";
import { shortenRepeats } from "./repeats.js";
import type { ArrivalKind, ArrivalSettings } from "./settings.js";
import { shortenSimilar } from "./similar.js";
import { shortenTerminal } from "./terminal.js";

/** The smaller form of a text. */
export interface ArrivedText {
  text: string;
  /** The kind that removed most bytes; of equals, the first. */
  kind: ArrivalKind;
}

/** What a text is, for those who know its call. */
export interface ArrivingText {
  /** It is a file's, which agents edit by exact match. */
  isFile: boolean;
  /** Whether kinds that lose something may be applied to what the others leave. */
  mayLose(text: string): boolean;
  /** What a clip says about where the whole text is. @default nothing */
  original?: string | undefined;
}

/** Finds the forms of texts alone. */
export interface FormSource {
  /**
   * The smaller form of a text, as {@link shortenText} finds it; undefined if there is none, `"unknown"` if it depends on more
   * than the text. Linear.
   */
  formOf(text: string, isFile: boolean, settings: ArrivalSettings): ArrivedText | "unknown" | undefined;
}

/**
 * The smaller form of `text`: shorter in chars, in bytes and as JSON, and without a smaller form itself. Undefined if
 * there is none, and for a text with half a surrogate pair.
 *
 * @param known Remembers what kinds made of texts. @default nothing is remembered
 */
export function shortenText(
  text: string,
  arriving: ArrivingText,
  settings: ArrivalSettings,
  known?: KnownForms,
): ArrivedText | undefined {
  const find = (one: string) => {
    const form = known?.backend === undefined ? "unknown" : known.backend.formOf(one, arriving.isFile, settings);
    return form === "unknown" ? shortenAnew(one, arriving, settings, known) : form;
  };
  // What loses something depends on more than the text.
  if (known === undefined || (losesText(settings) && !arriving.isFile)) return find(text);
  return known.remembering(arriving.isFile ? fileName(settings) : textName(settings), find)(text);
}

/** Tells settings apart that make different forms of a file's text. */
const fileName = ({ lineNumbers }: ArrivalSettings): string => `file ${lineNumbers}`;

/** The same of any other text, by settings that lose nothing. */
const textName = ({ terminal, json, paths, repeats, lineNumbers }: ArrivalSettings): string =>
  `text ${terminal} ${json} ${paths} ${repeats} ${lineNumbers !== false}`;

const losesText = ({ similar, longLines, clip }: ArrivalSettings): boolean =>
  similar || longLines !== null || clip !== null;

function shortenAnew(
  text: string,
  arriving: ArrivingText,
  settings: ArrivalSettings,
  known: KnownForms | undefined,
): ArrivedText | undefined {
  if (!isWellFormed(text)) return undefined;
  const chain = new Chain(text, known);
  for (let pass = 0; ; pass++) {
    if (pass === PASSES) return undefined;
    const before = chain.text;
    applyAll(chain, arriving, settings);
    if (chain.text === before) break;
    if (pass === 0 && isLeftAlone(text)) return undefined;
    if (isLeftAlone(chain.text)) break;
  }
  const { kind } = chain;
  return kind !== undefined && isShorter(chain.text, text) ? { text: chain.text, kind } : undefined;
}

function applyAll(chain: Chain, { isFile, mayLose, original }: ArrivingText, settings: ArrivalSettings): void {
  const { lineNumbers, longLines, clip } = settings;
  if (!isFile) {
    if (settings.terminal) chain.applyKnown("terminal", "terminal", shortenTerminal);
    if (settings.json) chain.applyKnown("json", "json", shortenJson);
    if (settings.paths) chain.applyKnown("paths", "paths", shortenPaths);
    if (settings.repeats) chain.applyKnown("repeats", "repeats", shortenRepeats);
  }
  // Numbers of a file's lines can be told from its text; those of anything else may be a part of it.
  const mode = isFile ? lineNumbers : lineNumbers && "padding";
  if (mode !== false)
    chain.applyKnown("line_numbers", `line_numbers ${mode}`, (text) => shortenLineNumbers(text, mode));
  if (isFile || !losesText(settings) || !mayLose(chain.text)) return;
  if (settings.similar) chain.apply("similar", shortenSimilar);
  if (longLines !== null) chain.apply("long_lines", (text) => shortenLongLines(text, longLines));
  if (clip !== null)
    chain.apply("clip", (text) => shortenClip(text, { maxChars: clip, original, digest: CLIP_DIGEST }));
}

/**
 * Most times that all kinds are applied, until none of them finds anything. A text that takes more stays as it came, so that a
 * smaller form is always left alone when it comes back.
 */
const PASSES = 4;
/** What a clip says of the part that it leaves out. */
const CLIP_DIGEST = { maxWords: 80, maxChars: 800 } as const;

/** Texts that other stages write or keep byte for byte, and the marks of kinds that lose something. */
const LEFT_ALONE = ["[error clipped — ", "_DISPATCH_RESULT", CLIP_MARK, " chars …]"] as const;
const isLeftAlone = (text: string) => LEFT_ALONE.some((mark) => text.includes(mark));

/** What kinds made of texts, and what calls show, so that several policies find it once. */
export class KnownForms {
  readonly #forms = new Map<string, Map<string, unknown>>();
  readonly #shown = new WeakMap<object, ShownByCall>();
  /** What finds the forms of texts alone; undefined for this file. */
  readonly backend: FormSource | undefined;

  /** @param backend Finds the forms of texts alone. @default this file */
  constructor(backend?: FormSource) {
    this.backend = backend;
  }

  /** What `find` says that the call with these arguments shows. Remembered for arguments that are an object. */
  shownBy(args: unknown, find: () => ShownByCall): ShownByCall {
    if (typeof args !== "object" || args === null) return find();
    const shown = this.#shown.get(args) ?? find();
    this.#shown.set(args, shown);
    return shown;
  }

  /** The same function, called once a text. @param name Different for kinds and settings that give something else. */
  remembering<T>(name: string, shorten: (text: string) => T | undefined): (text: string) => T | undefined {
    const forms = (this.#forms.get(name) ?? new Map<string, T | undefined>()) as Map<string, T | undefined>;
    this.#forms.set(name, forms);
    return (text) => {
      const known = forms.get(text);
      if (known !== undefined || forms.has(text)) return known;
      const form = shorten(text);
      forms.set(text, form);
      return form;
    };
  }
}

class Chain {
  kind: ArrivalKind | undefined;
  #most = 0;

  readonly #known: KnownForms | undefined;

  constructor(
    public text: string,
    known: KnownForms | undefined,
  ) {
    this.#known = known;
  }

  /** Applies a kind whose result depends on the text and `name` alone. */
  applyKnown(kind: ArrivalKind, name: string, shorten: (text: string) => string | undefined): void {
    this.apply(kind, this.#known === undefined ? shorten : this.#known.remembering(name, shorten));
  }

  apply(kind: ArrivalKind, shorten: (text: string) => string | undefined): void {
    const next = shorten(this.text);
    if (next === undefined) return;
    const removed = Buffer.byteLength(this.text) - Buffer.byteLength(next);
    if (removed <= 0) return;
    this.text = next;
    if (removed <= this.#most) return;
    this.#most = removed;
    this.kind = kind;
  }
}

function isShorter(text: string, before: string): boolean {
  const jsonBytes = (one: string) => Buffer.byteLength(JSON.stringify(one));
  return text.length < before.length && jsonBytes(text) < jsonBytes(before);
}
