import { headOf } from "../../../text/clip.js";
import { visible } from "../text/visible.js";

/** Text of strangers: what would be hidden or acted on is a mark. Nothing but text nodes. */
export function SafeText({ text, most, hasLines }: { text: string; most?: number; hasLines?: boolean }) {
  const isCut = most !== undefined && text.length > most;
  const pieces = visible(isCut ? headOf(text, most) : text, hasLines);
  if (pieces.length === 1 && pieces[0]?.isMark === false) {
    return <span class="safe">{isCut ? `${pieces[0].text}…` : pieces[0].text}</span>;
  }
  return (
    <span class="safe">
      {pieces.map(({ text: piece, isMark }) => (isMark ? <span class="mark">{piece}</span> : piece))}
      {isCut ? "…" : ""}
    </span>
  );
}
