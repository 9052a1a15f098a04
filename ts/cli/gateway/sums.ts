// What several processes of one gateway tell, as one.

/** Of this the largest counts: it says whether something is so. */
const LARGEST = "tamis_switched_off";

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
    values.set(sample, before === undefined ? number : sample === LARGEST ? Math.max(before, number) : before + number);
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

/**
 * What `/stats` says of several processes: numbers are summed, but for the time since the start. Differences with their
 * intervals cannot be: each process has its own, and none is shown.
 */
export function sumStats(texts: readonly string[]): string {
  const all = texts.map((text) => JSON.parse(text) as Json);
  const uptimeSeconds = Math.max(...all.map((one) => Number(one.uptimeSeconds)));
  const { holdout, ...sum } = all.reduce((sums, one) => joined(sums, one) as Json);
  const groups = isTable(holdout) ? { holdout: { groups: holdout.groups } } : {};
  return JSON.stringify({ ...sum, ...groups, uptimeSeconds, workers: all.length });
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
