/** The names a placeholder template may use, in braces. */
export const TEMPLATE_FIELDS = [
  "tool_call_id",
  "tool_name",
  "original_chars",
  "original_lines",
  "original_tokens",
  "message_index",
] as const;

/** One name that a placeholder template may use. */
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** A template is a run of literal texts and fields. */
export type TemplatePart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "field"; readonly field: TemplateField };

/** A parsed template, and its unknown names in braces. */
export interface ParsedTemplate {
  parts: readonly TemplatePart[];
  unknown: readonly string[];
}

const FIELDS: ReadonlySet<string> = new Set(TEMPLATE_FIELDS);

function isField(name: string): name is TemplateField {
  return FIELDS.has(name);
}

/**
 * Splits a template at its `{name}` fields. A brace without its mate is literal text. An unknown name is literal text
 * too, and is listed in `unknown`.
 */
export function parseTemplate(template: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  const unknown: string[] = [];
  let literal = "";
  let at = 0;
  for (const match of template.matchAll(/\{([^{}]*)\}/g)) {
    literal += template.slice(at, match.index);
    at = match.index + match[0].length;
    const name = match[1] ?? "";
    if (isField(name)) {
      if (literal !== "") parts.push({ kind: "literal", text: literal });
      literal = "";
      parts.push({ kind: "field", field: name });
    } else {
      unknown.push(name);
      literal += match[0];
    }
  }
  literal += template.slice(at);
  if (literal !== "") parts.push({ kind: "literal", text: literal });
  return { parts, unknown };
}

/** Describes the unknown names in a template's braces; undefined if there are none. */
export function templateFieldProblem(template: string): string | undefined {
  const { unknown } = parseTemplate(template);
  const name = unknown.includes("handle") ? "handle" : unknown[0];
  if (name === undefined) return undefined;
  const valid = TEMPLATE_FIELDS.map((field) => `{${field}}`).join(", ");
  if (name === "handle") return `restore.handles puts the handle at the end by itself; use any of ${valid}`;
  return `unknown field {${name}}; valid fields: ${valid}`;
}

/** Length in chars of the longest literal text between two fields. */
export function longestLiteralChars(template: string): number {
  let longest = 0;
  for (const part of parseTemplate(template).parts) {
    if (part.kind === "literal") longest = Math.max(longest, part.text.length);
  }
  return longest;
}
