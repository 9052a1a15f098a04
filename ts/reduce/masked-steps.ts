// What a policy masks at each step of a conversation: the core plans the requests of earlier steps, which are the beginnings
// of the last one.
//
//   step      1 … 6 │ 7 … 11 │ 12 … 19      the last request is step 19; its plan says that step 12 made the last move
//   plan of       6 │     11 │      19      between two moves the masks stay
import type { Backend, BackendOptions } from "../contract/backend.js";
import type { Plan } from "../contract/report.js";
import { type Policy, withSettings } from "../policy/policy.js";
import { elementsUnder } from "../text/json-children.js";
import { SCALE } from "../wires/cache-facts.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { readMarkers } from "../wires/markers.js";
import { type PricedRequest, pricingOf } from "../wires/pricing.js";

/** Steps at which the same results are masked. */
export interface MaskedSteps {
  /** 0-based index of the first of them, among all steps. */
  first: number;
  /** What is planned at one of them. */
  plan: Plan;
}

/** A conversation, as its last request has it. */
export interface Conversation {
  wire: WireDefinition;
  json: Uint8Array;
  /** Number of messages in the request of each step (`readSteps`). */
  cuts: readonly number[];
}

/**
 * The steps of a conversation by what is masked at them, newest first. A plan for each move; where no move is needed, because
 * no cache is kept, about one for each step that masks more.
 *
 * @param policy As `pricedAs` gives it.
 */
export function* maskedSteps(
  backend: Backend,
  conversation: Conversation,
  policy: Policy,
  options: BackendOptions,
): Generator<MaskedSteps> {
  const requestAt = requestsOf(conversation);
  const planAt = (step: number) => backend.planBody(requestAt(step), policy, options);
  for (let last = conversation.cuts.length - 1; last >= 0; ) {
    const plan = planAt(last);
    const { moves, lastMoveStep = 1 } = plan.report.cache;
    if (moves === undefined && last > 0 && masksOf(plan).size > 0) {
      const oldest = planAt(0);
      yield* changes({ step: 0, plan: oldest }, { step: last, plan }, planAt);
      yield { first: 0, plan: oldest };
      return;
    }
    const first = Math.max(0, Math.min(last, lastMoveStep - 1));
    yield { first, plan };
    last = first - 1;
  }
}

interface PlannedStep {
  step: number;
  plan: Plan;
}

/** The steps behind `from`, up to `to`, that mask more than the one before. What is masked stays so. */
function* changes(from: PlannedStep, to: PlannedStep, planAt: (step: number) => Plan): Generator<MaskedSteps> {
  if (allMasks(from.plan) === allMasks(to.plan)) return;
  if (to.step - from.step < 2) {
    yield { first: to.step, plan: to.plan };
    return;
  }
  const step = (from.step + to.step) >> 1;
  const middle = { step, plan: planAt(step) };
  yield* changes(middle, to, planAt);
  yield* changes(from, middle, planAt);
}

const allMasks = (plan: Plan): string => JSON.stringify([...masksOf(plan)]);

/** What a plan changes of what was sent before: by message, a name for what is done to it. */
export function masksOf({ report }: Plan): Map<number, string> {
  const masks = new Map<number, string>();
  for (const { messageIndex, blockIndex, action, charsAfter } of report.decisions) {
    if (action === "keep" || action === "shorten") continue;
    masks.set(messageIndex, `${masks.get(messageIndex) ?? ""} ${blockIndex}/${action}/${charsAfter}`);
  }
  return masks;
}

/** The JSON of the request of each step: that of the last one without the messages behind. */
function requestsOf({ wire, json, cuts }: Conversation): (step: number) => Uint8Array {
  const text = Buffer.from(json.buffer, json.byteOffset, json.length).toString("utf8");
  const messages = elementsUnder(text, wire.listKey) ?? [];
  const end = messages.at(-1)?.end ?? 0;
  return (step) =>
    step === cuts.length - 1
      ? json
      : Buffer.from(text.slice(0, messages[(cuts[step] ?? 0) - 1]?.end ?? end) + text.slice(end));
}

/** The policy with the prices of a request: earlier ones may be without the cache marker that tells them. */
export function pricedAs(policy: Policy, asked: PricedRequest): Policy {
  const { settings } = policy;
  const markers = readMarkers(asked.wire, asked.request);
  const { prices } = pricingOf(asked, settings, markers);
  if (prices === undefined || markers.breakpoints.length === 0 || settings.cache.prices !== "auto") return policy;
  const { read, write } = prices;
  return withSettings(policy, { cache: { ...settings.cache, prices: { read: read / SCALE, write: write / SCALE } } });
}
