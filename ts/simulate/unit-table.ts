import { createHash } from "node:crypto";
import { CACHE_MARKERS, DECISION_WEIGHTS, type TextWeight, unitTokens } from "../wires/units.js";

/** A unit's properties that a cache sees, apart from its text. */
export interface UnitKind {
  /** Whether the model wrote it. */
  readonly fromModel: boolean;
  /** Whether a cache counts it as a block. */
  readonly isBlock: boolean;
  /** `user` begins a turn of the user; some providers leave `reasoning` out of later turns. */
  readonly role?: "user" | "reasoning" | undefined;
}

/** The JSON of a unit: a message, whole or without its blocks, or a block. */
export interface UnitSource {
  readonly value: unknown;
  readonly part: "message" | "block";
}

/**
 * Numbers the pieces of one session's requests. Two pieces have the same number exactly if they are the same JSON apart
 * from cache markers. Of long ones the SHA-256 is kept, not the text, so that a session is in memory once.
 */
export class UnitTable {
  readonly #ids = new Map<string, number>();
  /** Tokens of each unit, by number. */
  readonly tokens: number[] = [];
  /** 1 for units that the model wrote. */
  readonly fromModel: number[] = [];
  /** 1 for a block that a cache counts; 0 for the rest of a message around its blocks. */
  readonly isBlock: number[] = [];
  readonly roles: UnitKind["role"][] = [];
  /** What each unit was made of; undefined for units that have only a size. */
  readonly sources: (UnitSource | undefined)[] = [];
  /** Whether what new units were made of is kept. */
  keepsSources = true;
  readonly #textWeight: TextWeight;
  #nothing: number | undefined;

  constructor(textWeight: TextWeight = DECISION_WEIGHTS[2]) {
    this.#textWeight = textWeight;
  }

  /** The number of a piece. */
  idOf(unit: unknown, kind: UnitKind, part: UnitSource["part"] = "block"): number {
    const text = withoutMarkers(unit);
    const key = `${kind.fromModel ? "m" : "-"}${kind.isBlock ? "b" : "-"}${kind.role?.[0] ?? "-"}${text.length > LONG_CHARS ? createHash("sha256").update(text).digest("base64") : text}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.add(unitTokens(unit, this.#textWeight), kind);
    this.#ids.set(key, id);
    if (this.keepsSources) this.sources[id] = { value: unit, part };
    return id;
  }

  /** The number of an empty unit, which replaces omitted reasoning so that places do not shift. */
  get nothing(): number {
    this.#nothing ??= this.add(0, { fromModel: true, isBlock: false });
    return this.#nothing;
  }

  /** A new number for a unit that equals no other. */
  add(tokens: number, { fromModel, isBlock, role }: UnitKind): number {
    this.tokens.push(tokens);
    this.fromModel.push(fromModel ? 1 : 0);
    this.isBlock.push(isBlock ? 1 : 0);
    this.roles.push(role);
    return this.tokens.length - 1;
  }
}

const LONG_CHARS = 200;

function withoutMarkers(unit: unknown): string {
  const text = JSON.stringify(unit) ?? "";
  const isMarked = [...CACHE_MARKERS].some((marker) => text.includes(marker));
  return isMarked ? (JSON.stringify(unit, (key, value) => (CACHE_MARKERS.has(key) ? undefined : value)) ?? "") : text;
}
