import type { Random } from "./random.js";

/**
 * OpenAI Chat request bodies as text, thousands a second: every spelling that JSON allows (white space, key order,
 * escapes, numbers that no double holds), repeated keys, unknown fields, odd shapes. The same seed gives the same body.
 */
export function makeSeededBody(random: Random): string {
  const spell = new Spelling(random);
  const turns = 1 + random.below(4);
  const messages = [simple(spell, "system"), simple(spell, "user")];
  for (let turn = 0; turn < turns; turn++) {
    messages.push(...makeTurn(spell));
    if (random.chance(0.1)) messages.push(oddMessage(spell));
  }
  const members: Member[] = [
    ["model", '"m"'],
    ["messages", spell.list(messages)],
    ...spell.unknown(0.5),
    ...(random.chance(0.2) ? [["metadata", decoy(spell)] as Member] : []),
  ];
  return spell.gap() + spell.object(members) + spell.gap();
}

type Member = [key: string, json: string];

const NUMBERS = [
  "0",
  "1.0",
  "1e400",
  "-0",
  "-0.0",
  "12345678901234567890",
  "9007199254740993",
  "1E+2",
  "1e-999",
] as const;
const ATOMS = ["true", "false", "null", '""', "[]", "{}", '"x\\ud800"', '[1.0,{"messages":[]}]'] as const;
const UNKNOWN = ["x", "zz", "é", "Content", "role ", "metadata2", "\\u0000"] as const;
const IDS = ["call_1", "call_2", "call_3", "é漢😀", 'q"\\', "a/b"] as const;
const NAMES = ["read_file", "bash", "grep", "日本", ""] as const;
const UNITS = [
  "plain text ",
  "line\n",
  "é",
  "漢字",
  "😀",
  '"quoted" ',
  "\\",
  "\\\\u0041",
  "a/b/",
  "\t\u0000\u001f",
  "\ud800x",
] as const;
const HEADS = ["", "", "", "Error: no\n", '{"error": 1}', "ok\nTraceback (most recent call last):\n"] as const;

function makeTurn(spell: Spelling): string[] {
  const { random } = spell;
  const ids = Array.from({ length: 1 + random.below(2) }, () => random.pick(IDS));
  const calls = ids.map((id) => {
    const named = spell.object([
      ["name", spell.text(random.pick(NAMES))],
      ["arguments", '"{}"'],
    ]);
    return spell.object([["id", spell.text(id)], ["type", '"function"'], ["function", named], ...spell.unknown(0.1)]);
  });
  const assistant = spell.object([
    ["role", spell.text("assistant")],
    ["content", random.chance(0.5) ? "null" : spell.text("I look.")],
    ["tool_calls", spell.list(calls)],
    ...spell.unknown(0.2),
  ]);
  return [assistant, ...ids.map((id) => makeResult(spell, id))];
}

function makeResult(spell: Spelling, id: string): string {
  const { random } = spell;
  const callId = random.chance(0.05) ? "nobody" : id;
  return spell.object([
    ["role", spell.text("tool")],
    ["tool_call_id", spell.text(callId)],
    ["content", makeContent(spell)],
    ...spell.unknown(0.3),
  ]);
}

function makeContent(spell: Spelling): string {
  const { random } = spell;
  if (random.chance(0.75)) return spell.text(makeText(random));
  if (random.chance(0.1)) return random.pick(random.chance(0.5) ? NUMBERS : ATOMS);
  const parts = Array.from({ length: 1 + random.below(3) }, () =>
    spell.object([
      ["type", '"text"'],
      ["text", spell.text(makeText(random))],
      ...(random.chance(0.3) ? [["cache_control", '{"type":"ephemeral"}'] as Member] : []),
      ...spell.unknown(0.2),
    ]),
  );
  return spell.list(parts);
}

function makeText(random: Random): string {
  const unit = random.pick(UNITS);
  const repeated = unit.repeat(random.below(1 + Math.ceil(500 / unit.length)));
  return random.pick(HEADS) + repeated + (random.chance(0.3) ? random.pick(UNITS) : "");
}

