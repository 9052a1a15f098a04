import { quickWeight } from "../load/quick-weight.js";
import type { JsonRecord } from "../text/json-value.js";
import { CACHE_MARKERS, type TextWeight, unitTokens } from "../wires/units.js";

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
  readonly #kept: Numbered = { ids: new Map(), texts: new Map() };
  /** What came after {@link keep}. */
  #own = this.#kept;
  #ownChars = 0;
  #keptUnits = 0;
  #timesForgotten = 0;
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

  constructor(textWeight: TextWeight = quickWeight) {
    this.#textWeight = textWeight;
  }

  /** The number of a piece. */
  idOf(unit: unknown, kind: UnitKind, part: UnitSource["part"] = "block"): number {
    const text = JSON.stringify(this.#named(unit)) ?? "";
    const key = `${kind.fromModel ? "m" : "-"}${kind.isBlock ? "b" : "-"}${kind.role?.[0] ?? "-"}${text}`;
    const known = this.#kept.ids.get(key) ?? this.#own.ids.get(key);
    if (known !== undefined) return known;
    const id = this.add(unitTokens(unit, this.#textWeight), kind);
    this.#own.ids.set(key, id);
    this.#ownChars += key.length;
    if (this.keepsSources) this.sources[id] = { value: unit, part };
    return id;
  }

  /** A value as it tells pieces apart: markers do not, and long texts do by their names. The same value where it has none. */
  #named(value: unknown): unknown {
    if (typeof value === "string") return value.length > LONG_CHARS ? this.#nameOf(value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const list = value.map((one) => this.#named(one));
      return list.every((one, at) => one === value[at]) ? value : list;
    }
    let copy: JsonRecord | undefined;
    for (const [key, member] of Object.entries(value)) {
      const named = CACHE_MARKERS.has(key) ? undefined : this.#named(member);
      if (named === member) continue;
      copy ??= { ...value };
      copy[key] = named;
    }
    return copy ?? value;
  }

  #nameOf(text: string): string {
    const known = this.#kept.texts.get(text) ?? this.#own.texts.get(text);
    if (known !== undefined) return known;
    const count = this.#own === this.#kept ? 0 : this.#kept.texts.size;
    const name = `${NAME}${count + this.#own.texts.size}`;
    this.#own.texts.set(text, name);
    this.#ownChars += text.length;
    return name;
  }

  /** All units so far are there for good. */
  keep(): void {
    this.#keptUnits = this.tokens.length;
    this.#own = { ids: new Map(), texts: new Map() };
    this.#ownChars = 0;
  }

  /**
   * Forgets the units that came after {@link keep}, and their texts, if these take much memory: their numbers will be those of
   * others.
   */
  forget(): void {
    if (this.#own === this.#kept || this.#ownChars < MANY_CHARS) return;
    const { tokens, fromModel, isBlock, roles, sources } = this;
    for (const list of [tokens, fromModel, isBlock, roles, sources])
      list.length = Math.min(list.length, this.#keptUnits);
    if ((this.#nothing ?? 0) >= this.#keptUnits) this.#nothing = undefined;
    this.#own = { ids: new Map(), texts: new Map() };
    this.#ownChars = 0;
    this.#timesForgotten++;
  }

  /** How often units were forgotten: what was remembered of their numbers before says nothing. */
  get timesForgotten(): number {
    return this.#timesForgotten;
  }

  /** The number of units that are there for good. */
  get kept(): number {
    return this.#keptUnits;
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

/** What is remembered of a table's units: made anew once the table has forgotten some, because their numbers are those of others. */
export class OfUnits<T> {
  readonly #units: UnitTable;
  readonly #make: () => T;
  #value: T;
  #timesForgotten: number;

  constructor(units: UnitTable, make: () => T) {
    this.#units = units;
    this.#make = make;
    this.#value = make();
    this.#timesForgotten = units.timesForgotten;
  }

  get value(): T {
    const { timesForgotten } = this.#units;
    if (timesForgotten !== this.#timesForgotten) this.#value = this.#make();
    this.#timesForgotten = timesForgotten;
    return this.#value;
  }
}

/** Numbers of pieces by their JSON, and long texts with what names each there. */
interface Numbered {
  readonly ids: Map<string, number>;
  readonly texts: Map<string, string>;
}

const LONG_CHARS = 200;
/** Of the JSON and the texts of units. */
const MANY_CHARS = 1_000_000;
/** No text of a session begins like this. */
const NAME = "\u0000text ";
