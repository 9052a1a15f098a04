/** A run of at least four equal lines becomes one and a count. */
export function shortenRepeats(text: string): string | undefined {
  if (text.includes("[the line above ")) return undefined;
  const out: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && lines[end] === lines[at]) end++;
    if (end - at >= 4) out.push(lines[at] ?? "", `[the line above ${end - at} times]`);
    else out.push(...lines.slice(at, end));
    at = end;
  }
  return out.join("\n");
}
