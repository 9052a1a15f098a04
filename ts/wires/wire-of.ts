import type { Wire } from "../contract/report.js";
import { detectShape } from "./detect.js";
import { WIRES } from "./index.js";

/** The wire of a parsed request; undefined if its shape is no wire's. */
export function detectObjectWire(request: object): Wire | undefined {
  return WIRES.find(detectShape(request))?.key;
}
