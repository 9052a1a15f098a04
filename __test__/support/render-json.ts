import fc from "fast-check";

/** How to spell a JSON value; any style parses to the same value. */
export interface JsonStyle {
  /** Put before every token. */
  gap: string;
  /** Every n-th char of a string becomes a `\u` escape; 0: none. */
  escapeEvery: number;
  /** Whether keys are escaped like values. */
  escapeKeys: boolean;
}

export const arbitraryJsonStyle: fc.Arbitrary<JsonStyle> = fc.record({
  gap: fc.constantFrom("", "", " ", "\n\t", "\r\n    "),
  escapeEvery: fc.constantFrom(0, 0, 1, 3),
  escapeKeys: fc.boolean(),
});

/** JSON text of a value without cycles, in the given spelling. */
export function renderJson(value: unknown, style: JsonStyle): string {
  const { gap } = style;
  if (Array.isArray(value)) {
    return `${gap}[${value.map((item) => renderJson(item, style)).join(`${gap},`)}${gap}]`;
  }
  if (typeof value === "object" && value !== null) {
    const keyStyle = style.escapeKeys ? style : { ...style, escapeEvery: 0 };
    const members = Object.entries(value)
      .filter(([, child]) => child !== undefined)
      .map(([key, child]) => `${gap}${renderString(key, keyStyle)}${gap}:${renderJson(child, style)}`);
    return `${gap}{${members.join(",")}${gap}}`;
  }
  return gap + (typeof value === "string" ? renderString(value, style) : JSON.stringify(value));
}

function renderString(text: string, { escapeEvery }: JsonStyle): string {
  if (escapeEvery === 0) return JSON.stringify(text);
  let out = "";
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Halves of a pair are escaped together or not at all, so that no half stands alone in the bytes.
    const escaped = index % escapeEvery === 0 || unit < 32 || (unit & 0xf800) === 0xd800;
    if (escaped) out += `\\u${unit.toString(16).padStart(4, "0")}`;
    else out += unit === 34 || unit === 92 ? `\\${text[index]}` : text[index];
  }
  return `"${out}"`;
}
