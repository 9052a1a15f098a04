import { collectSavings, findLogs, namedPlace, type SavingsOptions } from "../../ts/simulate/index.js";

/** The savings of some logs. */
export const savingsOfFiles = (files: readonly string[], options: SavingsOptions) =>
  collectSavings(findLogs(files.map(namedPlace), true).files, options);
