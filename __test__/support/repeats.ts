import type { ContentReference } from "../../ts/dedupe/reference.js";
import { type RenderedRepeat, Repeats } from "../../ts/dedupe/render.js";
import { contentHash } from "../../ts/text/content-hash.js";
import { makeRepeatCase, type RepeatCase } from "./repeat-cases.js";

export { makeRepeatCase, Numbers, type RepeatCase } from "./repeat-cases.js";

export const renderCase = ({ results, masked, keep }: RepeatCase): (RenderedRepeat | undefined)[] =>
  new Repeats(results).render((index) => masked[index] ?? false, keep);

/** The text of each result as it is sent; undefined for masked ones. */
export function sentTexts(given: RepeatCase, rendered: readonly (RenderedRepeat | undefined)[]) {
  return given.results.map(({ text }, index) => (given.masked[index] ? undefined : (rendered[index]?.text ?? text)));
}

/** A hash of everything that rendering the cases of these seeds gives, computed alike in Rust. */
export function hashOfCases(first: number, count: number): string {
  let all = "";
  for (let seed = first; seed < first + count; seed++) {
    renderCase(makeRepeatCase(seed)).forEach((one, index) => {
      if (one !== undefined) all += `${seed} ${index} ${one.text}\n${one.references.map(shown).join("")}`;
    });
  }
  return contentHash(all);
}

function shown({ type, source, hash, lines }: ContentReference): string {
  const place = lines && `${lines.at} ${lines.from} ${lines.count} ${lines.isRenumbered ?? false}`;
  return `${type} ${source} ${hash} ${place ?? "whole"}\n`;
}
