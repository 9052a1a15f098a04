import type { BackendOptions } from "../backend.js";
import { LIMITS } from "../limits.js";
import type { Policy } from "../policy.js";
import type { Wire } from "../report.js";
import {
  BEDROCK_CONVERSE_DETAIL,
  CONVERSATION_KEYS,
  MIXED_WIRES_DETAIL,
  NO_CONVERSATION_DETAIL,
  SERVER_SIDE_EDITING_DETAIL,
  type Skip,
} from "../report-basis.js";
import type { Outcome } from "./build-report.js";
import { carry, type PlainPlan } from "./carry.js";
import { compilePolicy } from "./compile-policy.js";
import { detectShape, type Shape } from "./detect.js";
import { planResults } from "./plan.js";
import { isRecord, type JsonRecord } from "./value.js";
import { READERS } from "./wires.js";

/** A parsed request and what is to happen to it. */
export interface PlannedRequest {
  request: JsonRecord;
  outcome: Outcome;
}

/** Finds the conversation in a parsed request and plans it, or says why it passes through. */
export function planRequest(value: unknown, policy: Policy, options: BackendOptions): PlannedRequest | { skip: Skip } {
  const plain = planPlain(value, policy, options);
  if ("skip" in plain) return plain;
  return { request: plain.request, outcome: decideCache(plain, policy, options) };
}

/** As {@link planRequest}, without regard to any cache: what the policy would do at every turn. */
export function planPlain(value: unknown, policy: Policy, options: BackendOptions): PlainPlan | { skip: Skip } {
  const shape = options.wire ?? detectShape(value);
  const wire = wireOf(shape);
  if (wire === undefined) return { skip: unreadShape(shape) };
  const list = isRecord(value) ? conversationOf(value, wire) : undefined;
  if (!isRecord(value) || list === undefined) return { skip: { ...unreadShape("none"), wire } };
  if (wire === "anthropic" && clearsToolUses(value.context_management)) {
    return { skip: { reason: "server_side_editing", detail: SERVER_SIDE_EDITING_DETAIL, wire } };
  }
  if (list.length > LIMITS.messages) return { skip: tooManyMessages(list.length, wire) };
  const transcript = READERS[wire].read(list);
  const model = options.model ?? (typeof value.model === "string" ? value.model : undefined);
  return { wire, request: value, list, model, transcript, plans: planResults(transcript, compilePolicy(policy)) };
}

/** The wire of a shape that has one. */
export function wireOf(shape: Shape): Wire | undefined {
  return Object.hasOwn(CONVERSATION_KEYS, shape) ? (shape as Wire) : undefined;
}

/** The list of messages; empty where Responses has a plain string, in which there is nothing to reduce. */
function conversationOf(request: JsonRecord, wire: Wire): readonly unknown[] | undefined {
  const list = request[CONVERSATION_KEYS[wire]];
  if (wire === "openai-responses" && typeof list === "string") return [];
  return Array.isArray(list) ? list : undefined;
}

/** Whether Anthropic's `context_management` has the provider clear old tool results. */
function clearsToolUses(management: unknown): boolean {
  if (!isRecord(management) || !Array.isArray(management.edits)) return false;
  return management.edits.some(
    (edit) => isRecord(edit) && typeof edit.type === "string" && edit.type.startsWith("clear_tool_uses"),
  );
}

function decideCache(plain: PlainPlan, policy: Policy, options: BackendOptions): Outcome {
  const { wire, request, list, model, transcript } = plain;
  const { plans, cache, fits, anchors } = carry(plain, policy, compilePolicy(policy), options.memory);
  const edits = plans.filter((plan) => plan.replacement !== undefined);
  return {
    wire,
    transcript,
    plans,
    edits,
    anchors,
    changed: edits.length + anchors.edits.length > 0 && policy.settings.mode === "reduce",
    explain: options.explain ?? false,
    model,
    isDelta: READERS[wire].isDelta(request),
    cache,
    fits,
    charsBefore: options.tokens ? measure(request, wire, list) : undefined,
  };
}

function measure(request: JsonRecord, wire: Wire, list: readonly unknown[]): number {
  const conversation = request[CONVERSATION_KEYS[wire]];
  return typeof conversation === "string" ? conversation.length : READERS[wire].measure(list);
}

function unreadShape(shape: Shape): Skip {
  if (shape === "none") return { reason: "no_conversation", detail: NO_CONVERSATION_DETAIL };
  const detail = shape === "bedrock-converse" ? BEDROCK_CONVERSE_DETAIL : MIXED_WIRES_DETAIL;
  return { reason: "unsupported_wire", detail };
}

function tooManyMessages(count: number, wire: Wire): Skip {
  const detail = `the request has ${count} messages; at most ${LIMITS.messages} are read`;
  return { reason: "too_many_messages", detail, wire };
}
