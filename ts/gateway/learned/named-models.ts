import type { AnswerFacts } from "../account/answer-facts.js";

const KEY = '"model"';
/** Longer names are no model's. */
const MOST_NAME_BYTES = 256;
/** A request names its model once; calls of tools may name others. */
const MOST_NAMES = 8;
/** Most clients write the model first. */
const HEAD_BYTES = 1_024;

/**
 * The text that a body has under a key `model` at its very beginning, else every one that it has, at most 8 of them: one is the
 * request's model. Bodies are not read for it, only searched, which is linear and takes about 0.4 ms for 300 KB where the model
 * comes late. Empty for a body that is encoded.
 */
export function namedModels({ buffer, byteOffset, byteLength }: Uint8Array): string[] {
  const body = Buffer.from(buffer, byteOffset, byteLength);
  const atHead = namesIn(body.subarray(0, HEAD_BYTES));
  return atHead.length > 0 ? atHead : namesIn(body);
}

function namesIn(body: Buffer): string[] {
  const names = new Set<string>();
  for (let at = body.indexOf(KEY); at >= 0 && names.size < MOST_NAMES; at = body.indexOf(KEY, at + KEY.length)) {
    const rest = body.toString("utf8", at + KEY.length, at + KEY.length + MOST_NAME_BYTES + 8);
    const json = /^\s*:\s*("(?:[^"\\]|\\.)+")/.exec(rest)?.[1];
    const name = json === undefined ? undefined : textOf(json);
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

/**
 * The name under which a request asked for the model that answered; undefined where that cannot be told. Providers answer
 * with a longer name, which has a date.
 */
export function askedModel(names: readonly string[], answered: AnswerFacts["model"]): string | undefined {
  if (names.length <= 1) return names[0] ?? answered;
  return answered === undefined ? undefined : names.find((name) => answered.startsWith(name));
}

function textOf(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}
