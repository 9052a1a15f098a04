import {
  type CondensationResult,
  type ConversationContext,
  expandConversation,
  renderFeedback,
} from "../../condensation/index.js";
import { diffLines } from "../../ui/index.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as a text node or an attribute's value. Signs for HTML alone: control characters stay. */
const escapeSigns = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

const STYLE = `body{font:14px system-ui;margin:2rem;color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}
table{border-collapse:collapse;width:100%;table-layout:fixed}th{text-align:left;padding:.4rem}td{vertical-align:top;border:1px solid #8888;padding:.4rem}
.gone td:first-child{background:#f002}.new td:last-child{background:#0a02}del{background:#f003}ins{background:#0a03;text-decoration:none}.same{opacity:.7}`;

/**
 * A page that shows messages before and after, side by side, with every changed line marked. What a message's references stand
 * for is folded below it. The page loads nothing and runs no script.
 */
export function renderCondensationPage(context: ConversationContext, result: CondensationResult): string {
  const { messages: before } = context;
  const after = result.messages;
  const expanded = expandedMessages(context, result);
  const rows = pairsOf(before, after).map(([old, now]) => {
    const kind = old === undefined ? "new" : now === undefined ? "gone" : old === now ? "same" : "edited";
    const [left, right] = old && now && old !== now ? edited(old, now) : [cell(old), cell(now)];
    return `<tr class="${kind}"><td>${left}</td><td>${kind === "same" ? "unchanged" : right}${folded(now && expanded.get(now))}</td></tr>`;
  });
  const csp = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  return `<!doctype html><html lang="en"><meta charset="utf-8">${csp}<meta name="viewport" content="width=device-width"><title>Condensation</title><style>${STYLE}</style>
<pre>${escapeSigns(renderFeedback(result, { model: context.model }))}</pre>
<p><del>Red</del> lines went or were changed, <ins>green</ins> ones are new.</p>
<table><tr><th>Before (${before.length} messages)<th>After (${after.length} messages)</tr>
${rows.join("\n")}
</table></html>
`;
}

/** As JSON, with the line feeds of its texts as line feeds. */
const shown = (message: object): string =>
  JSON.stringify(message, null, 1).replaceAll(/\\\\|\\n/g, (sign) => (sign === "\\n" ? "\n" : sign));

const cell = (message: object | undefined): string =>
  message === undefined ? "" : `<pre>${escapeSigns(shown(message))}</pre>`;

/** Both forms of a message, with what is in only one of them marked. */
function edited(old: object, now: object): [string, string] {
  const [before, after] = [shown(old).split("\n"), shown(now).split("\n")];
  const runs = diffLines(before, after);
  const side = (own: "removed" | "added", lines: readonly string[], tag: string) =>
    runs
      .flatMap(({ kind, from, count }) => {
        if (kind !== "same" && kind !== own) return [];
        const text = escapeSigns((kind === "same" ? before : lines).slice(from, from + count).join("\n"));
        return [kind === own ? `<${tag}>${text}</${tag}>` : text];
      })
      .join("\n");
  return [`<pre>${side("removed", before, "del")}</pre>`, `<pre>${side("added", after, "ins")}</pre>`];
}

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

/** Messages that stayed are the same objects; as many others between them on both sides are the same messages, edited. */
function pairsOf(before: readonly object[], after: readonly object[]): [object | undefined, object | undefined][] {
  const kept = new Set(after);
  const isOld = new Set(before);
  const pairs: [object | undefined, object | undefined][] = [];
  let [old, now]: [object[], object[]] = [[], []];
  let at = 0;
  const close = () => {
    while (at < after.length && !isOld.has(after[at] as object)) now.push(after[at++] as object);
    if (old.length === now.length)
      pairs.push(...old.map((one, index): [object, object | undefined] => [one, now[index]]));
    else
      pairs.push(
        ...old.map((one): [object, undefined] => [one, undefined]),
        ...now.map((one): [undefined, object] => [undefined, one]),
      );
    [old, now] = [[], []];
  };
  for (const message of before) {
    if (!kept.has(message)) {
      old.push(message);
      continue;
    }
    close();
    pairs.push([message, after[at++]]);
  }
  close();
  return pairs;
}
