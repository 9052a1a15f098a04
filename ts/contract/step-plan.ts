import type { Edit, Report } from "./report.js";

/** What is planned for the request of one step of a session. */
export interface PlanOfStep {
  /** The cache decision, without the rule that decided. */
  readonly cache: Report["cache"];
  /**
   * The edits of messages whose edits the plan of a later step has not all, or has others beside; of every message with edits
   * where there is no later plan. By message, in order. Linear in the plans' edits.
   *
   * @param startOf The byte of the body at which a message begins, or the one behind the last ends
   */
  editsUnlike(
    later: PlanOfStep | undefined,
    startOf: (message: number) => number,
  ): ReadonlyMap<number, readonly Edit[]>;
}

/** The plan of a request that goes on as it came. */
export const nothingPlanned = ({ cache }: Report): PlanOfStep => ({
  cache,
  editsUnlike: () => new Map(),
});
