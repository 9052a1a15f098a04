import type { KnownForms } from "../arrival/chain.js";
import { isShortening } from "../arrival/settings.js";
import { LIMITS } from "../base/limits.js";
import type { BackendOptions } from "../contract/backend.js";
import type { Wire } from "../contract/report.js";
import {
  arrivalOf,
  definitionsOf,
  masks,
  NO_CONVERSATION_DETAIL,
  SERVER_SIDE_EDITING_DETAIL,
  type Skip,
} from "../contract/report-basis.js";
import { NO_MEMORY } from "../contract/session-facts.js";
import type { WordSource } from "../digest/known-words.js";
import type { Policy } from "../policy/policy.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { detectShape, type Shape, unsupportedDetail } from "../wires/detect.js";
import { WIRES } from "../wires/index.js";
import { readSteps } from "../wires/steps.js";
import { listSize, restChars, type TextSize } from "../wires/text-chars.js";
import type { ResultPlan, Transcript } from "../wires/transcript.js";
import type { WireTable } from "../wires/wire-table.js";
import { NO_ANCHORS } from "./anchors.js";
import { planArguments } from "./arguments/plan-arguments.js";
import { arrive, arrivedRequest, sentSmaller } from "./arrive.js";
import type { Outcome } from "./build-report.js";
import { thinkingOf } from "./cache/binding.js";
import { carry, pointPlans } from "./cache/carry.js";
import { carryClearing } from "./cache/carry-clearing.js";
import { fitsUnmasked } from "./cache/total.js";
import { answersOf } from "./candidates.js";
import { type Clearing, clearableResults, clearRun, findClearing } from "./clearing.js";
import { type CompiledPolicy, compileFor, compilePolicy } from "./compile-policy.js";
import { planDeferral } from "./definitions/defer.js";
import { planDefinitions } from "./definitions/plan.js";
import { withDigests } from "./digests.js";
import { findEarly } from "./early.js";
import type { Early } from "./early-places.js";
import { repairsOutside } from "./originals.js";
import type { PlainPlan } from "./plain-plan.js";
import { keepResult, planResults, withoutMedia } from "./plan-results.js";
import { mergePlans, planThinking } from "./plan-thinking.js";
import { repairSurrogatesIn } from "./repair-surrogates.js";
import type { SaidTexts } from "./said-words.js";
import { sentBefore } from "./sent-before.js";

/** A parsed request and its planned changes. */
export interface PlannedRequest {
  /** The unchanged input. */
  original: JsonRecord;
  /** The request that was read: without surrogate halves if the policy repairs them. */
  request: JsonRecord;
  outcome: Outcome;
}

/** Finds the conversation in a parsed request and plans it, or says why it passes through. */
export function planRequest(
  value: unknown,
  policy: Policy,
  options: BackendOptions,
  wires: WireTable<WireDefinition> = WIRES,
): PlannedRequest | { skip: Skip } {
  const repaired = policy.settings.repairSurrogates ? repairSurrogatesIn(value) : { value, places: undefined };
  const found = findConversation(repaired.value, options, wires);
  if ("skip" in found) return found;
  const clearing = clearingIn(found, policy);
  const plain = planFound(found, policy, clearing, options);
  const original = isRecord(value) ? value : plain.came;
  const outcome = decide(plain, clearing, policy, options);
  if (repaired.places === undefined) return { original, request: plain.came, outcome };
  const repairs = repairsOutside({ ...outcome, original }, repaired.places);
  const changed = outcome.changed || (repairs.length > 0 && policy.settings.mode === "reduce");
  return { original, request: plain.came, outcome: { ...outcome, repairs, changed } };
}

/** A parsed request whose conversation was found. */
interface FoundRequest extends Omit<PlainPlan, "came" | "transcript" | "plans" | "thinking" | "early"> {}

/** Finds the conversation in a parsed request, or says why it passes through. */
export function findConversation(
  value: unknown,
  options: BackendOptions,
  wires: WireTable<WireDefinition> = WIRES,
): FoundRequest | { skip: Skip } {
  const shape = options.wire ?? detectShape(value, undefined, wires);
  const wire = wires.find(shape);
  if (wire === undefined) return { skip: unreadShape(shape) };
  const list = isRecord(value) ? conversationOf(value, wire) : undefined;
  if (!isRecord(value) || list === undefined) return { skip: { ...unreadShape("none"), wire: wire.key } };
  if (wire.isServerEdited(value)) {
    return { skip: { reason: "server_side_editing", detail: SERVER_SIDE_EDITING_DETAIL, wire: wire.key } };
  }
  if (list.length > LIMITS.messages) return { skip: tooManyMessages(list.length, wire.key) };
  const model = options.model ?? (typeof value.model === "string" ? value.model : undefined);
  return { wire, request: value, list, model, host: options.host };
}