function simple(spell: Spelling, role: string): string {
  return spell.object([
    ["role", spell.text(role)],
    ["content", spell.text(makeText(spell.random))],
    ...spell.unknown(0.2),
  ]);
}

function oddMessage(spell: Spelling): string {
  const { random } = spell;
  if (random.chance(0.3)) return random.pick(random.chance(0.5) ? NUMBERS : ATOMS);
  return simple(spell, random.pick(["critic", "function", "tool", "developer"]));
}

/** What looks like a conversation and is none. */
function decoy(spell: Spelling): string {
  return spell.object([["messages", spell.list(makeTurn(spell))], ...spell.unknown(0.5)]);
}

/** One body's habits of writing JSON. */
class Spelling {
  readonly #gaps: readonly [string, ...string[]];
  readonly #escapes: number;
  readonly #shuffles: boolean;
  readonly #repeats: number;

  constructor(readonly random: Random) {
    this.#gaps = random.pick([[""], [""], [" "], ["\n  ", "", "\t"], ["\r\n", " "]] as const);
    this.#escapes = random.pick([0, 0, 0.05, 1]);
    this.#shuffles = random.chance(0.5);
    this.#repeats = random.pick([0, 0, 0.03]);
  }

  gap(): string {
    return this.#gaps.length === 1 ? this.#gaps[0] : this.random.pick(this.#gaps);
  }

  list(items: readonly string[]): string {
    return `[${this.gap()}${items.join(`${this.gap()},${this.gap()}`)}${this.gap()}]`;
  }

  object(members: Member[]): string {
    const all = this.#repeats > 0 ? members.flatMap((member) => this.#repeated(member)) : members;
    if (this.#shuffles) shuffle(all, this.random);
    const text = all.map(([key, json]) => `${this.#key(key)}${this.gap()}:${this.gap()}${json}`);
    return `{${this.gap()}${text.join(`${this.gap()},${this.gap()}`)}${this.gap()}}`;
  }

  /** Perhaps one field that no wire knows. */
  unknown(probability: number): Member[] {
    const { random } = this;
    if (!random.chance(probability)) return [];
    return [[random.pick(UNKNOWN), random.pick(random.chance(0.5) ? NUMBERS : ATOMS)]];
  }

  text(value: string): string {
    return this.#escapes === 0 ? JSON.stringify(value) : `"${this.#escaped(value)}"`;
  }

  #repeated(member: Member): Member[] {
    const again: Member = this.random.chance(0.5) ? member : [member[0], this.random.pick(ATOMS)];
    return this.random.chance(this.#repeats) ? [member, again] : [member];
  }

  /** Keys hold no char that must be escaped, unless they are written escaped already. */
  #key(key: string): string {
    if (key.startsWith("\\") || !this.random.chance(this.#escapes / 4)) return `"${key}"`;
    return `"${hex(key.charCodeAt(0), this.random)}${key.slice(1)}"`;
  }

  #escaped(value: string): string {
    let out = "";
    for (let index = 0; index < value.length; index++) {
      const unit = value.charCodeAt(index);
      const mustEscape = unit < 32 || unit === 34 || unit === 92 || (unit & 0xf800) === 0xd800;
      if (!mustEscape && !this.random.chance(this.#escapes)) out += value[index];
      else out += (this.random.chance(0.5) ? SHORT.get(unit) : undefined) ?? hex(unit, this.random);
    }
    return out;
  }
}

const SHORT = new Map([...'"\\/'].map((char) => [char.charCodeAt(0), `\\${char}`]));
for (const [char, letter] of ["\bb", "\ff", "\nn", "\rr", "\tt"]) SHORT.set((char ?? "").charCodeAt(0), `\\${letter}`);

function hex(unit: number, random: Random): string {
  const digits = unit.toString(16).padStart(4, "0");
  return `\\u${random.chance(0.5) ? digits : digits.toUpperCase()}`;
}

function shuffle<T>(items: T[], random: Random): void {
  for (let index = items.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [items[index], items[other]] = [items[other] as T, items[index] as T];
  }
}
