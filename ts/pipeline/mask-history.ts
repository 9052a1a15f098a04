import type { BackendOptions } from "../contract/backend.js";
import type { Edit } from "../contract/report.js";
import { masks } from "../contract/report-basis.js";
import { loadBackend } from "../load/backend.js";
import { derived } from "../policy/derived-policies.js";
import type { Policy } from "../policy/policy.js";
import { type MaskedSteps, maskedSteps, masksOf, pricedAs } from "../reduce/masked-steps.js";
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
  before: unknown;
  /** The message as it is sent from this step on. */
  after: unknown;
}

/** A conversation as its mask stage sends it at each of its steps. */
export class MaskHistory {
  readonly wire: WireDefinition;
  /** The request with the smaller forms of results, and nothing masked. */
  readonly request: JsonRecord;
  /** Its messages. */
  readonly list: readonly unknown[];
  /** The conversation's steps. */
  readonly steps: Steps;
  readonly #draft: Draft;
  /** Steps at which the same results are masked, newest first. */
  readonly #runs: Iterable<MaskedSteps>;
  #edits: readonly DatedEdit[] | undefined;

  /** @param policy The mask stage's. */
  constructor(
    draft: Draft,
    asked: PricedRequest,
    policy: Policy,
    { explain: _, tokens: __, ...options }: BackendOptions,
  ) {
    const { backend } = loadBackend();
    const { wire, request } = asked;
    const { json } = draft;
    this.wire = wire;
    this.#draft = draft;
    this.steps = readSteps(wire, listIn(asked));
    const conversation = { wire, json, cuts: this.steps.cuts };
    const policyNow = historyPolicy(policy);
    const runs = maskedSteps(backend, conversation, pricedAs(policyNow, asked), options);
    const newest = masks(policy) ? runs.next().value : undefined;
    const isMasked = newest !== undefined && masksOf(newest.plan).size > 0;
    // The plan of a request of which nothing is masked has the smaller forms alone.
    const { edits } =
      newest !== undefined && !isMasked ? newest.plan : backend.planBody(json, unmasking(policyNow), options);
    this.request = editObject(request, edits);
    this.list = listIn({ wire, request: this.request });
    this.#runs = isMasked ? [newest, ...runs] : [];
  }

  /** What masking changes, in the order of the steps. Without edits that wait for a move. */
  get edits(): readonly DatedEdit[] {
    this.#edits ??= this.#readEdits();
    return this.#edits;
  }

  #readEdits(): DatedEdit[] {
    const { wire, list } = this;
    const { request } = this.#draft;
    const runs = [...this.#runs];
    const masked = runs[0] === undefined ? new Map<number, string>() : masksOf(runs[0].plan);
    const sent = new Map<number, { name: string; message: unknown }>();
    return runs.reverse().flatMap(({ first, plan }) => {
      const changed = [...masksOf(plan)].filter(([at, name]) => masked.has(at) && sent.get(at)?.name !== name);
      const places = new Set(changed.map(([at]) => at));
      const edits = plan.edits.filter((edit) => places.has(messageOf(edit)));
      const edited = listIn({ wire, request: editObject(request, edits) });
      return changed.map(([messageIndex, name]): DatedEdit => {
        const before = sent.get(messageIndex)?.message ?? list[messageIndex];
        const after = edited[messageIndex];
        sent.set(messageIndex, { name, message: after });
        return { messageIndex, step: first, before, after };
      });
    });
  }
}

/** The messages of a request; none where it has a text in their place. */
function listIn({ wire, request }: Pick<PricedRequest, "wire" | "request">): readonly unknown[] {
  const list = request[wire.listKey];
  return Array.isArray(list) ? list : [];
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
