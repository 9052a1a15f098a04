import type { Edit } from "../../ts/contract/report.js";

/** The body with its edits applied by their spans: the obvious version that the core's output is held to. */
export function spliceEdits(body: Uint8Array, edits: readonly Edit[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { path, span, replacement } of edits) {
    if (span === undefined || span.start < at || span.end < span.start || span.end > body.length) {
      throw new Error(`edit ${path} has no valid span: ${JSON.stringify(span)} after ${at} of ${body.length}`);
    }
    parts.push(body.subarray(at, span.start), Buffer.from(replacement));
    at = span.end;
  }
  parts.push(body.subarray(at));
  return Buffer.concat(parts);
}

/** The parsed body with its edits applied by their paths, in place. Knows nothing of spans, nor of wires. */
export function applyByPath(request: unknown, edits: readonly Edit[]): unknown {
  // Backwards, so that removing a part of a list moves none that is still to be edited.
  for (const { path, replacement } of edits.toReversed()) {
    const keys = path.slice(1).split("/").map(unescapeKey);
    const last = keys.pop() ?? "";
    let holder: unknown = request;
    for (const key of keys) holder = Reflect.get(Object(holder), key);
    if (!Object.hasOwn(Object(holder), last)) throw new Error(`odd path ${path}`);
    if (replacement !== "") Reflect.set(Object(holder), last, JSON.parse(replacement));
    else if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else throw new Error(`nothing can be removed at ${path}`);
  }
  return request;
}

/** A key as a JSON Pointer (RFC 6901) spells it. */
function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
