const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as a text node or an attribute's value. Signs for HTML alone: control characters stay. */
export const escapeSigns = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
