// What a workspace may change: values are compared with the user's own, and only what edits less counts.
import { isDeepStrictEqual } from "node:util";

/**
 * What becomes of a value that a workspace asks for: it counts; it edits more than the user's own; it is neither more nor
 * less; no workspace may ask for it.
 */
export type Verdict = "counts" | "wider" | "other" | "never";

/** A verdict, and the value that holds then. */
export interface Judged {
  verdict: Verdict;
  value: unknown;
}

/** Compares the value that a workspace asks for with the user's own. */
export type Compare = (own: unknown, wanted: unknown) => Judged;

/** How a key is judged; `never`: a workspace may not set it at all. */
export type Judgement = "never" | Compare;

export const NEVER = "never";

export const counts = (value: unknown): Judged => ({ verdict: "counts", value });
export const wider = (value: unknown): Judged => ({ verdict: "wider", value });
const other = (value: unknown): Judged => ({ verdict: "other", value });

export const isSame = (own: unknown, wanted: unknown): boolean => isDeepStrictEqual(own, wanted);

/** Only the user's own value counts. */
export const same: Compare = (own, wanted) => (isSame(own, wanted) ? counts(own) : other(own));

/** The user's own value counts, and those that a comparison takes. */
export const narrower =
  (isNarrower: (own: never, wanted: never) => boolean): Compare =>
  (own, wanted) => {
    if (isSame(own, wanted)) return counts(own);
    return isNarrower(own as never, wanted as never) ? counts(wanted) : wider(own);
  };

export const atLeast = narrower((own: number, wanted: number) => wanted >= own);
/** Undefined is no limit. */
export const atMost = narrower((own: number | undefined, wanted: number) => own === undefined || wanted <= own);
/** A number of what stays; null: nothing stays for its sake. */
export const keepsMore = narrower(
  (own: number | null, wanted: number | null) => wanted !== null && (own === null || wanted >= own),
);
/** A number of what is shown, which turns something else off: from null, no number is known to be more. */
export const showsMore = narrower(
  (own: number | null, wanted: number | null) => own !== null && wanted !== null && wanted >= own,
);
/** A length to which texts are cut; null: they are not. */
export const cutsLess = narrower(
  (own: number | null, wanted: number | null) => wanted === null || (own !== null && wanted >= own),
);
/** The one value that edits less than all others. */
export const only = (value: unknown): Compare => narrower((_: unknown, wanted: unknown) => wanted === value);
/** Values in order, beginning with that which edits least. */
export const ranked = (values: readonly unknown[]): Compare =>
  narrower((own: unknown, wanted: unknown) => values.indexOf(wanted) <= values.indexOf(own));

/** The one value that edits least; all others are neither more nor less than each other. */
export const onlyOf =
  (least: unknown): Compare =>
  (own, wanted) => {
    if (isSame(own, wanted)) return counts(own);
    return wanted === least ? counts(wanted) : own === least ? wider(own) : other(own);
  };
