// Answers the model's calls of `tamis_retrieve` itself: the answer with such a call is kept from the client, and the
// request goes to the upstream once more, with that answer and the originals.
//
//   request ──▶ upstream ──▶ answer ──▶ a call of tamis_retrieve? ── no ──▶ client
//      ▲                                        │ yes, and rounds are left
//      └──────── with the originals ────────────┘

import { runNow } from "../../base/steps.js";
import type { Wire } from "../../contract/report.js";
import { factsOf } from "../../models/facts.js";
import { describeRequest } from "../../reduce/reduce.js";
import type { StoreSource } from "../../restore/read-value.js";
import { originalFor, RETRIEVE_TOOL, retrieveTool } from "../../restore/retrieve-tool.js";
import { memberAt } from "../../text/json-bytes.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { TOOL_FORMS } from "../../wires/function-tool.js";
import { WIRES } from "../../wires/index.js";
import type { Outgoing } from "../edge.js";
import { upstreamHeaders } from "../upstream/headers.js";
import type { UpstreamRequest } from "../upstream/relay.js";
import type { Relayed } from "../upstream/relayed.js";
import { type Assembled, assemble } from "./assemble.js";
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
  interception: Interception,
  relay: (request: UpstreamRequest, out: Outgoing) => Promise<Relayed>,
): Promise<Relayed> {
  let next = readably(request);
  for (let round = 0; ; round++) {
    const held = new HeldOutgoing(out);
    const relayed = await relay(next, held);
    const mayAnswer = round < interception.rounds && isReadable(held);
    const body = mayAnswer ? await bodyAfter(next, held, interception) : undefined;
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
  interception: Interception,
): Promise<Uint8Array | undefined> {
  if (!(body instanceof Uint8Array)) return undefined;
  const isStream = /^text\/event-stream/i.test(held.header("content-type") ?? "");
  const answer = assemble(interception.wire, held.text(), isStream);
  const asksForOriginal = answer?.calls.some(({ name }) => name === RETRIEVE_TOOL) ?? false;
  return answer !== undefined && asksForOriginal ? followUp(body, answer, interception) : undefined;
}

// The request with the tool, and the request that follows a call of it.

/**
 * The request with the definition of `tamis_retrieve` behind its other tools; undefined for one without tools, and one that
 * has it already. All other bytes stay.
 */
function withRetrieveTool(body: Uint8Array, wire: Wire): Uint8Array | undefined {
  if (Buffer.from(body.buffer, body.byteOffset, body.length).includes(`"${RETRIEVE_TOOL}"`)) return undefined;
  const tools = runNow(memberAt(body, "tools", "list"));
  if (tools === undefined) return undefined;
  const end = tools.end - 1;
  const isEmpty = /\[\s*$/.test(Buffer.from(body.subarray(Math.max(0, end - 64), end)).toString("latin1"));
  if (isEmpty) return undefined;
  const text = `,${JSON.stringify(retrieveTool(wire))}`;
  return Buffer.concat([body.subarray(0, end), Buffer.from(text), body.subarray(end)]);
}

/** Said of calls of other tools in one turn with a call of `tamis_retrieve`, which only the client could answer. */
const NOT_RUN = "Not run, because it came together with tamis_retrieve. Make this call again, alone.";

/** The request with an answer, and what its calls brought. Undefined for a request that cannot be read. */
async function followUp(
  body: Uint8Array,
  { turn, calls }: Assembled,
  { wire, source, maxChars }: Interception,
): Promise<Uint8Array | undefined> {
  const request: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
  const { listKey, blocks } = WIRES.of(wire);
  if (!isRecord(request)) return undefined;
  const forms = TOOL_FORMS[wire];
  const answers: JsonRecord[] = [];
  for (const call of calls) {
    const isOurs = call.name === RETRIEVE_TOOL;
    answers.push(forms.answer(call, isOurs ? await originalFor(call.args, source, { maxChars }) : NOT_RUN));
  }
  const list = request[listKey];
  const before = Array.isArray(list) ? list : [{ role: "user", content: list }];
  const results = blocks.holdResults ? [{ role: "user", [blocks.key]: answers }] : answers;
  return Buffer.from(JSON.stringify({ ...request, [listKey]: [...before, ...sendable(turn, request), ...results] }));
}

/** Reasoning that neither the provider keeps nor the answer carries cannot go back. */
function sendable(turn: readonly JsonRecord[], { store }: JsonRecord): readonly JsonRecord[] {
  if (store !== false) return turn;
  return turn.filter(({ type, encrypted_content: content }) => type !== "reasoning" || typeof content === "string");
}
