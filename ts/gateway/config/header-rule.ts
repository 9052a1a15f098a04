/** The header and the value, or the pattern of one, that a setting such as `x-team: a*` names; the header's name in lower case. */
export function headerRule(text: string): { name: string; value: string } {
  const at = text.indexOf(":");
  return { name: text.slice(0, at).toLowerCase(), value: text.slice(at + 1).trim() };
}