/** Works like {@link planRequest} without regard to caches: plans what the policy would do at every turn. */
export function planPlain(
  value: unknown,
  policy: Policy,
  options: BackendOptions,
  wires: WireTable<WireDefinition> = WIRES,
  known: KnownTexts = {},
): PlainPlan | { skip: Skip } {
  const found = findConversation(value, options, wires);
  if ("skip" in found) return found;
  return planFound(found, policy, clearingIn(found, policy), {}, known);
}

/** What was found of the texts of a conversation, for several policies. */
export interface KnownTexts {
  /** What kinds of reduction made of them. @default nothing is remembered */
  readonly forms?: KnownForms;
  /** Their words. @default each text is read anew */
  readonly words?: WordSource;
  /** What was said in it, with these words. @default each plan reads it */
  readonly said?: () => SaidTexts;
  /** The conversation as it came, read. @default it is read */
  readonly transcript?: Transcript;
}

type FoundClearing = ReturnType<typeof findClearing>;

function clearingIn(found: FoundRequest, policy: Policy): FoundClearing {
  return masks(policy) ? findClearing(found, policy) : undefined;
}

function planFound(
  given: FoundRequest,
  policy: Policy,
  clearing: FoundClearing,
  { memory = NO_MEMORY, tenant }: Pick<BackendOptions, "memory" | "tenant">,
  { forms, words, said, transcript = given.wire.read(given.list) }: KnownTexts = {},
): PlainPlan {
  const came = given.request;
  // What the provider clears is sent as it came.
  const arrival = clearing !== undefined && "place" in clearing ? undefined : arrivalOf(policy);
  if (arrival === undefined && !masks(policy)) return { ...given, came, transcript, plans: [], thinking: undefined };
  const compiled = compileFor(policy, tenant);
  const thinking = masks(policy) ? thinkingOf(given, policy.settings) : undefined;
  const early = masks(policy) ? findEarly(transcript, () => readSteps(given.wire, given.list), compiled) : undefined;
  const start = () => sentBefore({ ...given, thinking }, memory);
  const isSmaller = arrival !== undefined && isShortening(arrival);
  const arrived = isSmaller ? arrive(transcript, arrival, compiled, start(), forms) : transcript;
  const found = withRequest(given, arrivedRequest(given.wire, came, arrived));
  if (!masks(policy)) {
    const seen = compiled.maskMedia ? arrived.results : arrived.results.map(withoutMedia);
    const plans = seen.map((result) => sentSmaller(keepResult(result, "window")));
    return { ...found, came, transcript: arrived, plans, thinking };
  }
  const results = planAll(found, arrived, compiled, early).map(sentSmaller);
  const others = [...planThinking(found, thinking), ...planArguments(arrived, found.list, compiled)];
  const plans = mergePlans(results, others);
  const plain = { ...found, came, transcript: arrived, plans, thinking, early };
  return clearing !== undefined && "place" in clearing
    ? plain
    : { ...plain, plans: withDigests(plain, compiled, words, said?.()) };
}

function withRequest(found: FoundRequest, request: JsonRecord): FoundRequest {
  const list = request[found.wire.listKey];
  return request === found.request || !Array.isArray(list) ? found : { ...found, request, list };
}

function planAll(
  { wire, list }: FoundRequest,
  transcript: Transcript,
  policy: CompiledPolicy,
  early: Early | undefined,
): readonly ResultPlan[] {
  const answers = policy.maskUserMedia ? answersOf(readSteps(wire, list)) : [];
  return planResults(transcript, policy, answers, early);
}

function sizeOf(request: JsonRecord, { listKey, measure }: WireDefinition): TextSize {
  const list = request[listKey];
  const size = listSize(list);
  return { ...size, chars: restChars(request, listKey) + (Array.isArray(list) ? measure(list) : size.chars) };
}

/** The list of messages. It is empty if the request has a plain text, in which there is nothing to reduce. */
function conversationOf(
  request: JsonRecord,
  { listKey, listMayBeText }: WireDefinition,
): readonly unknown[] | undefined {
  const list = request[listKey];
  if (listMayBeText && typeof list === "string") return [];
  return Array.isArray(list) ? list : undefined;
}

