import type { Wire } from "../contract/report.js";
import { detectShape, type Evidence, type Shape } from "./detect.js";
import { WIRES } from "./index.js";

/** The wire of a shape that has one. */
export function wireOf(shape: Shape): Wire | undefined {
  return WIRES.find(shape)?.key;
}

/** The wire of a parsed request. */
export function detectObjectWire(request: object, before?: Evidence): Wire | undefined {
  return wireOf(detectShape(request, before));
}
