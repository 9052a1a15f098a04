// The journey of a batch: received → its requests found → each reduced as one whose history is sent once → upstream. Whatever goes
// wrong, the bytes that came go on, with the reason.

import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { BriefReport } from "../../contract/backend.js";
import type { Finished } from "../account/finished.js";
import { decodeBody, encodingOf } from "../body/decode.js";
import { detached } from "../body/detached.js";
import { GONE } from "../body/read.js";
import type { Known, Snapshot } from "../context.js";
import { headerOf, type Incoming, type Outgoing } from "../edge.js";
import type { Hold } from "../in-flight.js";
import { pass, type Reducing } from "../reduce-and-send.js";
import type { Refusal } from "../refusal.js";
import { send } from "../send.js";
import type { UntouchedReason } from "../untouched.js";
import { addNames, upstreamHeaders } from "../upstream/headers.js";
import { CLIENT_GONE } from "../upstream/relay.js";
import { type ReducedBatch, reduceItems } from "./reduce-items.js";
import { batchFile, delimiterOf } from "./upload.js";

/** Reads a batch, reduces its requests, and sends it. */
export async function sendBatch(
  route: Extract<Known, { kind: "batch" }>,
  snapshot: Snapshot,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
  reducing: Reducing,
): Promise<Refusal | undefined> {
  const { control, hold, shared } = reducing;
  const { rawHeaders, method } = incoming;
  if (control.policy !== undefined && snapshot.chooser.byName(control.policy) === undefined)
    return { reason: "bad_control_header", message: "x-tamis-policy names no policy of this gateway's configuration" };
  const isUpload = route.form === "upload";
  const leaves = control.bypass ? "bypass" : shared.isPaused() ? "switched_off" : undefined;
  const isOther = isUpload && delimiterOf(headerOf(rawHeaders, "content-type")) === undefined;
  if (leaves !== undefined || isOther) {
    finished.skipped = leaves ?? "unread_path";
    return pass(route, snapshot, shared, incoming, out, finished);
  }
  const came = await receive(incoming, snapshot.settings.limits.bodyBytes, hold);
  if (came === GONE) {
    finished.relayed = CLIENT_GONE;
    return undefined;
  }
  const headers = (replaced: boolean) => upstreamHeaders(rawHeaders, replaced, snapshot.rules.headers);
  const asItCame = { method, headers: headers(false), body: came, money: shared.money };
  if (!(came instanceof Buffer)) {
    finished.skipped = "too_large";
    return send(route, snapshot, asItCame, out, finished);
  }
  const prepared = await prepare(came, route, snapshot, incoming, reducing);
  finished.prepared = prepared;
  const { body, replaced } = prepared;
  hold.resize(came.length + (replaced ? body.length : 0));
  if (!replaced) return send(route, snapshot, asItCame, out, finished);
  const request = { method, headers: headers(true), body, money: shared.money };
  addNames(request.headers, prepared.headers);
  return send(route, snapshot, request, out, finished);
}

type Prepared = NonNullable<Finished["prepared"]>;

async function prepare(
  came: Buffer,
  route: Extract<Known, { kind: "batch" }>,
  snapshot: Snapshot,
  { rawHeaders }: Incoming,
  { control, hold, keeping }: Reducing,
): Promise<Prepared> {
  const startedAt = performance.now();
  const untouched = (skipped: UntouchedReason): Prepared => ({
    ...{ body: came, replaced: false, headers: undefined, report: undefined, skipped },
    reduceMs: performance.now() - startedAt,
  });
  try {
    const read = await decoded(came, rawHeaders, snapshot.settings.limits.bodyBytes, hold);
    if (typeof read === "string") return untouched(read);
    const contentType = headerOf(rawHeaders, "content-type");
    const file = route.form === "upload" ? batchFile(read, contentType) : { start: 0, end: read.length };
    if (file === undefined) return untouched("unread_path");
    const { provider, named, model } = route;
    const { host } = snapshot.upstreams.of(provider, named);
    const by = { chooser: snapshot.chooser, policy: control.policy, rawHeaders, host, model, keeping };
    // Each request's smaller bytes, and the batch of them.
    if (!hold.resize(2 * came.length + 2 * read.length)) return untouched("too_large");
    const batch = await reduceItems(read.subarray(file.start, file.end), by, nextTurn);
    // Of a batch whose requests are elsewhere only its form is known.
    if (typeof batch === "string") return untouched(batch === "no_conversation" ? "batch" : batch);
    const smaller = Buffer.concat([read.subarray(0, file.start), batch.body, read.subarray(file.end)]);
    const observed = control.dryRun ? "dry_run" : snapshot.settings.gateway.mode === "observe" ? "observe" : undefined;
    const replaced = batch.counts.reduced > 0 && observed === undefined;
    if (replaced && !isWhole(route.form, batch, contentType)) return untouched("reducer_failed");
    return {
      ...{ body: replaced ? smaller : came, replaced, headers: batch.headers, policy: batch.policy },
      ...{ report: shown(batch, { before: read.length, after: smaller.length }), batch: batch.counts },
      skipped: observed ?? (replaced ? undefined : batch.skipped),
      reduceMs: performance.now() - startedAt,
    };
  } catch {
    return untouched("reducer_failed");
  }
}

const shown = ({ sum }: ReducedBatch, bytes: NonNullable<BriefReport["bytes"]>) => sum.total(bytes);

/** Whether a file can be put back between its delimiters. */
function isWhole(form: "requests" | "upload", { body }: ReducedBatch, contentType: string | undefined): boolean {
  const delimiter = form === "upload" ? delimiterOf(contentType) : undefined;
  return delimiter === undefined || !body.includes(delimiter);
}

/** The body as it was before it was packed, or why that is unknown. */
async function decoded(
  came: Buffer,
  rawHeaders: readonly string[],
  maxBytes: number,
  hold: Hold,
): Promise<Buffer | UntouchedReason> {
  const encoding = encodingOf(rawHeaders);
  if (encoding === undefined) return came;
  const reserve = (bytes: number, working: number) => hold.resize(came.length + 3 * bytes + working);
  const result = await decodeBody(came, encoding, { maxBytes, reserve });
  if ("body" in result) {
    hold.owns(result.body);
    return result.body.whole();
  }
  return result.problem === "no_room" ? "too_large" : result.problem;
}

/**
 * Reads a body as a whole where it has up to `maxBytes` and there is room for it; else gives it as a stream that begins with its
 * first byte. Batches have hundreds of megabytes, and one that is not reduced is never refused.
 */
function receive(incoming: Incoming, maxBytes: number, hold: Hold): Promise<Buffer | Readable | typeof GONE> {
  incoming.wantBody();
  const body = detached(incoming.body);
  const declared = Number(headerOf(incoming.rawHeaders, "content-length") ?? 0);
  if (declared > maxBytes) return Promise.resolve(body);
  return new Promise((resolve) => {
    let pieces: Buffer[] = [];
    let bytes = 0;
    const settle = (result: Buffer | Readable | typeof GONE) => {
      body.off("data", onData).off("end", onEnd).off("close", onClose);
      pieces = [];
      resolve(result);
    };
    const onData = (piece: Buffer) => {
      bytes += piece.length;
      pieces.push(piece);
      // The pieces, and the one that is made of them.
      if (bytes <= maxBytes && hold.resize(2 * bytes)) return;
      body.pause();
      body.off("data", onData);
      body.unshift(Buffer.concat(pieces));
      settle(body);
    };
    const onEnd = () => settle(Buffer.concat(pieces));
    const onClose = () => settle(GONE);
    body.on("data", onData).on("end", onEnd).on("close", onClose);
  });
}