function decide(plain: PlainPlan, clearing: FoundClearing, policy: Policy, options: BackendOptions): Outcome {
  const decided =
    clearing !== undefined && "place" in clearing
      ? clearOld(plain, clearing, policy, options)
      : { ...decideCache(plain, policy, options), clearing, clears: undefined };
  const { wire, came: request, model, transcript } = plain;
  const { plans, anchors, clears } = decided;
  const edits = plans.filter((plan) => plan.action !== "keep");
  const tools = definitionsIn(plain, clearing !== undefined && "place" in clearing, policy, options);
  const isDefined = tools.definitions.length > 0 || tools.deferral !== undefined;
  const isEdited = clears !== undefined || isDefined || edits.length + anchors.edits.length > 0;
  return {
    ...decided,
    wire,
    list: plain.list,
    transcript,
    edits,
    ...tools,
    changed: isEdited && policy.settings.mode === "reduce",
    explain: options.explain ?? false,
    model,
    host: plain.host,
    request,
    mayDrop: decided.clearing?.by !== "provider" && mayDrop(plain, policy),
    isDelta: wire.isDelta(request),
    repairs: undefined,
    sizeBefore: options.tokens ? sizeOf(request, wire) : undefined,
  };
}

/** The definitions of tools that become smaller, or are deferred. A session that began with others keeps these. */
function definitionsIn(
  plain: PlainPlan,
  isCleared: boolean,
  policy: Policy,
  { memory = NO_MEMORY }: Pick<BackendOptions, "memory">,
): Pick<Outcome, "definitions" | "deferral"> {
  const { wire, list, came, thinking } = plain;
  const settings = definitionsOf(policy);
  const seen = isCleared ? undefined : thinking;
  const stays = settings === undefined || sentBefore({ wire, list, thinking: seen }, memory) > 0;
  if (stays) return { definitions: [], deferral: undefined };
  const deferral = planDeferral(plain, settings.defer, policy.settings.models);
  return { definitions: planDefinitions(came, wire, settings), deferral };
}

/** Whether the policy wants thinking dropped that the model checks, and the request may ask for that. */
function mayDrop({ wire, thinking }: PlainPlan, { settings }: Policy): boolean {
  const isAsked = settings.cache.thinking === "drop" && settings.mode === "reduce";
  return isAsked && thinking?.rule.checks === true && wire.dropHeaders !== undefined;
}

/** What is decided about a request. */
type Decided = Pick<Outcome, "plans" | "references" | "cache" | "fits" | "anchors" | "isImitated">;

function decideCache(plain: PlainPlan, policy: Policy, options: BackendOptions): Decided {
  const compiled = compilePolicy(policy);
  if (masks(policy)) return carry(plain, policy, compiled, options.memory);
  const pointed = pointPlans(plain, policy, compiled, options.memory);
  const fits = fitsUnmasked(plain, policy, compiled, options.memory);
  return { ...pointed, cache: undefined, fits, anchors: NO_ANCHORS };
}

/** Leaves the old results to the provider. */
function clearOld(
  plain: PlainPlan,
  clearing: Clearing,
  policy: Policy,
  options: BackendOptions,
): Decided & Pick<Outcome, "clearing" | "clears"> {
  const compiled = compilePolicy(policy);
  const steps = readSteps(plain.wire, plain.list);
  const { old, plans } = clearableResults(plain, steps, compiled);
  const { clears, cache, fits, anchors } = carryClearing(plain, clearing, old, steps, policy, options.memory);
  const cleared = old.flatMap(({ result, readyMessage }) => (clears(readyMessage) ? [result.turnIndex ?? 0] : []));
  const run = cleared.reduce((end, turn) => Math.max(end, turn + 1), 0);
  const told = run === 0 ? undefined : clearRun(clearing, plain, run, compiled);
  const nothing = { by: "provider", clearedToolUses: 0, keptToolUses: 0 } as const;
  const isCleared = ({ result, reason }: ResultPlan) => reason === "carried" && (result.turnIndex ?? run) < run;
  return {
    plans: plans.map((plan) => (isCleared(plan) ? { ...plan, reason: "cleared" } : plan)),
    references: [],
    cache,
    fits,
    anchors,
    clearing: told?.report ?? nothing,
    clears: told?.edit,
  };
}

function unreadShape(shape: Shape): Skip {
  if (shape === "none") return { reason: "no_conversation", detail: NO_CONVERSATION_DETAIL };
  return { reason: "unsupported_wire", detail: unsupportedDetail(shape) };
}

function tooManyMessages(count: number, wire: Wire): Skip {
  const detail = `the request has ${count} messages; at most ${LIMITS.messages} are read`;
  return { reason: "too_many_messages", detail, wire };
}
