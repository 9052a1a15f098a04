import { escapeHtml } from "./html.js";

/** A table of HTML cells. On a narrow page it scrolls in a box of its own, also by keyboard. */
export function pageTable(head: readonly string[], rows: readonly (readonly string[])[], label: string): string {
  const heads = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n");
  return `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}
