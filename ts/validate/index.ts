// `tamis/validate`: whether a provider would reject a request, and repairs that need no guess.
export { type RuleId, VALIDATION_RULES } from "../contract/rule-texts.js";
export { MAX_VIOLATIONS, type ValidateOptions, type Violation } from "../contract/violations.js";
export type { PrefixRule } from "./prefix/book.js";
export {
  checkPrefix,
  createPrefixChecker,
  type PrefixChecker,
  type PrefixOptions,
  type PrefixViolation,
} from "./prefix/checker.js";
export { type Repair, type Repaired, type RepairOptions, repairRequest } from "./repair/index.js";
export { validateRequest } from "./validate.js";
