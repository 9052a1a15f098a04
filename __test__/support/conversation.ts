import { createRandom, type Random } from "./random.js";

/** What a generated conversation may contain; the fewer, the smaller a failing case. */
export const FEATURES = [
  "parallel",
  "media",
  "thinking",
  "server",
  "resultMedia",
  "empty",
  "parts",
  "cache",
  "errors",
  "unknown",
  "userBetween",
  "open",
  "delta",
  "system",
  "custom",
] as const;
export type Feature = (typeof FEATURES)[number];

/** From what a conversation is made; the same plan gives the same conversation everywhere. */
export interface ConversationPlan {
  seed: number;
  /** Tool turns. */
  turns: number;
  features: readonly Feature[];
}

/** A valid agent conversation, in no wire's terms. */
export interface Conversation {
  system: string[];
  rounds: Round[];
  /** The list is the newest part only: the first round may begin with the results of calls that are not in it. */
  isDelta: boolean;
}

/** A user message and what the agent did about it. */
export interface Round {
  user: { texts: string[]; media: Media[] };
  steps: Step[];
  /** Missing where the tool loop is still open. */
  answer: string | undefined;
}

/** One tool turn: a model's message and the results of its calls. */
export interface Step {
  thinking: string | undefined;
  say: string | undefined;
  /** Something the provider ran on its own side. */
  server: { id: string; query: string } | undefined;
  calls: Call[];
  /** What the user typed while the tools ran. */
  aside: string | undefined;
}

export interface Call {
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** Called with free text instead of JSON. */
  isCustom: boolean;
  result: Result;
}

export interface Result {
  kind: "text" | "parts" | "media" | "empty" | "nested";
  /** One for `text`, ≥ 1 for `parts`, any number for `media` and `nested`, none for `empty`. */
  texts: string[];
  media: Media[];
  isError: boolean;
}

export interface Media {
  kind: "image" | "document";
  mimeType: string;
  data: string;
}

/** Everything a writer of one wire needs. */
export interface Draft {
  conversation: Conversation;
  random: Random;
  has(feature: Feature): boolean;
}

/** Makes the conversation of a plan. */
export function makeConversation(plan: ConversationPlan): Draft {
  const random = createRandom(plan.seed);
  const has = (feature: Feature) => plan.features.includes(feature);
  const rounds: Round[] = [];
  const ids = { next: 0 };
  for (let left = plan.turns; left > 0 || rounds.length === 0; ) {
    const steps = Math.min(left, 1 + random.below(4));
    left -= steps;
    const isLast = left <= 0;
    rounds.push(makeRound(random, has, steps, ids, isLast && has("open") && steps > 0));
  }
  const system = has("system") ? Array.from({ length: 1 + random.below(2) }, () => makeText(random)) : [];
  return { conversation: { system, rounds, isDelta: has("delta") && random.chance(0.5) }, random, has };
}

type Has = Draft["has"];

function makeRound(random: Random, has: Has, steps: number, ids: { next: number }, isOpen: boolean): Round {
  const thinks = has("thinking") && random.chance(0.6);
  const texts = Array.from({ length: 1 + (has("parts") ? random.below(3) : 0) }, () => makeText(random));
  const media = has("media") && random.chance(0.5) ? [makeMedia(random)] : [];
  const made = Array.from({ length: steps }, () => makeStep(random, has, thinks, ids));
  return { user: { texts, media }, steps: made, answer: isOpen ? undefined : makeText(random) };
}

function makeStep(random: Random, has: Has, thinks: boolean, ids: { next: number }): Step {
  const count = has("parallel") && random.chance(0.4) ? 2 + random.below(2) : 1;
  return {
    thinking: thinks ? makeText(random) : undefined,
    say: random.chance(0.5) ? makeText(random) : undefined,
    server: has("server") && random.chance(0.2) ? { id: `srvtoolu_${ids.next++}`, query: makeText(random) } : undefined,
    calls: Array.from({ length: count }, () => makeCall(random, has, ids)),
    aside: has("userBetween") && random.chance(0.15) ? makeText(random) : undefined,
  };
}

function makeCall(random: Random, has: Has, ids: { next: number }): Call {
  const name = random.pick(NAMES);
  const id = random.pick(ID_SHAPES)(ids.next++);
  const args = random.chance(0.7)
    ? { path: makeText(random).slice(0, 60) }
    : { n: random.below(100), deep: [{ s: "x" }] };
  const isCustom = has("custom") && random.chance(0.2);
  return { id, name, args, isCustom, result: makeResult(random, has, id, name) };
}

