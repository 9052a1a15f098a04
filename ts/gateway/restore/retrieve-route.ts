// GET /v1/retrieve/{handle}?offset=LINE&limit=LINES

import { isHandle } from "../../restore/handle.js";
import { NOT_NOW } from "../../restore/retrieve.js";
import { type Incoming, type Outgoing, textHeaders } from "../edge.js";
import type { Originals } from "./originals.js";

/** The handle of a request for an original; undefined for any other request. */
export function retrieveRoute({ method, target }: Pick<Incoming, "method" | "target">): string | undefined {
  const path = /^\/v1\/retrieve\/([^/?#]*)(?:\?|$)/.exec(target);
  return method === "GET" || method === "HEAD" ? path?.[1] : undefined;
}

const UNRECORDED = { found: false, text: NOT_NOW, lines: undefined };

/** Answers it. Returns the status. */
export async function answerRetrieveRoute(
  handle: string,
  incoming: Pick<Incoming, "rawHeaders" | "target">,
  { originals, tenant }: { originals: Originals; tenant: string },
  out: Outgoing,
): Promise<number> {
  const query = new URLSearchParams(incoming.target.replace(/^[^?]*\??/, ""));
  const line = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const asked = { handle: isHandle(handle) ? handle : "", offset: line("offset"), limit: line("limit") };
  const { found, text, lines } = await originals.retrieve(asked, tenant).catch(() => UNRECORDED);
  const status = found ? 200 : text === NOT_NOW ? 503 : 404;
  const headers = [...textHeaders({ type: "text/plain; charset=utf-8", text }), "cache-control", "no-store"];
  out.start(status, found ? [...headers, "x-tamis-lines", String(lines)] : headers, false);
  out.end(text);
  return status;
}
