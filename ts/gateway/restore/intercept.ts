// Answers the model's calls of `tamis_retrieve` itself: the answer with such a call is kept from the client, and the
// request goes to the upstream once more, with that answer and the originals.
//
//   request ──▶ upstream ──▶ answer ──▶ a call of tamis_retrieve? ── no ──▶ client
//      ▲                                        │ yes, and rounds are left
//      └──────── with the originals ────────────┘

import type { Wire } from "../../contract/report.js";
import { factsOf } from "../../models/facts.js";
import { describeRequest } from "../../reduce/reduce.js";
import type { StoreSource } from "../../restore/read-value.js";
import { WIRES } from "../../wires/index.js";
import type { Outgoing } from "../edge.js";
import { upstreamHeaders } from "../upstream/headers.js";
import type { UpstreamRequest } from "../upstream/relay.js";
import type { Relayed } from "../upstream/relayed.js";
import { assemble } from "./assemble.js";
import { asksForOriginal, followUp, withRetrieveTool } from "./follow-up.js";
import { HeldOutgoing } from "./held-out.js";

/** How calls of one request are answered. */
export interface Interception {
  wire: Wire;
  source: StoreSource;
  maxChars: number;
  /** Most further requests to the upstream. */
  rounds: number;
}

/**
 * The request as it is sent where the gateway answers calls: with the tool. Undefined where it does not: for a request
 * without tools, and for a model that checks its thinking, which would have been made over messages that the client does not
 * have.
 */
export function withTool(body: Uint8Array, wire: Wire, model: string | undefined): Uint8Array | undefined {
  const name = model ?? describeRequest(body, { wire })?.model;
  const { row } = factsOf({ model: name }, []);
  const isBound = WIRES.of(wire).thinkingIsBlock && row.thinking.history === "bound";
  return isBound ? undefined : withRetrieveTool(body, wire);
}

/** The same request, whose answer can be read. */
export function readably(request: UpstreamRequest): UpstreamRequest {
  const headers = request.headers.filter((_, at, all) => all[at - (at % 2)]?.toLowerCase() !== "accept-encoding");
  return { ...request, headers: [...headers, "accept-encoding", "identity"] };
}

/** Relays a request, and those that follow it. */
export async function relayAnswering(
  request: UpstreamRequest,
  out: Outgoing,
  { wire, source, maxChars, rounds }: Interception,
  relay: (request: UpstreamRequest, out: Outgoing) => Promise<Relayed>,
): Promise<Relayed> {
  let next = readably(request);
  for (let round = 0; ; round++) {
    const held = new HeldOutgoing(out);
    const relayed = await relay(next, held);
    const body = round < rounds && isReadable(held) ? await bodyAfter(next, held, wire, source, maxChars) : undefined;
    if (body === undefined || relayed.failure !== undefined || relayed.clientGone) {
      // Of a failure the gateway itself tells the client.
      if (relayed.failure === undefined) held.forward();
      return relayed;
    }
    next = { ...next, headers: upstreamHeaders(next.headers, true), body };
  }
}

const isReadable = (held: HeldOutgoing): boolean =>
  held.isWhole && held.status === 200 && (held.header("content-encoding") ?? "identity") === "identity";

async function bodyAfter(
  { body }: UpstreamRequest,
  held: HeldOutgoing,
  wire: Wire,
  source: StoreSource,
  maxChars: number,
): Promise<Uint8Array | undefined> {
  if (!(body instanceof Uint8Array)) return undefined;
  const isStream = /^text\/event-stream/i.test(held.header("content-type") ?? "");
  const answer = assemble(wire, held.text(), isStream);
  if (answer === undefined || !asksForOriginal(answer.calls)) return undefined;
  return followUp(body, wire, answer, source, maxChars);
}
