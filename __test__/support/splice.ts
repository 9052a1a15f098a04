import type { Edit } from "../../ts/report.js";

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

interface Holder {
  messages: { content: unknown }[];
}

/** The parsed body with its edits applied by their paths, in place. Knows nothing of spans. */
export function applyByPath(request: unknown, edits: readonly Edit[]): unknown {
  // Backwards, so that removing a part of a list moves none that is still to be edited.
  for (const { path, replacement } of edits.toReversed()) {
    const [, root, message, field, part, text] = path.split("/");
    const holder = (request as Holder).messages[Number(message)];
    if (root !== "messages" || field !== "content" || holder === undefined) throw new Error(`odd path ${path}`);
    if (part === undefined) holder.content = JSON.parse(replacement);
    else if (text === undefined) (holder.content as unknown[]).splice(Number(part), 1);
    else (holder.content as { text: unknown }[])[Number(part)] = withText(holder.content, Number(part), replacement);
  }
  return request;
}

function withText(content: unknown, part: number, replacement: string): { text: unknown } {
  return { ...(content as { text: unknown }[])[part], text: JSON.parse(replacement) };
}
