import { factsOf } from "../../models/facts.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import type { CheckedBlocks } from "./book.js";

/**
 * Which thinking blocks of a request its provider checks, by the table of models: all where the row of the named model
 * says so; those that are signed where the model has no row of its own, or its name says nothing; none where the model
 * does not check, or the request turns thinking off.
 *
 * @param isBound What the caller says instead of the table.
 */
export function checkedBlocks(
  request: JsonRecord,
  wire: string,
  model: string | undefined,
  isBound?: boolean,
): CheckedBlocks["blocks"] {
  if (isBound === false || isThinkingOff(request)) return "none";
  if (isBound === true) return "all";
  const { row, by } = factsOf({ model, wire });
  if (by === "wire") return WIRES.find(wire)?.checkedCallKey === undefined ? "none" : "signed";
  if (row.thinking.history !== "bound") return "none";
  return by === "name" ? "all" : "signed";
}

/** Whether a request says that the model is not to think. A request that does not say is taken to think. */
function isThinkingOff({ thinking, reasoning, reasoning_effort: effort }: JsonRecord): boolean {
  if (isRecord(thinking) && thinking.type === "disabled") return true;
  if (effort === "none") return true;
  return isRecord(reasoning) && (reasoning.enabled === false || reasoning.effort === "none");
}
