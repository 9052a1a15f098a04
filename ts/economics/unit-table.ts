import { CACHE_MARKERS, decisionWeight, type TextWeight, unitTokens } from "../baseline/units.js";

/**
 * Numbers for the pieces of one session's requests: two pieces have the same number exactly where they are the same
 * JSON, cache markers apart. Holds the text of each, so that nothing depends on a hash.
 */
export class UnitTable {
  readonly #ids = new Map<string, number>();
  /** Tokens of each unit, by number. */
  readonly tokens: number[] = [];
  /** 1 for what the model wrote. */
  readonly fromModel: number[] = [];
  /** 1 for a block that a cache counts; 0 for the rest of a message around its blocks. */
  readonly isBlock: number[] = [];
  readonly #textWeight: TextWeight;

  constructor(textWeight: TextWeight = decisionWeight) {
    this.#textWeight = textWeight;
  }

  /** The number of a piece. */
  idOf(unit: unknown, kind: { fromModel: boolean; isBlock: boolean }): number {
    const key = `${kind.fromModel ? "m" : "-"}${kind.isBlock ? "b" : "-"}${withoutMarkers(unit)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.add(unitTokens(unit, this.#textWeight), kind);
    this.#ids.set(key, id);
    return id;
  }

  /** A new number for something that is like nothing else. */
  add(tokens: number, { fromModel, isBlock }: { fromModel: boolean; isBlock: boolean }): number {
    this.tokens.push(tokens);
    this.fromModel.push(fromModel ? 1 : 0);
    this.isBlock.push(isBlock ? 1 : 0);
    return this.tokens.length - 1;
  }
}

function withoutMarkers(unit: unknown): string {
  const text = JSON.stringify(unit) ?? "";
  const isMarked = [...CACHE_MARKERS].some((marker) => text.includes(marker));
  return isMarked ? (JSON.stringify(unit, (key, value) => (CACHE_MARKERS.has(key) ? undefined : value)) ?? "") : text;
}
