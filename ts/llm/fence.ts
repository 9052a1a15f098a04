/**
 * Puts text between two tags, so that a model can distinguish it from instructions. The tag gets the first number that
 * no such tag in the text has. So nothing in the text closes it, and the same text always gets the same tags. Linear.
 *
 * @param name Small letters and `-`.
 */
export function fence(name: string, text: string): string {
  const tag = `${name}-${freeNumber(name, text)}`;
  return `<${tag}>\n${text}\n</${tag}>`;
}

/** The text between tags of {@link fence}. Undefined if it is not fenced from end to end. */
export function unfence(name: string, fenced: string): string | undefined {
  const first = fenced.slice(0, Math.max(0, fenced.indexOf("\n")));
  const number = new RegExp(`^<${name}-([0-9]{1,9})>$`).exec(first)?.[1];
  const closing = `\n</${name}-${number}>`;
  if (number === undefined || !fenced.endsWith(closing) || fenced.length <= first.length + closing.length) {
    return undefined;
  }
  return fenced.slice(first.length + 1, -closing.length);
}

function freeNumber(name: string, text: string): number {
  const taken = new Set<string>();
  for (const [, digits] of text.matchAll(new RegExp(`${name}-([0-9]+)`, "gi"))) if (digits) taken.add(digits);
  let number = 1;
  while (taken.has(String(number))) number++;
  return number;
}
