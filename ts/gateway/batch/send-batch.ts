// The journey of a batch: received → its requests found → each reduced as one whose history is sent once → upstream. Whatever goes
// wrong, the bytes that came go on, with the reason.
import type { Readable } from "node:stream";
import type { Span } from "../../contract/report.js";
import type { Finished } from "../account/finished.js";
import { decodeHeld, encodingOf } from "../body/decode.js";
import { detached } from "../body/detached.js";
import { GONE } from "../body/read.js";
import type { Snapshot } from "../context.js";
import { headerOf, type Incoming, type Outgoing } from "../edge.js";
import type { Hold } from "../in-flight.js";
import { pass, type Reducing } from "../reduce-and-send.js";
import type { Refusal } from "../refusal.js";
import type { BatchRoute } from "../routes.js";
import { send } from "../send.js";
import type { UntouchedReason } from "../untouched.js";
import { addNames, upstreamHeaders } from "../upstream/headers.js";
import { CLIENT_GONE } from "../upstream/relay.js";
import { type ReducedBatch, reduceItems } from "./reduce-items.js";

/** Reads a batch, reduces its requests, and sends it. */
export async function sendBatch(
  route: BatchRoute,
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
  route: BatchRoute,
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
    const batch = await reduceItems(read.subarray(file.start, file.end), by);
    // Of a batch whose requests are elsewhere only its form is known.
    if (typeof batch === "string") return untouched(batch === "no_conversation" ? "batch" : batch);
    const smaller = Buffer.concat([read.subarray(0, file.start), batch.body, read.subarray(file.end)]);
    const observed = control.dryRun ? "dry_run" : snapshot.settings.gateway.mode === "observe" ? "observe" : undefined;
    const replaced = batch.counts.reduced > 0 && observed === undefined;
    if (replaced && !isWhole(route.form, batch, contentType)) return untouched("reducer_failed");
    return {
      ...{ body: replaced ? smaller : came, replaced, headers: batch.headers, policy: batch.policy },
      ...{ report: batch.sum.total({ before: read.length, after: smaller.length }), batch: batch.counts },
      skipped: observed ?? (replaced ? undefined : batch.skipped),
      reduceMs: performance.now() - startedAt,
    };
  } catch {
    return untouched("reducer_failed");
  }
}

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
  const result = await decodeHeld(came, encoding, { maxBytes, hold, copies: 3 });
  if ("body" in result) return result.body.whole();
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

// A file that is uploaded as `multipart/form-data` (RFC 7578):
//
//   --BOUNDARY            name="purpose"          batch
//   --BOUNDARY            name="file"             the file's bytes
//   --BOUNDARY--

/** The file of an upload with the requests of a batch; undefined for any other body, and where its bytes are not the file's own. */
function batchFile(body: Buffer, contentType: string | undefined): Span | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  let file: Span | undefined;
  let purpose: string | undefined;
  for (const { name, isEncoded, start, end } of partsOf(body, boundary) ?? []) {
    if (name === "purpose") purpose = body.toString("latin1", start, end).trim();
    // Of several files it is open which one counts.
    if (name === "file" && (file !== undefined || isEncoded)) return undefined;
    if (name === "file") file = { start, end };
  }
  return purpose === "batch" ? file : undefined;
}

/** The text that separates parts, which must not come up in a part. */
const delimiterOf = (contentType: string | undefined): string | undefined => {
  const boundary = boundaryOf(contentType);
  return boundary === undefined ? undefined : `--${boundary}`;
};

function boundaryOf(contentType = ""): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

interface Part extends Span {
  name: string | undefined;
  /** Its bytes are written in another form, such as base64. */
  isEncoded: boolean;
}

/** Undefined where a part has no end. Linear. */
function partsOf(body: Buffer, boundary: string): Part[] | undefined {
  const parts: Part[] = [];
  const opening = Buffer.from(`--${boundary}`, "latin1");
  const closing = Buffer.from(`\r\n--${boundary}`, "latin1");
  const isFirst = body.subarray(0, opening.length).equals(opening);
  const found = isFirst ? -2 : body.indexOf(closing);
  if (!isFirst && found < 0) return undefined;
  let at = found + closing.length;
  while (parts.length < MOST_PARTS) {
    if (body.toString("latin1", at, at + 2) === "--") return parts;
    const head = body.indexOf("\r\n", at);
    const start = head < 0 ? -1 : body.indexOf("\r\n\r\n", head);
    const end = start < 0 ? -1 : body.indexOf(closing, start + 2);
    if (end < 0 || start - head > MOST_HEAD_BYTES) return undefined;
    parts.push({ ...readHead(body.toString("latin1", head, start)), start: start + 4, end: Math.max(start + 4, end) });
    at = end + closing.length;
  }
  return undefined;
}

/** Far more than an upload of a file has. */
const MOST_PARTS = 100;
const MOST_HEAD_BYTES = 8 * 1024;

function readHead(head: string): Pick<Part, "name" | "isEncoded"> {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? "";
  const name = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition);
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase();
  const isEncoded = encoding !== undefined && !PLAIN.has(encoding);
  return { name: name?.[1] ?? name?.[2], isEncoded };
}

const PLAIN: ReadonlySet<string> = new Set(["binary", "8bit", "7bit"]);
