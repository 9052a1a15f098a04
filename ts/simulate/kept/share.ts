/** A number of things, and how many of them are still there. */
export interface KeptShare {
  /** All of them. */
  all: number;
  /** Those that are still there. */
  kept: number;
}

export const noShare = (): KeptShare => ({ all: 0, kept: 0 });

/** Counts one more. */
export function note(share: KeptShare, isKept: boolean): void {
  share.all++;
  if (isKept) share.kept++;
}

/** Adds one to a sum. */
export function addShare(sum: KeptShare, { all, kept }: KeptShare): void {
  sum.all += all;
  sum.kept += kept;
}
