import type { CondensationResult } from "../../condensation/index.js";
import { renderFeedback } from "../../condensation/index.js";
import { escapeSigns } from "../shared/html.js";

const STYLE = `body{font:14px system-ui;margin:2rem;color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}
table{border-collapse:collapse;width:100%}td{vertical-align:top;border:1px solid #8888;padding:.4rem;width:50%}
.gone{background:#f002}.new{background:#0a02}.edited{background:#fa02}`;

/** A page that shows messages before and after, side by side. It loads nothing and runs no script. */
export function renderCondensationPage(before: readonly object[], result: CondensationResult): string {
  const after = result.messages;
  const rows = pairsOf(before, after).map(([old, now]) => {
    const kind = old === undefined ? "new" : now === undefined ? "gone" : old === now ? "same" : "edited";
    return `<tr class="${kind}"><td>${cell(old)}</td><td>${kind === "same" ? "unchanged" : cell(now)}</td></tr>`;
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
