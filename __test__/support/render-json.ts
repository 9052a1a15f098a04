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
  if (style.gap === "" && style.escapeEvery === 0) return JSON.stringify(value);
  return render(value, style);
}

function render(value: unknown, style: JsonStyle): string {
  const { gap } = style;
  if (typeof value === "string") return gap + renderString(value, style.escapeEvery);
  if (typeof value !== "object" || value === null) return gap + JSON.stringify(value);
  let out = "";
  if (Array.isArray(value)) {
    for (const item of value) out += (out === "" ? "" : `${gap},`) + render(item, style);
    return `${gap}[${out}${gap}]`;
  }
  const every = style.escapeKeys ? style.escapeEvery : 0;
  for (const key of Object.keys(value)) {
    const child = (value as Record<string, unknown>)[key];
    if (child === undefined) continue;
    out += `${out === "" ? "" : ","}${gap}${renderString(key, every)}${gap}:${render(child, style)}`;
  }
  return `${gap}{${out}${gap}}`;
}

function renderString(text: string, escapeEvery: number): string {
  if (escapeEvery === 0) return JSON.stringify(text);
  let out = '"';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Halves of a pair are escaped together or not at all, so that no half is alone in the bytes.
    if (index % escapeEvery === 0 || unit < 32 || (unit & 0xf800) === 0xd800) out += escaped(unit);
    else out += unit === 34 || unit === 92 ? `\\${text[index]}` : text[index];
  }
  return `${out}"`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function escaped(unit: number): string {
  return `\\u${HEX[unit >> 8]}${HEX[unit & 255]}`;
}
