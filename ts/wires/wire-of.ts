import type { Wire } from "../contract/report.js";
import { detectShape, type Evidence, type Shape } from "./detect.js";
import { isWire } from "./index.js";

/** The wire of a shape that has one. */
export function wireOf(shape: Shape): Wire | undefined {
  return isWire(shape) ? shape : undefined;
}

/** The wire of a parsed request. */
export function detectObjectWire(request: object, before?: Evidence): Wire | undefined {
  return wireOf(detectShape(request, before));
}
