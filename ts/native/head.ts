import type { Engine } from "../binding/binding.js";
import type { BackendOptions, RequestHead } from "../contract/backend.js";
import { modelAt } from "./model.js";
import { codeOfWire, wireOfCode } from "./outcome.js";
import { HEAD_COUNT, HEAD_MESSAGES, HEAD_MODEL_END, HEAD_MODEL_START, HEAD_WIRE } from "./protocol.js";

/** What `Engine.describe` fills. */
const NUMBERS = new Uint32Array(HEAD_COUNT);

/** What the request in `body` says of itself; undefined for a body that cannot be read. */
export function describeInBody(
  engine: Engine,
  body: Uint8Array,
  { wire, model }: BackendOptions,
): RequestHead | undefined {
  if (!engine.describe(body, codeOfWire(wire), NUMBERS)) return undefined;
  const found = wireOfCode(NUMBERS[HEAD_WIRE] ?? 0);
  if (found === undefined) return undefined;
  const named = modelAt(body, NUMBERS[HEAD_MODEL_START] ?? 0, NUMBERS[HEAD_MODEL_END] ?? 0);
  return { wire: found, model: model ?? named, messages: NUMBERS[HEAD_MESSAGES] ?? 0 };
}
