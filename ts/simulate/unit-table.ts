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
 * from cache markers. Long texts are numbered first, and are not copied.
 */
export class UnitTable {
  readonly #ids = new Map<string, number>();
  /** Long texts, and what names each in a piece's JSON. */
  readonly #texts = new Map<string, string>();
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
    const text = JSON.stringify(unit, this.#named) ?? "";
    const key = `${kind.fromModel ? "m" : "-"}${kind.isBlock ? "b" : "-"}${kind.role?.[0] ?? "-"}${text}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.add(unitTokens(unit, this.#textWeight), kind);
    this.#ids.set(key, id);
    if (this.keepsSources) this.sources[id] = { value: unit, part };
    return id;
  }

  /** A member as it tells pieces apart: markers do not, and long texts do by their names. */
  readonly #named = (key: string, value: unknown): unknown => {
    if (CACHE_MARKERS.has(key)) return undefined;
    return typeof value === "string" && value.length > LONG_CHARS ? this.#nameOf(value) : value;
  };

  #nameOf(text: string): string {
    const name = this.#texts.get(text) ?? `${NAME}${this.#texts.size}`;
    this.#texts.set(text, name);
    return name;
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
/** No text of a session begins like this. */
const NAME = "\u0000text ";
