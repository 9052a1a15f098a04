// What several processes of one gateway tell, as one.

/** Of these the largest counts: they say whether something is so. */
const LARGEST = new Set(["tamis_switched_off", "tamis_canary_stopped"]);

/** Metrics in Prometheus' text format, summed by name and labels. Linear. */
export function sumMetrics(texts: readonly string[]): string {
  const values = new Map<string, number>();
  const lines: string[] = [];
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const [, sample, value] = /^([^#\s].*) (\S+)$/.exec(line) ?? [];
    if (sample === undefined) {
      if (line.startsWith("#") && !values.has(line)) lines.push(line);
      if (line.startsWith("#")) values.set(line, 0);
      continue;
    }
    const before = values.get(sample);
    const number = Number(value);
    if (before === undefined) lines.push(sample);
    const isLargest = LARGEST.has(sample.replace(/\{.*$/, ""));
    values.set(sample, before === undefined ? number : isLargest ? Math.max(before, number) : before + number);
  }
  return `${inOrder(lines)
    .map((line) => (line.startsWith("#") ? line : `${line} ${values.get(line)}`))
    .join("\n")}\n`;
}

/** Samples behind the lines that describe them, also those that only a later process has. */
function inOrder(lines: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const name = line.startsWith("#") ? (line.split(" ")[2] ?? "") : line.replace(/[{ ].*$/, "");
    const family = groups.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
    const group = groups.get(family) ?? [];
    group.push(line);
    groups.set(family, group);
  }
  return [...groups.values()].flat();
}

type Json = Record<string, unknown>;

const isTable = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** What `/stats` says of several processes: numbers are summed, but for the time since the start. */
export function sumStats(texts: readonly string[]): string {
  const all = texts.map((text) => JSON.parse(text) as Json);
  const uptimeSeconds = Math.max(...all.map((one) => Number(one.uptimeSeconds)));
  return JSON.stringify({ ...all.reduce((sum, one) => joined(sum, one) as Json), uptimeSeconds, workers: all.length });
}

function joined(one: unknown, other: unknown): unknown {
  if (typeof one === "number" && typeof other === "number") return Math.round((one + other) * 1e6) / 1e6;
  if (Array.isArray(one) && Array.isArray(other)) return one.map((item, at) => joined(item, other[at]));
  if (isTable(one) && isTable(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return Object.fromEntries(keys.map((key) => [key, joined(one[key], other[key])]));
  }
  return one ?? other;
}
