/** The gateway's own paths that need a caller, by method and path. */
export type OwnName = "compress" | "guardrail" | "stats" | "metrics";

const PATHS: Record<string, OwnName> = {
  "GET /metrics": "metrics",
  "HEAD /metrics": "metrics",
  "GET /stats": "stats",
  "POST /v1/compress": "compress",
  "POST /beta/litellm_basic_guardrail_api": "guardrail",
};

/** The gateway's own path of a request; undefined for any other. */
export const ownPath = (method: string, path: string): OwnName | undefined => PATHS[`${method} ${path}`];
