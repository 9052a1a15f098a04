import { SafeText } from "./safe-text.js";

/** One bar: a part of a whole. */
export interface Bar {
  name: string;
  /** The bar's length, from 0 to 1. */
  share: number;
  /** What is written at its end. */
  text: string;
  /** A second line. */
  note?: string;
}

/** Bars with their names; the numbers are in words, so that colour says nothing alone. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, share, text, note }) => (
        <li key={name}>
          <span class="bar-name">
            <SafeText text={name} most={80} />
          </span>
          <span class="bar-text">{text}</span>
          <span class="bar" aria-hidden="true">
            <i style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
          </span>
          {note !== undefined && (
            <small>
              <SafeText text={note} most={300} />
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}
