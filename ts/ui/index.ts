// The web page: settings, reductions, dashboard. `tamis ui`, `tamis gateway` and `tamis run --ui` serve it.
export type { ChangedRequest } from "./api.js";
export { diffLines } from "./diff/lines.js";
export { DEFAULT_KEEP, Page, type PageOptions } from "./page.js";
export { sendChanged, sendMissing } from "./reductions/changed.js";
export { type ServedPage, servePage } from "./serve.js";
export { sendJson } from "./server/answers.js";
