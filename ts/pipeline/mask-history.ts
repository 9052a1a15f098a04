import type { BackendOptions } from "../contract/backend.js";
import type { Edit } from "../contract/report.js";
import { arrivalOf, masks } from "../contract/report-basis.js";
import { loadBackend } from "../load/backend.js";
import { type Policy, withSettings } from "../policy/policy.js";
import { maskedSteps, masksOf, pricedAs } from "../reduce/masked-steps.js";
import { editObject } from "../reduce/object-edits.js";
import type { JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import type { PricedRequest } from "../wires/pricing.js";
import { readSteps, type Steps } from "../wires/steps.js";
import type { Draft } from "./draft.js";

/** A message that masking changed, and the first step that sends it so. */
export interface DatedEdit {
  /** 0-based index among the messages. */
  messageIndex: number;
  /** 0-based index, among `steps.cuts`, of the first step. */
  step: number;
  /** The message as it was sent before. */
  before: unknown;
  /** The message as it is sent from this step on. */
  after: unknown;
}

/** A conversation as its mask stage sends it at each of its steps. */
export class MaskHistory {
  /** The wire of the request. */
  readonly wire: WireDefinition;
  /** The request with the smaller forms of results, and nothing masked. */
  readonly request: JsonRecord;
  /** Its messages. */
  readonly list: readonly unknown[];
  /** The conversation's steps. */
  readonly steps: Steps;
  readonly #draft: Draft;
  readonly #asked: PricedRequest;
  readonly #policy: Policy;
  readonly #options: BackendOptions;
  #edits: readonly DatedEdit[] | undefined;

  /** @param policy The mask stage's. */
  constructor(
    draft: Draft,
    asked: PricedRequest,
    policy: Policy,
    { explain: _, tokens: __, ...options }: BackendOptions,
  ) {
    this.wire = asked.wire;
    this.#draft = draft;
    this.#asked = asked;
    this.#policy = historyPolicy(policy);
    this.#options = options;
    this.request = this.#arrived();
    const list = this.request[asked.wire.listKey];
    this.list = Array.isArray(list) ? list : [];
    this.steps = readSteps(asked.wire, this.list);
  }

  /** What masking changes, in the order of the steps. Without edits that wait for a move. */
  get edits(): readonly DatedEdit[] {
    this.#edits ??= masks(this.#policy) ? this.#readEdits() : [];
    return this.#edits;
  }

  #arrived(): JsonRecord {
    const policy = unmasking(this.#policy);
    if (arrivalOf(policy) === undefined) return this.#draft.request;
    const { edits } = loadBackend().backend.planBody(this.#draft.json, policy, this.#options);
    return editObject(this.#draft.request, edits);
  }

  #readEdits(): DatedEdit[] {
    const { json, request } = this.#draft;
    const { listKey } = this.wire;
    const conversation = { wire: this.wire, json, cuts: this.steps.cuts };
    const policy = pricedAs(this.#policy, this.#asked);
    const runs = [...maskedSteps(loadBackend().backend, conversation, policy, this.#options)];
    const masked = runs[0] === undefined ? new Map() : masksOf(runs[0].plan);
    const sent = new Map<number, { name: string; message: unknown }>();
    return runs.reverse().flatMap(({ first, plan }) => {
      const changed = [...masksOf(plan)].filter(([at, name]) => masked.has(at) && sent.get(at)?.name !== name);
      const places = new Set(changed.map(([at]) => at));
      const edited = editObject(
        request,
        plan.edits.filter((edit) => places.has(messageOf(edit))),
      )[listKey];
      return changed.map(([messageIndex, name]): DatedEdit => {
        const before = sent.get(messageIndex)?.message ?? this.list[messageIndex];
        const message: unknown = Array.isArray(edited) ? edited[messageIndex] : undefined;
        sent.set(messageIndex, { name, message });
        return { messageIndex, step: first, before, after: message };
      });
    });
  }
}

/** The message that an edit is in; NaN for one outside the messages. */
const messageOf = ({ path }: Edit): number => Number(path.split("/")[2]);

/** Of policies, what they mask alone: neither definitions, breakpoints of the cache nor repairs. */
const historyPolicy = derived(({ cache }) => ({
  mode: "reduce",
  tools: { schema: false, maxDescriptionChars: null, defer: [] },
  repairSurrogates: false,
  cache: { ...cache, anchor: false },
}));

/** Of policies, the smaller forms of results alone. */
const unmasking = derived(({ cache }) => ({ cache: { ...cache, strategy: "off" } }));

/** Makes a policy of each policy, once. */
function derived(change: (settings: Policy["settings"]) => Partial<Policy["settings"]>): (policy: Policy) => Policy {
  const made = new WeakMap<Policy, Policy>();
  return (policy) => {
    const known = made.get(policy) ?? withSettings(policy, change(policy.settings));
    made.set(policy, known);
    return known;
  };
}
