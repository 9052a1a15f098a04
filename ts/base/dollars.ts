import { groupDigits } from "./counts.js";

const LEAST_DIGITS = 2;
const MOST_DIGITS = 6;

/** US dollars as people read them: cents, and below a dollar two digits that count: $3.02, $0.08, $0.0012, −$0.25. */
export function dollarText(value: number): string {
  const size = Math.abs(value);
  const leading = size === 0 || size >= 0.995 ? LEAST_DIGITS : 1 - Math.floor(Math.log10(size));
  const [whole = "", part = ""] = size.toFixed(Math.min(MOST_DIGITS, Math.max(LEAST_DIGITS, leading))).split(".");
  const digits = part.replace(/0+$/, "").padEnd(LEAST_DIGITS, "0");
  const text = `${groupDigits(Number(whole))}.${digits}`;
  return `${value < 0 && /[1-9]/.test(text) ? "−" : ""}$${text}`;
}
