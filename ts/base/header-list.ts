/** A header's comma-separated list with more names in it, each of them once. `current` is empty or missing where there is none. */
export function withListed(current: string | null | undefined, added: string): string {
  const split = (list: string) => list.split(",").flatMap((name) => name.trim() || []);
  const named = split(current ?? "");
  return [...named, ...split(added).filter((name) => !named.includes(name))].join(",");
}
