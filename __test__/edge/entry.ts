// What the checks of `tamis/edge` bundle: the backend, and policies from plain settings.
export { createBaseline } from "../../ts/baseline/index.js";
export { DEFAULT_POLICY, withSettings } from "../../ts/policy/policy.js";
