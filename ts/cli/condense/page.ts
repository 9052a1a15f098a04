import {
  type CondensationResult,
  type ConversationContext,
  expandConversation,
  renderFeedback,
} from "../../condensation/index.js";
import { escapeSigns } from "../shared/html.js";

const STYLE = `body{font:14px system-ui;margin:2rem;color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}
table{border-collapse:collapse;width:100%}td{vertical-align:top;border:1px solid #8888;padding:.4rem;width:50%}
.gone{background:#f002}.new{background:#0a02}.edited{background:#fa02}`;

/**
 * A page that shows messages before and after, side by side. What a message's references stand for is folded below it. The
 * page loads nothing and runs no script.
 */
export function renderCondensationPage(context: ConversationContext, result: CondensationResult): string {
  const { messages: before } = context;
  const after = result.messages;
  const expanded = expandedMessages(context, result);
  const rows = pairsOf(before, after).map(([old, now]) => {
    const kind = old === undefined ? "new" : now === undefined ? "gone" : old === now ? "same" : "edited";
    return `<tr class="${kind}"><td>${cell(old)}</td><td>${kind === "same" ? "unchanged" : cell(now)}${folded(now && expanded.get(now))}</td></tr>`;
  });
  const csp = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  return `<!doctype html><html lang="en"><meta charset="utf-8">${csp}<title>Condensation</title><style>${STYLE}</style>
<pre>${escapeSigns(renderFeedback(result))}</pre>
<table><tr><th>Before (${before.length} messages)<th>After (${after.length} messages)</tr>
${rows.join("\n")}
</table></html>
`;
}

const cell = (message: object | undefined): string =>
  message === undefined ? "" : `<pre>${escapeSigns(JSON.stringify(message, null, 1))}</pre>`;

const folded = (message: object | undefined): string =>
  message === undefined
    ? ""
    : `<details><summary>With what its references stand for</summary>${cell(message)}</details>`;

/** By message with references: it with what they stand for. */
function expandedMessages(
  context: ConversationContext,
  { messages, references }: CondensationResult,
): ReadonlyMap<object, object> {
  if (references.length === 0) return new Map();
  const { messages: expanded } = expandConversation({ ...context, messages }, references);
  return new Map(
    messages.flatMap((message, index): [object, object][] => {
      const whole = expanded[index];
      return whole === undefined || whole === message ? [] : [[message, whole]];
    }),
  );
}

/** Messages that stayed are the same objects; between them, the others are laid beside each other in order. */
function pairsOf(before: readonly object[], after: readonly object[]): [object | undefined, object | undefined][] {
  const kept = new Set(after);
  const pairs: [object | undefined, object | undefined][] = [];
  let at = 0;
  const isOld = new Set(before);
  for (const message of before) {
    if (kept.has(message)) {
      while (at < after.length && after[at] !== message) pairs.push([undefined, after[at++]]);
      pairs.push([message, after[at++]]);
      continue;
    }
    const next = after[at];
    const isEdit = next !== undefined && !isOld.has(next) && after.length === before.length;
    pairs.push([message, isEdit ? after[at++] : undefined]);
  }
  while (at < after.length) pairs.push([undefined, after[at++]]);
  return pairs;
}
