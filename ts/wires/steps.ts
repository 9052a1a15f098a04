import { isRecord } from "../text/json-value.js";
import type { MessageRole, WireDefinition } from "./define-wire.js";

/** The places in a conversation that decisions are bound to. */
export interface Steps {
  roles: readonly MessageRole[];
  /** Number of messages in the request of each step: before each answer to something, and at the end; ascending. */
  cuts: readonly number[];
  /** 0-based index of the first message of each tool turn. */
  turnStarts: readonly number[];
}

/** Finds the steps and the tool turns of a conversation. Linear in its messages and blocks. */
export function readSteps(wire: WireDefinition, list: readonly unknown[]): Steps {
  const roles = list.map((message) => (isRecord(message) ? wire.roleOf(message) : "other"));
  const cuts: number[] = [];
  for (let index = 1; index < roles.length; index++) {
    if (roles[index] === "assistant" && roles[index - 1] !== "assistant") cuts.push(index);
  }
  if (list.length > 0) cuts.push(list.length);
  return { roles, cuts, turnStarts: readTurnStarts(wire, list, roles) };
}

function readTurnStarts(wire: WireDefinition, list: readonly unknown[], roles: readonly MessageRole[]): number[] {
  const starts: number[] = [];
  let inTurn = false;
  list.forEach((message, index) => {
    const isCall = roles[index] === "assistant" && isRecord(message) && wire.makesCalls(message);
    if (isCall && !inTurn) starts.push(index);
    inTurn = wire.joinsCalls && (isCall || (inTurn && isRecord(message) && wire.isReasoning(message)));
  });
  return starts;
}
