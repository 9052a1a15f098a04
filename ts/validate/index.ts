// `tamis/validate`: whether a provider would reject a request, and repairs that need no guess.
export { type RuleId, VALIDATION_RULES } from "../contract/rule-texts.js";
export { MAX_VIOLATIONS, type ValidateOptions, type Violation } from "../contract/violations.js";
export { type Repair, type Repaired, type RepairOptions, repairRequest } from "./repair/index.js";
export { validateRequest } from "./validate.js";
