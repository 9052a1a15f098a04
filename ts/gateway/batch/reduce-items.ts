import { joinLists } from "../../base/header-list.js";
import { inSlices, Pauses } from "../../base/steps.js";
import type { ReduceOptions } from "../../contract/backend.js";
import type { Report } from "../../contract/report.js";
import type { Policy } from "../../policy/policy.js";
import { type BatchItem, findRequests } from "../../reduce/batch/find-requests.js";
import { reduceItem } from "../../reduce/batch/reduce-batch.js";
import { type ByteSplice, spliceBytes } from "../../text/json-bytes.js";
import { modelNameIn } from "../body/model-name.js";
import type { PolicyChooser } from "../choose-policy.js";
import type { Keeping } from "../restore/reduce-kept.js";
import type { UntouchedReason } from "../untouched.js";
import { type BatchCounts, ReportSum } from "./sum-reports.js";

/** What the requests of a batch are reduced by. */
export interface BatchBy {
  chooser: PolicyChooser;
  /** The name of the policy that the client's headers ask for; it is one of the configuration's. */
  policy: string | undefined;
  rawHeaders: readonly string[];
  /** The upstream's host. */
  host: string;
  /** The model, where the path names it. */
  model: string | undefined;
  /** Where originals are kept. */
  keeping: Keeping | undefined;
}

/** A batch with smaller requests. */
export interface ReducedBatch {
  body: Buffer;
  counts: BatchCounts;
  sum: ReportSum;
  /** What the batch's HTTP headers must have, for all of its requests. */
  headers: Report["headers"];
  /** The name of the policy; undefined where its requests have several. */
  policy: string | undefined;
  /** Why no request was read; undefined where one was. */
  skipped: UntouchedReason | undefined;
}

/**
 * Reduces each request of a batch. A request that fails stays as it is.
 *
 * @returns why it is no batch
 */
export async function reduceItems(
  json: Buffer,
  by: BatchBy,
): Promise<ReducedBatch | "empty" | "invalid_json" | "no_conversation" | "duplicate_key"> {
  const found = await inSlices(findRequests(json));
  if (typeof found === "string") return found;
  const pauses = new Pauses();
  const edits: ByteSplice[] = [];
  const sum = new ReportSum();
  const policies = new Set<string>();
  let headers: Report["headers"];
  let skipped: UntouchedReason | undefined;
  for (const item of found.items) {
    const reduced = await reduceOne(json, item, by);
    policies.add(reduced.policy);
    skipped ??= reduced.skipped;
    if (reduced.report !== undefined) sum.add(reduced.report);
    else sum.addFailed();
    if (reduced.smaller !== undefined) {
      edits.push({ ...item.span, bytes: reduced.smaller });
      headers = joinLists(headers, reduced.report?.headers);
    }
    await pauses.due;
  }
  const { counts } = sum;
  counts.reduced = edits.length;
  const [policy] = policies;
  return {
    ...{ body: spliceBytes(json, edits), counts, sum, headers },
    policy: policies.size === 1 ? policy : undefined,
    skipped: counts.skipped === counts.requests ? skipped : undefined,
  };
}

interface ReducedItem {
  policy: string;
  report?: Report;
  smaller?: Uint8Array | undefined;
  skipped?: UntouchedReason | undefined;
}

async function reduceOne(json: Buffer, item: BatchItem, by: BatchBy): Promise<ReducedItem> {
  const { chooser, rawHeaders, host, keeping } = by;
  const bytes = json.subarray(item.span.start, item.span.end);
  const model = by.model ?? item.model;
  const known = by.policy === undefined ? chooser.only : chooser.byName(by.policy);
  const ready = known ?? (await chooser.choose({ rawHeaders, model: async () => model ?? (await modelNameIn(bytes)) }));
  const options = { host, tokens: true, ...(model === undefined ? {} : { model }) };
  try {
    const { report, smaller } =
      keeping === undefined
        ? reducedAlone(json, item, ready.policy, options)
        : await reducedAndKept(json, item, ready.policy, options, keeping);
    return { policy: ready.name, report, smaller, skipped: report.skipped };
  } catch {
    return { policy: ready.name, skipped: "reducer_failed" };
  }
}

function reducedAlone(json: Buffer, item: BatchItem, policy: Policy, options: ReduceOptions) {
  const { body, changed, report } = reduceItem(json, item, policy, options);
  return { report, smaller: changed ? body : undefined };
}

/** The same; what its markers name is kept before it is sent. */
async function reducedAndKept(
  json: Buffer,
  item: BatchItem,
  policy: Policy,
  options: ReduceOptions,
  { originals, tenant }: Keeping,
) {
  const reduction = reduceItem(json, item, originals.policyOf(policy), { ...options, tenant });
  if (!reduction.changed) return { report: reduction.report, smaller: undefined };
  const came = json.subarray(item.span.start, item.span.end);
  const { body, report } = await originals.keep(came, reduction, tenant);
  return { report, smaller: body };
}
