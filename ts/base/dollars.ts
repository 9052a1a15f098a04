/** US dollars as people read them: cents, and below a dollar two digits that count: $3.02, $0.08, $0.0012, −$0.25. */
export function dollarText(value: number): string {
  const size = Math.abs(value);
  const digits = size === 0 || size >= 0.995 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(size)));
  const text = size.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, digits) });
  return `${value < 0 && Number(text.replaceAll(",", "")) !== 0 ? "−" : ""}$${text}`;
}
