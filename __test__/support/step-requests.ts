// The requests of all steps of a generated session, and their lists of messages.
import type { Wire } from "../../ts/contract/report.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import type { Draft } from "./conversation.js";
import { WRITERS } from "./wire-shapes.js";

type Json = Record<string, unknown>;

/** The request of each step, oldest first. Gemini names its model in the address, not in the request. */
export function stepRequests(wire: Wire, model: string, draft: Draft): Json[] {
  const made = WRITERS[wire](draft);
  const whole: Json = wire === "gemini" ? made : { ...made, model };
  const list = listOf(wire, whole);
  return readSteps(WIRES.of(wire), list).cuts.map((cut) => ({
    ...whole,
    [WIRES.of(wire).listKey]: list.slice(0, cut),
  }));
}

/** The messages of a request. */
export const listOf = (wire: Wire, request: Json): unknown[] => request[WIRES.of(wire).listKey] as unknown[];

export const bodyOf = (request: Json): Buffer => Buffer.from(JSON.stringify(request));
export const parsed = (body: Uint8Array): Json => JSON.parse(Buffer.from(body).toString("utf8")) as Json;
