import type { Wire } from "../contract/report.js";
import { CONVERSATION_KEYS } from "../contract/wires.js";
import { detectShape, type Evidence, type Shape } from "./detect.js";

/** The wire of a shape that has one. */
export function wireOf(shape: Shape): Wire | undefined {
  return Object.hasOwn(CONVERSATION_KEYS, shape) ? (shape as Wire) : undefined;
}

/** The wire of a parsed request. */
export function detectObjectWire(request: object, before?: Evidence): Wire | undefined {
  return wireOf(detectShape(request, before));
}