function makeResult(random: Random, has: Has, id: string, name: string): Result {
  const isError = has("errors") && random.chance(0.15);
  const plain: Result = { kind: "text", texts: [makeOutput(random)], media: [], isError };
  if (has("empty") && random.chance(0.08)) return { ...plain, kind: "empty", texts: [] };
  if (has("resultMedia") && random.chance(0.15)) {
    const texts = Array.from({ length: random.below(3) }, () => makeOutput(random));
    return {
      ...plain,
      kind: "media",
      texts,
      media: Array.from({ length: 1 + random.below(2) }, () => makeMedia(random)),
    };
  }
  if (has("parts") && random.chance(0.25)) {
    return { ...plain, kind: "parts", texts: Array.from({ length: 1 + random.below(4) }, () => makeOutput(random)) };
  }
  if (random.chance(0.1)) {
    return { ...plain, kind: "nested", texts: Array.from({ length: random.below(4) }, () => makeOutput(random)) };
  }
  if (random.chance(0.04)) return { ...plain, texts: [ownText(random, id, name)] };
  return plain;
}

/** What an earlier reduction, or somebody who wants to look like one, may have left. */
function ownText(random: Random, id: string, name: string): string {
  return random.pick([
    `[Observation masked: old tool result (tool_call_id=${id}, tool=${name}, chars=${random.below(9999)})]`,
    `[Observation masked: old tool result (tool_call_id=other, tool=${name}, chars=${random.below(9999)})]`,
    `[observation masked — ${random.below(9999)} chars]`,
    "[image masked — image/png]",
  ]);
}

function makeMedia(random: Random): Media {
  const kind = random.chance(0.7) ? "image" : "document";
  const mimeType = kind === "image" ? random.pick(["image/png", "image/jpeg"]) : "application/pdf";
  return { kind, mimeType, data: "iVBORw0KGgo".repeat(1 + random.below(16)) };
}

const ID_SHAPES = [
  (n: number) => `call_${n}`,
  (n: number) => `toolu_01AbCd${n}xYz`,
  (n: number) => `fc-${n.toString(16).padStart(8, "0")}`,
] as const;
const NAMES = ["read_file", "bash", "grep", "mcp__db__query", "x".repeat(40)] as const;
const UNITS = [
  "plain text ",
  "a line of code;\n",
  "é",
  "漢字",
  "😀",
  '"quoted" ',
  "\\",
  "C:\\dir\\u0041 ",
  "\t\u0001\u001f",
  "</s>",
] as const;
const HEADS = [
  ...(["", "", "", "", "", "", "Error: no such file\n", "ok\nTypeError: x is not a function\n", "timeout: "] as const),
  ...(['{"error": "denied"}', '{"status": "error", "n": 1}', "Traceback (most recent call last):\n"] as const),
] as const;

/** Never empty, never blank: some wires refuse blank text blocks. */
function makeText(random: Random): string {
  return `${random.pick(WORDS)}${random.pick(UNITS).repeat(random.below(4))}`;
}

/** What a tool may say; half of these are longer than most placeholders, a few longer than errors may be. */
function makeOutput(random: Random): string {
  const unit = random.pick(UNITS);
  const room = random.pick([12, 60, 300, 400]);
  const most = Math.ceil(room / unit.length);
  return `${random.pick(HEADS)}${random.pick(WORDS)}${unit.repeat((most >> 1) + random.below(1 + (most >> 1)))}`;
}

const WORDS = ["ok", "done. ", "result", "I look at it. "] as const;

/** Breakpoints of the prompt cache that a request may still set. */
export class Breakpoints {
  #left = 4;
  constructor(
    private readonly draft: Draft,
    private readonly marker: Record<string, unknown>,
  ) {}

  /** A member to be spread into a block: a marker, while there are any left, with this probability. */
  maybe(probability: number): Record<string, unknown> {
    if (this.#left === 0 || !this.draft.has("cache") || !this.draft.random.chance(probability)) return {};
    this.#left--;
    return this.marker;
  }
}

/** A member that no wire knows, to be spread into an object. */
export function unknownMember({ has, random }: Draft, probability = 0.1): Record<string, unknown> {
  if (!has("unknown") || !random.chance(probability)) return {};
  return random.pick<Record<string, unknown>>([
    { x_trace: { id: "t1", messages: [{ role: "tool", tool_call_id: "call_0", content: "decoy" }] } },
    { x_flag: true },
    { x_list: [1, null, "two"] },
  ]);
}
