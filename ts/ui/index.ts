// The web page: settings, reductions, dashboard. `tamis ui`, `tamis gateway` and `tamis run --ui` serve it.
export { diffLines } from "./diff/lines.js";
export { DEFAULT_KEEP, MOST_KEPT_BYTES, Page, type PageOptions } from "./page.js";
export { type ServedPage, servePage } from "./serve.js";
