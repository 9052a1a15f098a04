// Which encoding counts a model's tokens.
import { TamisError } from "../base/errors.js";
import { editDistance } from "../base/issues.js";
import type { Encoding } from "../contract/token-backend.js";
import { ownName } from "../models/name.js";

/** How well an encoding fits a model. */
export interface ModelEncoding {
  /** The encoding's name. */
  encoding: Encoding;
  /**
   * Whether it is the model's own encoding. Claude, Gemini and the other families have tokenizers that are not public
   * or not included here; `o200k_base` approximates them. A calibration corrects reports for them.
   */
  isOwn: boolean;
}

/** Beginnings of names. The longest match decides. */
const OWN: readonly (readonly [prefix: string, encoding: Encoding])[] = [
  ["gpt-5", "o200k_base"],
  ["gpt-4.5", "o200k_base"],
  ["gpt-4.1", "o200k_base"],
  ["gpt-4o", "o200k_base"],
  ["gpt-oss", "o200k_base"],
  ["chatgpt-4o", "o200k_base"],
  ["o1", "o200k_base"],
  ["o3", "o200k_base"],
  ["o4", "o200k_base"],
  ["codex-mini", "o200k_base"],
  ["computer-use", "o200k_base"],
  ["gpt-4", "cl100k_base"],
  ["gpt-3.5", "cl100k_base"],
  ["gpt-35", "cl100k_base"],
  ["text-embedding-3", "cl100k_base"],
  ["text-embedding-ada-002", "cl100k_base"],
];

/** Families with other tokenizers. */
const OTHERS: readonly string[] = [
  ..."claude gemini gemma llama mistral mixtral codestral devstral magistral deepseek qwen qwq grok kimi".split(" "),
  ..."command nova glm minimax phi jamba granite nemotron ernie hunyuan doubao step yi".split(" "),
];

/** The last name looked up; usually the next one is the same. */
let last: { model: string; found: ModelEncoding | undefined } = { model: "", found: undefined };

/** Finds the encoding of a model by its name. Undefined for an unknown name. */
export function findEncoding(model: string): ModelEncoding | undefined {
  if (model !== last.model) last = { model, found: lookUp(model) };
  return last.found;
}

function lookUp(model: string): ModelEncoding | undefined {
  const name = ownName(model);
  const own = OWN.filter(([prefix]) => startsWithWord(name, prefix)).sort(([a], [b]) => b.length - a.length)[0];
  if (own !== undefined) return { encoding: own[1], isOwn: true };
  return OTHERS.some((family) => name.startsWith(family)) ? { encoding: "o200k_base", isOwn: false } : undefined;
}

/**
 * Returns the encoding that counts a model's tokens.
 *
 * @param model A provider's name, such as `gpt-4o-2024-11-20`, `openai/gpt-5`, `claude-sonnet-4-5`.
 * @throws TamisError `MODEL_UNKNOWN` with the nearest names.
 */
export function encodingForModel(model: string): ModelEncoding {
  const found = findEncoding(model);
  if (found === undefined) throw unknownModel(model);
  return found;
}

const ENCODINGS: readonly Encoding[] = ["o200k_base", "cl100k_base"];

export function checkEncoding(encoding: unknown): Encoding {
  const found = ENCODINGS.find((name) => name === encoding);
  if (found !== undefined) return found;
  throw new TamisError(
    "MODEL_UNKNOWN",
    `unknown encoding ${shown(encoding)}; valid encodings: ${ENCODINGS.join(", ")}`,
  );
}

function unknownModel(model: unknown): TamisError {
  const names = [...OWN.map(([prefix]) => prefix), ...OTHERS];
  const nearest = typeof model === "string" ? nearestNames(model, names) : [];
  const hint = nearest.length === 0 ? "" : `; the nearest known names: ${nearest.join(", ")}`;
  const advice = "give `encoding`, or `allowUnknown: true` for an estimate by o200k_base";
  return new TamisError("MODEL_UNKNOWN", `unknown model ${shown(model)}${hint}; ${advice}`);
}

/** Whether `prefix` ends at the end of a word of the name: `o1` begins `o1-mini`, not `o15`. */
function startsWithWord(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && !/^[a-z0-9]/.test(name.slice(prefix.length).replace(/^o(?=-|$)/, ""));
}

const NEAREST = 3;

/** The known names with the smallest edit distance to a model's name. */
export function nearestNames(model: string, names: readonly string[]): string[] {
  const name = ownName(model).slice(0, 40);
  const near = names.map((known) => ({ known, distance: editDistance(name, known.slice(0, 40)) }));
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEAREST)
    .map(({ known }) => known);
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : `of type ${typeof value}`;
}
