import type { Wire } from "../../contract/report.js";
import type { PolicyFlags } from "../shared/options.js";

/** The options of `tamis reduce`. */
export interface ReduceFlags extends PolicyFlags {
  wire?: Wire;
  dryRun?: boolean;
  /** `""` means stderr. */
  report?: string;
  explain?: boolean;
  json?: boolean;
  originals?: string;
  output?: string;
}
