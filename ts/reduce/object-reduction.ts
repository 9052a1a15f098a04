import { nowMillis } from "../base/clock.js";
import type { Backend, BackendOptions } from "../contract/backend.js";
import type { Edit, Original, Reduction, Report } from "../contract/report.js";
import { skipReport, Untouched } from "../contract/report-basis.js";
import type { Policy } from "../policy/policy.js";
import { type ByteSplice, spliceBytes } from "../text/json-bytes.js";
import { fromPointer } from "../text/json-pointer.js";
import { valueAt } from "../text/json-value.js";
import { editObject } from "./object-edits.js";
import type { RequestJson } from "./object-json.js";

/** A request that is an object, and its JSON. */
interface Written<T> {
  request: T;
  json: RequestJson;
}

/** Reduces an object by the plan that the backend makes of its JSON. */
export function reduceObject<T extends object>(
  backend: Backend,
  { request, json }: Written<T>,
  policy: Policy,
  options: BackendOptions,
): Reduction<T> {
  if (json.problem !== undefined) {
    const basis = { backend: backend.name, policy, startedAt: nowMillis(), bytes: undefined };
    return new Untouched(request, skipReport(basis, { reason: "invalid_json", detail: json.problem }));
  }
  const { edits, report } = backend.planBody(json.bytes, policy, options);
  // They are sizes of a text that nobody sends.
  delete report.bytes;
  delete report.firstChangedByte;
  if (edits.length === 0) return new Untouched(request, report);
  const { changed } = report;
  return new ObjectReduction(changed ? editObject(request, edits) : request, report, { request, json }, edits);
}

/** A request that was read, with or without edits. */
class ObjectReduction<T extends object> implements Reduction<T> {
  constructor(
    readonly body: T,
    readonly report: Report,
    private readonly written: Written<T>,
    private readonly edits: readonly Edit[],
  ) {}

  get changed(): boolean {
    return this.report.changed;
  }

  originals(): Iterable<Original> {
    return this.edits.map((edit) => new ObjectOriginal(edit, this.written));
  }

  /** Whether edits put texts in the place of texts, and do nothing else. */
  get swapsTexts(): boolean {
    const { bytes } = this.written.json;
    const isText = ({ action, span, replacement }: Edit) =>
      SWAPS.has(action) && replacement.length > 2 && replacement.startsWith('"') && bytes[span?.start ?? -1] === QUOTE;
    return this.edits.every(isText);
  }

  /** The JSON of `body`. */
  get json(): RequestJson {
    const { json } = this.written;
    return this.changed ? { bytes: spliceBytes(json.bytes, splicesOf(this.edits)) } : json;
  }
}

/** Actions on the texts of results. */
const SWAPS: ReadonlySet<Edit["action"]> = new Set(["mask", "clip", "shorten"] satisfies Edit["action"][]);
const QUOTE = 0x22;

/** Makes the JSON of an object that was reduced here, without writing the object; undefined for any other request. */
export const jsonAfter = (reduction: Reduction<unknown>): (() => RequestJson) | undefined =>
  reduction instanceof ObjectReduction ? () => reduction.json : undefined;

/**
 * Whether a reduction of an object puts texts that are not empty in the place of texts of results, and does nothing else:
 * then it breaks no rule that the request did not break, as all rules are about what is around such a text.
 */
export const swapsTexts = (reduction: Reduction<unknown>): boolean =>
  reduction instanceof ObjectReduction && reduction.swapsTexts;

const splicesOf = (edits: readonly Edit[]): ByteSplice[] =>
  edits.flatMap(({ span, replacement }) => (span === undefined ? [] : [{ ...span, bytes: replacement }]));

/** What an edit replaces, as JSON; written when it is asked for. */
class ObjectOriginal implements Original {
  readonly edit: Edit;
  readonly #span: Edit["span"];
  readonly #written: Written<object>;

  constructor({ span, ...edit }: Edit, written: Written<object>) {
    this.edit = edit;
    this.#span = span;
    this.#written = written;
  }

  get bytes(): Uint8Array {
    const { request, json } = this.#written;
    if (this.edit.action === "repair") return json.bytes.slice(this.#span?.start, this.#span?.end);
    return new TextEncoder().encode(JSON.stringify(valueAt(request, fromPointer(this.edit.path))) ?? "");
  }
}
