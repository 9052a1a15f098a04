import type { ContentReference as RepeatReference } from "../../../contract/content-reference.js";
import type { Consolidated } from "../../../contract/lossless.js";
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

/** A JSON Pointer (RFC 6901). */
export const pointerTo = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
