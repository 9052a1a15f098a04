/** A header's comma-separated list with more names in it, each of them once. `current` is empty or missing where there is none. */
export function withListed(current: string | null | undefined, added: string): string {
  const split = (list: string) => list.split(",").flatMap((name) => name.trim() || []);
  const named = split(current ?? "");
  return [...named, ...split(added).filter((name) => !named.includes(name))].join(",");
}

/** Lists by the header's name, each with the names of both. */
export function joinLists(
  one: Readonly<Record<string, string>> = {},
  other: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const joined = { ...one };
  for (const [name, names] of Object.entries(other)) joined[name] = withListed(joined[name], names);
  return joined;
}
