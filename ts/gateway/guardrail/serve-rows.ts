import { parseJson } from "../../text/json-value.js";
import type { Finished } from "../account/finished.js";
import { decodeHeld, encodingOf } from "../body/decode.js";
import { GONE, readBody, TOO_MANY, tooLarge } from "../body/read.js";
import type { PolicyChooser } from "../choose-policy.js";
import { type Incoming, type Outgoing, textHeaders } from "../edge.js";
import type { Hold } from "../in-flight.js";
import type { Refusal } from "../refusal.js";
import type { Keeping } from "../restore/reduce-kept.js";
import { CLIENT_GONE } from "../upstream/relay.js";
import { type Asked, type Contract, type ContractName, contractOf, type RenderedRows } from "./contracts.js";
import { reduceRows } from "./reduce-rows.js";

/** What reducing rows needs. */
export interface RowsSetting {
  chooser: PolicyChooser;
  observe: boolean;
  maxBytes: number;
  hold: Hold;
  /** The policy that the request's headers name. */
  policy: string | undefined;
  /** Where originals are kept, and whose they are; undefined if they are not. */
  keeping: Keeping | undefined;
}

/** Answers a request to reduce rows. What goes wrong in reducing never fails it: the rows go back as they came. */
export async function serveRows(
  name: ContractName,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
  setting: RowsSetting,
): Promise<Refusal | undefined> {
  const body = await readText(incoming, setting);
  if (body === GONE) {
    finished.relayed = CLIENT_GONE;
    return undefined;
  }
  if (typeof body !== "string") return body;
  const value = parseJson(body);
  if (value === undefined) return { reason: "bad_rows", message: "the body is not JSON" };
  const contract = contractOf(name, value);
  const asked = contract.read(body, value);
  if (typeof asked === "string") return { reason: "bad_rows", message: asked };
  const answer =
    asked === undefined
      ? contract.render(undefined, undefined)
      : await reduce(asked, contract, incoming, finished, setting);
  if (typeof answer !== "string") return answer;
  finished.status = 200;
  out.start(200, textHeaders({ type: "application/json", text: answer }), false);
  out.end(answer);
  return undefined;
}

async function reduce(
  { rows, policy: named, who }: Asked,
  contract: Contract,
  { rawHeaders }: Incoming,
  finished: Finished,
  { chooser, observe, policy, keeping }: RowsSetting,
): Promise<string | Refusal> {
  finished.who = who;
  const wanted = policy ?? named;
  const { model } = rows;
  const ready =
    wanted === undefined ? await chooser.choose({ rawHeaders, model: async () => model }) : chooser.byName(wanted);
  if (ready === undefined) return { reason: "bad_rows", message: "config.policy names no policy of this gateway" };
  const startedAt = performance.now();
  const reducing = observe ? reduceRows(rows, ready.observing) : reduceRows(rows, ready.policy, keeping);
  const reduced = await reducing.catch((): RenderedRows & { report?: undefined } => ({ ...rows, changed: false }));
  const { report } = reduced;
  const skipped = report === undefined ? "reducer_failed" : (report.skipped ?? (observe ? "observe" : undefined));
  finished.wire = report?.wire;
  finished.model = model;
  finished.prepared = {
    body: NOTHING,
    replaced: reduced.changed,
    headers: undefined,
    report,
    policy: ready.name,
    skipped,
    reduceMs: performance.now() - startedAt,
  };
  return contract.render(reduced, skipped);
}

const NOTHING = new Uint8Array();

/** The body as text, decoded. */
async function readText(incoming: Incoming, { maxBytes, hold }: RowsSetting): Promise<string | Refusal | typeof GONE> {
  const body = await readBody(incoming, maxBytes, hold);
  if (body === GONE || "reason" in body) return body;
  const encoding = encodingOf(incoming.rawHeaders);
  let bytes = body.whole();
  if (encoding !== undefined) {
    const decoded = await decodeHeld(bytes, encoding, { maxBytes, hold, copies: 1 });
    if (!("body" in decoded)) return refusalOf(decoded.problem, maxBytes);
    bytes = decoded.body.whole();
  }
  // The text, its rows, and the smaller ones.
  if (!hold.resize(body.bytes + 4 * bytes.length)) return TOO_MANY;
  try {
    return UTF8.decode(bytes);
  } catch {
    return { reason: "bad_rows", message: "the body is not UTF-8" };
  }
}

function refusalOf(problem: string, maxBytes: number): Refusal {
  if (problem === "no_room") return TOO_MANY;
  if (problem === "too_large") return tooLarge(maxBytes);
  return { reason: "bad_rows", message: `the body cannot be unpacked (${problem})` };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
