import type { ContentReference as RepeatReference } from "../../../dedupe/reference.js";
import type { Path } from "../../../wires/define-wire.js";

/** A pointer in a condensed conversation: what it replaced, where it stands, and where the content is. */
export interface ContentReference extends Omit<RepeatReference, "source"> {
  /** JSON Pointer, from the list of messages, to the text with the pointer. */
  place: string;
  /** JSON Pointer, from the list of messages, to the text with the original. */
  source: string;
  /** Present for a consolidated result. @default it repeats lines as {@link lines} says, or the whole text */
  consolidated?: Consolidated;
}

/** How a consolidated result is made of the newest one. */
export type Consolidated =
  | {
      /** Runs of lines of the newest result: first line, 0-based, and count. */
      runs: readonly (readonly [from: number, count: number])[];
    }
  | {
      /** Lines, 0-based, that differ from the newest result's; they follow the pointer, one a line. */
      differing: readonly number[];
    };

/** A JSON Pointer (RFC 6901). */
export const pointerTo = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
