// Why the provider's cache broke, as the page shows it.
export type { CacheCause, CacheDiagnosis } from "../../pricing/diagnose-cache.js";
