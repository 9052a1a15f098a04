import type { Wire } from "../contract/wires.js";
import { isRecord } from "../text/json-value.js";
import type { MessageRole } from "./definition.js";
import { wireOfName } from "./index.js";

/** The places in a conversation that decisions are bound to. */
export interface Steps {
  roles: readonly MessageRole[];
  /** Number of messages in the request of each step: before each answer to something, and at the end; ascending. */
  cuts: readonly number[];
  /** 0-based index of the first message of each tool turn. */
  turnStarts: readonly number[];
}

/** Finds the steps and the tool turns of a conversation. Linear in its messages and blocks. */
export function readSteps(wire: Wire, list: readonly unknown[]): Steps {
  const definition = wireOfName(wire);
  const roles = list.map((message) => (isRecord(message) ? definition.roleOf(message) : "other"));
  const cuts: number[] = [];
  for (let index = 1; index < roles.length; index++) {
    if (roles[index] === "assistant" && roles[index - 1] !== "assistant") cuts.push(index);
  }
  if (list.length > 0) cuts.push(list.length);
  return { roles, cuts, turnStarts: definition.turnStarts(list, roles) };
}
